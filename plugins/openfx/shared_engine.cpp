#include "openfx/shared_engine.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>

#include "engine/kept_request.h"

namespace weft::openfx {
namespace {

using PreparedResult = Result<std::unique_ptr<Prepared>>;

/// Between two questions whether to stop.
constexpr std::chrono::milliseconds kPeriod{20};

PreparedResult prepare_by(Preparer& preparer, const KeptRequest& request,
                          const std::atomic<bool>& cancel) noexcept {
    try {
        return preparer.prepare(request.with(request.regions), cancel);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, "there is not enough memory to prepare kernels"};
    } catch (...) {
        return Error{ErrorKind::kInternal, "kernels could not be prepared; try again"};
    }
}

}  // namespace

/// One request, in a thread of its own so that the host's may leave.
struct SharedEngine::Task {
    explicit Task(const PrepareRequest& asked) : request(asked) {}
    ~Task() {
        if (thread.joinable()) thread.join();
    }

    const KeptRequest request;
    std::atomic<bool> cancel{false};
    std::optional<PreparedResult> outcome;  ///< under the engine's mutex
    std::thread thread;
};

SharedEngine::SharedEngine(MakePreparer make) : make_(std::move(make)) {}

SharedEngine::~SharedEngine() { let_go(); }

PreparedResult SharedEngine::prepare(const PrepareRequest& request, int threads,
                                     const std::function<bool()>& stop) {
    auto task = std::make_unique<Task>(request);
    std::unique_lock lock(mutex_);
    if (preparer_ == nullptr) preparer_ = make_(threads);
    task->thread = std::thread([this, &preparer = *preparer_, &task = *task] {
        PreparedResult outcome = prepare_by(preparer, task.request, task.cancel);
        const std::lock_guard ends(mutex_);
        task.outcome = std::move(outcome);
        done_.notify_all();
    });
    while (!done_.wait_for(lock, kPeriod, [&] { return task->outcome.has_value(); })) {
        lock.unlock();
        const bool stops = stop();
        lock.lock();
        if (!stops) continue;
        give_up(std::move(task));
        return Error{ErrorKind::kCancelled, "cancelled"};
    }
    lock.unlock();
    task->thread.join();
    return *std::move(task->outcome);
}

void SharedEngine::give_up(std::unique_ptr<Task> task) {
    given_up_.remove_if([](const auto& t) { return t->outcome.has_value(); });
    task->cancel =
        std::any_of(given_up_.begin(), given_up_.end(), [](const auto& t) { return !t->cancel; });
    given_up_.push_back(std::move(task));
}

Result<ResidentProgram> SharedEngine::resident_program(const PrepareRequest& request,
                                                       const GpuTarget& target, int threads) {
    const std::lock_guard one_at_a_time(device_mutex_);
    Preparer* preparer = nullptr;
    {
        const std::lock_guard lock(mutex_);
        if (preparer_ == nullptr) preparer_ = make_(threads);
        preparer = preparer_.get();
    }
    return preparer->resident_program(request, target);
}

void SharedEngine::hold() {
    const std::lock_guard lock(mutex_);
    ++holders_;
}

void SharedEngine::release() {
    {
        const std::lock_guard lock(mutex_);
        if (--holders_ > 0) return;
    }
    let_go();
}

void SharedEngine::let_go() {
    std::list<std::unique_ptr<Task>> last;
    {
        const std::lock_guard lock(mutex_);
        last.swap(given_up_);
    }
    for (const auto& task : last) task->cancel = true;
    last.clear();
    const std::lock_guard lock(mutex_);
    if (holders_ == 0) preparer_.reset();
}

}  // namespace weft::openfx
