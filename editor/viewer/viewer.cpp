#include "viewer/viewer.h"

#include <unistd.h>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "commands/functor_edits.h"
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

/// The item that a message names as `node "NAME"`, or the node whose functor's source it begins
/// with; what is viewed where it names none.
ItemId item_blamed(const Document& document, const Library& library, const QString& message,
                   ItemId viewed) {
    for (const ItemId id : items(document)) {
        const char* kind = id.kind == ItemKind::kNode    ? "node"
                           : id.kind == ItemKind::kInput ? "input"
                                                         : "output";
        const QString name = QString::fromStdString(name_of(document, id));
        if (message.contains(QStringLiteral("%1 \"%2\"").arg(QLatin1String(kind), name))) return id;
    }
    for (const Node& node : document.draft.graph.nodes)
        if (const std::string header = header_of(document, library, node.functor);
            !header.empty() && message.startsWith(QString::fromStdString(header + ":")))
            return {ItemKind::kNode, node.id.value};
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
    for (QTimer* timer : {&soon_, &look_soon_}) {
        timer->setSingleShot(true);
        timer->setInterval(0);
    }
    connect(&soon_, &QTimer::timeout, this, &Viewer::ask);
    connect(&look_soon_, &QTimer::timeout, this, &Viewer::look);
    const auto later = [this] { soon_.start(); };
    for (const auto signal :
         {&Session::graph_changed, &Session::view_changed, &Session::frame_changed})
        connect(&session, signal, this, later);
    connect(&session, &Session::parameters_changed, this, later);
    connect(&session, &Session::opened, this, &Viewer::forget_frames);
    connect(&session, &Session::counts_costs_changed, this, &Viewer::count_costs);
    follow_evaluation();
    const auto look_later = [this] { look_soon_.start(); };
    connect(picture_, &PictureView::seen_changed, this, look_later);
    const auto measure_later = [this, look_later] {
        measure();
        look_later();
    };
    connect(scopes_, &ScopesPanel::visibility_changed, this, measure_later);
    connect(picture_, &PictureView::region_changed, this, measure_later);
    connect(picture_, &PictureView::probed, probe_, &QLabel::setText);
    connect(picture_, &PictureView::zoomed, bar_, &ViewerBar::show_zoom);
    soon_.start();
}

void Viewer::follow_evaluation() {
    connect(&evaluation_, &EvaluationThread::evaluated, this, [this](const ViewedPicture& picture) {
        if (picture.costs) return session_.set_costs(picture.costs);
        if (search_) return take_searched(picture);
        if (picture.reduction <= proxy_) {  // no first impression
            known_ = picture;
            keep(picture);
        }
        show_picture(picture);
        seek();
    });
    connect(&evaluation_, &EvaluationThread::failed, this, [this](const Error& error) {
        if (!counting_) return show_error(error);
        session_.say(QString::fromStdString(error.message));
        session_.set_counts_costs(false);
    });
    connect(&evaluation_, &EvaluationThread::busy_changed, this, [this](bool busy) {
        if (!busy) return count_costs();
        // While it plays, or goes on with a picture, words that come and go would be all that is
        // seen of the line.
        if (!counting_ && !is_shown_ && time_->playback().step() == 0)
            status_->setText(tr("computing…"));
    });
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
    measure();
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

void Viewer::keep(const ViewedPicture& picture) {
    const int step = time_->playback().step();
    cache_.put(asked_frame_, picture, session_.document().timeline, step < 0 ? -1 : 1);
    time_->strip().show_kept(kept_frames());
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
    search_.reset();
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
        if (const ViewedPicture* same = cache_.find(before)) keep(ViewedPicture(*same));
        return look();
    }
    asked_ = *std::move(request);
    known_ = {};
    is_shown_ = is_to_do_ = seeking_ = false;
    if (const ViewedPicture* kept = cache_.find(asked_frame_)) {
        evaluation_.cancel();
        known_ = *kept;
        show_picture(known_);
        look();
        count_costs();
        return;
    }
    compute();
}

/// Something else may be wanted of what was asked for.
void Viewer::look() {
    if (!asked_ || search_ || (!is_shown_ && !evaluation_.busy())) return;  // it has failed
    time_->strip().show_kept(kept_frames());
    if (is_to_do_) {
        evaluation_.look(wanted());
    } else if (!holds(known_, wanted())) {
        compute();
    }
    if (is_shown_) tell_what_is_shown();
}

Wanted Viewer::wanted() const {
    const auto& region = picture_->region();
    Wanted wanted{picture_->seen(), {}};
    if (region && region_alone_) wanted.seen = intersect(wanted.seen, *region);
    if (scopes_->isVisible()) wanted.behind = region.value_or(kEverywhere);
    if (seeking_) wanted.behind = kEverywhere;
    return {reduced(wanted.seen, proxy_), reduced(wanted.behind, proxy_)};
}

Result<EvaluationRequest> Viewer::request_for(const Result<Shot>& shot) const {
    if (!shot) return shot.error();
    Result<EvaluationRequest> request = at_frame(*shot, session_.library(), session_.frame());
    if (request) request->reduction = proxy_;
    return request;
}

void Viewer::set_proxy(int reduction) {
    if (reduction > 1) usual_proxy_ = reduction;
    proxy_ = reduction;
    bar_->show_proxy(reduction);
    soon_.start();
}

void Viewer::compute() {
    if (counting_) counted_.reset();  // its counting ends before there is an answer
    counting_ = false;
    is_to_do_ = true;
    evaluation_.request(*asked_, wanted(), known_);
}

/// Of what is shown. Not while it plays: there, time is what is short.
void Viewer::count_costs() {
    if (!session_.counts_costs()) counted_.reset();
    if (!session_.counts_costs() || !asked_ || search_ || busy() || counted_ == asked_ ||
        time_->playback().step() != 0)
        return;
    counted_ = asked_;
    EvaluationRequest request = *asked_;
    request.counted = true;
    counting_ = true;
    is_to_do_ = false;
    evaluation_.request(std::move(request), {kEverywhere, {}});
}

void Viewer::find_culprit() {
    if (!asked_ || search_) return;
    seeking_ = true;
    seek();
}

/// Whether there are such values is known where some are seen, or once all of the picture is there.
void Viewer::seek() {
    if (!seeking_) return;
    const bool all = !known_.domain().empty() && known_.picture.is_whole();
    if (known_.not_finite == 0 && !all) return look();
    seeking_ = false;
    if (known_.not_finite == 0) {
        session_.say(tr("All values of this picture are finite"));
        return;
    }
    search_.emplace(session_.document(), shown_by(session_.document(), session_.viewed()));
    search_next();
}

void Viewer::search_next() {
    const std::optional<ImageId> next = search_->next();
    if (!next) {
        end_hunt();
        return;
    }
    const Result<Shot> shot = this->shot(*next);
    Result<EvaluationRequest> request = request_for(shot);
    if (!request) return end_hunt();
    counting_ = is_to_do_ = false;
    evaluation_.request(*std::move(request), {kEverywhere, {}});
}

void Viewer::take_searched(const ViewedPicture& picture) {
    if (picture.reduction > proxy_) return;
    if (picture.not_finite == 0 && !picture.picture.is_whole()) return;
    search_->tell(picture.not_finite == 0);
    search_next();
}

void Viewer::end_hunt() {
    const ItemId found = search_->found();
    search_.reset();
    const QString name = QString::fromStdString(name_of(session_.document(), found));
    session_.select({found});
    session_.set_problems({{found, tr("values that are not finite begin here")}});
    session_.say(tr("Values that are not finite begin at %1").arg(name));
    look_soon_.start();
}

/// Once all that is measured is there.
void Viewer::measure() {
    if (!is_shown_ || !picture_->layer()) return;
    const auto& region = picture_->region();
    const Wanted measured{{}, reduced(region.value_or(kEverywhere), proxy_)};
    if (!holds(known_, measured)) return;
    scopes_->show_picture(*picture_->layer(),
                          region ? std::optional(measured.behind) : std::nullopt);
}

void Viewer::show_picture(const ViewedPicture& picture) {
    picture_->show_picture(picture, std::exchange(is_shown_, true));
    session_.set_input_shapes(picture.inputs);
    handles_->follow();
    session_.set_problems({});
    theme::set_tone(*status_, theme::Tone::kDim);
    if (picture.reduction > proxy_) {
        status_->setText(
            tr("1 pixel in %1, computing…").arg(picture.reduction * picture.reduction));
        return;
    }
    tell_what_is_shown();
    measure();
}

void Viewer::tell_what_is_shown() {
    if (known_.domain().empty()) return;
    const Rect& d = known_.picture.domain();
    const int planes = known_.picture.planes();
    QString text =
        (proxy_ > 1 ? tr("1:%1 · ").arg(proxy_) : QString()) +
        tr("%1×%2, %3 · %4 · %5 ms")
            .arg(d.width())
            .arg(d.height())
            .arg(planes == 1 ? tr("1 plane") : tr("%1 planes").arg(planes))
            .arg(known_.kernels == 1 ? tr("1 kernel") : tr("%1 kernels").arg(known_.kernels))
            .arg(known_.seconds * 1000.0, 0, 'f', 1);
    if (known_.not_finite > 0)
        text += known_.not_finite == 1
                    ? tr(" · 1 pixel is not finite (N marks it)")
                    : tr(" · %1 pixels are not finite (N marks them)").arg(known_.not_finite);
    const Wanted wanted = this->wanted();
    if (region_alone_ && picture_->region()) text += tr(" · the region alone");
    if (!holds(known_, {wanted.seen, {}}))
        text += tr(" · computing…");
    else if (!holds(known_, wanted))
        text += tr(" · computing what is not seen…");
    status_->setText(text);
}

void Viewer::show_error(const Error& error) {
    const QString message = QString::fromStdString(error.message);
    search_.reset();
    seeking_ = false;
    theme::set_tone(*status_, theme::Tone::kError);
    status_->setText(message);
    session_.set_problems(
        {{item_blamed(session_.document(), session_.library(), message, session_.viewed()),
          message}});
}

}  // namespace weft::editor
