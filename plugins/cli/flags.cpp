// The wording of shared flags.
#include "cli/flags.h"

#include <algorithm>
#include <cmath>

#include "cli/parse_values.h"
#include "engine/backend.h"
#include "support/choices.h"

namespace weft {

namespace {

std::optional<int> tenths_of(const std::optional<double>& fraction) {
    if (!fraction) return {};
    return static_cast<int>(std::lround(*fraction * 10));
}

/// What is asked for, or left to the planner.
template <class T>
std::vector<std::string> names_or_auto() {
    std::vector<std::string> names = choice_names<T>();
    names.emplace_back("auto");
    return names;
}

template <class T>
std::string or_auto() {
    return choice_list<T>() + "; auto: the planner chooses";
}

std::vector<std::string> border_names() {
    std::vector<std::string> names = choice_names<BorderScheme>();
    for (std::string& rule : choice_names<BorderRule>()) names.push_back(std::move(rule));
    return names;
}

std::optional<Axis> axis_of(const std::string& name) {
    if (name == "x") return eHorizontal;
    if (name == "y") return eVertical;
    return {};
}

std::string cost_names() {
    std::string names;
    for (const CutCost& cost : kCutCosts)
        names += (names.empty() ? "" : ", ") + std::string(cost.name);
    return names;
}

/// Sets the cost that a text names: NAME=CYCLES. An error says what was expected.
std::string set_cost(CutChoices& cuts, const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto* cost = std::find_if(std::begin(kCutCosts), std::end(kCutCosts),
                                    [&](const CutCost& c) { return name == c.name; });
    double cycles = 0;
    if (cost == std::end(kCutCosts) || equals == std::string::npos ||
        !CLI::detail::lexical_cast(text.substr(equals + 1), cycles) || !std::isfinite(cycles) ||
        cycles < 0)
        return text + " is no NAME=CYCLES: names are " + cost_names() + ", cycles at least 0";
    cuts.*(cost->value) = cycles;
    return {};
}

CutChoices cuts_of(const EngineFlags& flags) {
    CutChoices cuts;
    cuts.rules = find_choice<FusionRules>(flags.legality);
    cuts.most_shared = flags.most_shared;
    for (const std::string& cost : flags.fusion_costs) set_cost(cuts, cost);
    return cuts;
}

}  // namespace

EngineOptions EngineFlags::to_options() const {
    EngineOptions result = options;
    result.math = math == "fast" ? MathMode::kFast : MathMode::kStrict;
    result.gpu.fusion = find_choice<FusionStrategy>(fusion).value_or(FusionStrategy::kAuto);
    result.gpu.cuts = cuts_of(*this);
    result.gpu.tile = {find_choice<TileKind>(tile), tenths_of(fraction), axis_of(split),
                       find_choice<PlanesOfThread>(planes)};
    result.gpu.borders = find_choice<BorderScheme>(borders);
    result.gpu.border_rule = find_choice<BorderRule>(borders).value_or(BorderRule::kTime);
    result.gpu.nesting = find_choice<NestedFusion>(nesting);
    result.compiler.use_cache = !no_cache;
    return result;
}

void add_effect_flags(CLI::App& command, EffectChoice& choice) {
    command
        .add_option("EFFECT", choice.effect,
                    "A built-in effect, a functor, or the path of a .weft document")
        ->required();
    command
        .add_option(
            "-s,--set", choice.settings,
            "Set a parameter: NODE.PARAMETER=VALUE, or CONTROL=VALUE; over time by keyframes, "
            "FRAME:VALUE, as sigma=1:2,100:20; may be repeated")
        ->group("Effect")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command.add_option("--mix", choice.mix, "Fade from the first input, 0, to the effect, 1")
        ->group("Effect")
        ->type_name("AMOUNT")
        ->check(CLI::Range(0.0, 1.0));
    command
        .add_option(
            "--project-format", choice.format,
            "The format that reformat, and generators whose width and height are 0, take: "
            "a name, as \"HD 1080\" or \"UHD 4K\", or a size, as 1920x1080 [the document's]")
        ->group("Effect")
        ->type_name("FORMAT");
    command
        .add_option(
            "--intermediates", choice.intermediates,
            "Instead of what the effect says: bounded (each picture between nodes ends, and "
            "a border follows) or unbounded (only inputs end)")
        ->group("Effect")
        ->type_name("MODE")
        ->check(CLI::IsMember({"bounded", "unbounded"}));
    command
        .add_option("--functors", choice.functors,
                    "Load the functors of a C++ header; may be repeated")
        ->group("Effect")
        ->type_name("FILE.h")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    add_trust_flags(command, choice.trust);
}

void add_trust_flags(CLI::App& command, TrustOptions& trust) {
    const char* group = "Trust";
    command
        .add_flag("--trust", trust.everything,
                  "Let the C++ code that the document brings run, this once; 'weft trust' lets it "
                  "run from now on")
        ->group(group);
    command
        .add_option("--trust-folder", trust.also,
                    "Let it run where this folder holds it, as a farm's job does; may be repeated "
                    "[$WEFT_TRUST_PATH]")
        ->group(group)
        ->type_name("DIR")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

void add_given_flag(CLI::App& command, EffectChoice& choice) {
    command
        .add_option("--given", choice.given,
                    "Take this optional input of the effect as given (mask: any effect); may be "
                    "repeated")
        ->group("Effect")
        ->type_name("INPUT")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

void add_engine_flags(CLI::App& command, EngineFlags& flags) {
    const char* group = "Engine";
    command
        .add_option("--device", flags.options.device, list_of(backends()) + "; 'weft list devices'")
        ->group(group)
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--target", flags.options.target,
                    "Plan for this GPU, or have simt pretend to be it; 'weft list targets'")
        ->group(group)
        ->type_name("NAME");
    command
        .add_option("--fusion", flags.fusion,
                    "How stages become GPU kernels of several: " + choice_list<FusionStrategy>())
        ->group(group)
        ->type_name("HOW")
        ->check(CLI::IsMember(choice_names<FusionStrategy>()))
        ->capture_default_str();
    command
        .add_option("--legality", flags.legality,
                    "What --fusion mincut may make one kernel: " + choice_list<FusionRules>() +
                        " [extended]")
        ->group(group)
        ->type_name("RULES")
        ->check(CLI::IsMember(choice_names<FusionRules>()));
    command
        .add_option("--max-shared-growth", flags.most_shared,
                    "How many times the shared memory of one of its kernels a fused one may take, "
                    "under mincut and basic [2]")
        ->group(group)
        ->type_name("TIMES")
        ->check(CLI::Range(1.0, 1e6));
    command
        .add_option("--fusion-cost", flags.fusion_costs,
                    "A cost of --fusion mincut, in cycles: " + cost_names() +
                        "; else the paper's under --legality paper (400, 4, 4, 32, 0) or the "
                        "device's; may be repeated")
        ->group(group)
        ->type_name("NAME=CYCLES")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false)
        ->check([](const std::string& text) {
            CutChoices unused;
            return set_cost(unused, text);
        });
    command
        .add_option(
            "--nesting", flags.nesting,
            "Whether what a fused GPU kernel reads at its own element stays in the thread: " +
                choice_list<NestedFusion>() + " [auto for greedy, else always]")
        ->group(group)
        ->type_name("HOW")
        ->check(CLI::IsMember(choice_names<NestedFusion>()));
    command.add_option("--tile", flags.tile, "Tiles of fused GPU kernels: " + or_auto<TileKind>())
        ->group(group)
        ->type_name("KIND")
        ->check(CLI::IsMember(names_or_auto<TileKind>()))
        ->capture_default_str();
    command
        .add_option("--fraction", flags.fraction,
                    "Of a hybrid tile, in registers: 0.0 to 1.0 by tenths; otherwise chosen")
        ->group(group)
        ->type_name("PART")
        ->check(CLI::Range(0.0, 1.0));
    command
        .add_option("--split", flags.split,
                    "The axis along which a hybrid tile is split: x, y, or auto")
        ->group(group)
        ->type_name("AXIS")
        ->check(CLI::IsMember({"x", "y", "auto"}))
        ->capture_default_str();
    command
        .add_option("--planes", flags.planes,
                    "Of its element, the planes that a thread of a fused GPU kernel computes: " +
                        or_auto<PlanesOfThread>())
        ->group(group)
        ->type_name("HOW")
        ->check(CLI::IsMember(names_or_auto<PlanesOfThread>()))
        ->capture_default_str();
    command
        .add_option("--borders", flags.borders,
                    "How GPU kernels tell borders apart: " + choice_list<BorderScheme>() +
                        "; or which of these is chosen: " + choice_list<BorderRule>())
        ->group(group)
        ->type_name("HOW")
        ->check(CLI::IsMember(border_names()))
        ->capture_default_str();
    command.add_option("--threads", flags.options.threads, "Most threads to use; 0: one per core")
        ->group(group)
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    command
        .add_option("--math", flags.math,
                    "strict: the same bits on every device; fast: quicker, within a tolerance")
        ->group(group)
        ->type_name("MODE")
        ->check(CLI::IsMember({"strict", "fast"}))
        ->capture_default_str();
    command
        .add_option("--disable", flags.options.disabled_passes,
                    "Leave out a planner's pass ('weft list passes'); may be repeated")
        ->group(group)
        ->type_name("PASS")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    command.add_flag("--no-cache", flags.no_cache, "Plan and compile anew, and keep nothing")
        ->group(group);
    command
        .add_option("--cache-dir", flags.options.compiler.cache_dir,
                    "Folder of compiled kernels and plans [$WEFT_CACHE_DIR, ~/.cache/weft]")
        ->group(group)
        ->type_name("DIR");
    command
        .add_option("--cache-group", flags.options.compiler.cache_group,
                    "Share the cache with the accounts of this group, and trust what they compiled "
                    "[$WEFT_CACHE_GROUP, nobody]")
        ->group(group)
        ->type_name("GROUP");
}

void add_shape_flags(CLI::App& command, ShapeFlags& flags) {
    command.add_option("--size", flags.size, "Size of the pictures to plan for")
        ->type_name("WxH")
        ->capture_default_str();
    command.add_option("--channels", flags.channels, "Channels of the pictures to plan for")
        ->type_name("N")
        ->check(CLI::Range(1, kMaxPlanes))
        ->capture_default_str();
}

Result<std::vector<ImageShape>> input_shapes(const Session& session, const ShapeFlags& flags) {
    const Result<Rect> size = parse_size(flags.size);
    if (!size) return size.error();
    return usual_input_shapes(session.graph, session.library, *size, flags.channels);
}

}  // namespace weft
