// Where the panes of the window are: the viewer in the middle, and the others around it.
#include <QDockWidget>
#include <QFrame>
#include <QLabel>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "app/main_window.h"

namespace weft::editor {

void MainWindow::make_panes() {
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    auto* middle = new QWidget;
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    notice_ = new QFrame;
    notice_->setObjectName(QStringLiteral("notice"));
    notice_->hide();
    layout->addWidget(notice_);
    banners_ = new Banners;
    layout->addWidget(banners_);
    layout->addWidget(viewer_, 1);
    setCentralWidget(middle);
    const auto dock = [this](const QString& title, const char* name, QWidget* widget,
                             Qt::DockWidgetArea area) {
        auto* pane = new QDockWidget(title);
        pane->setObjectName(QLatin1String(name));
        pane->setWidget(widget);
        auto* heading = new QLabel(title);
        heading->setObjectName(QStringLiteral("pane-title"));
        pane->setTitleBarWidget(heading);
        addDockWidget(area, pane);
        return pane;
    };
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    graph_pane_ = dock(tr("Node graph"), "dock.graph", graph_, Qt::BottomDockWidgetArea);
    QDockWidget* graph = graph_pane_;
    palette_ = new NodePalette(*graph_);
    graph_pane_->setTitleBarWidget(palette_);
    QDockWidget* parameters =
        dock(tr("Parameters"), "dock.parameters", parameters_, Qt::RightDockWidgetArea);
    // Side by side under tabs, which say their titles.
    QDockWidget* effect = dock(tr("Effect"), "dock.effect", effect_, Qt::RightDockWidgetArea);
    tabifyDockWidget(parameters, effect);
    for (QDockWidget* pane : {parameters, effect}) {
        delete pane->titleBarWidget();
        pane->setTitleBarWidget(new QWidget);
    }
    parameters->raise();
    // Beside the graph, so that parameters stay in sight.
    QDockWidget* scopes =
        dock(tr("Scopes"), "dock.scopes", &viewer_->scopes(), Qt::BottomDockWidgetArea);
    splitDockWidget(graph, scopes, Qt::Horizontal);
    scopes->hide();
    QDockWidget* fusion = dock(tr("Fusion"), "dock.fusion", fusion_, Qt::BottomDockWidgetArea);
    splitDockWidget(graph, fusion, Qt::Horizontal);
    fusion->hide();
    QDockWidget* curves = dock(tr("Curves"), "dock.curves", curves_, Qt::BottomDockWidgetArea);
    splitDockWidget(graph, curves, Qt::Horizontal);
    curves->hide();
    QDockWidget* code = dock(tr("Code"), "dock.code", code_, Qt::BottomDockWidgetArea);
    splitDockWidget(graph, code, Qt::Horizontal);
    code->hide();
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    resize(1440, 900);
    resizeDocks({graph}, {400}, Qt::Vertical);
    resizeDocks({parameters}, {380}, Qt::Horizontal);
    graph_->setMinimumSize(200, 120);
    parameters_->setMinimumWidth(260);
}

/// The graph below the viewer keeps its share of the height.
void MainWindow::resizeEvent(QResizeEvent* event) {
    const int before = event->oldSize().height(), graph = graph_pane_->height();
    QMainWindow::resizeEvent(event);
    if (isVisible() && before > 0 && dockWidgetArea(graph_pane_) == Qt::BottomDockWidgetArea)
        resizeDocks({graph_pane_}, {qRound(static_cast<double>(graph) * height() / before)},
                    Qt::Vertical);
}

/// Left of the viewer, as high as the window, or below it and before the panes there.
void MainWindow::put_graph_beside(bool beside) {
    addDockWidget(beside ? Qt::LeftDockWidgetArea : Qt::BottomDockWidgetArea, graph_pane_);
    if (beside) {
        resizeDocks({graph_pane_}, {width() * 3 / 10}, Qt::Horizontal);
        return;
    }
    resizeDocks({graph_pane_}, {height() * 4 / 9}, Qt::Vertical);
    for (QDockWidget* pane : findChildren<QDockWidget*>())
        if (pane != graph_pane_ && dockWidgetArea(pane) == Qt::BottomDockWidgetArea)
            splitDockWidget(graph_pane_, pane, Qt::Horizontal);
}

}  // namespace weft::editor
