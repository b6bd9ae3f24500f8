// What must hold of every finished plan, whatever the graph.
#pragma once

#include <string>

#include "plan/plan.h"

namespace weft::test {

/// The first broken rule of a finished plan, or "":
///   - loops read line buffers that earlier loops fill, each line buffer is filled by the one loop
///   it names;
///   - pictures made in a kernel come through line buffers, with padding of the reader's own border
///     wherever taps leave the domain in x;
///   - slots of a loop's reads and writes are dense and do not overlap;
///   - pictures are written in place by one loop alone, and read in place only when whole;
///   - every kernel output is written, once.
std::string find_flaw(const Plan& plan);

}  // namespace weft::test
