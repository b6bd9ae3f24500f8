// One preparer for all plug-ins and instances: one cache of compiled kernels, one compiler.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include "openfx/preparer.h"

namespace weft::openfx {

/// Made when something is rendered for the first time, and let go when the last plug-in is
/// unloaded.
class SharedEngine {
  public:
    explicit SharedEngine(MakePreparer make);
    ~SharedEngine();

    /// Asks `stop` every few hundredths of a second, in the calling thread, and gives up where it
    /// says true: kCancelled. Of what was given up one at a time goes on to its end, so that
    /// whoever asks again and again for the same will find its kernels; the others are cancelled.
    /// `threads` counts for the preparer that is made: 0 is one for each core.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request, int threads,
                                              const std::function<bool()>& stop);
    /// The same for pictures that lie like that on a GPU like that, one after another; what was
    /// given up goes on.
    Result<ResidentProgram> resident_program(const PrepareRequest& request,
                                             const ExternalPorts& ports, const GpuTarget& target,
                                             int threads, const std::function<bool()>& stop);
    /// One for every plug-in that is loaded.
    void hold();
    /// The last ends what was given up.
    void release();

  private:
    struct Task;
    using Work = std::function<void(Preparer&, const std::atomic<bool>& cancel)>;

    /// What `make` makes of a copy of the request, unless the caller would stop before.
    template <class T, class Make>
    Result<T> made_before(const std::function<bool()>& stop, int threads,
                          const PrepareRequest& request, Make make);
    /// Whether the work, in a thread of its own, has ended before the caller would stop.
    bool done_before(const std::function<bool()>& stop, int threads, Work work);
    void let_go();
    void give_up(std::unique_ptr<Task> task);

    const MakePreparer make_;
    std::mutex mutex_, device_mutex_;
    std::condition_variable done_;
    int holders_ = 0;
    std::shared_ptr<Preparer> preparer_;  ///< threads that use it hold it
    std::list<std::unique_ptr<Task>> given_up_;
};

}  // namespace weft::openfx
