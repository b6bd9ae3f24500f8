#include "view/value_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

constexpr double kFine = 0.1;         // of the way that the pointer goes
constexpr int kLargeSteps = 20;       // over all of a slider
constexpr int kStepsPerPress = 1000;  // over all of a slider, by a key without Shift or Ctrl

}  // namespace

ValueSlider::ValueSlider(int steps, QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setRange(0, steps);
    setSingleStep(std::max(1, steps / kStepsPerPress));
    setPageStep(std::max(1, steps / kLargeSteps));
}

double ValueSlider::steps_per_pixel() const {
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
    return static_cast<double>(maximum()) / std::max(1, width() - handle);
}

void ValueSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    last_ = event->position().x();
    exact_ = value();
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
    const double wanted = (last_ - handle / 2.0) * steps_per_pixel();
    setSliderDown(true);
    // Beside its handle it comes to the pointer; a fine drag begins where it is.
    if (std::abs(wanted - exact_) > handle * steps_per_pixel() &&
        !(event->modifiers() & Qt::ShiftModifier)) {
        exact_ = wanted;
        follow(event->modifiers());
    }
    event->accept();
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!isSliderDown()) return;
    const bool fine = event->modifiers() & Qt::ShiftModifier;
    exact_ += (event->position().x() - last_) * steps_per_pixel() * (fine ? kFine : 1.0);
    exact_ = std::clamp<double>(exact_, minimum(), maximum());
    last_ = event->position().x();
    follow(event->modifiers());
}

void ValueSlider::follow(Qt::KeyboardModifiers keys) {
    const bool large = keys & Qt::ControlModifier;
    fine_ = keys & Qt::ShiftModifier;
    const double step = large ? std::max(1.0, static_cast<double>(maximum()) / kLargeSteps) : 1.0;
    setSliderPosition(static_cast<int>(std::lround(std::round(exact_ / step) * step)));
    fine_ = false;
}

void ValueSlider::mouseReleaseEvent(QMouseEvent*) { setSliderDown(false); }

void ValueSlider::keyPressEvent(QKeyEvent* event) {
    const int way = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up    ? 1
                    : event->key() == Qt::Key_Left || event->key() == Qt::Key_Down ? -1
                                                                                   : 0;
    const bool fine = event->modifiers() & Qt::ShiftModifier,
               large = event->modifiers() & Qt::ControlModifier;
    if (way == 0 || (!fine && !large)) {
        QSlider::keyPressEvent(event);
        return;
    }
    exact_ = value() + way * (fine ? 1 : pageStep());
    follow(event->modifiers());
}

}  // namespace weft::editor
