#include "openfx/shared_engine.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>

#include "engine/owned_request.h"

namespace weft::openfx {
namespace {

/// Between two questions whether to stop.
constexpr std::chrono::milliseconds kPeriod{20};

/// What `make` gives, or that memory ran out.
template <class T, class Make>
Result<T> with_memory(Make make) noexcept {
    try {
        return make();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, "there is not enough memory to prepare kernels"};
    } catch (...) {
        return Error{ErrorKind::kInternal, "kernels could not be prepared; try again"};
    }
}

}  // namespace

/// One piece of work, in a thread of its own so that the host's may leave.
struct SharedEngine::Task {
    ~Task() {
        if (thread.joinable()) thread.join();
    }

    std::atomic<bool> cancel{false};
    bool done = false;  ///< under the engine's mutex
    std::thread thread;
};

SharedEngine::SharedEngine(MakePreparer make) : make_(std::move(make)) {}

SharedEngine::~SharedEngine() { let_go(); }

template <class T, class Make>
Result<T> SharedEngine::made_before(const std::function<bool()>& stop, int threads,
                                    const PrepareRequest& request, Make make) {
    const auto outcome = std::make_shared<std::optional<Result<T>>>();
    const auto work = [outcome, make, owned = std::make_shared<OwnedRequest>(request)](
                          Preparer& preparer, const std::atomic<bool>& cancel) {
        *outcome =
            with_memory<T>([&] { return make(preparer, owned->with(owned->regions), cancel); });
    };
    if (done_before(stop, threads, work)) return *std::move(*outcome);
    return Error{ErrorKind::kCancelled, "cancelled"};
}

Result<std::unique_ptr<Prepared>> SharedEngine::prepare(const PrepareRequest& request, int threads,
                                                        const std::function<bool()>& stop) {
    return made_before<std::unique_ptr<Prepared>>(
        stop, threads, request,
        [](Preparer& preparer, const PrepareRequest& owned, const std::atomic<bool>& cancel) {
            return preparer.prepare(owned, cancel);
        });
}

Result<ResidentProgram> SharedEngine::resident_program(const PrepareRequest& request,
                                                       const ExternalPorts& ports,
                                                       const GpuTarget& target, int threads,
                                                       const std::function<bool()>& stop) {
    return made_before<ResidentProgram>(
        stop, threads, request,
        [this, ports, target](Preparer& preparer, const PrepareRequest& owned,
                              const std::atomic<bool>&) {
            const std::lock_guard one(device_mutex_);  // those after it find what it compiled
            return preparer.resident_program(owned, ports, target);
        });
}

bool SharedEngine::done_before(const std::function<bool()>& stop, int threads, Work work) {
    auto task = std::make_unique<Task>();
    std::unique_lock lock(mutex_);
    if (preparer_ == nullptr) preparer_ = make_(threads);
    task->thread = std::thread([this, work = std::move(work), preparer = preparer_, &task = *task] {
        work(*preparer, task.cancel);
        const std::lock_guard ends(mutex_);
        task.done = true;
        done_.notify_all();
    });
    while (!done_.wait_for(lock, kPeriod, [&] { return task->done; })) {
        lock.unlock();
        const bool stops = stop();
        lock.lock();
        if (!stops) continue;
        give_up(std::move(task));
        return false;
    }
    lock.unlock();
    task->thread.join();
    return true;
}

void SharedEngine::give_up(std::unique_ptr<Task> task) {
    given_up_.remove_if([](const auto& t) { return t->done; });
    task->cancel =
        std::any_of(given_up_.begin(), given_up_.end(), [](const auto& t) { return !t->cancel; });
    given_up_.push_back(std::move(task));
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
