// The row below the picture: play and step, the frames in a row, where they begin and end, and the
// rate. Its actions have the keys of the viewer.
#pragma once

#include <QWidget>
#include <functional>

#include "viewer/playback.h"
#include "viewer/timeline_strip.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QSpinBox;

namespace weft::editor {

class TimeBar : public QWidget {
    Q_OBJECT

  public:
    /// `busy` as Playback has it.
    TimeBar(Session& session, std::function<bool()> busy, QWidget* parent = nullptr);

    const Playback& playback() const { return playback_; }
    TimelineStrip& strip() { return *strip_; }

  private:
    void add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                    std::function<void()> what);
    void make_actions();
    void add_buttons(QHBoxLayout& layout);
    QSpinBox* add_number(QHBoxLayout& layout, const char* name, const QString& text, int low,
                         int high, std::function<void(int)> edited);
    void set(const QString& name, const Timeline& timeline);
    void step(int frames);
    void go_to_key(int direction);
    void follow();

    Session& session_;
    Playback playback_;
    TimelineStrip* strip_;
    QSpinBox *first_ = nullptr, *last_ = nullptr, *rate_ = nullptr;
    QLabel* measured_ = nullptr;
};

}  // namespace weft::editor
