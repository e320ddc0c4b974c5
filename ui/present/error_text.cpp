#include "ui/present/error_text.h"

#include <array>
#include <cerrno>

#include <QCoreApplication>

#include "core/base/contract.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

struct Sentence {
    ErrorCode code;
    const char* text;
};

// %1, %2, ... are the arguments in the order that core/base/error.h lists. The sentences avoid grammatical number, so
// that every amount reads well in both languages.
constexpr auto sentences = std::to_array<Sentence>({
    {ErrorCode::text_empty, QT_TRANSLATE_NOOP("ErrorText", "The text is empty or blank; write at least one word.")},
    {ErrorCode::text_invalid_utf8,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is not valid UTF-8; the first bad byte is at offset %2.")},
    {ErrorCode::too_many_tokens,
     QT_TRANSLATE_NOOP("ErrorText", "The text is %1 tokens long and the limit is %2; please shorten it.")},
    {ErrorCode::text_too_long,
     QT_TRANSLATE_NOOP("ErrorText", "With this the text would have %1 characters; the window takes at most %2.")},
    {ErrorCode::d_model_out_of_range, QT_TRANSLATE_NOOP("ErrorText", "d_model cannot be %1; it can be from %2 to %3.")},
    {ErrorCode::n_heads_out_of_range,
     QT_TRANSLATE_NOOP("ErrorText", "The number of heads cannot be %1; it can be from 1 to d_model, here %2.")},
    {ErrorCode::heads_do_not_divide,
     QT_TRANSLATE_NOOP("ErrorText",
                       "d_model %1 cannot be split into %2 equal heads; the nearest that can are %3 and %4.")},
    {ErrorCode::temperature_out_of_range,
     QT_TRANSLATE_NOOP("ErrorText", "The temperature cannot be %1; it can be from %2 to %3.")},
    {ErrorCode::dropout_out_of_range,
     QT_TRANSLATE_NOOP("ErrorText", "The dropout probability cannot be %1; it can be 0 or more, and less than 1.")},
    {ErrorCode::d_model_conflict,
     QT_TRANSLATE_NOOP("ErrorText", "d_model is %1 here, but %3 was made for d_model %2.")},
    {ErrorCode::needs_too_much_memory,
     QT_TRANSLATE_NOOP("ErrorText",
                       "This needs %1 of memory and %2 are allowed; a shorter sequence or fewer heads need less.")},
    {ErrorCode::out_of_memory, QT_TRANSLATE_NOOP("ErrorText", "There is not enough memory for this; %1 are needed.")},
    {ErrorCode::cancelled, QT_TRANSLATE_NOOP("ErrorText", "Stopped before the end.")},
    {ErrorCode::cost_size_not_positive, QT_TRANSLATE_NOOP("ErrorText", "%1 cannot be %2; it can be 1 or more.")},
    {ErrorCode::cost_too_large,
     QT_TRANSLATE_NOOP("ErrorText", "With batch %1, seq_len %2, d_model %3 and %4 heads a figure passes 63 bits; "
                                    "smaller sizes can be counted.")},
    {ErrorCode::element_type_not_for_training,
     QT_TRANSLATE_NOOP("ErrorText",
                       "Training cannot use %1, which has no gradient; float32, float16 and bfloat16 can.")},
    {ErrorCode::kv_heads_do_not_divide,
     QT_TRANSLATE_NOOP("ErrorText", "The number of heads %1 cannot be shared out among %2 key-value heads equally; "
                                    "it should be a multiple of theirs.")},
    {ErrorCode::devices_do_not_divide,
     QT_TRANSLATE_NOOP("ErrorText",
                       "The number of heads %1 cannot be shared out among %2 devices equally; it should be "
                       "a multiple of theirs.")},
    {ErrorCode::result_not_finite,
     QT_TRANSLATE_NOOP("ErrorText", "The input is so large that %1 passes the range of float32; scale it down.")},
    {ErrorCode::training_diverged,
     QT_TRANSLATE_NOOP("ErrorText",
                       "The training has diverged: at step %1 the loss or its gradient is beyond the range "
                       "of float32. A lower rate helps.")},
    {ErrorCode::file_not_found, QT_TRANSLATE_NOOP("ErrorText", "%1 does not exist.")},
    {ErrorCode::file_unreadable, QT_TRANSLATE_NOOP("ErrorText", "%1 cannot be read: %2.")},
    {ErrorCode::file_unwritable, QT_TRANSLATE_NOOP("ErrorText", "%1 cannot be written: %2.")},
    {ErrorCode::disk_too_small,
     QT_TRANSLATE_NOOP("ErrorText", "%1 cannot be written: it takes %2, and the disk has %3 free.")},
    {ErrorCode::file_too_large, QT_TRANSLATE_NOOP("ErrorText", "%1 is too large: it has %2, and at most %3 are read.")},
    {ErrorCode::npy_not_npy, QT_TRANSLATE_NOOP("ErrorText", "%1 is not a NumPy array file (.npy).")},
    {ErrorCode::npy_bad_header, QT_TRANSLATE_NOOP("ErrorText", "%1 is not a valid .npy file: its header is damaged.")},
    {ErrorCode::npy_unsupported_type,
     QT_TRANSLATE_NOOP("ErrorText",
                       "%1 holds values of type %2, which cannot be used here; save it as float32 or float64.")},
    {ErrorCode::npy_wrong_length,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is damaged: its header asks for %2 bytes of values, and the file has %3.")},
    {ErrorCode::array_wrong_rank, QT_TRANSLATE_NOOP("ErrorText", "%1 has shape %2; it should be %3.")},
    {ErrorCode::array_wrong_shape, QT_TRANSLATE_NOOP("ErrorText", "%1 has shape %2; it should be %3.")},
    {ErrorCode::array_empty, QT_TRANSLATE_NOOP("ErrorText", "%1 has shape %2 and so holds no values.")},
    {ErrorCode::array_not_finite,
     QT_TRANSLATE_NOOP("ErrorText", "%1 holds %2 at index %3; every value must be a finite number.")},
    {ErrorCode::safetensors_too_short,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is too short to be a .safetensors file: it ends after %2 bytes.")},
    {ErrorCode::safetensors_header_length,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is damaged: it announces a header of %2 bytes, and the file has %3.")},
    {ErrorCode::safetensors_bad_header,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is not a valid .safetensors file: its header is damaged.")},
    {ErrorCode::safetensors_bad_offsets,
     QT_TRANSLATE_NOOP("ErrorText",
                       "%1 is damaged: %2 should lie at bytes %3 to %4, and the file has %5 bytes of data.")},
    {ErrorCode::safetensors_wrong_length,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is damaged: %2 takes %3 bytes, and its shape and type need %4.")},
    {ErrorCode::safetensors_overlap, QT_TRANSLATE_NOOP("ErrorText", "%1 is damaged: the tensors %2 and %3 overlap.")},
    {ErrorCode::safetensors_missing,
     QT_TRANSLATE_NOOP("ErrorText",
                       "%1 has no tensor %2; W_q, W_k, W_v and W_o are needed, each with weight and bias.")},
    {ErrorCode::safetensors_duplicate,
     QT_TRANSLATE_NOOP("ErrorText", "%1 is damaged: it names the tensor %2 more than once.")},
    {ErrorCode::safetensors_unsupported_type,
     QT_TRANSLATE_NOOP("ErrorText", "%1 holds %2 as %3, which cannot be used here; save it as F32, F64, F16 or BF16.")},
    {ErrorCode::checkpoint_bad_entry,
     QT_TRANSLATE_NOOP("ErrorText",
                       "%1 does not hold a trained model that can be read here: %2 is missing or damaged.")},
    {ErrorCode::csv_wrong_columns,
     QT_TRANSLATE_NOOP("ErrorText", "Line %2 of %1: the number of columns is %3; it should be %4.")},
    {ErrorCode::csv_bad_quotes,
     QT_TRANSLATE_NOOP("ErrorText", "Line %2 of %1: a field that begins with a quotation mark should end with one, and "
                                    "a quotation mark inside it be doubled.")},
    {ErrorCode::csv_empty_field, QT_TRANSLATE_NOOP("ErrorText", "Line %2 of %1: the column “%3” is empty.")},
    {ErrorCode::csv_too_long,
     QT_TRANSLATE_NOOP("ErrorText", "Line %2 of %1 is %3 characters long; at most %4 can be trained.")},
    {ErrorCode::csv_too_few_rows,
     QT_TRANSLATE_NOOP("ErrorText", "The number of different rows in %1 is %2; at least %3 are needed.")},
    {ErrorCode::csv_too_many_symbols,
     QT_TRANSLATE_NOOP("ErrorText", "The number of different characters in %1 is %2; at most %3 can be trained.")},
    {ErrorCode::task_unknown, QT_TRANSLATE_NOOP("ErrorText", "There is no task “%1”; there are %2.")},
    {ErrorCode::needles_out_of_range,
     QT_TRANSLATE_NOOP("ErrorText", "The number of needles cannot be %1; it can be from %2 to %3.")},
    {ErrorCode::argument_unknown, QT_TRANSLATE_NOOP("ErrorText", "“%1” is not a known argument; see %2 --help.")},
    {ErrorCode::argument_missing, QT_TRANSLATE_NOOP("ErrorText", "%1 is needed; see %2 --help.")},
    {ErrorCode::argument_one_of, QT_TRANSLATE_NOOP("ErrorText", "One of %1 is needed; see %2 --help.")},
    {ErrorCode::argument_needs_value, QT_TRANSLATE_NOOP("ErrorText", "%1 needs a value; see %2 --help.")},
    {ErrorCode::argument_needs_other, QT_TRANSLATE_NOOP("ErrorText", "%1 also needs %2.")},
    {ErrorCode::argument_repeated, QT_TRANSLATE_NOOP("ErrorText", "%1 is given more than once.")},
    {ErrorCode::argument_bad_value, QT_TRANSLATE_NOOP("ErrorText", "%1 cannot be “%2”; allowed: %3.")},
    {ErrorCode::argument_conflict, QT_TRANSLATE_NOOP("ErrorText", "%1 and %2 cannot be used together.")},
    {ErrorCode::head_out_of_range,
     QT_TRANSLATE_NOOP("ErrorText", "There is no head %1; heads count from 0, and the number of heads is %2.")},
    {ErrorCode::mask_not_for_text_shape,
     QT_TRANSLATE_NOOP("ErrorText", "%1 has shape %2; a mask for this text should be %3.")},
    {ErrorCode::file_names_collide,
     QT_TRANSLATE_NOOP("ErrorText",
                       "--name “%1” would give two files the name %2; {name}, {heads} and {line} keep them apart.")},
    {ErrorCode::no_display,
     QT_TRANSLATE_NOOP("ErrorText", "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is "
                                    "set; “headscope attend --help” tells how to work without one.")},
    {ErrorCode::display_unusable,
     QT_TRANSLATE_NOOP("ErrorText", "The window cannot be opened (%1); “headscope attend --help” tells how to work "
                                    "without a display.")},
});

consteval bool complete() {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        if (static_cast<std::size_t>(sentences[i].code) != i) {
            return false;
        }
    }
    return sentences.back().code == last_error_code;
}
static_assert(complete(), "every ErrorCode needs its sentence, in the order of core/base/error.h");

// glibc's own texts are in the language of the C library's locale, which may be neither installed nor the user's.
const char* reasonSentence(std::int64_t error) {
    switch (error) {
    case EACCES:
    case EPERM: return QT_TRANSLATE_NOOP("ErrorText", "permission denied");
    case ENOENT: return QT_TRANSLATE_NOOP("ErrorText", "its folder does not exist");
    case EISDIR: return QT_TRANSLATE_NOOP("ErrorText", "it is a folder");
    case ENOTDIR: return QT_TRANSLATE_NOOP("ErrorText", "a part of its path is not a folder");
    case EROFS: return QT_TRANSLATE_NOOP("ErrorText", "the file system is read-only");
    case ENOSPC: return QT_TRANSLATE_NOOP("ErrorText", "the disk is full");
    case EDQUOT: return QT_TRANSLATE_NOOP("ErrorText", "the disk quota is used up");
    case EFBIG: return QT_TRANSLATE_NOOP("ErrorText", "the file would be larger than allowed");
    case ENAMETOOLONG: return QT_TRANSLATE_NOOP("ErrorText", "its name is too long");
    case EIO: return QT_TRANSLATE_NOOP("ErrorText", "the device reports an error");
    default: return nullptr;
    }
}

QString reason(std::int64_t error, const Translate& translate) {
    const char* sentence = reasonSentence(error);
    return sentence != nullptr ? translate("ErrorText", sentence) : qt_error_string(static_cast<int>(error));
}

// What a user typed goes into the sentence in one line and at a readable length, whatever it is.
QString oneLine(const std::string& text) {
    constexpr qsizetype longest = 200;
    constexpr char16_t controlPictures = 0x2400;
    constexpr char16_t deletePicture = 0x2421;
    QString line = QString::fromUtf8(text);
    if (line.size() > longest) {
        line = line.left(longest) + QChar(u'…');
    }
    for (QChar& c : line) {
        if (c.unicode() < u' ') {
            c = QChar(controlPictures + c.unicode());
        } else if (c.category() == QChar::Other_Control || c == QChar::LineSeparator ||
                   c == QChar::ParagraphSeparator) {
            c = QChar(deletePicture);
        }
    }
    return line;
}

bool isBytes(ErrorCode code, std::size_t position) {
    return code == ErrorCode::needs_too_much_memory || code == ErrorCode::out_of_memory ||
           ((code == ErrorCode::file_too_large || code == ErrorCode::disk_too_small) && position > 0);
}

// Of tokens and characters, which the window writes with separators everywhere.
bool isCount(ErrorCode code) {
    return code == ErrorCode::too_many_tokens || code == ErrorCode::text_too_long;
}

QString argumentText(const Error& error, std::size_t position, const Translate& translate) {
    const ErrorArgument& argument = error.arguments[position];
    if (const auto* number = std::get_if<std::int64_t>(&argument)) {
        if (isBytes(error.code, position)) {
            return bytesText(*number);
        }
        if (isCount(error.code)) {
            return countText(*number);
        }
        const bool isReason = error.code == ErrorCode::file_unreadable || error.code == ErrorCode::file_unwritable;
        return isReason ? reason(*number, translate) : QString::number(*number);
    }
    if (const auto* number = std::get_if<double>(&argument)) {
        return decimalText(*number);
    }
    return oneLine(std::get<std::string>(argument));
}

const char* sentenceFor(const Error& error) {
    const bool amountUnknown = error.code == ErrorCode::out_of_memory &&
                               (error.arguments.empty() || error.arguments.front() == ErrorArgument{std::int64_t{0}});
    return amountUnknown ? QT_TRANSLATE_NOOP("ErrorText", "There is not enough memory for this.")
                         : sentences[static_cast<std::size_t>(error.code)].text;
}

} // namespace

QString errorText(const Error& error) {
    return errorText(error,
                     [](const char* context, const char* text) { return QCoreApplication::translate(context, text); });
}

QString errorText(const Error& error, const Translate& translate) {
    HEADSCOPE_EXPECTS(error.code <= last_error_code);
    const QString pattern = translate("ErrorText", sentenceFor(error));
    // In one pass, unlike a chain of QString::arg(): an argument may itself contain "%2".
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int digit = pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : -1;
        if (digit < 1) {
            text += pattern[i];
            continue;
        }
        const auto position = static_cast<std::size_t>(digit - 1);
        HEADSCOPE_EXPECTS(position < error.arguments.size());
        text += argumentText(error, position, translate);
        ++i;
    }
    return text;
}

} // namespace headscope::ui
