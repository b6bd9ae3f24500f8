// A finding of the SIMT checker: which check, which threads, which address; and its report.
#pragma once

#include <optional>
#include <string>

#include "runtime/simt/hooks.h"
#include "support/result.h"

namespace weft {

/// The checks. Reports name them by check_name().
enum class SimtCheck {
    kBounds,         ///< outside the picture or the shared memory, padding between rows included
    kMisaligned,     ///< an address that is not a multiple of the access, or an odd size
    kUnbound,        ///< a picture that the kernel was not given
    kReadOnly,       ///< a write to a picture that the kernel was given to read
    kUnwritten,      ///< a read of what nobody wrote
    kConflict,       ///< two threads of a block, one of them writing, with no barrier between
    kBlockConflict,  ///< the same of two blocks of a launch, which nothing can order
    kBarrier,        ///< a barrier that threads of a block reach at different places
    kExit,           ///< a barrier that threads wait at when others have ended
    kLane,           ///< a lane missing from a mask, or one of a mask that does not come
    kEndless,        ///< a thread with more than SimtLimits::max_calls
    kMissing,        ///< an element of an output that nobody wrote
    kSchedule,       ///< results that depend on the order of threads
};

/// "bounds", "unbound-picture": as docs/gpu.md lists them.
const char* check_name(SimtCheck check);

/// A thread of the launch, and what it was doing.
struct SimtParty {
    SimtIndex block, thread;
    std::string action;  ///< "reads", "wrote", "waits at a barrier", "has ended"
    std::string file;    ///< of the action; empty where it has no place
    int line = 0;
};

struct SimtFinding {
    SimtCheck check = SimtCheck::kBounds;
    std::string what;     ///< what is wrong, in a few words
    std::string kernel;   ///< the launch's name
    std::string source;   ///< the functor: "DWT1D (dwt1d.h:12)"; empty where there is none
    std::string address;  ///< "picture[plane][y][x]" or "shared[index]", or empty
    std::optional<SimtParty> thread, other;
    int epoch = -1;        ///< barriers that the block had passed; -1: not relevant
    std::string schedule;  ///< "forwards"
};

/// A kFault error: the finding in one line, then the whole report.
Error to_error(const SimtFinding& finding);

}  // namespace weft
