// The floating-point state of the thread that a host calls on: ours while we are in, then its own.
#pragma once

#include <cfenv>

namespace weft::openfx {

/// Rounding to nearest, denormals kept and no traps, whatever the host had set, until it goes:
/// pixels are the same in every host. The host's own flags are as they were then.
class FloatingState {
  public:
    FloatingState() {
        std::fegetenv(&hosts_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~FloatingState() { std::fesetenv(&hosts_); }
    FloatingState(const FloatingState&) = delete;
    FloatingState& operator=(const FloatingState&) = delete;

  private:
    std::fenv_t hosts_;
};

}  // namespace weft::openfx
