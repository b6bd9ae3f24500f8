// The weft-cc processes of one compiler: as many as threads compile at once, up to the cores.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compile/worker_process.h"

namespace weft {

/// A reply, and which compiler gave it (WorkerProcess::compiler()).
struct Answer : WorkerReply {
    std::string compiler;
};

/// Starts no process before the first request; keeps those it started for the next ones.
/// Safe to call from several threads.
class WorkerPool {
  public:
    /// `worker` as in find_worker(). `limit`: most processes at once, at least 1.
    WorkerPool(std::string worker, std::chrono::milliseconds timeout, int limit);

    /// One request to one process. A process that has ended since its last request is replaced
    /// silently; one that fails at this request is an error, and the next request gets another.
    /// Where `cancel`, if not null, becomes true, the process is killed, or no longer waited for:
    /// kCancelled. Idle processes of another compiler than `wanted`, if not empty, are ended: their
    /// file has been replaced.
    Result<Answer> request(const WorkerRequest& request, const std::atomic<bool>* cancel = nullptr,
                           const std::string& wanted = {});

    /// Processes started so far.
    int started() const;

  private:
    Result<std::unique_ptr<WorkerProcess>> acquire(const std::atomic<bool>* cancel,
                                                   const std::string& wanted);
    void release(std::unique_ptr<WorkerProcess> worker);

    const std::string worker_;
    const std::chrono::milliseconds timeout_;
    const int limit_;

    mutable std::mutex mutex_;
    std::condition_variable freed_;
    std::vector<std::unique_ptr<WorkerProcess>> idle_;
    int busy_ = 0, started_ = 0;
};

}  // namespace weft
