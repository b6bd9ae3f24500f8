#include "fake_driver/fake_streams.h"

#include <chrono>

#include "fake_driver/fake_memory.h"

namespace weft::fake {

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

Code Stream::add(Work work) {
    if (captured) {
        captured->push_back(std::move(work));
        return cuda::kSuccess;
    }
    queue_.push_back(std::move(work));
    return state().config.deferred ? cuda::kSuccess : run();
}

Code Stream::record(const std::shared_ptr<Event>& event) {
    event->stream = this;
    const int time = ++event->recorded;
    return add([event, time] {
        event->happened = std::max(event->happened, time);
        event->seconds = now();
        return cuda::kSuccess;
    });
}

Code Stream::wait_for(const std::shared_ptr<Event>& event) {
    const int times = event->recorded;
    Stream* const from = event->stream;
    if (times == 0 || from == this) return cuda::kSuccess;
    return add([event, times, from] { return from->run_until(*event, times); });
}

Code Stream::step() {
    const Work work = std::move(queue_.front());
    queue_.pop_front();
    const DeviceAccess access;
    return work();
}

Code Stream::run() {
    while (!queue_.empty())
        if (const Code code = step(); code != cuda::kSuccess) return code;
    return cuda::kSuccess;
}

Code Stream::run_until(const Event& event, int times) {
    while (event.happened < times && !queue_.empty())
        if (const Code code = step(); code != cuda::kSuccess) return code;
    return cuda::kSuccess;
}

Code reach(const Event& event) {
    if (event.recorded == 0) return cuda::kSuccess;
    return event.stream->run_until(event, event.recorded);
}

}  // namespace weft::fake
