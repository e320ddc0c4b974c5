#include "ui/widgets/weights_section.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRandomGenerator>

#include "core/io/safetensors.h"
#include "ui/session/session.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/refusal.h"

namespace headscope::ui {

namespace {

enum Kind { random = 0, file = 1 };

} // namespace

WeightsSection::WeightsSection(Session& session, QWidget* parent)
    : Section(parent)
    , session_(session)
    , kind_(new ChoiceRow(this))
    , file_(makeLabel("hint", this))
    , seedLabel_(makeLabel("hint", this))
    , seed_(new NumberField(this))
    , newSeed_(new QPushButton(this))
    , message_(new InlineMessage(this)) {
    kind_->setObjectName(QStringLiteral("weights"));
    file_->setObjectName(QStringLiteral("weightsFile"));
    seed_->setObjectName(QStringLiteral("seed"));
    newSeed_->setObjectName(QStringLiteral("newSeed"));
    fixWidth(*seed_, 80);
    seed_->setAlignment(Qt::AlignRight);
    seedLabel_->setBuddy(seed_);
    body()->addWidget(kind_);
    body()->addWidget(file_);
    auto* row = new QHBoxLayout;
    row->addWidget(seedLabel_);
    row->addStretch();
    row->addWidget(seed_);
    row->addWidget(newSeed_);
    body()->addLayout(row);
    body()->addWidget(message_);
    connectEdits();
    retranslate();
}

void WeightsSection::connectEdits() {
    connect(kind_, &ChoiceRow::chosen, this, [this](int kind) {
        if (kind == file) {
            chooseFile();
        } else {
            session_.change(Session::Field::weights,
                            [](SessionState& state) { state.request.weights = RandomWeights{}; });
        }
        showState(); // no file chosen: the button goes back
    });
    connect(seed_, &NumberField::entered, this, &WeightsSection::enterSeed);
    connect(newSeed_, &QPushButton::clicked, this, &WeightsSection::newSeed);
    connect(&session_, &Session::requestChanged, this, &WeightsSection::showState);
}

void WeightsSection::chooseFile() {
    const QString path =
        QFileDialog::getOpenFileName(window(), tr("Open weights"), {}, tr("Weights (*.safetensors);;All files (*)"));
    if (!path.isEmpty()) {
        openFile(path);
    }
}

void WeightsSection::openFile(const QString& path) {
    // Only the header is read here; the engine reads the rest on its own thread.
    const std::string file = path.toStdString();
    const Result<Index> dModel = read_parameters_d_model(file);
    if (!dModel) {
        showError(dModel.error());
        return;
    }
    const Index heads = nearest_head_count(*dModel, session_.state().request.dims.n_heads());
    const Result<ModelDims> dims = ModelDims::create(*dModel, heads);
    if (!dims) {
        showError(dims.error());
        return;
    }
    session_.change(Session::Field::weights, [&](SessionState& state) {
        state.request.weights = FileWeights{file};
        state.request.dims = *dims;
        state.view.focused_head = std::min(state.view.focused_head, static_cast<int>(heads) - 1);
    });
    showState();
}

void WeightsSection::newSeed() {
    // Short enough to be read out in a class.
    const quint64 seed = QRandomGenerator::global()->bounded(10'000);
    session_.change(Session::Field::seed, [seed](SessionState& state) { state.request.seed = seed; });
}

void WeightsSection::showError(const Error& error) {
    message_->showError(error);
}

void WeightsSection::enterSeed(const QString& text) {
    const std::optional<quint64> seed = parseSeed(text);
    if (!seed) {
        refuseTyped(*message_, *seed_, tr("Seed"), text, Wanted::seed);
        return;
    }
    session_.change(Session::Field::seed, [seed](SessionState& state) { state.request.seed = *seed; });
    showState();
}

void WeightsSection::showState() {
    const Request& request = session_.state().request;
    const auto* fromFile = std::get_if<FileWeights>(&request.weights);
    kind_->setCurrent(fromFile != nullptr ? file : random);
    file_->setVisible(fromFile != nullptr);
    if (fromFile != nullptr) {
        const QString path = QString::fromStdString(fromFile->path);
        file_->setText(QFileInfo(path).fileName());
        file_->setToolTip(path);
    }
    seed_->setValueText(QString::number(request.seed));
    seed_->setInvalid(false);
    message_->clearError();
}

void WeightsSection::retranslate() {
    heading()->setText(tr("Weights"));
    kind_->setAccessibleName(tr("Weights"));
    kind_->setChoices(
        {{random, tr("Random"), tr("As torch.nn.Linear starts: uniform between -1/sqrt(d_model) and 1/sqrt(d_model)")},
         {file, tr("From file…"), tr("A safetensors file with W_q.weight, W_q.bias, and so on for W_k, W_v, W_o")}});
    seedLabel_->setText(tr("&Seed"));
    seed_->setAccessibleName(tr("Seed"));
    seed_->setToolTip(tr("Decides the tokens' embeddings and the random weights"));
    newSeed_->setText(tr("New"));
    newSeed_->setAccessibleName(tr("New seed"));
    newSeed_->setToolTip(tr("New seed"));
    showState();
}

} // namespace headscope::ui
