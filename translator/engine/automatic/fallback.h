// Going on elsewhere when a device fails.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/executor.h"

namespace weft {

/// Runs on `first` until that fails for a reason of its device's (kDevice, kMemory); the run is
/// then repeated on what `second` gives, which takes over for good. `note` hears why, once.
std::unique_ptr<Prepared> with_fallback(std::unique_ptr<Prepared> first,
                                        std::function<Result<std::unique_ptr<Prepared>>()> second,
                                        std::function<void(const std::string&)> note);

/// Whether another device may do what this one failed to.
bool is_of_device(const Error& error);

}  // namespace weft
