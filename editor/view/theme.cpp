#include "view/theme.h"

#include <map>

namespace weft::editor::theme {
namespace {

QString sign(Category category) {
    switch (category) {
        case Category::kGenerate: return QStringLiteral("✳");
        case Category::kColour: return QStringLiteral("◐");
        case Category::kFilter: return QStringLiteral("≈");
        case Category::kMerge: return QStringLiteral("⊕");
        case Category::kTransform: return QStringLiteral("◇");
        case Category::kAnalyse: return QStringLiteral("Σ");
        case Category::kInOut: return QStringLiteral("▸");
    }
    return {};
}

}  // namespace

QColor colour(Category category) {
    switch (category) {
        case Category::kGenerate: return {190, 174, 96};
        case Category::kColour: return {98, 160, 214};
        case Category::kFilter: return {92, 178, 150};
        case Category::kMerge: return {160, 144, 216};
        case Category::kTransform: return {214, 138, 98};
        case Category::kAnalyse: return {206, 130, 176};
        case Category::kInOut: return {164, 164, 164};
    }
    return {164, 164, 164};
}

QColor kernel(int number) {
    static const QColor kHues[] = {{86, 156, 214}, {214, 152, 74},  {92, 178, 140}, {198, 120, 170},
                                   {190, 186, 92}, {122, 130, 220}, {96, 180, 194}, {206, 116, 96}};
    return kHues[number % static_cast<int>(std::size(kHues))];
}

QColor backdrop(int hue) {
    static const QColor kHues[] = {{92, 92, 92},  {74, 96, 122}, {70, 104, 94}, {112, 104, 66},
                                   {122, 86, 66}, {98, 88, 126}, {116, 80, 104}};
    return kHues[hue];
}

QString backdrop_name(int hue) {
    static const char* const kNames[] = {"grey",   "blue",   "green", "yellow",
                                         "orange", "violet", "pink"};
    return QString::fromLatin1(kNames[hue]);
}

QFont font() {
    QFont font(QStringLiteral("Noto Sans"));
    font.setStyleHint(QFont::SansSerif);
    font.setPointSizeF(9.0);
    return font;
}

const QPainterPath& glyph(Category category) {
    // Signs come from whatever typeface has them, which takes long to find out.
    static std::map<Category, QPainterPath> paths;
    const auto [at, is_new] = paths.try_emplace(category);
    if (is_new) {
        QFont small = font();
        small.setPointSizeF(8.0);
        at->second.addText(0, 0, small, sign(category));
        at->second.translate(-at->second.boundingRect().center());
    }
    return at->second;
}

QPalette palette() {
    QPalette p;
    p.setColor(QPalette::Window, kWindow);
    p.setColor(QPalette::WindowText, kText);
    p.setColor(QPalette::Base, QColor(32, 32, 32));
    p.setColor(QPalette::AlternateBase, kPane);
    p.setColor(QPalette::Text, kText);
    p.setColor(QPalette::PlaceholderText, kDimText);
    p.setColor(QPalette::Button, kRaised);
    p.setColor(QPalette::ButtonText, kText);
    p.setColor(QPalette::BrightText, kAccent);
    p.setColor(QPalette::Highlight, kAccent);
    p.setColor(QPalette::HighlightedText, QColor(24, 24, 24));
    p.setColor(QPalette::ToolTipBase, QColor(24, 24, 24));
    p.setColor(QPalette::ToolTipText, kText);
    p.setColor(QPalette::Mid, kLine);
    p.setColor(QPalette::Dark, kLine);
    p.setColor(QPalette::Light, kHover);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, QColor(98, 98, 98));
    return p;
}

QString style_sheet() {
    return QStringLiteral(R"(
        QMainWindow::separator { background: #1c1c1c; width: 3px; height: 3px; }
        QMainWindow::separator:hover { background: #4a4a4a; }
        QMenuBar { background: #262626; padding: 2px 4px; }
        QMenuBar::item { padding: 4px 8px; background: transparent; }
        QMenuBar::item:selected, QMenu::item:selected { background: #3c3c3c; }
        QMenu { background: #2c2c2c; border: 1px solid #1c1c1c; padding: 4px 0; }
        QMenu::item { padding: 4px 24px 4px 16px; }
        QMenu::item:disabled { color: #626262; }
        QMenu::separator { height: 1px; background: #1c1c1c; margin: 4px 0; }
        QStatusBar { background: #262626; color: #8c8c8c; border-top: 1px solid #1c1c1c; }
        QStatusBar::item { border: none; }
        QLabel#pane-title { background: #2c2c2c; color: #8c8c8c; padding: 5px 12px;
                            border-bottom: 1px solid #1c1c1c; }
        QFrame#notice { background: #363636; border-bottom: 1px solid #1c1c1c; }
        QPushButton { background: #3c3c3c; border: 1px solid #1c1c1c; border-radius: 2px;
                      padding: 4px 12px; }
        QPushButton:hover { background: #4a4a4a; }
        QPushButton:focus { border-color: #e8963c; }
        QProgressBar { background: #1c1c1c; border: none; }
        QProgressBar::chunk { background: #e8963c; }
        QLineEdit { background: #202020; border: 1px solid #1c1c1c; border-radius: 2px;
                    padding: 2px 4px; selection-background-color: #e8963c; }
        QLineEdit:focus { border-color: #e8963c; }
        QComboBox { background: #363636; border: 1px solid #1c1c1c; border-radius: 2px;
                    padding: 2px 6px; }
        QComboBox:focus, QToolButton:focus { border-color: #e8963c; }
        QComboBox QAbstractItemView { background: #2c2c2c; border: 1px solid #1c1c1c; }
        QToolButton { background: transparent; border: 1px solid transparent; border-radius: 2px;
                      padding: 2px 6px; color: #8c8c8c; }
        QToolButton:hover { background: #3c3c3c; color: #cdcdcd; }
        QToolButton:checked { background: #3c3c3c; color: #e8963c; }
        QSlider { min-height: 20px; }
        QSlider::groove:horizontal { height: 2px; background: #1c1c1c; }
        QSlider::sub-page:horizontal { background: #7a7a7a; }
        QSlider::handle:horizontal { width: 8px; height: 14px; margin: -6px 0; background: #a8a8a8;
                                     border-radius: 2px; }
        QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: #e8963c; }
        QPlainTextEdit { background: #202020; border: none; }
        QListWidget#plan-kernels::item:selected { background: #3c3c3c; color: #e8963c; }
        QTabWidget::pane { border: none; }
        QScrollBar:horizontal { background: #262626; height: 10px; }
        QScrollBar::handle:horizontal { background: #444444; border-radius: 3px; min-width: 24px;
                                        margin: 2px; }
        QScrollBar:vertical { background: #262626; width: 10px; }
        QScrollBar::handle:vertical { background: #444444; border-radius: 3px; min-height: 24px;
                                      margin: 2px; }
        QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
        QToolTip { background: #181818; color: #cdcdcd; border: 1px solid #4a4a4a; padding: 4px; }
        QTabBar { qproperty-drawBase: 0; }
        QTabBar::tab { background: #262626; color: #8c8c8c; padding: 6px 12px; border: none; }
        QTabBar::tab:selected { background: #2c2c2c; color: #cdcdcd; }
        QTabBar::tab:hover { color: #cdcdcd; }
        QListWidget { background: #202020; border: none; outline: none; }
        QListWidget::item { padding: 3px 6px; border: none; }
        QListWidget::item:selected { background: #e8963c; color: #181818; }
    )");
}

}  // namespace weft::editor::theme
