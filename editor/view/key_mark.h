// The diamond beside a parameter: whether it changes over time, and has a keyframe at this frame.
#pragma once

#include <QAbstractButton>

namespace weft::editor {

enum class KeyState { kStill, kAnimated, kKey };

class KeyMark : public QAbstractButton {
  public:
    static constexpr int kWidth = 18;

    explicit KeyMark(const QString& parameter, QWidget* parent = nullptr);

    void show_state(KeyState state);
    KeyState state() const { return state_; }
    QSize sizeHint() const override { return {kWidth, 22}; }

  protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

  private:
    const QString parameter_;
    KeyState state_ = KeyState::kStill;
};

}  // namespace weft::editor
