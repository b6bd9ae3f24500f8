// A slider whose drags go finely with Shift and in large steps with Ctrl.
#pragma once

#include <QSlider>

namespace weft::editor {

/// The steps of a slider over numbers that are not whole; an ordinary key press goes ten of them.
inline constexpr int kFineSteps = 10000;

class ValueSlider : public QSlider {
  public:
    /// Over 0 to `steps`.
    explicit ValueSlider(int steps, QWidget* parent = nullptr);

    /// Whether what moves it now means single steps.
    bool is_fine() const { return fine_; }

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    double steps_per_pixel() const;
    /// To `exact_`, or to the nearest large step.
    void follow(Qt::KeyboardModifiers keys);

    bool fine_ = false;
    double last_ = 0.0;   // where the pointer was
    double exact_ = 0.0;  // where a drag has got, between steps too
};

}  // namespace weft::editor
