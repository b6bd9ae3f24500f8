// A CUDA driver that runs on the host, for tests: a shared library with the driver's entry points.
// Memory is the host's; kernels are host objects of the SIMT form, whose threads are fibres.
//
// It is told what to be like by words, in $WEFT_FAKE_DRIVER or through configure(), separated by
// blanks; whatever is not named is ordinary:
//   deferred        streams do nothing until somebody waits for them, each only as much as it must:
//                   what is not ordered by an event happens in the wrong order
//   devices=N       how many there are (1)
//   version=N       cuDriverGetVersion() (13000)
//   capability=N    compute capability of the devices (90 for 9.0)
//   memory=N        bytes of device memory; beyond, allocations fail
//   fail_alloc=N    allocation N (from 1, device or page-locked) fails for want of memory
//   fail_copy=N     copy N fails
//   fail_launch=N   launch N is started, and fails where it is waited for; the device is then lost
//   lose_at=N       call N and all after it find the device lost
//   no_graphs       capturing is refused
//   no_pools        no memory is taken in the order of a stream
//   apart           the host that touches device memory crashes
//
// A kernel that goes beyond a block of device memory crashes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weft::fake {

/// What exists now, and what has happened since configure().
struct Counts {
    int device_blocks = 0, pinned_blocks = 0, streams = 0, events = 0, modules = 0, graphs = 0,
        contexts = 0;
    int calls = 0, allocations = 0, copies = 0, launches = 0, graph_launches = 0;
    int waits = 0;  ///< for streams or events
    int streams_made = 0;
    int default_works = 0;  ///< given to the default stream
    /// Calls that a real driver might forgive, and a program should not make: memory freed while
    /// work is pending, copies beyond an allocation, a context that is not current, another
    /// context's kernel, code that is unloaded while it is needed.
    int misuses = 0;

    int alive() const {
        return device_blocks + pinned_blocks + streams + events + modules + graphs + contexts;
    }
};

}  // namespace weft::fake

extern "C" {
/// Starts over: nothing has happened, and no device is lost. What exists goes on existing.
void weft_fake_driver_configure(const char* words);
void weft_fake_driver_counts(weft::fake::Counts* counts);
}
