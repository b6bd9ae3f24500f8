#include "viewer/time_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include "commands/time_edits.h"
#include "model/groups.h"
#include "view/named_actions.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr int kStride = 10;  // frames of a large step

enum class Sign { kBackward, kStop, kForward };

/// A button with a sign of its own, so that it needs no typeface that has one.
class TransportButton : public QToolButton {
  public:
    TransportButton(QAction* action, Sign sign) : sign_(sign) {
        setDefaultAction(action);
        setToolButtonStyle(Qt::ToolButtonIconOnly);
        setAccessibleName(action->text());
        setFixedSize(24, 22);
        setFocusPolicy(Qt::TabFocus);
    }
    void light(bool lit) {
        lit_ = lit;
        update();
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        if (underMouse() || hasFocus()) {
            painter.setBrush(theme::now().hover);
            painter.drawRoundedRect(rect(), 2, 2);
        }
        painter.setBrush(lit_ ? theme::now().accent : theme::now().dim_text);
        painter.translate(rect().center() + QPointF(0.5, 0.5));
        if (sign_ == Sign::kBackward) painter.scale(-1.0, 1.0);
        if (sign_ == Sign::kStop)
            painter.drawRect(QRectF(-4, -4, 8, 8));
        else
            painter.drawPolygon(QPolygonF{{-4, -5}, {5, 0}, {-4, 5}});
    }

  private:
    const Sign sign_;
    bool lit_ = false;
};

}  // namespace

TimeBar::TimeBar(Session& session, std::function<bool()> busy, QWidget* parent)
    : QWidget(parent),
      session_(session),
      playback_(session, std::move(busy)),
      strip_(new TimelineStrip(session)) {
    setObjectName(QStringLiteral("time"));
    make_actions();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 0);
    layout->setSpacing(4);
    add_buttons(*layout);
    const auto with = [this](int first, int last) {
        set(tr("Set frames"), with_ends(session_.document().timeline, first, last));
    };
    first_ = add_number(*layout, "time.first", tr("First frame"), -kFarthestFrame, kFarthestFrame,
                        [this, with](int frame) {
                            with(frame, std::max(frame, session_.document().timeline.last));
                        });
    layout->addWidget(strip_, 1);
    last_ = add_number(*layout, "time.last", tr("Last frame"), -kFarthestFrame, kFarthestFrame,
                       [this, with](int frame) {
                           with(std::min(frame, session_.document().timeline.first), frame);
                       });
    layout->addSpacing(8);
    rate_ =
        add_number(*layout, "time.rate", tr("Frames a second"), 1, kFastestRate, [this](int rate) {
            Timeline timeline = session_.document().timeline;
            timeline.rate = rate;
            set(tr("Set the rate"), timeline);
        });
    rate_->setFixedWidth(34);
    measured_ = new QLabel;
    measured_->setMinimumWidth(52);
    measured_->setToolTip(tr("Frames a second; while it plays, those that were shown"));
    layout->addWidget(measured_);
    connect(&session, &Session::timeline_changed, this, &TimeBar::follow);
    connect(&playback_, &Playback::changed, this, &TimeBar::follow);
    connect(&playback_, &Playback::measured, this, [this](double rate) {
        if (playback_.step() != 0) measured_->setText(tr("fps · %1").arg(rate, 0, 'f', 0));
    });
    follow();
}

void TimeBar::add_buttons(QHBoxLayout& layout) {
    for (const auto& [name, sign, step] :
         {std::tuple("time.backward", Sign::kBackward, -1), std::tuple("time.stop", Sign::kStop, 0),
          std::tuple("time.forward", Sign::kForward, 1)}) {
        auto* button = new TransportButton(findChild<QAction*>(QString::fromLatin1(name)), sign);
        layout.addWidget(button);
        connect(&playback_, &Playback::changed, button, [this, button, step = step] {
            button->light(step != 0 && playback_.step() == step);
        });
    }
    layout.addSpacing(8);
}

QSpinBox* TimeBar::add_number(QHBoxLayout& layout, const char* name, const QString& text, int low,
                              int high, std::function<void(int)> edited) {
    auto* box = new QSpinBox;
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    box->setToolTip(text);
    box->setRange(low, high);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignCenter);
    box->setKeyboardTracking(false);
    box->setFixedWidth(52);
    box->setFocusPolicy(Qt::ClickFocus);
    connect(box, &QSpinBox::valueChanged, this, std::move(edited));
    layout.addWidget(box);
    return box;
}

void TimeBar::add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                         std::function<void()> what) {
    add_pane_action(*this, name, text, keys, std::move(what));
}

void TimeBar::make_actions() {
    const auto timeline = [this]() -> const Timeline& { return session_.document().timeline; };
    add_action("time.forward", tr("Play"), {Qt::Key_L}, [this] { playback_.play(1); });
    add_action("time.stop", tr("Stop"), {Qt::Key_K}, [this] { playback_.play(0); });
    add_action("time.backward", tr("Play backwards"), {Qt::Key_J}, [this] { playback_.play(-1); });
    add_action("time.next", tr("Next frame"), {Qt::Key_Right}, [this] { step(1); });
    add_action("time.previous", tr("Frame before"), {Qt::Key_Left}, [this] { step(-1); });
    add_action("time.next-10", tr("10 frames on"), {QKeySequence(tr("Shift+Right"))},
               [this] { step(kStride); });
    add_action("time.previous-10", tr("10 frames back"), {QKeySequence(tr("Shift+Left"))},
               [this] { step(-kStride); });
    add_action("time.end", tr("Last frame"), {QKeySequence(tr("Ctrl+Right"))},
               [=, this] { session_.set_frame(timeline().last); });
    add_action("time.begin", tr("First frame"), {QKeySequence(tr("Ctrl+Left"))},
               [=, this] { session_.set_frame(timeline().first); });
    add_action("time.next-key", tr("Next keyframe"), {QKeySequence(tr("Ctrl+Shift+Right"))},
               [this] { go_to_key(1); });
    add_action("time.previous-key", tr("Keyframe before"), {QKeySequence(tr("Ctrl+Shift+Left"))},
               [this] { go_to_key(-1); });
    add_action("time.in", tr("Play from here"), {QKeySequence(tr("Alt+I"))}, [=, this] {
        Timeline t = timeline();
        t.in = session_.frame();
        t.out = t.in > t.out ? t.last : t.out;
        set(tr("Play from %1").arg(t.in), t);
    });
    add_action("time.out", tr("Play to here"), {QKeySequence(tr("Alt+O"))}, [=, this] {
        Timeline t = timeline();
        t.out = session_.frame();
        t.in = t.out < t.in ? t.first : t.in;
        set(tr("Play to %1").arg(t.out), t);
    });
    add_action("time.whole", tr("Play all frames"), {QKeySequence(tr("Alt+Shift+I"))}, [=, this] {
        Timeline t = timeline();
        t.in = t.first;
        t.out = t.last;
        set(tr("Play all frames"), t);
    });
}

void TimeBar::set(const QString& name, const Timeline& timeline) {
    session_.apply(name, set_timeline(session_.document(), timeline));
    follow();
}

void TimeBar::step(int frames) {
    playback_.play(0);
    session_.set_frame(session_.frame() + frames);
}

void TimeBar::go_to_key(int direction) {
    const std::set<int> frames = key_frames(session_.document().draft.graph,
                                            expanded(session_.document(), session_.selection()));
    const auto after =
        direction > 0 ? frames.upper_bound(session_.frame()) : frames.lower_bound(session_.frame());
    if (after == (direction > 0 ? frames.end() : frames.begin())) {
        session_.say(direction > 0 ? tr("No keyframe comes after this one")
                                   : tr("No keyframe comes before this one"));
        return;
    }
    playback_.play(0);
    session_.set_frame(direction > 0 ? *after : *std::prev(after));
}

void TimeBar::follow() {
    const Timeline& timeline = session_.document().timeline;
    for (const auto& [box, value] :
         {std::pair(first_, timeline.first), std::pair(last_, timeline.last),
          std::pair(rate_, timeline.rate)}) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    }
    if (playback_.step() == 0) measured_->setText(tr("fps"));
    theme::set_tone(*measured_, theme::Tone::kDim);
}

}  // namespace weft::editor
