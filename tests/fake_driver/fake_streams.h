// Streams and events of the fake driver: queues of work, run when somebody waits.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "fake_driver/fake_state.h"

namespace weft::fake {

using Work = std::function<Code()>;

class Stream;

struct Event {
    int recorded = 0, happened = 0;  ///< how often
    double seconds = 0;              ///< when it last happened
    Stream* stream = nullptr;        ///< that it was last recorded in
};

/// Work that was captured, in order.
using WorkList = std::vector<Work>;

class Stream {
  public:
    /// Adds work, or captures it. Runs it at once unless the driver is deferred.
    Code add(Work work);
    Code record(const std::shared_ptr<Event>& event);
    Code wait_for(const std::shared_ptr<Event>& event);

    /// Runs everything.
    Code run();
    /// Runs until `event` has happened `times` times.
    Code run_until(const Event& event, int times);

    bool idle() const { return queue_.empty(); }
    std::unique_ptr<WorkList> captured;  ///< set: work is captured instead of queued

  private:
    Code step();
    std::deque<Work> queue_;
};

/// Makes the event happen.
Code reach(const Event& event);

}  // namespace weft::fake
