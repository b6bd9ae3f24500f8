#include "viewer/evaluation_thread.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "view/hand_over.h"
#include "viewer/statistics.h"
#include "viewer/tile_plan.h"

namespace weft::editor {

class EvaluationThread::Viewport {
  public:
    explicit Viewport(const Wanted& wanted) : wanted_(wanted) {}
    Wanted wanted() const {
        const std::lock_guard lock(mutex_);
        return wanted_;
    }
    void move(const Wanted& wanted) {
        const std::lock_guard lock(mutex_);
        wanted_ = wanted;
    }

  private:
    mutable std::mutex mutex_;
    Wanted wanted_;
};

/// One request, in the thread.
class EvaluationThread::Work {
  public:
    using Tell = std::function<void(const Result<ViewedPicture>&)>;
    Work(Evaluator& evaluator, double& pace, const Task& task, const std::atomic<bool>& cancel,
         Tell tell)
        : evaluator_(evaluator),
          pace_(pace),
          request_(task.request),
          viewport_(*task.viewport),
          cancel_(cancel),
          tell_(std::move(tell)),
          have_(task.have) {}

    /// Until all that is wanted is there. False where that fails.
    bool run() {
        Result<Survey> survey = evaluator_.survey(request_, cancel_);
        if (!survey) return fail(survey.error());
        if (request_.counted || survey->outputs.empty()) return whole();
        survey_ = *std::move(survey);
        if (have_.domain().empty() || have_.version != survey_.version)
            have_ = nothing_yet(survey_, request_.reduction);
        // Where nothing of it is seen, how large it is is the answer.
        if (holds(have_, viewport_.wanted())) tell_(have_);
        while (!cancel_.load()) {
            const Wanted wanted = viewport_.wanted();
            if (holds(have_, wanted)) return true;
            if (!step(wanted)) return false;
        }
        return false;
    }

  private:
    static constexpr double kMoment = 0.15;           // seconds that a part should take
    static constexpr long long kUnknown = 3'000'000;  // pixels at once, where that is not known

    Result<Evaluation> evaluate(const EvaluationRequest& request) {
        if (cancel_.load()) return Error{ErrorKind::kCancelled, "cancelled"};
        Result<Evaluation> result = evaluator_.evaluate(request, cancel_);
        if (result && cancel_.load()) return Error{ErrorKind::kCancelled, "cancelled"};
        return result;
    }

    static void add(ViewedPicture& to, const Evaluation& part) {
        to.inputs = part.inputs;
        to.reduction = part.reduction;
        to.kernels = std::max(to.kernels, part.kernels);
        to.seconds += part.seconds;
        to.costs = part.costs;
        if (part.picture) {
            for (const Rect& fresh : missing_parts({&to.picture}, part.picture->domain()))
                to.not_finite +=
                    count_not_finite(*part.picture, intersect(fresh, part.picture->domain()));
            to.picture.put(part.picture);
        }
        if (part.other) to.other->put(part.other);
    }

    bool fail(const Error& error) {
        tell_(error);
        return false;
    }

    /// Nothing is known of it before it is there.
    bool whole() {
        const Result<Evaluation> result = evaluate(request_);
        if (!result) return fail(result.error());
        Survey survey;
        for (const Picture* picture : {result->picture.get(), result->other.get()})
            if (picture) survey.outputs.push_back({picture->domain(), picture->planes()});
        ViewedPicture all = nothing_yet(survey, request_.reduction);
        add(all, *result);
        tell_(all);
        return true;
    }

    static ViewedPicture nothing_yet(const Survey& survey, int reduction) {
        ViewedPicture picture;
        picture.inputs = survey.inputs;
        picture.version = survey.version;
        picture.reduction = reduction;
        picture.picture = TiledPicture(survey.outputs.front());
        if (survey.outputs.size() > 1) picture.other = TiledPicture(survey.outputs[1]);
        return picture;
    }

    /// One part more. False where that fails.
    bool step(const Wanted& wanted) {
        std::vector<Rect> missing = missing_parts(have_.pictures(), wanted.seen);
        if (!missing.empty()) compute_preview(missing);
        // What was seen of the preview may have led to another value.
        if (cancel_.load()) return false;
        if (missing.empty()) missing = missing_parts(have_.pictures(), wanted.behind);
        EvaluationRequest part = request_;
        part.region = parts_to_compute(missing, have_.domain(), survey_.share,
                                       pace_ > 0.0 ? std::llround(kMoment / pace_) : kUnknown)
                          .front();
        const Result<Evaluation> result = evaluate(part);
        if (!result) return fail(result.error());
        pace_ = result->seconds / static_cast<double>(part.region->area());
        add(have_, *result);
        if (!missing_parts(have_.pictures(), *part.region).empty())
            return fail({ErrorKind::kInput,
                         "the pictures changed while they were read: change something, or open the "
                         "document again"});
        tell_(have_);
        return true;
    }

    /// Computes the hull of `missing` at a coarser resolution first, where the evaluator says that
    /// this is worth it. Ignores errors: the evaluation of the picture itself reports them.
    void compute_preview(const std::vector<Rect>& missing) {
        EvaluationRequest first = request_;
        first.region = Rect{};
        for (const Rect& part : missing) first.region = hull(*first.region, part);
        first.reduction = evaluator_.first_reduction(first);
        const int n = first.reduction / request_.reduction;
        if (n <= 1) return;
        if (!coarse_) {
            const Result<Survey> survey = evaluator_.survey(first, cancel_);
            if (!survey || survey->outputs.empty()) return;
            coarse_ = nothing_yet(*survey, first.reduction);
        }
        const Rect region = coarse_->in_tiles(reduced(*first.region, n));
        if (region.empty() || missing_parts(coarse_->pictures(), region).empty()) return;
        first.region = region;
        const Result<Evaluation> result = evaluate(first);
        if (!result) return;
        pace_ = result->seconds / static_cast<double>(region.area() * n * n);
        add(*coarse_, *result);
        tell_(*coarse_);
    }

    Evaluator& evaluator_;
    double& pace_;
    const EvaluationRequest& request_;
    const Viewport& viewport_;
    const std::atomic<bool>& cancel_;
    const Tell tell_;
    ViewedPicture have_;
    std::optional<ViewedPicture> coarse_;
    Survey survey_;
};

EvaluationThread::EvaluationThread(std::unique_ptr<Evaluator> evaluator, QObject* parent)
    : QObject(parent),
      evaluator_(std::move(evaluator)),
      work_([this](const Task& task, int number, const std::atomic<bool>& cancel) {
          const auto part = [&](const Result<ViewedPicture>& result) { answer(number, result); };
          const bool done = Work(*evaluator_, pace_, task, cancel, part).run();
          hand_over(this, [this, number, done] { end(number, done); });
      }) {}

void EvaluationThread::request(EvaluationRequest request, const Wanted& wanted,
                               ViewedPicture have) {
    latest_ = {std::move(request), std::move(have), std::make_shared<Viewport>(wanted)};
    work_.request(latest_);
    set_busy(true);
}

void EvaluationThread::look(const Wanted& wanted) {
    latest_.viewport->move(wanted);
    if (!busy_) go_on();
}

void EvaluationThread::cancel() {
    work_.cancel();
    set_busy(false);
}

/// With what is wanted and not there.
void EvaluationThread::go_on() {
    if (holds(latest_.have, latest_.viewport->wanted())) return set_busy(false);
    work_.request(latest_);
    set_busy(true);
}

void EvaluationThread::set_busy(bool busy) {
    if (std::exchange(busy_, busy) != busy) Q_EMIT busy_changed(busy);
}

void EvaluationThread::answer(int number, const Result<ViewedPicture>& result) {
    hand_over(this, [this, number, result] {
        if (!work_.is_latest(number)) return;
        if (result) {
            if (result->reduction == latest_.request.reduction) latest_.have = *result;
            Q_EMIT evaluated(*result);
        } else if (result.error().kind != ErrorKind::kCancelled) {
            Q_EMIT failed(result.error());
        }
    });
}

void EvaluationThread::end(int number, bool done) {
    if (!work_.is_latest(number)) return;
    // Something else may have come to be wanted since the thread looked.
    if (done)
        go_on();
    else
        set_busy(false);
}

}  // namespace weft::editor
