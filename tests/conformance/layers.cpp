// The table of layers, and the answers it gives.
#include "layers.h"

#include <algorithm>

namespace weft::conformance {
namespace {

bool begins_with(const std::string& text, const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

bool is_in(const std::string& file, const std::string& folder_or_file) {
    return file == folder_or_file || begins_with(file, folder_or_file + "/");
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text.empty() ? "nothing" : text;
}

}  // namespace

const std::vector<Layer>& layers() {
    static const std::string core = "framework/core", support = "framework/support",
                             graph = "framework/graph", plan = "framework/plan",
                             facts = "framework/plan/facts.h", runtime = "framework/runtime",
                             simt = "framework/runtime/simt", passes = "translator/passes",
                             cpu_passes = "translator/passes/cpu",
                             gpu_passes = "translator/passes/gpu",
                             planner = "translator/passes/pipeline", models = "translator/models",
                             emit = "translator/emit", compile = "translator/compile",
                             engine = "translator/engine", frontend = "translator/frontend";
    static const std::vector<std::string> clang = {"clang/", "llvm/", "llvm-c/", "lld/"};
    static const std::vector<Layer> table = {
        {.folder = core, .may_include = {}, .may_use = {}, .standard_library = false},
        {.folder = support, .may_include = {}, .may_use = {}},
        {.folder = graph, .may_include = {core, support}, .may_use = {}},
        {.folder = plan, .may_include = {core, support, graph}, .may_use = {}},
        {.folder = runtime,
         .may_include = {core, support, graph, plan},
         .may_use = {"oneapi/", "tbb/"}},
        {.folder = simt,
         .may_include = {core, support, graph, plan, runtime},
         .may_use = {"boost/context/"}},

        {.folder = "functors", .may_include = {core}, .may_use = {}, .standard_library = false},
        {.folder = "functors/effects",
         .may_include = {core, support, graph, "functors"},
         .may_use = {}},

        {.folder = frontend, .may_include = {core, support, facts}, .may_use = clang},
        {.folder = "translator/frontend/weft_translate.cpp",  // the command around the library
         .may_include = {core, support, frontend, facts},
         .may_use = {"CLI/"}},
        {.folder = models,
         .may_include = {core, support, graph, plan},
         .may_use = {"boost/graph/"}},
        // What passes for CPUs and for GPUs share; they do not know of one another.
        {.folder = passes, .may_include = {core, support, graph, plan, models}, .may_use = {}},
        {.folder = cpu_passes,
         .may_include = {core, support, graph, plan, models, passes},
         .may_use = {}},
        {.folder = gpu_passes,
         .may_include = {core, support, graph, plan, models, passes},
         .may_use = {}},
        {.folder = planner + ".h", .may_include = {support, cpu_passes, gpu_passes}, .may_use = {}},
        {.folder = planner + ".cpp",
         .may_include = {support, planner + ".h", gpu_passes},
         .may_use = {}},
        {.folder = emit, .may_include = {core, support, graph, plan}, .may_use = {}},
        {.folder = compile,
         .may_include = {core, support, emit, "framework/runtime/executor.h",
                         "framework/runtime/picture.h"},
         .may_use = {}},
        {.folder = "translator/compile/worker",
         .may_include = {core, support, graph, compile, frontend, facts, runtime},
         .may_use = clang},
        {.folder = engine,
         .may_include = {core, support, graph, plan, runtime, simt, passes, cpu_passes, gpu_passes,
                         planner + ".h", models, emit, compile},
         .may_use = {"oneapi/", "tbb/"}},

        {.folder = "plugins/pictures",
         .may_include = {core, support, graph, plan, runtime},
         .may_use = {"OpenImageIO/", "OpenColorIO/"}},
        // Knows no front end.
        {.folder = "plugins/batch",
         .may_include = {core, support, graph, plan, runtime, compile, engine, "plugins/pictures"},
         .may_use = {}},
        // Nor does this.
        {.folder = "plugins/farm",
         .may_include = {core, support, graph, plan, runtime, compile, engine, "plugins/pictures",
                         "plugins/batch"},
         .may_use = {}},
        // Inside the process of an application, which has its own files and commands. Of batch it
        // uses pictures that are mostly not there.
        {.folder = "plugins/openfx",
         .may_include = {core, support, graph, plan, runtime, compile, engine, "functors",
                         "functors/effects", "plugins/batch"},
         .may_use = {}},
        // What there is, in words; for the command and the editor alike.
        {.folder = "plugins/manual",
         .may_include = {core, support, graph, plan, runtime, engine, "functors",
                         "functors/effects", "plugins/pictures"},
         .may_use = {}},
        // Knows no widget, and no Qt at all.
        {.folder = "editor/model", .may_include = {core, support, graph}, .may_use = {}},
        {.folder = "editor/commands",
         .may_include = {core, support, graph, "editor/model"},
         .may_use = {}},
        {.folder = "editor/view",
         .may_include = {core, support, graph, "editor/model", "editor/commands"},
         .may_use = {"Q"}},
        // How an effect is computed is known behind one interface, viewer/evaluator.h.
        {.folder = "editor/viewer",
         .may_include = {core, support, graph, "framework/runtime/picture.h",
                         "plugins/batch/sequence_path.h", "editor/model", "editor/commands",
                         "editor/view"},
         .may_use = {"Q"}},
        // How it is planned, behind another, fusion/planner.h.
        {.folder = "editor/fusion",
         .may_include = {core, support, graph, "editor/model", "editor/commands", "editor/view"},
         .may_use = {"Q"}},
        {.folder = "editor/curves",
         .may_include = {core, support, graph, "editor/model", "editor/commands", "editor/view"},
         .may_use = {"Q"}},
        // How functors are compiled, behind a third, code/functor_compiler.h.
        {.folder = "editor/code",
         .may_include = {core, support, graph, "editor/model", "editor/commands", "editor/view"},
         .may_use = {"Q"}},
        {.folder = "editor/app",
         .may_include = {"framework", "functors", "functors/effects", "translator",
                         "plugins/pictures", "plugins/batch", "plugins/manual", "editor/model",
                         "editor/commands", "editor/view", "editor/code", "editor/curves",
                         "editor/fusion", "editor/viewer"},
         .may_use = {"Q"}},
        {.folder = "plugins",
         .may_include = {"framework", "functors", "functors/effects", "translator",
                         "plugins/pictures", "plugins/batch", "plugins/farm", "plugins/openfx",
                         "plugins/manual"},
         .may_use = {"CLI/", "oneapi/", "tbb/"}},
    };
    return table;
}

const std::vector<std::string>& reserved_prefixes() {
    static const std::vector<std::string> reserved = {
        "clang/",  "clang-c/", "llvm/", "llvm-c/", "lld/", "OpenImageIO/", "OpenColorIO/", "CLI/",
        "oneapi/", "tbb/",     "Qt",    "Q",       "cuda", "nvrtc",        "boost/"};
    return reserved;
}

const Layer* layer_of(const std::vector<Layer>& layers, const std::string& file) {
    const Layer* best = nullptr;
    for (const Layer& layer : layers)
        if (is_in(file, layer.folder) && (!best || layer.folder.size() > best->folder.size()))
            best = &layer;
    return best;
}

std::optional<std::string> forbidden_include(const std::vector<Layer>& layers,
                                             const std::string& file, const std::string& included) {
    const Layer* from = layer_of(layers, file);
    const Layer* to = layer_of(layers, included);
    if (!from) return file + " belongs to no layer of the table in tests/conformance/layers.cpp";
    if (!to) return included + " belongs to no layer, so nothing may include it";
    if (from == to) return std::nullopt;
    const auto allows = [&](const std::string& target) {
        return target == included || is_in(to->folder, target);
    };
    // A folder named in the table does not open the layers that are split off below it, unless it
    // is a whole tree ("translator") and no layer itself.
    const bool allowed = std::any_of(
        from->may_include.begin(), from->may_include.end(), [&](const std::string& target) {
            const bool is_layer = std::any_of(layers.begin(), layers.end(),
                                              [&](const Layer& l) { return l.folder == target; });
            return is_layer && target != included ? to->folder == target : allows(target);
        });
    if (allowed) return std::nullopt;
    return from->folder + " may not include " + to->folder + ": it may include " +
           joined(from->may_include);
}

std::optional<std::string> forbidden_external(const std::vector<Layer>& layers,
                                              const std::string& file, const std::string& header) {
    const Layer* from = layer_of(layers, file);
    if (!from) return file + " belongs to no layer of the table in tests/conformance/layers.cpp";
    // The kernel compiler has no C++ library: what it reads must not need one.
    const bool is_header = file.size() > 2 && file.compare(file.size() - 2, 2, ".h") == 0;
    if (!from->standard_library && is_header)
        return from->folder +
               " is read where there is no C++ library: its headers include core/ alone";
    const auto begins = [&](const std::string& prefix) { return begins_with(header, prefix); };
    const auto& reserved = reserved_prefixes();
    if (std::none_of(reserved.begin(), reserved.end(), begins)) return std::nullopt;
    if (std::any_of(from->may_use.begin(), from->may_use.end(), begins)) return std::nullopt;
    return from->folder + " may not use <" + header + ">: of the reserved libraries it may use " +
           joined(from->may_use);
}

}  // namespace weft::conformance
