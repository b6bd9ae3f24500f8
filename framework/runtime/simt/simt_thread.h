// The state of a GPU thread under the SIMT checker.
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
    Fibre* fibre = nullptr;  ///< null before it first runs, and after its end
    SimtPlace place{};       ///< where it waits
    long long calls = 0;     ///< accesses and barriers so far
    WarpClock clock{};

    // kInWarp: the arguments of the call; `value` returns the shuffle's result.
    unsigned mask = 0, value = 0;
    bool shuffles = false;
    int source_lane = 0;
};

inline bool same_place(const SimtPlace& a, const SimtPlace& b) {
    return a.line == b.line && (a.file == b.file || std::string(a.file) == b.file);
}

}  // namespace weft
