#include "ui/widgets/heads_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>

#include "ui/plot/focused_head.h"
#include "ui/present/cell_text.h"
#include "ui/present/colour_map.h"
#include "ui/present/number_format.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_box.h"
#include "ui/widgets/head_grid.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/section.h"

namespace headscope::ui {

namespace {

constexpr ColourMap colourMaps[] = {ColourMap::viridis, ColourMap::cividis, ColourMap::magma, ColourMap::grey};

constexpr ColourRange colourRanges[] = {ColourRange::automatic, ColourRange::head_max, ColourRange::all_max,
                                        ColourRange::median_row, ColourRange::unit};

QString rangeName(ColourRange range) {
    switch (range) {
    case ColourRange::automatic: return HeadsView::tr("Range: automatic");
    case ColourRange::head_max: return HeadsView::tr("0 to head's largest");
    case ColourRange::all_max: return HeadsView::tr("0 to largest of all");
    case ColourRange::median_row: return HeadsView::tr("0 to rows' median largest");
    case ColourRange::unit: return HeadsView::tr("0 to 1");
    }
    return {};
}

QIcon swatch(ColourMap map, const QSize& size) {
    QPixmap pixmap(size);
    QPainter painter(&pixmap);
    for (int x = 0; x < size.width(); ++x) {
        const int index = x * 255 / std::max(1, size.width() - 1);
        painter.fillRect(x, 0, 1, size.height(), QColor(colourTable(map)[static_cast<std::size_t>(index)]));
    }
    return pixmap;
}

} // namespace

HeadsView::HeadsView(Session& session, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , message_(new InlineMessage(this))
    , note_(new QLabel(this))
    , stack_(new QStackedWidget(this))
    , empty_(makeLabel("hint", this))
    , splitter_(new QSplitter(Qt::Vertical, this))
    , grid_(new HeadGrid(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(px(16), px(12), px(16), px(8));
    layout->setSpacing(px(8));
    layout->addWidget(buildStrip());
    layout->addWidget(message_);
    note_->setObjectName(QStringLiteral("noteLine"));
    note_->setWordWrap(true);
    layout->addWidget(note_);
    splitter_->setObjectName(QStringLiteral("rows"));
    splitter_->setChildrenCollapsible(false);
    splitter_->setHandleWidth(px(12));
    splitter_->addWidget(grid_);
    splitter_->addWidget(buildFocused());
    splitter_->setStretchFactor(0, 2);
    splitter_->setStretchFactor(1, 3);
    empty_->setObjectName(QStringLiteral("emptyState"));
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    stack_->addWidget(splitter_);
    stack_->addWidget(empty_);
    layout->addWidget(stack_, 1);
    connectViews();
    retranslate();
    showView();
}

QWidget* HeadsView::buildStrip() {
    auto* strip = new QWidget(this);
    auto* layout = new QHBoxLayout(strip);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(8));
    title_ = makeLabel("heading", strip);
    previousPage_ = new QPushButton(QStringLiteral("‹"), strip);
    previousPage_->setObjectName(QStringLiteral("previousPage"));
    page_ = makeLabel("hint", strip);
    nextPage_ = new QPushButton(QStringLiteral("›"), strip);
    nextPage_->setObjectName(QStringLiteral("nextPage"));
    mean_ = new QCheckBox(strip);
    mean_->setObjectName(QStringLiteral("meanTile"));
    tiles_ = new QComboBox(strip);
    tiles_->setObjectName(QStringLiteral("tileValue"));
    range_ = new QComboBox(strip);
    range_->setObjectName(QStringLiteral("colourRange"));
    map_ = new QComboBox(strip);
    map_->setObjectName(QStringLiteral("colourMap"));
    const QSize iconSize(px(48), px(12));
    map_->setIconSize(iconSize);
    for (const ColourMap map : colourMaps) {
        map_->addItem(swatch(map, iconSize), QString(), static_cast<int>(map));
    }
    for (const ColourRange range : colourRanges) {
        range_->addItem(QString(), static_cast<int>(range)); // texts follow in retranslate()
    }
    for (const TileValue value : {TileValue::largest, TileValue::mean}) {
        tiles_->addItem(QString(), static_cast<int>(value));
    }
    tiles_->hide();
    for (QWidget* w : {static_cast<QWidget*>(title_), static_cast<QWidget*>(previousPage_),
                       static_cast<QWidget*>(page_), static_cast<QWidget*>(nextPage_)}) {
        layout->addWidget(w, 0, Qt::AlignTop);
    }
    layout->addStretch();
    colours_ = new FlowBox(px(8), strip); // wraps where the window is narrow
    for (QWidget* w : {static_cast<QWidget*>(mean_), static_cast<QWidget*>(tiles_), static_cast<QWidget*>(range_),
                       static_cast<QWidget*>(map_)}) {
        colours_->layout()->addWidget(w);
    }
    layout->addWidget(colours_);
    return strip;
}

QWidget* HeadsView::buildFocused() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(4));
    auto* line = new QHBoxLayout;
    focusedTitle_ = makeLabel("heading", box);
    focusedTitle_->setObjectName(QStringLiteral("focusedTitle"));
    cell_ = makeLabel("hint", box);
    cell_->setObjectName(QStringLiteral("cellSentence"));
    cell_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    cell_->setTextFormat(Qt::PlainText);
    line->addWidget(focusedTitle_);
    line->addSpacing(px(16));
    line->addWidget(cell_, 1);
    layout->addLayout(line);
    focused_ = new FocusedHeadView(box);
    focused_->setObjectName(QStringLiteral("focusedHead"));
    layout->addWidget(focused_, 1);
    return box;
}

void HeadsView::connectViews() {
    connect(grid_, &HeadGrid::headChosen, &session_, &Session::focusHead);
    const auto point = [this](Index query, Index key) { emit highlighted(query, key); };
    connect(grid_, &HeadGrid::cellHovered, this, point);
    connect(grid_, &HeadGrid::hoverLeft, this, &HeadsView::pointAtChosen);
    connect(grid_, &HeadGrid::pagesChanged, this, &HeadsView::showPages);
    connect(focused_, &FocusedHeadView::cellHovered, this, point);
    connect(focused_, &FocusedHeadView::currentCellChanged, this, point);
    connect(focused_, &FocusedHeadView::labelHovered, this, [point](Index token) { point(token, token); });
    connect(focused_, &FocusedHeadView::hoverLeft, this, &HeadsView::pointAtChosen);
    connect(previousPage_, &QPushButton::clicked, this, [this] { grid_->setPage(grid_->page() - 1); });
    connect(nextPage_, &QPushButton::clicked, this, [this] { grid_->setPage(grid_->page() + 1); });
    const auto change = [this](auto edit) {
        session_.change(Session::Field::view, [&](SessionState& state) { edit(state.view); });
    };
    connect(mean_, &QCheckBox::clicked, this, [this, change](bool on) {
        change([on](ViewState& view) {
            view.show_mean = on;
            view.focused_head = on ? mean_of_heads : std::max(0, view.focused_head);
        });
        if (on) {
            grid_->setFocus(Qt::OtherFocusReason); // the keys move on from the new tile
        }
    });
    connect(range_, &QComboBox::activated, this, [this, change](int i) {
        change([range = range_->itemData(i).toInt()](ViewState& view) {
            view.colour_range = static_cast<ColourRange>(range);
        });
    });
    connect(tiles_, &QComboBox::activated, this, [this, change](int i) {
        change([value = tiles_->itemData(i).toInt()](ViewState& view) {
            view.tile_value = static_cast<TileValue>(value);
        });
    });
    connect(focused_, &FocusedHeadView::partChanged, grid_, &HeadGrid::setPart);
    connect(focused_, &FocusedHeadView::rowsWanted, this, [this](Index first, Index count) {
        const HeadPicture& picture = focused_->picture();
        exact_.want(picture.snapshot(), picture.head(), first, count);
    });
    connect(&exact_, &ExactCells::made, this, &HeadsView::showExactRows);
    connect(map_, &QComboBox::activated, this, [this, change](int i) {
        change([map = map_->itemData(i).toInt()](ViewState& view) { view.colour_map = static_cast<ColourMap>(map); });
    });
    connect(&session_, &Session::viewChanged, this, &HeadsView::showView);
}

void HeadsView::showResult(std::shared_ptr<const RunResult> result) {
    result_ = std::move(result);
    message_->clearError();
    stack_->setCurrentWidget(result_->snapshot->empty() ? static_cast<QWidget*>(empty_) : splitter_);
    grid_->setResult(result_);
    showView();
    showNotes();
    showPages();
    QToolTip::hideText();
    pointAtChosen(); // what the pointer was at belongs to the picture before
}

void HeadsView::pointAtChosen() {
    // The pointer is elsewhere; a cell chosen by key or click stays.
    if (const std::optional<Cell> chosen = focused_->currentCell()) {
        emit highlighted(chosen->query, chosen->key);
    } else {
        emit highlighted(std::nullopt, std::nullopt);
    }
}

void HeadsView::showError(const Error& error) {
    message_->showError(error);
}

void HeadsView::setOutdated(bool outdated) {
    if (outdated != outdated_) {
        outdated_ = outdated;
        showNotes();
    }
}

void HeadsView::showExactRows(const std::shared_ptr<const RowsOfRun>& rows) {
    focused_->setExactRows(rows);
    showCell(query_, key_);
}

void HeadsView::setHighlight(std::optional<Index> query, std::optional<Index> key) {
    query_ = query;
    key_ = key;
    grid_->setHighlight(query, key);
    focused_->setHighlight(query, key);
    showCell(query, key);
}

void HeadsView::showView() {
    const ViewState& view = session_.state().view;
    mean_->setChecked(view.show_mean);
    range_->setCurrentIndex(range_->findData(static_cast<int>(view.colour_range)));
    map_->setCurrentIndex(map_->findData(static_cast<int>(view.colour_map)));
    tiles_->setCurrentIndex(tiles_->findData(static_cast<int>(view.tile_value)));
    const bool mapped = result_ != nullptr && result_->snapshot->mapped();
    tiles_->setVisible(mapped);
    mean_->setEnabled(!mapped);
    mean_->setToolTip(mapped ? tr("A map has no mean of all heads") : tr("A tile with the mean of all heads"));
    grid_->setView(view);
    showFocused();
    showNotes();
}

void HeadsView::showFocused() {
    if (result_ == nullptr || result_->snapshot->empty()) {
        return;
    }
    const ViewState& view = session_.state().view;
    const int heads = static_cast<int>(result_->snapshot->request.dims.n_heads());
    int head = std::min(view.focused_head, heads - 1); // the state may be ahead of the last picture
    if (head == mean_of_heads && !result_->hasMean()) {
        head = 0;
    }
    focused_->setPicture(result_->head(head)
                             .picture.withTiles(view.tile_value)
                             .withRange(view.colour_range)
                             .withExactRows(focused_->picture().exactRows()),
                         view.colour_map, isDark(palette()));
    focusedTitle_->setText(headName(head));
    focused_->setAccessibleName(headName(head));
    showCell(query_, key_); // in the present language and of this head
}

void HeadsView::showCell(std::optional<Index> query, std::optional<Index> key) {
    const HeadPicture& picture = focused_->picture();
    const bool inside = query && key && *query < picture.rows() && *key < picture.columns();
    const QString sentence = inside ? cellSentence(picture, *query, *key) : QString();
    cell_->setText(sentence);
    cell_->setToolTip(sentence); // whole, where the window is narrow
}

void HeadsView::showPages() {
    const bool several = grid_->pages() > 1;
    previousPage_->setVisible(several);
    page_->setVisible(several);
    nextPage_->setVisible(several);
    page_->setText(tr("page %1 of %2").arg(grid_->page() + 1).arg(grid_->pages()));
    previousPage_->setEnabled(grid_->page() > 0);
    nextPage_->setEnabled(grid_->page() + 1 < grid_->pages());
}

void HeadsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        showFocused();
    }
    QWidget::changeEvent(event);
}

void HeadsView::showNotes() {
    if (result_ == nullptr) {
        return;
    }
    const Index heads = result_->snapshot->request.dims.n_heads();
    title_->setText(heads == 1 ? tr("1 head") : tr("%1 heads").arg(heads));
    QStringList notes;
    if (outdated_) {
        notes += tr("Still shown: the run before, of %1 tokens and %2 heads.")
                     .arg(countText(result_->snapshot->n_q()), countText(heads));
    }
    if (std::holds_alternative<RandomWeights>(result_->snapshot->request.weights)) {
        notes += tr("Random weights: the patterns are chance, and another number of heads cuts the same random Q "
                    "and K differently.");
    }
    const bool means = result_->snapshot->mapped() && session_.state().view.tile_value == TileValue::mean;
    if (means) {
        notes += tr("A tile shows the mean of %1 × %1 weights; small heads show the largest such mean.")
                     .arg(result_->snapshot->trace.map.tile);
    } else if (grid_->pooling() > 1) {
        notes += tr("Small heads draw the largest of every %1 × %1 weights.").arg(grid_->pooling());
    }
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty() && !result_->snapshot->empty());
}

void HeadsView::retranslate() {
    showNotes();
    showFocused();
    mean_->setText(tr("Mean"));
    range_->setAccessibleName(tr("Range of the colours"));
    range_->setToolTip(tr("Automatic: to the largest of the head; for more than 64 tokens under the causal mask to the "
                          "median of the rows' largest, and larger values show the last colour."));
    for (int i = 0; i < range_->count(); ++i) {
        range_->setItemText(i, rangeName(static_cast<ColourRange>(range_->itemData(i).toInt())));
    }
    tiles_->setAccessibleName(tr("What a tile shows"));
    tiles_->setToolTip(tr("Of so many tokens a pixel stands for a tile of weights. Look closer to see each of them."));
    tiles_->setItemText(0, tr("Tiles: largest"));
    tiles_->setItemText(1, tr("Tiles: mean"));
    map_->setAccessibleName(tr("Colour map"));
    for (int i = 0; i < map_->count(); ++i) {
        map_->setItemText(i, colourMapName(static_cast<ColourMap>(map_->itemData(i).toInt())));
    }
    previousPage_->setAccessibleName(tr("Previous page"));
    nextPage_->setAccessibleName(tr("Next page"));
    empty_->setText(tr("Type a sentence on the left to see what each head looks at."));
    showPages();
}

} // namespace headscope::ui
