// A part of a host that has oneTBB's threads at work all the time (bare_host.c).
#include <atomic>
#include <chrono>
#include <thread>

#include <tbb/parallel_for.h>

extern "C" void work_for_ever() {
    std::thread([] {
        std::atomic<int> done{0};
        for (;;) {
            tbb::parallel_for(0, 64, [&](int) { ++done; });
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }).detach();
}
