// The devices that an engine can be asked for.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

/// A name, and one line on it.
struct DeviceInfo {
    std::string name, description;
};

/// Every name that EngineOptions::device takes. Nothing is loaded.
std::vector<DeviceInfo> devices();

/// The same with what was found of GPUs, their driver and their compiler, or why there is none.
/// `cuda_driver` as in EngineOptions. Loads them.
std::vector<DeviceInfo> found_devices(const std::string& cuda_driver);

/// An error, with the nearest name, unless `name` is one of devices().
Status check_device(const std::string& name);

}  // namespace weft
