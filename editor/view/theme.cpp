#include "view/theme.h"

#include <QPainter>
#include <QRegularExpression>
#include <QStyle>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <map>

namespace weft::editor::theme {
namespace {

const Colours* current = &colours(Kind::kDark);

constexpr const char* kStyleSheet = R"(
    QMainWindow::separator { background: @line; width: 3px; height: 3px; }
    QMainWindow::separator:hover { background: @pressed; }
    QMenuBar { background: @window; padding: 2px 4px; }
    QMenuBar::item { padding: 4px 8px; background: transparent; }
    QMenuBar::item:selected, QMenu::item:selected { background: @hover; }
    QMenu { background: @pane; border: 1px solid @line; padding: 4px 0; }
    QMenu::item { padding: 4px 24px 4px 16px; }
    QMenu::item:disabled { color: @faint; }
    QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
    QStatusBar { background: @window; color: @dim; border-top: 1px solid @line; }
    QStatusBar::item { border: none; }
    QLabel#pane-title { background: @pane; color: @dim; padding: 5px 12px;
                        border-bottom: 1px solid @line; }
    QFrame#notice, QFrame[banner="true"] { background: @raised; border-bottom: 1px solid @line; }
    QPushButton { background: @hover; border: 1px solid @line; border-radius: 2px;
                  padding: 4px 12px; }
    QPushButton:hover { background: @pressed; }
    QPushButton:focus { border-color: @accent; }
    QProgressBar { background: @line; border: none; }
    QProgressBar::chunk { background: @accent; }
    QLineEdit { background: @field; border: 1px solid @line; border-radius: 2px;
                padding: 2px 4px; selection-background-color: @accent; }
    QLineEdit:focus { border-color: @accent; }
    QLineEdit[bad="true"] { border-color: @error; color: @error; }
    QComboBox { background: @raised; border: 1px solid @line; border-radius: 2px;
                padding: 2px 6px; }
    QComboBox:focus, QToolButton:focus { border-color: @accent; }
    QComboBox QAbstractItemView { background: @pane; border: 1px solid @line; }
    QToolButton { background: transparent; border: 1px solid transparent; border-radius: 2px;
                  padding: 2px 6px; color: @dim; }
    QToolButton:hover { background: @hover; color: @text; }
    QToolButton:checked { background: @hover; color: @accent; }
    QToolBar#palette { background: @pane; border-bottom: 1px solid @line; spacing: 2px;
                       padding: 1px 6px; }
    QToolBar#palette QToolButton::menu-indicator { image: none; }
    QSlider { min-height: 20px; }
    QSlider::groove:horizontal { height: 2px; background: @line; }
    QSlider::sub-page:horizontal { background: @groove; }
    QSlider::handle:horizontal { width: 8px; height: 14px; margin: -6px 0; background: @handle;
                                 border-radius: 2px; }
    QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: @accent; }
    QPlainTextEdit { background: @field; border: none; }
    QListWidget#plan-kernels::item:selected, QListWidget#curve-list::item:selected {
                    background: @hover; color: @accent; }
    QTabWidget::pane { border: none; }
    QScrollBar:horizontal { background: @window; height: 10px; }
    QScrollBar::handle:horizontal { background: @bar; border-radius: 3px; min-width: 24px;
                                    margin: 2px; }
    QScrollBar:vertical { background: @window; width: 10px; }
    QScrollBar::handle:vertical { background: @bar; border-radius: 3px; min-height: 24px;
                                  margin: 2px; }
    QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
    QToolTip { background: @field; color: @text; border: 1px solid @pressed; padding: 4px; }
    QTabBar { qproperty-drawBase: 0; }
    QTabBar::tab { background: @window; color: @dim; padding: 6px 12px; border: none; }
    QTabBar::tab:selected { background: @pane; color: @text; }
    QTabBar::tab:hover { color: @text; }
    QListWidget { background: @field; border: none; outline: none; }
    QListWidget::item { padding: 3px 6px; border: none; }
    QListWidget::item:selected { background: @accent; color: @on; }
    QLabel[tone="dim"] { color: @dim; }
    QLabel[tone="error"] { color: @error; }
)";

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

const Colours& colours(Kind kind) {
    static const Colours dark = {.window = {38, 38, 38},
                                 .pane = {44, 44, 44},
                                 .field = {32, 32, 32},
                                 .raised = {54, 54, 54},
                                 .hover = {60, 60, 60},
                                 .pressed = {74, 74, 74},
                                 .line = {28, 28, 28},
                                 .groove = {122, 122, 122},
                                 .text = {205, 205, 205},
                                 .dim_text = {140, 140, 140},
                                 .faint_text = {98, 98, 98},
                                 .wire = {128, 128, 128},
                                 .wire_lit = {190, 190, 190},
                                 .accent = {232, 150, 60},
                                 .on_accent = {24, 24, 24},
                                 .error = {214, 84, 76},
                                 .warning = {232, 204, 84},
                                 .on_warning = {24, 24, 24}};
    static const Colours light = {.window = {214, 214, 214},
                                  .pane = {226, 226, 226},
                                  .field = {242, 242, 242},
                                  .raised = {240, 240, 240},
                                  .hover = {250, 250, 250},
                                  .pressed = {188, 188, 188},
                                  .line = {178, 178, 178},
                                  .groove = {140, 140, 140},
                                  .text = {34, 34, 34},
                                  .dim_text = {92, 92, 92},
                                  .faint_text = {150, 150, 150},
                                  .wire = {120, 120, 120},
                                  .wire_lit = {52, 52, 52},
                                  .accent = {196, 104, 12},
                                  .on_accent = {255, 255, 255},
                                  .error = {186, 44, 38},
                                  .warning = {240, 200, 40},
                                  .on_warning = {24, 24, 24},
                                  .light = true};
    return kind == Kind::kLight ? light : dark;
}

const Colours& now() { return *current; }
void use(Kind kind) { current = &colours(kind); }

QColor mixed(const QColor& a, const QColor& b, double t) {
    const auto between = [t](float from, float to) {
        return static_cast<float>(from * (1 - t) + to * t);
    };
    return QColor::fromRgbF(between(a.redF(), b.redF()), between(a.greenF(), b.greenF()),
                            between(a.blueF(), b.blueF()));
}

void set_tone(QWidget& label, Tone tone) {
    label.setProperty("tone", tone == Tone::kDim     ? QStringLiteral("dim")
                              : tone == Tone::kError ? QStringLiteral("error")
                                                     : QString());
    label.style()->unpolish(&label);
    label.style()->polish(&label);
}

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

QColor handle() { return colours(Kind::kDark).accent; }

QColor plane(int colour) {
    static const QColor kHues[] = {{224, 88, 76}, {92, 176, 84}, {76, 140, 236}};
    return kHues[colour];
}

const QPainterPath& warning_sign() {
    static const QPainterPath sign = [] {
        QPainterPath path(QPointF(0.0, -7.5));
        path.lineTo(8.0, 6.5);
        path.lineTo(-8.0, 6.5);
        path.closeSubpath();
        return path;
    }();
    return sign;
}

QIcon chip(const QColor& colour, double height) {
    constexpr int kSide = 12;
    QPixmap picture(kSide, kSide);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(0, (kSide - height) / 2.0, kSide, height), 2, 2);
    return QIcon(picture);
}

QColor heat(double part) {
    const QColor hot = now().light ? QColor(232, 112, 24) : QColor(226, 104, 30);
    return mixed(now().raised, hot, 0.04 + 0.78 * std::clamp(part, 0.0, 1.0));
}

QColor backdrop(int hue) {
    static const QColor kHues[] = {{92, 92, 92},  {74, 96, 122}, {70, 104, 94}, {112, 104, 66},
                                   {122, 86, 66}, {98, 88, 126}, {116, 80, 104}};
    return now().light ? mixed(kHues[hue], QColor(255, 255, 255), 0.62) : kHues[hue];
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
    const Colours& c = now();
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.field);
    p.setColor(QPalette::AlternateBase, c.pane);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.dim_text);
    p.setColor(QPalette::Button, c.raised);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.accent);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.on_accent);
    p.setColor(QPalette::ToolTipBase, c.field);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Mid, c.line);
    p.setColor(QPalette::Dark, c.line);
    p.setColor(QPalette::Light, c.hover);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c.faint_text);
    return p;
}

QString style_sheet() {
    const Colours& c = now();
    QString sheet = QString::fromLatin1(kStyleSheet);
    const std::pair<const char*, QColor> names[] = {
        {"@window", c.window}, {"@pane", c.pane},
        {"@field", c.field},   {"@raised", c.raised},
        {"@hover", c.hover},   {"@pressed", c.pressed},
        {"@line", c.line},     {"@text", c.text},
        {"@dim", c.dim_text},  {"@faint", c.faint_text},
        {"@groove", c.groove}, {"@handle", mixed(c.text, c.pane, 0.25)},
        {"@bar", c.pressed},   {"@accent", c.accent},
        {"@on", c.on_accent},  {"@error", mixed(c.error, c.text, 0.15)}};
    for (const auto& [name, colour] : names)
        sheet.replace(QRegularExpression(QLatin1String(name) + QStringLiteral("\\b")),
                      colour.name());
    return sheet;
}

}  // namespace weft::editor::theme
