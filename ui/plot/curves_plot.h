#pragma once

#include <QWidget>

class QCustomPlot;

namespace headscope::ui {

/// Curves over two axes with a legend above them, in the colours of the theme, that tell the point under the pointer.
class CurvesPlot : public QWidget {
    Q_OBJECT

public:
    explicit CurvesPlot(QWidget* parent = nullptr);

    /// What is to be told of a place, or nothing; for tests too.
    virtual QString readOut(const QPointF& place) const = 0;

    QSize sizeHint() const override;

protected:
    static constexpr double mark_reach = 12.0; ///< how near the pointer must be to a point, at scale 1

    QCustomPlot& plot() const { return *plot_; }
    /// Everything in the present theme, font and language; a subclass calls it when it is made.
    virtual void showLook();
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QCustomPlot* plot_;
};

} // namespace headscope::ui
