#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

namespace headscope {

/// What can be wrong with what a user gives. Each code lists its arguments, in order; ui/present/error_text turns code
/// and arguments into one sentence in the user's language. `path` is as the user gave it; shapes are text, "(7, 16)".
enum class ErrorCode {
    // Text
    text_empty,        ///< no argument: nothing but white space
    text_invalid_utf8, ///< name of the source ("--text", a path), byte offset of the first bad byte
    too_many_tokens,   ///< tokens, limit
    text_too_long,     ///< characters, limit
    // Settings
    d_model_out_of_range,          ///< given, smallest, largest
    n_heads_out_of_range,          ///< given, d_model
    heads_do_not_divide,           ///< d_model, heads, nearest legal below, nearest legal above
    temperature_out_of_range,      ///< given (double), smallest (double), largest (double)
    dropout_out_of_range,          ///< given (double); allowed is 0 <= p < 1
    d_model_conflict,              ///< given, the file's, path
    needs_too_much_memory,         ///< bytes needed, bytes allowed
    out_of_memory,                 ///< bytes needed (0 when unknown)
    cancelled,                     ///< no argument: the user stopped the run
    cost_size_not_positive,        ///< name ("batch"), given
    cost_too_large,                ///< batch, seq_len, d_model, n_heads: a figure passes 63 bits
    element_type_not_for_training, ///< type ("int8")
    kv_heads_do_not_divide,        ///< heads, key-value heads that should share them out equally
    devices_do_not_divide,         ///< heads, devices that should share them out equally
    result_not_finite, ///< tensor ("Q", "scores", ...): finite input, but so large that float32 overflows in it
    training_diverged, ///< step, counted from 0, whose loss or gradient is not finite
    // Files
    file_not_found,  ///< path
    file_unreadable, ///< path, errno
    file_unwritable, ///< path, errno (a full disk is ENOSPC)
    disk_too_small,  ///< path of the file that has no room, its bytes, bytes free
    file_too_large,  ///< path, bytes, largest number of bytes that is read
    // Arrays (.npy and what is made of them)
    npy_not_npy,          ///< path: the magic is missing
    npy_bad_header,       ///< path
    npy_unsupported_type, ///< path, type as written in the file
    npy_wrong_length,     ///< path, bytes that the header asks for, bytes there
    array_wrong_rank,     ///< name or path, its shape, the shapes that are accepted
    array_wrong_shape,    ///< name or path, its shape, the shape needed
    array_empty,          ///< name or path, its shape
    array_not_finite,     ///< name or path, value ("nan", "inf", "-inf"), index, "(0, 3, 7)"
    // Weights (.safetensors)
    safetensors_too_short,        ///< path, bytes there
    safetensors_header_length,    ///< path, header bytes announced, bytes there
    safetensors_bad_header,       ///< path: not the JSON object that the format asks for
    safetensors_bad_offsets,      ///< path, tensor, begin, end, data bytes there (outside them, or beside unused ones)
    safetensors_wrong_length,     ///< path, tensor, bytes between its offsets, bytes its shape and type need
    safetensors_overlap,          ///< path, tensor, other tensor
    safetensors_missing,          ///< path, tensor
    safetensors_duplicate,        ///< path, tensor
    safetensors_unsupported_type, ///< path, tensor, type as written in the file
    checkpoint_bad_entry,         ///< path, the metadata's entry or tensor that is missing or not understood
    // Tables of text (.csv) and tasks to train
    csv_wrong_columns,    ///< path, line, columns there, columns needed
    csv_bad_quotes,       ///< path, line where the field begins: its quote is not closed, or text follows after it
    csv_empty_field,      ///< path, line, column ("input")
    csv_too_long,         ///< path, line, characters of all columns, limit
    csv_too_few_rows,     ///< path, different rows there, rows needed
    csv_too_many_symbols, ///< path, different characters there, limit
    task_unknown,         ///< given, the names there are, "needles, sort"
    needles_out_of_range, ///< given, smallest, largest
    // Command line
    argument_unknown,        ///< the argument, whose --help lists what is known ("headscope", "headscope attend")
    argument_missing,        ///< name of the option that is needed, whose --help explains it
    argument_one_of,         ///< names of the options of which one is needed, "--text, --texts, --input"; --help's
    argument_needs_value,    ///< option: nothing follows it; whose --help explains it
    argument_needs_other,    ///< option given, the option that goes with it
    argument_repeated,       ///< option given more than once
    argument_bad_value,      ///< option, value given, what is allowed
    argument_conflict,       ///< option, other option
    head_out_of_range,       ///< head, number of heads
    mask_not_for_text_shape, ///< path, its shape, the shape needed
    file_names_collide,      ///< pattern, file name that it would give twice
    // The window
    no_display,       ///< no argument: neither DISPLAY nor WAYLAND_DISPLAY is set
    display_unusable, ///< how the display was named, "DISPLAY=:0"
};

/// The codes count from 0 to this one without a gap.
inline constexpr ErrorCode last_error_code = ErrorCode::display_unusable;

using ErrorArgument = std::variant<std::int64_t, double, std::string>;

struct Error {
    ErrorCode code;
    std::vector<ErrorArgument> arguments;

    friend bool operator==(const Error&, const Error&) = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::heads_do_not_divide, 1024, 12, 8, 16);`
template <typename... Arguments>
[[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, Arguments&&... arguments) {
    Error error{code, {}};
    [[maybe_unused]] const auto add = [&error]<typename A>(A&& a) {
        using Plain = std::decay_t<A>;
        if constexpr (std::is_integral_v<Plain>) {
            error.arguments.emplace_back(static_cast<std::int64_t>(a));
        } else if constexpr (std::is_floating_point_v<Plain>) {
            error.arguments.emplace_back(static_cast<double>(a));
        } else {
            error.arguments.emplace_back(std::string(std::forward<A>(a)));
        }
    };
    (add(std::forward<Arguments>(arguments)), ...);
    return tl::make_unexpected(std::move(error));
}

} // namespace headscope
