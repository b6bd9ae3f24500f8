#include "engine/plan_key.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <bit>
#include <concepts>
#include <cstring>
#include <set>

#include "compile/cache_key.h"
#include "passes/bind.h"
#include "passes/gpu/gpu_pipeline.h"
#include "plan/stage_bindings.h"

namespace weft {

namespace {

/// Raised when entries look otherwise.
constexpr int kPlanEntryVersion = 3;

/// Values into a key, field by field. Structures are taken apart by structured bindings, which do
/// not compile where a field has been added: say here whether it counts.
class Parts {
  public:
    explicit Parts(KeyBuilder& key) : key_(key) {}

    template <class... Values>
    void operator()(const Values&... values) {
        (add(values), ...);
    }

  private:
    template <class T>
        requires std::integral<T> || std::is_enum_v<T>
    void add(T value) {
        key_.add(static_cast<long long>(value));
    }
    void add(double value) { key_.add(std::bit_cast<long long>(value)); }
    void add(const std::string& text) { key_.add(text); }
    template <class T>
    void add(const std::optional<T>& value) {
        add(value.has_value());
        if (value) add(*value);
    }
    template <class T>
    void add(const std::vector<T>& list) {
        add(list.size());
        for (const T& item : list) add(item);
    }
    void add(const std::vector<bool>& list) {
        add(list.size());
        for (const bool item : list) add(item);
    }
    template <class Thing>
    void add(Id<Thing> id) {
        add(id.number());
    }
    template <class T, class Thing>
    void add(const Table<T, Thing>& table) {
        add(table.values());
    }
    void add(const Rect& r) { (*this)(r.x0, r.y0, r.x1, r.y1); }
    void add(const Border& b) { (*this)(b.mode, static_cast<double>(b.value)); }
    void add(const Offset& o) { (*this)(o.x, o.y); }
    void add(const Scale& s) { (*this)(s.times, s.plus, s.over); }

    void add(const PlanImage& image) {
        const auto& [name, shape, region, source, samples, state_floats, leaf, graph_outputs] =
            image;
        (*this)(name, shape.domain, shape.planes, shape.colours, shape.alpha, region,
                source.index(), image.graph_input(), image.producer(), samples, state_floats,
                leaf.width, leaf.height, graph_outputs);
    }
    void add(const StageInput& input) {
        const auto& [image, border, granularity, freedom, axis, radius, radius_x, radius_y, scale_x,
                     scale_y, offsets, taps, own] = input;
        (*this)(image, border, granularity, freedom, axis, radius, radius_x, radius_y, scale_x,
                scale_y, offsets, taps, own.has_value());
    }
    void add(const BakedValue& b) { (*this)(b.name, b.type, b.text); }
    void add(const Stage& stage) {
        const auto& [node, name, functor, facts, inputs, outputs, output_granularity, per_pixel,
                     planes, phase, domain, scan_axis, scan_backwards, restart_period, baked,
                     members, members_size, operations, accumulation, copies] =
            stage;  // operations and accumulation follow, and no GPU is asked what copies
        (*this)(name, functor, facts_to_json(facts), inputs, outputs, output_granularity, per_pixel,
                planes, phase, domain, scan_axis, scan_backwards, restart_period, baked,
                members_size);
        const std::vector<int> offsets = member_offsets(facts.members);
        for (std::size_t m = 0; m < facts.members.size(); ++m) {
            const MemberFacts& member = facts.members[m];
            if (member.type == "float") continue;
            const std::size_t each = member.type == "bool" ? 1 : 4;
            const std::size_t bytes = each * static_cast<std::size_t>(std::max(member.count, 1));
            key_.add(std::string_view(reinterpret_cast<const char*>(members.data()) + offsets[m],
                                      bytes));
        }
    }
    void add(const GpuTarget& target) {
        const auto& [name, description, capability, multiprocessors, max_threads_per_block,
                     max_threads, max_blocks, warp_size, max_grid_x, max_grid_y, max_grid_z,
                     registers, max_registers_per_thread, register_unit, registers_by_block,
                     shared_bytes, max_shared_per_block, shared_unit, reserved_shared, l2_bytes,
                     dram_bytes_per_second, l2_bytes_per_second, clock_hz, fp32_lanes,
                     special_lanes, shared_bytes_per_clock, caches_reads, pays_for_misalignment,
                     segment_bytes, block_overhead_cycles, dependent_clocks, latency_seconds,
                     launch_seconds] = target;
        (*this)(name, capability.number(), multiprocessors, max_threads_per_block, max_threads,
                max_blocks, warp_size, max_grid_x, max_grid_y, max_grid_z, registers,
                max_registers_per_thread, register_unit, registers_by_block, shared_bytes,
                max_shared_per_block, shared_unit, reserved_shared, l2_bytes, dram_bytes_per_second,
                l2_bytes_per_second, clock_hz, fp32_lanes, special_lanes, shared_bytes_per_clock,
                caches_reads, pays_for_misalignment, segment_bytes, block_overhead_cycles,
                dependent_clocks, latency_seconds, launch_seconds);
    }
    void add(const GpuChoices& choices) {
        const auto& [fusion, cuts, tile, borders, border_rule, nesting, groups] = choices;
        const auto& [rules, most_shared, global, shared, alu, sfu, other_gains] = cuts;
        const auto& [kind, tenths, split, planes] = tile;
        (*this)(fusion, rules, most_shared, global, shared, alu, sfu, other_gains);
        (*this)(kind, tenths, split, planes, borders, border_rule, nesting, groups);
    }
    void add(const CompiledForms& compiled) {
        add(compiled.size());
        for (const auto& [form, known] : compiled)
            (*this)(form, known.registers, known.instructions, known.code);
    }

    KeyBuilder& key_;
};

/// A file, so that it differs when the file is replaced.
std::string identity_of(const char* path) {
    struct stat info;
    if (path == nullptr || stat(path, &info) != 0) return {};
    return std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec) + " " +
           std::to_string(info.st_mtim.tv_nsec);
}

/// The program, and the library that holds this code where it is another.
std::string identity_of_this_build() {
    Dl_info info{};
    const bool found = dladdr(reinterpret_cast<const void*>(&plan_key), &info) != 0;
    return identity_of("/proc/self/exe") + ", " + identity_of(found ? info.dli_fname : nullptr);
}

}  // namespace

Result<std::string> plan_key(const GpuContext& context, const std::vector<std::string>& disabled,
                             const std::string& compiler) {
    const Result<RangeGraph> bound = bind_range(context, kGpuBounds);
    if (!bound) return bound.error();
    const BoundGraph* plan = &bound->graph;
    KeyBuilder key;
    Parts parts(key);
    parts(std::string("weft plan"), kPlanEntryVersion, identity_of_this_build(), compiler);
    parts(plan->name, plan->fast_math, plan->intermediates, plan->images, plan->stages,
          plan->outputs, plan->output_regions, plan->output_names);
    std::set<std::string> said;
    for (const Stage& stage : plan->stages)
        if (said.insert(stage.functor).second)
            parts(std::string(context.library.find_translated(stage.functor)->scalar_text));
    parts(context.planar_inputs, context.planar_outputs, context.target, context.choices,
          context.compiled, disabled);
    return key.key();
}

}  // namespace weft
