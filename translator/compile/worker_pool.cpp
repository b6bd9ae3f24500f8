// Handing requests to weft-cc processes.
#include "compile/worker_pool.h"

#include <algorithm>

#include "compile/wait_unless.h"

namespace weft {

WorkerPool::WorkerPool(std::string worker, std::chrono::milliseconds timeout, int limit)
    : worker_(std::move(worker)), timeout_(timeout), limit_(std::max(limit, 1)) {}

Result<std::unique_ptr<WorkerProcess>> WorkerPool::acquire(const std::atomic<bool>* cancel,
                                                           const std::string& wanted) {
    std::unique_lock lock(mutex_);
    if (!wait_unless(cancel, freed_, lock, [&] { return busy_ < limit_; }))
        return Error{ErrorKind::kCancelled, "cancelled"};
    ++busy_;
    while (!idle_.empty()) {
        std::unique_ptr<WorkerProcess> worker = std::move(idle_.back());
        idle_.pop_back();
        const bool fits = wanted.empty() || worker->compiler() == wanted;
        if (fits && worker->alive()) return worker;
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

Result<Answer> WorkerPool::request(const WorkerRequest& request, const std::atomic<bool>* cancel,
                                   const std::string& wanted) {
    for (bool again = true;; again = false) {
        Result<std::unique_ptr<WorkerProcess>> worker = acquire(cancel, wanted);
        if (!worker) return worker.error();
        Result<WorkerReply> reply = (*worker)->exchange(request, timeout_, cancel);
        const bool retired = !reply && (*worker)->retired();
        std::string compiler = (*worker)->compiler();
        release(std::move(*worker));
        if (reply) return Answer{*std::move(reply), std::move(compiler)};
        if (!retired || !again) return reply.error();
    }
}

int WorkerPool::started() const {
    const std::lock_guard lock(mutex_);
    return started_;
}

}  // namespace weft
