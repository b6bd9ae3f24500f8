// weft bench --all: one line for each functor and effect, to see at once which is slow, and why.
#pragma once

#include <string>
#include <vector>

#include "cli/command_session.h"
#include "cli/exit_code.h"
#include "cli/flags.h"

namespace weft {

/// What `weft bench` was asked for.
struct BenchOptions {
    std::vector<std::string> effects;
    bool all = false, nodes = false, interleaved = false;
    EngineFlags engine{.options = {.device = "cpu"}};
    EffectChoice choice;  ///< settings and functors; of which effect is said one by one
    std::string size;     ///< "WxH"; empty: the usual one
    int channels = 3;
    int runs = 15;
    /// In a table of all, how long runs go on: what disturbs a machine may last as long as some.
    /// 0 where the number of runs was asked for.
    double seconds = 0.5;
    bool json = false;
};

/// Of every functor of the library and every built-in effect: milliseconds per megapixel of a
/// picture, that over a copy that reads and writes as many bytes, and how many elements are
/// computed at once. Flags those that have no SIMD form, and functors of a point or a small window
/// that take more than 1.5 copies.
Result<ExitCode> bench_all(const BenchOptions& options);

}  // namespace weft
