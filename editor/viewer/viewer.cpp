#include "viewer/viewer.h"

#include <unistd.h>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "commands/functor_edits.h"
#include "view/key_hints.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

QLabel* dim_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    theme::set_tone(*label, theme::Tone::kDim);
    return label;
}

/// The line below the picture says one thing at a time, in the tone that goes with it.
void tell(QLabel& line, const QString& text, theme::Tone tone = theme::Tone::kDim) {
    theme::set_tone(line, tone);
    line.setText(text);
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

/// Where nothing is open.
QString what_to_do(const Viewer& viewer) {
    const auto how = [&](const char* action) { return how_to(viewer, action); };
    return Viewer::tr(
               "Nothing is open yet.\n\nDrop a picture onto the window, or %1 in the node "
               "graph to choose one.\nTo open an effect %2; to add a node %3 in the node "
               "graph.")
        .arg(how("graph.read"), how("file.open"), how("graph.search"));
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
    for (QTimer* timer : {&request_timer_, &wanted_timer_}) {
        timer->setSingleShot(true);
        timer->setInterval(0);
    }
    connect(&request_timer_, &QTimer::timeout, this, &Viewer::request_picture);
    connect(&wanted_timer_, &QTimer::timeout, this, &Viewer::follow_wanted);
    follow_session();
    follow_evaluation();
    const auto look_later = [this] { wanted_timer_.start(); };
    connect(picture_, &PictureView::seen_changed, this, look_later);
    const auto measure_later = [this, look_later] {
        measure();
        look_later();
    };
    connect(scopes_, &ScopesPanel::visibility_changed, this, measure_later);
    connect(picture_, &PictureView::region_changed, this, measure_later);
    connect(picture_, &PictureView::probed, probe_, &QLabel::setText);
    connect(picture_, &PictureView::zoomed, bar_, &ViewerBar::show_zoom);
    request_timer_.start();
}

void Viewer::follow_session() {
    const auto later = [this] { request_timer_.start(); };
    for (const auto signal :
         {&Session::graph_changed, &Session::view_changed, &Session::frame_changed})
        connect(&session_, signal, this, later);
    connect(&session_, &Session::parameters_changed, this, later);
    connect(&session_, &Session::opened, this, &Viewer::forget_document);
    connect(&session_, &Session::counts_costs_changed, this, &Viewer::count_costs);
}

void Viewer::follow_evaluation() {
    connect(&evaluation_, &EvaluationThread::evaluated, this, [this](const ViewedPicture& picture) {
        advance(viewing::receive, picture);
        const bool is_part = std::holds_alternative<viewing::Showing>(state_);
        if (const ViewedPicture* known = viewing::shown_of(state_); is_part && known) keep(*known);
        if (viewing::wants_all(state_)) find_culprit();
    });
    connect(&files_, &FileWatch::changed, this, &Viewer::read_again);
    connect(&evaluation_, &EvaluationThread::failed, this,
            [this](const Error& error) { advance(viewing::receive_error, error); });
    connect(&evaluation_, &EvaluationThread::busy_changed, this, [this](bool busy) {
        if (!busy) return count_costs();
        // While it plays, or goes on with a picture, words that come and go would be all that is
        // seen of the line.
        if (std::holds_alternative<viewing::Asking>(state_) && time_->playback().step() == 0)
            tell(*status_, tr("computing…"));
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
    request_timer_.start();
}

QString Viewer::status() const { return status_->text(); }

void Viewer::set_compare(Compare compare) {
    bar_->show_compare(compare);
    picture_->set_compare(compare);
    measure();
    if (compare != Compare::kNone && !session_.compared())
        session_.say(
            tr("Choose what to compare with: select a node in the graph and %1, or another "
               "number likewise")
                .arg(how_to(*this, "graph.compare-2")));
    request_timer_.start();
}

Result<Shot> Viewer::shot(ImageId image, std::optional<ImageId> other) const {
    Result<Shot> shot = shot_of(session_.document(), session_.library(), folder_, image, other);
    if (shot) shot->library = session_.shared_library();
    return shot;
}

void Viewer::take_step(viewing::Step step) {
    state_ = std::move(step.state);
    command(step.command);
    std::visit([this](const auto& news) { report(news); }, step.news);
}

void Viewer::command(viewing::ThreadCommand command) {
    switch (command) {
        case viewing::ThreadCommand::kNone: break;
        case viewing::ThreadCommand::kCompute: {
            const viewing::Asked& asked = *viewing::asked_of(state_);
            evaluation_.request(asked.request, wanted(), asked.known);
            break;
        }
        case viewing::ThreadCommand::kLook: evaluation_.look(wanted()); break;
        case viewing::ThreadCommand::kCount: {
            EvaluationRequest request = viewing::asked_of(state_)->request;
            request.counted = true;
            evaluation_.request(std::move(request), {kEverywhere, {}});
            break;
        }
        case viewing::ThreadCommand::kSearch: request_searched(); break;
        case viewing::ThreadCommand::kStop: evaluation_.cancel(); break;
    }
}

void Viewer::keep(const ViewedPicture& picture) {
    const int step = time_->playback().step();
    cache_.put(viewing::asked_of(state_)->frame, picture, session_.document().timeline,
               step < 0 ? -1 : 1);
    time_->strip().show_cached(cached_frames());
}

void Viewer::forget_frames() {
    cache_.clear();
    time_->strip().show_cached({});
}

void Viewer::forget_document() {
    forget_frames();
    take_step(viewing::forget());
    picture_->forget_picture();
    files_.forget();
}

void Viewer::read_again() {
    forget_frames();
    advance(viewing::request_nothing);
    request_timer_.start();
}

std::optional<ImageId> Viewer::compared_image() const {
    if (!session_.compared() || picture_->compare() == Compare::kNone) return std::nullopt;
    return shown_by(session_.document(), *session_.compared());
}

void Viewer::show_title() {
    const auto titled = [&](int slot, ItemId item) {
        return QStringLiteral("%1  %2").arg(slot).arg(
            QString::fromStdString(name_of(session_.document(), item)));
    };
    QString title = titled(session_.slot(), session_.viewed());
    if (compared_image())
        title += QStringLiteral("   |   ") + titled(session_.other_slot(), *session_.compared());
    bar_->show_title(title);
}

void Viewer::request_picture() {
    show_title();
    Result<Shot> shot =
        this->shot(shown_by(session_.document(), session_.viewed()), compared_image());
    const Result<EvaluationRequest> request = request_for(shot);
    if (!request) {
        advance(viewing::request_nothing);
        session_.set_costs({});
        show_error(request.error());
        return;
    }
    QStringList files;
    for (const std::string& path : request->pictures) files.append(QString::fromStdString(path));
    files_.watch(files);
    const viewing::Asked* before = viewing::asked_of(state_);
    if (!(shot_ == *shot) || (before && before->request.reduction != proxy_)) forget_frames();
    shot_ = *std::move(shot);
    // Where nodes were moved, what is not viewed has changed, or only time has, it is the same.
    const bool is_same = before && before->request == *request;
    const ViewedPicture* at_hand = cache_.find(is_same ? before->frame : session_.frame());
    const auto cached = at_hand ? std::optional(*at_hand) : std::nullopt;
    advance(viewing::request_picture, *request, session_.frame(), cached);
    if (is_same && cached) keep(*cached);
    // What there is to do may have another key by now.
    if (const auto* failed = std::get_if<viewing::Failed>(&state_)) show_error(failed->error);
    follow_wanted();
    count_costs();
}

void Viewer::follow_wanted() {
    time_->strip().show_cached(cached_frames());
    advance(viewing::set_wanted, wanted());
    if (viewing::asked_of(state_)) tell_what_is_shown();
}

Wanted Viewer::wanted() const {
    const auto& region = picture_->region();
    Wanted wanted{picture_->seen(), {}};
    if (region && region_alone_) wanted.seen = intersect(wanted.seen, *region);
    if (scopes_->isVisible()) wanted.behind = region.value_or(kEverywhere);
    if (viewing::wants_all(state_)) wanted.behind = kEverywhere;
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
    request_timer_.start();
}

/// Profiles the displayed picture; not during playback, which has no time to spare.
void Viewer::count_costs() {
    if (!session_.counts_costs()) return advance(viewing::stop_counting);
    if (!busy() && time_->playback().step() == 0) advance(viewing::start_counting);
}

void Viewer::find_culprit() {
    const Document& document = session_.document();
    advance(viewing::start_search, document, shown_by(document, session_.viewed()));
    if (viewing::wants_all(state_)) tell_what_is_shown();
}

void Viewer::request_searched() {
    const NonFiniteSearch& search = std::get<viewing::Searching>(state_).search;
    Result<EvaluationRequest> request = request_for(shot(*search.next()));
    if (!request) return advance(viewing::end_search);
    evaluation_.request(*std::move(request), {kEverywhere, {}});
}

/// Once all that is measured is there.
void Viewer::measure() {
    const ViewedPicture* shown = viewing::shown_of(state_);
    if (!shown || !picture_->layer()) return;
    const auto& region = picture_->region();
    const Wanted measured{{}, reduced(region.value_or(kEverywhere), proxy_)};
    if (!holds(*shown, measured)) return;
    scopes_->show_picture(*picture_->layer(),
                          region ? std::optional(measured.behind) : std::nullopt);
}

void Viewer::report(const viewing::Seen& seen) {
    picture_->show_picture(seen.picture, seen.more);
    session_.set_input_shapes(seen.picture.inputs);
    if (!seen.more)
        session_.set_mismatches(frame_mismatches(session_.document(), session_.library(),
                                                 shown_by(session_.document(), session_.viewed()),
                                                 session_.frame(), seen.picture.inputs));
    handles_->follow();
    session_.set_problems({});
    if (seen.coarse) {
        tell(*status_,
             tr("1 pixel in %1, computing…").arg(seen.picture.reduction * seen.picture.reduction));
        return;
    }
    tell_what_is_shown();
    measure();
}

void Viewer::report(const viewing::Counted& counted) { session_.set_costs(counted.costs); }

void Viewer::report(const viewing::PictureFailed& failed) { show_error(failed.error); }

void Viewer::report(const viewing::CostsFailed& failed) {
    session_.say(QString::fromStdString(failed.error.message));
    session_.set_counts_costs(false);
}

void Viewer::report(const viewing::AllFinite&) {
    session_.say(tr("All values of this picture are finite"));
}

void Viewer::report(const viewing::Culprit& culprit) {
    const QString name = QString::fromStdString(name_of(session_.document(), culprit.item));
    session_.select({culprit.item});
    session_.set_problems({{culprit.item, tr("values that are not finite begin here")}});
    session_.say(tr("Values that are not finite begin at %1").arg(name));
    wanted_timer_.start();
}

void Viewer::tell_what_is_shown() {
    const ViewedPicture* shown = viewing::shown_of(state_);
    if (!shown) return;
    const Rect& d = shown->picture.domain();
    const int planes = shown->picture.planes();
    QString text =
        (proxy_ > 1 ? tr("1:%1 · ").arg(proxy_) : QString()) +
        tr("%1×%2, %3 · %4 · %5 ms")
            .arg(d.width())
            .arg(d.height())
            .arg(planes == 1 ? tr("1 plane") : tr("%1 planes").arg(planes))
            .arg(shown->kernels == 1 ? tr("1 kernel") : tr("%1 kernels").arg(shown->kernels))
            .arg(shown->seconds * 1000.0, 0, 'f', 1);
    if (shown->not_finite > 0) {
        text += shown->not_finite == 1 ? tr(" · 1 pixel is not finite")
                                       : tr(" · %1 pixels are not finite").arg(shown->not_finite);
        if (const QString key = key_text(*this, "viewer.mark-nan"); !key.isEmpty())
            text += tr(" (%1 marks %2)").arg(key, shown->not_finite == 1 ? tr("it") : tr("them"));
    }
    const Wanted wanted = this->wanted();
    if (region_alone_ && picture_->region()) text += tr(" · the region alone");
    if (!holds(*shown, {wanted.seen, {}}))
        text += tr(" · computing…");
    else if (!holds(*shown, wanted))
        text += tr(" · computing what is not seen…");
    tell(*status_, text);
}

void Viewer::show_error(const Error& error) {
    const QString message = QString::fromStdString(error.message);
    tell(*status_, message, theme::Tone::kError);
    // Where a functor fails while it is written, what ran before stays; any other picture than that
    // of what is viewed would be a wrong one.
    if (error.kind != ErrorKind::kFunctor)
        picture_->show_message(session_.document() == empty_document() ? what_to_do(*this)
                                                                       : message);
    session_.set_problems(
        {{item_blamed(session_.document(), session_.library(), message, session_.viewed()),
          message}});
}

}  // namespace weft::editor
