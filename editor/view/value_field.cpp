#include "view/value_field.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QShortcut>
#include <QStyle>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "model/digit_step.h"

namespace weft::editor {

ValueField::ValueField(ValueEdits edits, QWidget* parent)
    : QLineEdit(parent), edits_(std::move(edits)) {
    setObjectName(QStringLiteral("field"));
    connect(this, &QLineEdit::editingFinished, this, &ValueField::report);
    auto* give_up = new QShortcut(Qt::Key_Escape, this, nullptr, nullptr, Qt::WidgetShortcut);
    connect(give_up, &QShortcut::activated, this, [this] { show_text(shown_); });
}

bool ValueField::report() {
    if (!isModified()) return true;
    const QString typed = text(), problem = edits_.set(typed);
    setModified(false);
    if (problem.isEmpty()) return true;
    setText(typed);
    mark_bad(problem);
    QToolTip::showText(mapToGlobal(QPoint(0, height())), problem, this);
    return false;
}

void ValueField::show_text(const QString& text) {
    shown_ = text;
    setText(text);
    setModified(false);
    setCursorPosition(0);
    mark_bad({});
}

void ValueField::mouseDoubleClickEvent(QMouseEvent* event) {
    static const QString apart = QStringLiteral(" ,:;()*/");
    const QString all = text();
    const int hit = cursorPositionAt(event->position().toPoint());
    int first = hit, last = hit;
    while (first > 0 && !apart.contains(all[first - 1])) --first;
    while (last < all.size() && !apart.contains(all[last])) ++last;
    setSelection(first, last - first);
    event->accept();
}

void ValueField::mark_bad(const QString& problem) {
    if (accessibleDescription() == problem) return;
    if (accessibleDescription().isEmpty()) usual_tip_ = toolTip();
    setAccessibleDescription(problem);
    setToolTip(problem.isEmpty() ? usual_tip_ : problem);
    setProperty("bad", !problem.isEmpty());
    style()->unpolish(this);
    style()->polish(this);
}

NumberField::NumberField(const ParameterRef& parameter, double step, const ValueEdits& edits,
                         QWidget* parent)
    : ValueField(edits, parent), parameter_(parameter), step_(step) {
    setAlignment(Qt::AlignRight);
    // A press begins a drag; a click without one comes in.
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::SizeHorCursor);
}

void NumberField::mousePressEvent(QMouseEvent* event) {
    bool is_number = false;
    const double number = text().toDouble(&is_number);
    if (event->button() != Qt::LeftButton || hasFocus() || !is_number) {
        if (!hasFocus()) setFocus(Qt::MouseFocusReason);
        QLineEdit::mousePressEvent(event);
        return;
    }
    drag_ = Drag::kPressed;
    last_ = event->position().x();
    exact_ = number;
    sent_ = text();
}

void NumberField::mouseMoveEvent(QMouseEvent* event) {
    if (drag_ == Drag::kNone) return QLineEdit::mouseMoveEvent(event);
    const double way = event->position().x() - last_;
    if (drag_ == Drag::kPressed) {
        if (std::abs(way) < QApplication::startDragDistance() / 2.0) return;
        // What is half typed elsewhere is meant as it is.
        if (QWidget* other = QApplication::focusWidget(); qobject_cast<QLineEdit*>(other))
            other->clearFocus();
    }
    drag_ = Drag::kDragged;
    last_ = event->position().x();
    const bool fine = event->modifiers() & Qt::ShiftModifier,
               coarse = event->modifiers() & Qt::ControlModifier;
    exact_ += way * step_ * (fine ? 0.1 : coarse ? 10.0 : 1.0);
    exact_ = std::clamp(exact_, parameter_.minimum, parameter_.maximum);
    const QString now = QString::fromStdString(
        dragged_text(parameter_, exact_, step_ * (coarse ? 10.0 : 1.0), fine));
    if (now == sent_) return;
    sent_ = now;
    edits_.dragged(now);
}

void NumberField::mouseReleaseEvent(QMouseEvent* event) {
    switch (std::exchange(drag_, Drag::kNone)) {
        case Drag::kNone: QLineEdit::mouseReleaseEvent(event); break;
        case Drag::kPressed:
            setFocus(Qt::MouseFocusReason);
            selectAll();
            break;
        case Drag::kDragged: edits_.ended(); break;
    }
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    const int way = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    if (way == 0) return ValueField::keyPressEvent(event);
    step(hasSelectedText() ? static_cast<int>(text().size()) : cursorPosition(), way);
}

void NumberField::wheelEvent(QWheelEvent* event) {
    // Elsewhere the wheel scrolls the panel.
    const int turns = event->angleDelta().y();
    if (!hasFocus() || turns == 0) return event->ignore();
    step(cursorPositionAt(event->position().toPoint()), turns > 0 ? 1 : -1);
    event->accept();
}

void NumberField::step(int caret, int by) {
    if (!report()) return;
    const std::optional<SteppedText> next = step_digit(text().toStdString(), caret, by);
    if (!next) return;
    const QString now = QString::fromStdString(next->text);
    if (now.toDouble() < parameter_.minimum || now.toDouble() > parameter_.maximum) return;
    stepped_ = true;
    edits_.dragged(now);
    // With all its figures, so that the next step is at the same digit.
    if (text().toDouble() == now.toDouble()) setText(now);
    setModified(false);
    setCursorPosition(next->caret);
}

void NumberField::end_steps() {
    if (std::exchange(stepped_, false)) edits_.ended();
}

void NumberField::focusInEvent(QFocusEvent* event) {
    setCursor(Qt::IBeamCursor);
    ValueField::focusInEvent(event);
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    setCursor(Qt::SizeHorCursor);
    ValueField::focusOutEvent(event);
    end_steps();
}

}  // namespace weft::editor
