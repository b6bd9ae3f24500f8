// A place to run small kernels that tests write by hand, as functions that call the hooks.
#pragma once

#include <functional>
#include <vector>

#include "runtime/simt/launch.h"

namespace weft::test {

/// What a kernel of these tests sees: pictures by index, and CUDA's words.
struct Kernel {
    const std::vector<float*>& pictures;

    SimtIndex thread() const { return simt_hooks().thread()->thread_index; }
    SimtIndex block() const { return simt_hooks().thread()->block_index; }
    unsigned linear() const {  ///< counted through the grid
        const SimtThread& t = *simt_hooks().thread();
        return t.block_index.x * t.block_size.x + t.thread_index.x;
    }
    float* shared() const { return reinterpret_cast<float*>(simt_hooks().shared_memory()); }

    float load(const float* p, int line = 1) const {
        simt_hooks().read(p, sizeof(float), {"kernel.cu", line});
        return *p;
    }
    void store(float* p, float value, int line = 2) const {
        simt_hooks().write(p, sizeof(float), {"kernel.cu", line});
        *p = value;
    }
    void sync(int line = 3) const { simt_hooks().sync_block({"kernel.cu", line}); }
    void sync_warp(unsigned mask, int line = 4) const {
        simt_hooks().sync_warp(mask, {"kernel.cu", line});
    }
    unsigned shuffle(unsigned mask, unsigned value, int lane, int line = 5) const {
        return simt_hooks().shuffle(mask, value, lane, {"kernel.cu", line});
    }
};

/// Pictures, all of one plane and by rows: the first `inputs` are filled with 0, 1, 2, ... and
/// read, the last is written, those between are there and not given.
class Bench {
  public:
    Bench(std::vector<Rect> pictures, int inputs);

    SimtIndex grid{1, 1, 1}, block{32, 1, 1};
    std::size_t shared_bytes = 0;
    long long max_calls = 100000;

    /// Under one schedule; the kernel must hold nothing that needs a destructor while it waits.
    std::optional<SimtFinding> run(const std::function<void(const Kernel&)>& kernel,
                                   SimtSchedule schedule = {});
    /// Under four schedules: the first finding.
    std::optional<SimtFinding> run_all(const std::function<void(const Kernel&)>& kernel);

    const DeviceArray& output() const { return memory_.back(); }
    float sample(int x, int y) const { return *memory_.back().picture().at(x, y, 0); }

  private:
    Table<DeviceArray, PlanImage> memory_;
    int inputs_;
    FibrePool fibres_;
};

}  // namespace weft::test
