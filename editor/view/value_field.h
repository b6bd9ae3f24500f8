// Fields for values as text, and for numbers, which are dragged sideways too.
#pragma once

#include <QLineEdit>
#include <functional>

#include "model/slid_range.h"

namespace weft::editor {

/// What a value editor reports.
struct ValueEdits {
    /// A value, chosen or typed; what is wrong with it, which a field then says and keeps the text.
    std::function<QString(const QString&)> set;
    std::function<void(const QString&)> dragged;  ///< one of many on the way
    std::function<void()> ended;                  ///< the way has ended
};

/// A field that keeps what is refused, until it is corrected or Escape shows what is. A
/// double-click takes the number that it hits, with its sign and its point, in hand: what is typed
/// next stands in its place.
class ValueField : public QLineEdit {
  public:
    explicit ValueField(ValueEdits edits, QWidget* parent = nullptr);

    /// Reports nothing.
    void show_text(const QString& text);

  protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override;

    /// Reports what was typed; true where nothing was, or it is taken.
    bool report();

    const ValueEdits edits_;

  private:
    /// Says what is wrong with what it holds; nothing, where it is empty.
    void mark_bad(const QString& problem);

    QString shown_, usual_tip_;
};

/// A field for a number. Dragged sideways while nothing is typed in it, it changes the number:
/// with Shift ten times finer, with Ctrl ten times faster. In it the arrows up and down, and the
/// wheel, change the digit behind the caret or under the pointer.
class NumberField : public ValueField {
  public:
    /// `step`: how much it changes for a pixel of a drag.
    NumberField(const ParameterRef& parameter, double step, const ValueEdits& edits,
                QWidget* parent = nullptr);

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    enum class Drag { kNone, kPressed, kDragged };
    void step(int caret, int by);
    void end_steps();

    const ParameterRef parameter_;
    const double step_;
    Drag drag_ = Drag::kNone;
    double last_ = 0.0;     // where the pointer was
    double exact_ = 0.0;    // what a drag has got to
    QString sent_;          // by the drag
    bool stepped_ = false;  // since the field was entered
};

}  // namespace weft::editor
