// Falls back to another device when one fails.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/executor.h"

namespace weft {

/// Runs on `first` until a run fails with is_of_device(); repeats that run, and does all later
/// ones, on what `second` returns. `note` is told why, once.
std::unique_ptr<Prepared> with_fallback(std::unique_ptr<Prepared> first,
                                        std::function<Result<std::unique_ptr<Prepared>>()> second,
                                        std::function<void(const std::string&)> note);

/// Whether an error is the device's, so that another may succeed: kDevice or kMemory.
bool is_of_device(const Error& error);

}  // namespace weft
