#include "viewer/playback.h"

#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

constexpr int kPatience = 4;  // milliseconds until a picture that is late is asked after again

}  // namespace

Playback::Playback(Session& session, std::function<bool()> busy, QObject* parent)
    : QObject(parent), session_(session), busy_(std::move(busy)) {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &Playback::beat);
    // What is edited while it plays goes on playing; another document does not.
    connect(&session, &Session::opened, this, [this] { play(0); });
}

void Playback::play(int step) {
    if (step == step_) return;
    step_ = step;
    shown_ = 0;
    since_.start();
    clock_.start();
    due_ = 0.0;
    if (step_ != 0)
        wait();
    else
        timer_.stop();
    Q_EMIT changed();
}

/// Until the frame after this one is due. Time that was lost is not made up for.
void Playback::wait() {
    const double now = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    due_ = std::max(due_ + 1000.0 / session_.document().timeline.rate, now);
    timer_.start(static_cast<int>(std::lround(due_ - now)));
}

void Playback::beat() {
    if (busy_()) {
        timer_.start(kPatience);
        return;
    }
    session_.set_frame(frame_after(session_.document().timeline, session_.frame(), step_));
    wait();
    ++shown_;
    if (since_.elapsed() < 1000) return;
    Q_EMIT measured(shown_ * 1000.0 / static_cast<double>(since_.restart()));
    shown_ = 0;
}

}  // namespace weft::editor
