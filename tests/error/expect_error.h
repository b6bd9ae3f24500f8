// The promise about errors: one line on stderr, the documented exit code, nothing left behind.
#pragma once

#include <string>
#include <vector>

#include "run_weft.h"

namespace weft::test {

/// The exit codes of docs/exit-codes.md, by the names used there.
enum Code {
    kUsage = 2,
    kDocument,
    kInput,
    kFunctor,
    kCompile,
    kMemory,
    kDevice,
    kOutput,
    kPartial,
    kCancelled,
    kInternal
};

/// Runs weft and expects it to fail with `code`, to print nothing on stdout and on stderr
/// one line that begins "weft: error: " (more for a source text, to show it) and holds each of
/// `parts`, and to leave `folder` as it was.
void expect_error(const ScratchFolder& folder, const std::vector<std::string>& arguments, Code code,
                  const std::vector<std::string>& parts, const RunOptions& options = {});

}  // namespace weft::test
