#include "viewer/viewer.h"

#include <unistd.h>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "view/actions.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

QLabel* dim_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    theme::set_tone(*label, theme::Tone::kDim);
    return label;
}

QDoubleSpinBox* number(double low, double high, double value, const char* name) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(QLatin1String(name));
    box->setRange(low, high);
    box->setValue(value);
    box->setSingleStep(0.1);
    box->setDecimals(2);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignRight);
    box->setFixedWidth(52);
    box->setFocusPolicy(Qt::ClickFocus);
    return box;
}

/// Bytes for frames: a quarter of the machine's memory.
std::size_t room_for_frames() {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0
               ? static_cast<std::size_t>(pages) / 4 * static_cast<std::size_t>(size)
               : std::size_t{1} << 30;
}

/// The item that a message names as `node "NAME"`; what is viewed where it names none.
ItemId culprit(const Document& document, const QString& message, ItemId viewed) {
    for (const ItemId id : items(document)) {
        const char* kind = id.kind == ItemKind::kNode    ? "node"
                           : id.kind == ItemKind::kInput ? "input"
                                                         : "output";
        const QString name = QString::fromStdString(name_of(document, id));
        if (message.contains(QStringLiteral("%1 \"%2\"").arg(QLatin1String(kind), name))) return id;
    }
    return viewed;
}

}  // namespace

Viewer::Viewer(Session& session, std::unique_ptr<Evaluator> evaluator,
               std::unique_ptr<Displays> displays, QWidget* parent)
    : QWidget(parent),
      session_(session),
      evaluation_(std::move(evaluator)),
      cache_(room_for_frames()),
      picture_(new PictureView),
      scopes_(new ScopesPanel),
      handles_(new PointHandles(session, *picture_)),
      time_(new TimeBar(session, [this] { return busy(); })),
      compare_(new QComboBox),
      display_(new DisplayMenu(std::move(displays))),
      what_(new QLabel),
      status_(dim_label("status")),
      probe_(dim_label("probe")),
      zoom_(dim_label("zoom")),
      exposure_(number(-16.0, 16.0, 0.0, "exposure")),
      gamma_(number(0.1, 8.0, 1.0, "gamma")) {
    setObjectName(QStringLiteral("viewer"));
    setFocusProxy(picture_);
    handles_->setParent(this);
    make_bar();
    make_actions();
    soon_.setSingleShot(true);
    soon_.setInterval(0);
    connect(&soon_, &QTimer::timeout, this, &Viewer::ask);
    const auto later = [this] { soon_.start(); };
    connect(&session, &Session::changed, this, later);
    connect(&session, &Session::view_changed, this, later);
    connect(&session, &Session::frame_changed, this, later);
    connect(&session, &Session::opened, this, &Viewer::forget_frames);
    connect(&session, &Session::counts_costs_changed, this, &Viewer::count_costs);
    connect(&evaluation_, &EvaluationThread::evaluated, this, [this](const Evaluation& evaluation) {
        if (evaluation.costs) {
            session_.set_costs(*evaluation.costs);
            return;
        }
        if (!hunt_ && evaluation.reduction == 1) keep(evaluation);
        show_evaluation(evaluation);
    });
    connect(&evaluation_, &EvaluationThread::failed, this, [this](const Error& error) {
        if (!counting_) return show_error(error);
        session_.say(QString::fromStdString(error.message));
        session_.set_counts_costs(false);
    });
    connect(&evaluation_, &EvaluationThread::busy_changed, this, [this](bool busy) {
        if (!busy) return count_costs();
        // While it plays, words that come and go would be all that is seen of the line.
        if (!counting_ && time_->playback().step() == 0) status_->setText(tr("computing…"));
    });
    connect(picture_, &PictureView::probed, probe_, &QLabel::setText);
    connect(picture_, &PictureView::region_changed, this, &Viewer::follow_scopes);
    connect(picture_, &PictureView::zoomed, this, [this](double zoom) {
        zoom_->setText(QStringLiteral("%1 %").arg(qRound(zoom * 100)));
    });
    soon_.start();
}

void Viewer::make_bar() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 4, 12, 4);
    top->setSpacing(8);
    top->addWidget(what_);
    top->addStretch(1);
    compare_->addItems({tr("One picture"), tr("Wipe"), tr("Difference"), tr("Side by side")});
    compare_->setObjectName(QStringLiteral("compare"));
    compare_->setAccessibleName(tr("Compare"));
    compare_->setToolTip(
        tr("How the picture is compared with the one that Shift and a number "
           "chose in the graph"));
    compare_->setFocusPolicy(Qt::ClickFocus);
    connect(compare_, &QComboBox::activated, this,
            [this](int index) { set_compare(static_cast<Compare>(index)); });
    top->addWidget(compare_);
    top->addWidget(display_);
    connect(display_, &DisplayMenu::chosen, this,
            [this](Encoding encoding, const std::shared_ptr<const DisplayLut>& lut) {
                change_display([&](DisplayTransform& transform) {
                    transform.encoding = encoding;
                    transform.lut = lut;
                });
            });
    connect(display_, &DisplayMenu::failed, this,
            [this](const QString& message) { session_.say(message); });
    top->addSpacing(8);
    for (const auto& [text, box] :
         {std::pair(tr("Exposure"), exposure_), std::pair(tr("Gamma"), gamma_)}) {
        auto* label = dim_label("label");
        label->setText(text);
        label->setBuddy(box);
        box->setAccessibleName(text);
        top->addWidget(label);
        top->addWidget(box);
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            change_display([this](DisplayTransform& transform) {
                transform.exposure = static_cast<float>(exposure_->value());
                transform.gamma = static_cast<float>(gamma_->value());
            });
        });
    }
    top->addSpacing(8);
    zoom_->setMinimumWidth(44);
    zoom_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    top->addWidget(zoom_);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(12, 4, 12, 4);
    bottom->addWidget(status_, 1);
    bottom->addWidget(probe_);
    status_->setMinimumWidth(100);
    status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addLayout(top);
    layout->addWidget(picture_, 1);
    layout->addWidget(time_);
    layout->addLayout(bottom);
}

QAction* Viewer::action(const char* name) const {
    return findChild<QAction*>(QString::fromLatin1(name));
}

void Viewer::add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                        std::function<void()> what) {
    add_pane_action(*this, name, text, keys, std::move(what));
}

void Viewer::make_actions() {
    add_action("viewer.fit", tr("Fit"), {Qt::Key_F}, [this] { picture_->fit(); });
    add_action("viewer.100", tr("Actual pixels"), {QKeySequence(tr("Ctrl+1"))},
               [this] { picture_->zoom_to(1.0); });
    add_action("viewer.in", tr("Zoom in"), {Qt::Key_Plus, Qt::Key_Equal},
               [this] { picture_->zoom_to(picture_->zoom() * 2.0); });
    add_action("viewer.out", tr("Zoom out"), {Qt::Key_Minus},
               [this] { picture_->zoom_to(picture_->zoom() / 2.0); });
    add_action("viewer.red", tr("Red"), {Qt::Key_R}, [this] { toggle(Channel::kRed); });
    add_action("viewer.green", tr("Green"), {Qt::Key_G}, [this] { toggle(Channel::kGreen); });
    add_action("viewer.blue", tr("Blue"), {Qt::Key_B}, [this] { toggle(Channel::kBlue); });
    add_action("viewer.alpha", tr("Alpha"), {Qt::Key_A}, [this] { toggle(Channel::kAlpha); });
    const auto compare = [this](Compare how) {
        return [this, how] { set_compare(picture_->compare() == how ? Compare::kNone : how); };
    };
    add_action("viewer.wipe", tr("Wipe"), {Qt::Key_W}, compare(Compare::kWipe));
    add_action("viewer.difference", tr("Difference"), {QKeySequence(tr("Shift+D"))},
               compare(Compare::kDifference));
    add_action("viewer.side-by-side", tr("Side by side"), {QKeySequence(tr("Shift+S"))},
               compare(Compare::kSideBySide));
    add_action("viewer.swap", tr("Swap the two"), {Qt::Key_Return},
               [this] { session_.swap_views(); });
    addActions(time_->actions());  // their keys count wherever the viewer has the focus
    for (int slot = 1; slot <= 9; ++slot) {
        const auto digit = static_cast<Qt::Key>(Qt::Key_0 + slot);
        add_action(qPrintable(QStringLiteral("viewer.view-%1").arg(slot)), tr("View %1").arg(slot),
                   {digit}, [this, slot] { session_.view_at(slot); });
        add_action(qPrintable(QStringLiteral("viewer.compare-%1").arg(slot)),
                   tr("Compare with %1").arg(slot), {QKeyCombination(Qt::ShiftModifier, digit)},
                   [this, slot] { session_.compare_at(slot); });
    }
    add_action("viewer.whole", tr("Measure the whole picture"), {QKeySequence(tr("Shift+W"))},
               [this] { picture_->set_region({}); });
    add_action("viewer.mark-nan", tr("Mark NaN and infinities"), {Qt::Key_N}, [this] {
        change_display([](DisplayTransform& transform) {
            transform.mark_not_finite = !transform.mark_not_finite;
        });
    });
    add_action("viewer.find-nan", tr("Find the node that made NaN"), {QKeySequence(tr("Shift+N"))},
               [this] { find_culprit(); });
    add_action("viewer.handles", tr("Handles"), {Qt::Key_O},
               [this] { handles_->set_visible(!handles_->is_visible()); });
    add_action("viewer.luminance", tr("Luminance"), {Qt::Key_Y},
               [this] { toggle(Channel::kLuminance); });
}

void Viewer::toggle(Channel channel) {
    change_display([channel](DisplayTransform& transform) {
        transform.channel = transform.channel == channel ? Channel::kColour : channel;
    });
}

void Viewer::change_display(const std::function<void(DisplayTransform&)>& change) {
    DisplayTransform transform = picture_->transform();
    change(transform);
    picture_->set_transform(transform);
    follow_scopes();
}

void Viewer::set_folder(const QString& folder) {
    folder_ = folder;
    soon_.start();
}

QString Viewer::status() const { return status_->text(); }

void Viewer::set_compare(Compare compare) {
    compare_->setCurrentIndex(static_cast<int>(compare));
    picture_->set_compare(compare);
    if (compare != Compare::kNone && !session_.compared())
        session_.say(
            tr("Choose what to compare with: select a node in the graph, press Shift and a "
               "number"));
    soon_.start();
}

Result<Shot> Viewer::shot(ImageId image, std::optional<ImageId> other) const {
    return shot_of(session_.document(), session_.library(), folder_, image, other);
}

void Viewer::keep(const Evaluation& evaluation) {
    const int step = time_->playback().step();
    cache_.put(asked_frame_, evaluation, session_.document().timeline, step < 0 ? -1 : 1);
    time_->strip().show_kept(cache_.frames());
}

void Viewer::forget_frames() {
    cache_.clear();
    time_->strip().show_kept({});
}

void Viewer::ask() {
    const Document& document = session_.document();
    const auto titled = [&](int slot, ItemId item) {
        return QStringLiteral("%1  %2").arg(slot).arg(
            QString::fromStdString(name_of(document, item)));
    };
    QString title = titled(session_.slot(), session_.viewed());
    std::optional<ImageId> other;
    if (session_.compared() && picture_->compare() != Compare::kNone) {
        other = shown_by(document, *session_.compared());
        title += QStringLiteral("   |   ") + titled(session_.other_slot(), *session_.compared());
    }
    what_->setText(title);
    hunt_.reset();
    Result<Shot> shot = this->shot(shown_by(document, session_.viewed()), other);
    Result<EvaluationRequest> request =
        shot ? at_frame(*shot, session_.library(), session_.frame()) : shot.error();
    if (!request) {
        evaluation_.cancel();
        asked_.reset();
        session_.set_costs({});
        show_error(request.error());
        return;
    }
    if (!(shot_ == *shot)) forget_frames();
    shot_ = *std::move(shot);
    const int before = std::exchange(asked_frame_, session_.frame());
    if (asked_ == *request) {  // nodes were moved, what is not viewed has changed, or only time has
        if (const Evaluation* same = cache_.find(before)) keep(Evaluation(*same));
        return;
    }
    asked_ = *request;
    if (const Evaluation* kept = cache_.find(asked_frame_)) {
        evaluation_.cancel();
        show_evaluation(*kept);
        count_costs();
        return;
    }
    compute(*std::move(request));
}

void Viewer::compute(EvaluationRequest request) {
    counting_ = request.counted;
    evaluation_.request(std::move(request));
}

/// Of what is shown. Not while it plays: there, time is what is short.
void Viewer::count_costs() {
    if (!session_.counts_costs()) counted_.reset();
    if (!session_.counts_costs() || !asked_ || hunt_ || busy() || counted_ == asked_ ||
        time_->playback().step() != 0)
        return;
    counted_ = asked_;
    EvaluationRequest request = *asked_;
    request.counted = true;
    compute(std::move(request));
}

void Viewer::find_culprit() {
    if (!picture_->picture() || busy()) return;
    if (not_finite_ == 0) {
        session_.say(tr("All values of this picture are finite"));
        return;
    }
    hunt_.emplace(session_.document(), shown_by(session_.document(), session_.viewed()));
    hunt_on();
}

void Viewer::hunt_on() {
    const std::optional<ImageId> next = hunt_->next();
    if (!next) {
        end_hunt();
        return;
    }
    const Result<Shot> shot = this->shot(*next);
    Result<EvaluationRequest> request =
        shot ? at_frame(*shot, session_.library(), session_.frame()) : shot.error();
    if (request)
        compute(*std::move(request));
    else
        end_hunt();
}

void Viewer::end_hunt() {
    const ItemId culprit = hunt_->culprit();
    hunt_.reset();
    const QString name = QString::fromStdString(name_of(session_.document(), culprit));
    session_.select({culprit});
    session_.set_problems({{culprit, tr("values that are not finite begin here")}});
    session_.say(tr("Values that are not finite begin at %1").arg(name));
}

void Viewer::follow_scopes() {
    scopes_->show_picture(picture_->picture(), picture_->region(), picture_->transform());
}

void Viewer::show_evaluation(const Evaluation& evaluation) {
    if (hunt_) {
        if (evaluation.reduction > 1) return;
        hunt_->tell(evaluation.not_finite == 0);
        hunt_on();
        return;
    }
    picture_->show_picture(evaluation.picture, evaluation.reduction, evaluation.other);
    session_.set_input_shapes(evaluation.reduction == 1 ? evaluation.inputs
                                                        : session_.input_shapes());
    handles_->follow();
    session_.set_problems({});
    const Rect d = evaluation.picture->domain();
    theme::set_tone(*status_, theme::Tone::kDim);
    if (evaluation.reduction > 1) {
        status_->setText(
            tr("1 pixel in %1, computing…").arg(evaluation.reduction * evaluation.reduction));
        return;
    }
    status_->setText(
        tr("%1×%2, %3 · %4 · %5 ms")
            .arg(d.width())
            .arg(d.height())
            .arg(tr("%n plane(s)", nullptr, evaluation.picture->planes())
                     .replace(QStringLiteral("(s)"), evaluation.picture->planes() == 1 ? "" : "s"))
            .arg(evaluation.kernels == 1 ? tr("1 kernel")
                                         : tr("%1 kernels").arg(evaluation.kernels))
            .arg(evaluation.seconds * 1000.0, 0, 'f', 1));
    not_finite_ = evaluation.not_finite;
    if (not_finite_ > 0)
        status_->setText(status_->text() +
                         (not_finite_ == 1
                              ? tr(" · 1 pixel is not finite (N marks it)")
                              : tr(" · %1 pixels are not finite (N marks them)").arg(not_finite_)));
    follow_scopes();
}

void Viewer::show_error(const Error& error) {
    const QString message = QString::fromStdString(error.message);
    hunt_.reset();
    theme::set_tone(*status_, theme::Tone::kError);
    status_->setText(message);
    session_.set_problems({{culprit(session_.document(), message, session_.viewed()), message}});
}

}  // namespace weft::editor
