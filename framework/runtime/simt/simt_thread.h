// A thread of a block under the SIMT checker: where it is, and what it waits for.
#pragma once

#include <string>

#include "runtime/simt/fibre.h"
#include "runtime/simt/hooks.h"
#include "runtime/simt/memory_check.h"
#include "runtime/simt/shadow.h"

namespace weft {

enum class ThreadStage {
    kReady,      ///< may run
    kAtBarrier,  ///< __syncthreads
    kInWarp,     ///< __syncwarp or a shuffle
    kInDoubt,    ///< has read what nobody has written so far
    kEnded,
};

struct SimtThreadState {
    ThreadStage stage = ThreadStage::kReady;
    SimtThread indices{};
    Fibre* fibre = nullptr;  ///< from the first turn to the end
    SimtPlace place{};       ///< of the wait
    long long calls = 0;     ///< accesses and barriers so far
    WarpClock clock{};

    // kInWarp: what was given, and what comes back.
    unsigned mask = 0, value = 0;
    bool shuffles = false;
    int source_lane = 0;
};

inline bool same_place(const SimtPlace& a, const SimtPlace& b) {
    return a.line == b.line && (a.file == b.file || std::string(a.file) == b.file);
}

}  // namespace weft
