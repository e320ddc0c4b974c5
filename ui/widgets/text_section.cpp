#include "ui/widgets/text_section.h"

#include "ui/present/number_format.h"
#include "ui/session/session.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/sequence_edit.h"

namespace headscope::ui {

namespace {

// Bytes. Cutting this much takes under 5 ms; the limit is to be seen coming while a long run still computes.
constexpr std::size_t countedAtOnce = 50'000;

const TextInput& textOf(const Session& session) {
    return std::get<TextInput>(session.state().request.input);
}

} // namespace

TextSection::TextSection(Session& session, QWidget* parent)
    : Section(parent)
    , session_(session)
    , edit_(new SequenceEdit(this))
    , message_(new InlineMessage(this))
    , tokenizer_(new ChoiceRow(this))
    , positions_(new ChoiceRow(this)) {
    edit_->setObjectName(QStringLiteral("text"));
    tokenizer_->setObjectName(QStringLiteral("tokenizer"));
    positions_->setObjectName(QStringLiteral("positions"));
    aside()->setObjectName(QStringLiteral("tokenCount"));
    heading()->setBuddy(edit_);
    fixHeight(*edit_, 112);
    body()->addWidget(edit_);
    body()->addWidget(message_);
    tokenizerLabel_ = addRow(tokenizer_);
    positionsLabel_ = addRow(positions_);
    retranslate();
    connectEdits();
    showState();
}

void TextSection::connectEdits() {
    const auto editText = [this](Session::Field field, auto change) {
        session_.change(field, [&](SessionState& state) { change(std::get<TextInput>(state.request.input)); });
    };
    connect(edit_, &SequenceEdit::committedTextChanged, this, [editText](const QString& text) {
        editText(Session::Field::text, [&](TextInput& input) { input.text = text.toStdString(); });
    });
    connect(edit_, &SequenceEdit::pasteRefused, this, [this](qint64 characters, qint64 limit) {
        showError(fail(ErrorCode::text_too_long, characters, limit).value());
    });
    connect(edit_, &SequenceEdit::tokenHovered, this, &TextSection::tokenHovered);
    connect(tokenizer_, &ChoiceRow::chosen, this, [editText](int value) {
        editText(Session::Field::tokenizer, [&](TextInput& input) { input.tokenizer = static_cast<Tokenizer>(value); });
    });
    connect(positions_, &ChoiceRow::chosen, this, [editText](int value) {
        editText(Session::Field::positions, [&](TextInput& input) { input.positions = static_cast<Positions>(value); });
    });
    connect(&session_, &Session::requestChanged, this, &TextSection::showState);
}

void TextSection::showSnapshot(const Snapshot& snapshot) {
    const auto* input = std::get_if<TextInput>(&snapshot.request.input);
    if (input == nullptr || input->text != textOf(session_).text) {
        return;
    }
    tokens_ = static_cast<Index>(snapshot.tokens.size());
    edit_->setTokens(tokenRanges(input->text, snapshot.tokens));
    message_->clearError();
    showCount();
}

void TextSection::showError(const Error& error) {
    if (error.code == ErrorCode::too_many_tokens) {
        tokens_ = std::get<std::int64_t>(error.arguments.front());
        showCount();
    }
    message_->showError(error);
}

void TextSection::setHighlight(int query, int key) {
    edit_->setHighlight(query, key);
}

void TextSection::showState() {
    const TextInput& input = textOf(session_);
    edit_->setCommittedText(QString::fromStdString(input.text));
    tokenizer_->setCurrent(static_cast<int>(input.tokenizer));
    positions_->setCurrent(static_cast<int>(input.positions));
    countTokens(input);
}

void TextSection::countTokens(const TextInput& input) {
    if (input.text.size() > countedAtOnce) {
        return; // the run will tell
    }
    if (const Result<std::vector<Token>> tokens = tokenize(input.text, input.tokenizer)) {
        tokens_ = static_cast<Index>(tokens->size());
        showCount();
    }
}

void TextSection::showCount() {
    emit tokensCounted(tokens_);
    const Index limit = session_.state().request.token_limit;
    aside()->setText(tr("%1 of %2 tokens").arg(countText(tokens_), countText(limit)));
    // Said before it is reached: from nine tenths on the count is no longer quiet.
    const ThemeColours& colours = themeColours(isDark(palette()));
    const QColor colour = tokens_ > limit ? colours.error : tokens_ * 10 > limit * 9 ? colours.text : colours.secondary;
    const QString sheet = QStringLiteral("color: %1").arg(colour.name());
    if (aside()->styleSheet() != sheet) {
        aside()->setStyleSheet(sheet);
    }
}

void TextSection::retranslate() {
    heading()->setText(tr("&Text"));
    edit_->setPlaceholderText(tr("Type a sentence"));
    edit_->setAccessibleName(tr("Text"));
    tokenizerLabel_->setText(tr("Tokens"));
    tokenizer_->setAccessibleName(tr("Tokens"));
    tokenizer_->setChoices({{static_cast<int>(Tokenizer::words), tr("Words"),
                             tr("Words and punctuation marks; Chinese is cut with a dictionary")},
                            {static_cast<int>(Tokenizer::characters), tr("Characters"),
                             tr("What a reader sees as one character, an emoji family included; white space counts")}});
    positionsLabel_->setText(tr("Positions"));
    positions_->setAccessibleName(tr("Positions"));
    positions_->setChoices({{static_cast<int>(Positions::sinusoidal), tr("Sinusoidal"),
                             tr("Adds sin and cos of the position to each embedding")},
                            {static_cast<int>(Positions::none), tr("None"),
                             tr("Without positions the order of the words does not matter")}});
    tokenizer_->setCurrent(static_cast<int>(textOf(session_).tokenizer));
    positions_->setCurrent(static_cast<int>(textOf(session_).positions));
    showCount();
}

} // namespace headscope::ui
