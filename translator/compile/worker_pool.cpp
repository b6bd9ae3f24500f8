// Handing requests to weft-cc processes.
#include "compile/worker_pool.h"

#include <algorithm>

#include "compile/wait_unless.h"

namespace weft {

WorkerPool::WorkerPool(std::string worker, std::chrono::milliseconds timeout, int limit)
    : worker_(std::move(worker)), timeout_(timeout), limit_(std::max(limit, 1)) {}

Result<std::unique_ptr<WorkerProcess>> WorkerPool::acquire(const std::atomic<bool>* cancel) {
    std::unique_lock lock(mutex_);
    if (!wait_unless(cancel, freed_, lock, [&] { return busy_ < limit_; }))
        return Error{ErrorKind::kCancelled, "cancelled"};
    ++busy_;
    while (!idle_.empty()) {
        std::unique_ptr<WorkerProcess> worker = std::move(idle_.back());
        idle_.pop_back();
        if (worker->alive()) return worker;
    }
    lock.unlock();
    const Result<std::string> path = find_worker(worker_);
    Result<std::unique_ptr<WorkerProcess>> worker =
        path ? WorkerProcess::start(*path) : Result<std::unique_ptr<WorkerProcess>>(path.error());
    if (!worker) {
        release(nullptr);
        return worker;
    }
    lock.lock();
    ++started_;
    return worker;
}

void WorkerPool::release(std::unique_ptr<WorkerProcess> worker) {
    if (worker && !worker->alive()) worker = nullptr;
    {
        const std::lock_guard lock(mutex_);
        --busy_;
        if (worker) idle_.push_back(std::move(worker));
    }
    freed_.notify_one();
}

Result<WorkerReply> WorkerPool::request(const WorkerRequest& request,
                                        const std::atomic<bool>* cancel) {
    for (bool again = true;; again = false) {
        Result<std::unique_ptr<WorkerProcess>> worker = acquire(cancel);
        if (!worker) return worker.error();
        Result<WorkerReply> reply = (*worker)->exchange(request, timeout_, cancel);
        const bool retired = !reply && (*worker)->retired();
        release(std::move(*worker));
        if (!retired || !again) return reply;
    }
}

int WorkerPool::started() const {
    const std::lock_guard lock(mutex_);
    return started_;
}

}  // namespace weft
