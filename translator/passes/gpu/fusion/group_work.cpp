#include "passes/gpu/fusion/group_work.h"

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/gpu/stage_operations.h"

namespace weft {

namespace {

/// Estimates, in instructions of a thread: an element's place in a tile and its bounds, an address,
/// the remapping of both coordinates where a loop has a halo, and what a barrier holds up.
constexpr double kElement = 10, kAddress = 2, kRemap = 12, kBarrier = 24;

double floats_of(const PlanImage& image) {
    return static_cast<double>(image.region.area()) * image.shape.planes;
}

double turns_of(int extent, int by) { return static_cast<double>((extent + by - 1) / by) * by; }

class Work {
  public:
    Work(const Plan& plan, const GpuKernel& kernel)
        : plan_(plan),
          kernel_(kernel),
          target_(*plan.gpu),
          run_(run_of_block(target_, kernel.group.team_u, true)),
          elements_(static_cast<double>(kernel.region.area()) * kernel.planes) {}

    GpuWork all() {
        for (const GroupLoop& loop : kernel_.group.loops) add(loop);
        for (int image : kernel_.outputs)
            work_ += write_work(target_, run_, floats_of(plan_.images[index(image)]));
        const int teams = kernel_.shape.threads() / (kernel_.group.team_u * kernel_.group.team_v);
        work_.blocks = elements_ / (static_cast<double>(kernel_.group.tile_u) *
                                    kernel_.group.tile_v * std::max(teams, 1));
        return work_;
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    void add(const GroupLoop& loop) {
        const double times = elements_ * redundancy(kernel_, loop);
        const bool halo = !loop.halo.is_point();
        work_.instructions += times * (kElement + (halo ? checks() * kRemap : 0));
        if (loop.barrier_before) work_.instructions += elements_ / per_thread() * kBarrier;
        if (loop.copies >= 0) {
            const GpuInput& in = kernel_.inputs[index(loop.copies)];
            const PlanImage& image = plan_.images[index(in.image)];
            const double copies = times * (kernel_.group.planes_inside ? image.shape.planes : 1);
            work_ += read_work(target_, run_, copies, floats_of(image));
            work_.instructions += copies * kAddress;
        }
        for (const GroupEvaluation& e : loop.evaluations) add(e, times);
        for (int t : loop.tiles)
            work_ += shared_work(target_, times * kernel_.group.tiles[index(t)].planes);
    }

    void add(const GroupEvaluation& e, double times) {
        const Stage& stage = plan_.stages[index(e.stage)];
        if (kernel_.group.planes_inside) times *= stage.planes;
        const StageOperations operations = operations_of(plan_, stage);
        work_.instructions += times * (operations.fp + operations.integer);
        work_.special += times * operations.special;
        for (std::size_t i = 0; i < e.reads.size(); ++i) {
            const StageInput& input = stage.inputs[i];
            const double planes =
                input.granularity == ePixel ? plan_.images[index(input.image)].shape.planes : 1;
            const double taps =
                times * planes * static_cast<double>(std::max<std::size_t>(input.taps.size(), 1));
            if (e.reads[i].from == GroupRead::From::kTile) {
                work_ += shared_work(target_, taps);
                work_.instructions += taps * kAddress / 2;
            } else if (e.reads[i].from == GroupRead::From::kMemory) {
                const GpuInput& in = kernel_.inputs[index(e.reads[i].index)];
                work_ += read_work(target_, run_, taps, floats_of(plan_.images[index(in.image)]));
                work_.instructions +=
                    taps * (kAddress + (in.access == GpuAccess::kGlobal ? 0 : checks() * kRemap));
            }
        }
    }

    /// The share of elements that check borders.
    double checks() const {
        if (kernel_.group.borders == BorderScheme::kNaive) return 1;
        const GpuGroup& group = kernel_.group;
        const double width = std::max(kernel_.region.width(), 1);
        const double height = std::max(kernel_.region.height(), 1);
        const bool rows = kernel_.layout == Layout::kRows;
        const double tile_x = rows ? group.tile_u : group.tile_v;
        const double tile_y = rows ? group.tile_v : group.tile_u;
        const Window& r = group.reach;
        const double x = (r.x_first < 0) + (r.x_last > 0), y = (r.y_first < 0) + (r.y_last > 0);
        const double inner_x = std::max(0.0, 1 - x * tile_x / width);
        const double inner_y = std::max(0.0, 1 - y * tile_y / height);
        return 1 - inner_x * inner_y;
    }

    double per_thread() const {
        const GpuGroup& group = kernel_.group;
        return static_cast<double>(group.tile_u) * group.tile_v / (group.team_u * group.team_v);
    }

    const Plan& plan_;
    const GpuKernel& kernel_;
    const GpuTarget& target_;
    const GpuRun run_;
    const double elements_;
    GpuWork work_;
};

}  // namespace

double redundancy(const GpuKernel& kernel, const GroupLoop& loop) {
    const GpuGroup& group = kernel.group;
    const int width = group.tile_u + reach_u(loop.halo, kernel.layout);
    const int height = group.tile_v + reach_v(loop.halo, kernel.layout);
    const double turns = width == group.tile_u
                             ? turns_of(width, group.team_u) * turns_of(height, group.team_v)
                             : turns_of(width * height, group.team_u * group.team_v);
    return turns / (static_cast<double>(group.tile_u) * group.tile_v);
}

GpuWork group_work(const Plan& plan, const GpuKernel& kernel) { return Work(plan, kernel).all(); }

}  // namespace weft
