// Playing: every frame in its turn, at the timeline's rate where pictures keep up, and slower where
// they do not.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <functional>

#include "view/session.h"

namespace weft::editor {

class Playback : public QObject {
    Q_OBJECT

  public:
    /// `busy`: whether the picture of the session's frame is still awaited.
    Playback(Session& session, std::function<bool()> busy, QObject* parent = nullptr);

    /// Forwards with a step of 1, backwards with -1; 0 stops.
    void play(int step);
    int step() const { return step_; }

  Q_SIGNALS:
    void changed();
    /// Frames a second, as they were shown in the last one.
    void measured(double rate);

  private:
    void wait();
    void beat();

    Session& session_;
    const std::function<bool()> busy_;
    QTimer timer_;
    QElapsedTimer clock_, since_;  // since it plays; since the rate was measured
    double due_ = 0.0;             // of the next frame, in milliseconds of clock_
    int step_ = 0, shown_ = 0;
};

}  // namespace weft::editor
