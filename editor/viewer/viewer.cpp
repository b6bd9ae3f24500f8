#include "viewer/viewer.h"

#include <unistd.h>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "view/theme.h"

namespace weft::editor {
namespace {

QLabel* dim_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    theme::set_tone(*label, theme::Tone::kDim);
    return label;
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
      bar_(new ViewerBar(std::move(displays))),
      status_(dim_label("status")),
      probe_(dim_label("probe")) {
    setObjectName(QStringLiteral("viewer"));
    setFocusProxy(picture_);
    handles_->setParent(this);
    lay_out();
    follow_bar();
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
        if (!hunt_ && is_whole(evaluation)) keep(evaluation);
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
    connect(picture_, &PictureView::zoomed, bar_, &ViewerBar::show_zoom);
    soon_.start();
}

void Viewer::lay_out() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(12, 4, 12, 4);
    bottom->addWidget(status_, 1);
    bottom->addWidget(probe_);
    status_->setMinimumWidth(100);
    status_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(bar_);
    layout->addWidget(picture_, 1);
    layout->addWidget(time_);
    layout->addLayout(bottom);
}

void Viewer::follow_bar() {
    connect(bar_, &ViewerBar::compare_chosen, this, &Viewer::set_compare);
    connect(bar_, &ViewerBar::proxy_chosen, this, &Viewer::set_proxy);
    connect(bar_, &ViewerBar::light_changed, this, [this](float exposure, float gamma) {
        change_display([&](DisplayTransform& transform) {
            transform.exposure = exposure;
            transform.gamma = gamma;
        });
    });
    connect(&bar_->displays(), &DisplayMenu::chosen, this,
            [this](Encoding encoding, const std::shared_ptr<const DisplayLut>& lut) {
                change_display([&](DisplayTransform& transform) {
                    transform.encoding = encoding;
                    transform.lut = lut;
                });
            });
    connect(&bar_->displays(), &DisplayMenu::failed, this,
            [this](const QString& message) { session_.say(message); });
}

void Viewer::set_folder(const QString& folder) {
    folder_ = folder;
    soon_.start();
}

QString Viewer::status() const { return status_->text(); }

void Viewer::set_compare(Compare compare) {
    bar_->show_compare(compare);
    picture_->set_compare(compare);
    if (compare != Compare::kNone && !session_.compared())
        session_.say(
            tr("Choose what to compare with: select a node in the graph, press Shift and a "
               "number"));
    soon_.start();
}

Result<Shot> Viewer::shot(ImageId image, std::optional<ImageId> other) const {
    Result<Shot> shot = shot_of(session_.document(), session_.library(), folder_, image, other);
    if (shot) shot->library = session_.shared_library();
    return shot;
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
    bar_->show_title(title);
    hunt_.reset();
    Result<Shot> shot = this->shot(shown_by(document, session_.viewed()), other);
    Result<EvaluationRequest> request = request_for(shot);
    if (!request) {
        evaluation_.cancel();
        asked_.reset();
        session_.set_costs({});
        show_error(request.error());
        return;
    }
    if (!(shot_ == *shot) || (asked_ && asked_->reduction != proxy_)) forget_frames();
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

Result<EvaluationRequest> Viewer::request_for(const Result<Shot>& shot) const {
    if (!shot) return shot.error();
    Result<EvaluationRequest> request = at_frame(*shot, session_.library(), session_.frame());
    if (request) request->reduction = proxy_;
    return request;
}

bool Viewer::is_whole(const Evaluation& evaluation) const { return evaluation.reduction <= proxy_; }

void Viewer::set_proxy(int reduction) {
    if (reduction > 1) usual_proxy_ = reduction;
    proxy_ = reduction;
    bar_->show_proxy(reduction);
    soon_.start();
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
    Result<EvaluationRequest> request = request_for(shot);
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
        if (!is_whole(evaluation)) return;
        hunt_->tell(evaluation.not_finite == 0);
        hunt_on();
        return;
    }
    picture_->show_picture(evaluation.picture, evaluation.reduction, evaluation.other);
    session_.set_input_shapes(evaluation.inputs);
    handles_->follow();
    session_.set_problems({});
    const Rect d = evaluation.picture->domain();
    theme::set_tone(*status_, theme::Tone::kDim);
    if (!is_whole(evaluation)) {
        status_->setText(
            tr("1 pixel in %1, computing…").arg(evaluation.reduction * evaluation.reduction));
        return;
    }
    status_->setText(
        (proxy_ > 1 ? tr("1:%1 · ").arg(proxy_) : QString()) +
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
