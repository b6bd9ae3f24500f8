// A machine without NVRTC.
#pragma once

#include "compile/nvrtc/device_compiler.h"

namespace weft::test {

class NoCompiler : public DeviceCompiler {
  public:
    Result<std::shared_ptr<const DeviceCode>> compile(const DeviceSource&) override {
        return Error{ErrorKind::kDevice, "there is no compiler"};
    }
    std::string identity() const override { return {}; }
    CompileStatistics statistics() const override { return {}; }
};

}  // namespace weft::test
