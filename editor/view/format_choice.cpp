#include "view/format_choice.h"

#include <QLineEdit>
#include <QSignalBlocker>
#include <QWheelEvent>

#include "commands/format_edits.h"

namespace weft::editor {
namespace {

QString words_of(const Format& format) { return QString::fromStdString(to_text(format)); }

QString size_of(const Format& format) {
    return QStringLiteral("%1x%2").arg(format.width).arg(format.height);
}

}  // namespace

FormatChoice::FormatChoice(Session& session, QWidget* parent)
    : QComboBox(parent), session_(session) {
    setObjectName(QStringLiteral("effect.format"));
    setAccessibleName(tr("Format"));
    setToolTip(
        tr("The size of new generators and of Reformat. Choose one, or type a size as 1920x1080. "
           "None: generators have sizes of their own, and Reformat keeps what it gets."));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr);  // it would put in words that are no size
    setMaxVisibleItems(24);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    connect(this, &QComboBox::activated, this,
            [this](int row) { choose(itemData(row).toString()); });
    connect(lineEdit(), &QLineEdit::editingFinished, this, [this] {
        if (!lineEdit()->isModified()) return;
        lineEdit()->setModified(false);
        choose(lineEdit()->text());
    });
    fill();
    follow();
}

void FormatChoice::fill() {
    const QSignalBlocker quiet(this);
    clear();
    addItem(tr("None"), QString());
    for (const Format& format : named_formats()) addItem(words_of(format), size_of(format));
    const std::vector<GraphInput>& inputs = session_.document().draft.graph.inputs;
    const std::vector<ImageShape>& shapes = session_.input_shapes();
    for (std::size_t i = 0; i < inputs.size() && i < shapes.size(); ++i) {
        const Format format{{}, shapes[i].frame.width(), shapes[i].frame.height()};
        if (format.width < 1) continue;
        addItem(tr("As %1 (%2)").arg(QString::fromStdString(inputs[i].name), words_of(format)),
                size_of(format));
    }
}

void FormatChoice::showPopup() {
    fill();
    follow();
    QComboBox::showPopup();
}

/// Turned over the pane, the wheel moves the pane.
void FormatChoice::wheelEvent(QWheelEvent* event) { event->ignore(); }

void FormatChoice::choose(const QString& text) {
    std::optional<Format> format;
    if (!text.isEmpty() && text != itemText(0)) {
        // What is shown, and then changed, may have its size behind the name.
        const QString name = text.section(QStringLiteral(" ("), 0, 0).trimmed();
        Result<Format> named = format_named(name.toStdString());
        if (!named) {
            session_.say(QString::fromStdString(named.error().message));
            return follow();
        }
        format = *std::move(named);
    }
    if (format != session_.document().draft.format)
        session_.apply(tr("Set the format"),
                       Result<Document>(set_format(session_.document(), format)));
    follow();
}

void FormatChoice::follow() {
    const std::optional<Format>& format = session_.document().draft.format;
    const QSignalBlocker quiet(this);
    int row = format ? -1 : 0;
    for (int i = 1; format && i < count() && row < 0; ++i)
        if (itemData(i).toString() == size_of(*format)) row = i;
    setCurrentIndex(row);
    setEditText(format ? words_of(*format) : itemText(0));
    lineEdit()->setCursorPosition(0);
}

}  // namespace weft::editor
