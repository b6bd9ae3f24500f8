#include "commands/functor_edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "commands/kept_values.h"
#include "graph/descriptor.h"
#include "graph/tangents.h"
#include "model/marks.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft::editor {
namespace {

std::string with_line_end(std::string text) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text;
}

template <class Item>
int position(const std::vector<Item>& items, const std::string& name) {
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].name == name) return static_cast<int>(i);
    return -1;
}

/// What a node was and is: positions of what it has now among what it had, -1 for what is new.
struct Fit {
    std::string functor;  // its name now
    FunctorDescriptor before, after;

    /// By name; a single one that has another name now is the same.
    static int was(const std::vector<IndexerDescriptor>& before,
                   const std::vector<IndexerDescriptor>& after, std::size_t now) {
        const int same = position(before, after[now].name);
        if (same >= 0 || before.size() != after.size()) return same;
        return position(after, before[now].name) < 0 ? static_cast<int>(now) : -1;
    }
};

Node fitted(const Node& node, const Fit& fit, const FunctorType& type) {
    const std::unique_ptr<FunctorBase> defaults(type.create());
    Node now = node;
    now.functor = fit.functor;
    now.parameters.clear();
    for (const ParameterRef& p : parameters_of(*defaults)) {
        const int was = fit.before.find_parameter(p.name);
        ParameterValue value = get_value(p);
        if (was >= 0)
            if (const ParameterValue& old = node.parameters[static_cast<std::size_t>(was)];
                old.index() == value.index() && check_value(p, old))
                value = old;
        now.parameters.push_back(std::move(value));
    }
    std::erase_if(now.curves, [&](const Curve& curve) {
        const int at = fit.after.find_parameter(curve.parameter);
        if (at < 0) return true;
        const ParameterRef& p = fit.after.parameters[static_cast<std::size_t>(at)].ref;
        return std::any_of(curve.keys.begin(), curve.keys.end(),
                           [&](const Keyframe& key) { return !check_value(p, key.value); });
    });
    for (Curve& curve : now.curves) {
        const int at = fit.after.find_parameter(curve.parameter);
        drop_idle_tangents(fit.after.parameters[static_cast<std::size_t>(at)].ref, curve.keys);
    }
    now.inputs.clear();
    now.borders.clear();
    for (std::size_t i = 0; i < fit.after.inputs.size(); ++i) {
        const int was = Fit::was(fit.before.inputs, fit.after.inputs, i);
        now.inputs.push_back(was < 0 ? kUnconnected : node.inputs[static_cast<std::size_t>(was)]);
        now.borders.push_back(was < 0 ? Border{} : node.borders[static_cast<std::size_t>(was)]);
    }
    if (fit.before.dependence != fit.after.dependence)
        now.restart_period = default_restart_period(*defaults);
    return now;
}

/// What an output that nodes read is now; -1: gone.
int output_now(const Fit& fit, int was) {
    for (std::size_t i = 0; i < fit.after.outputs.size(); ++i)
        if (Fit::was(fit.before.outputs, fit.after.outputs, i) == was) return static_cast<int>(i);
    return -1;
}

/// What an input is now; none: gone.
std::optional<int> input_now(const Fit& fit, int was) {
    for (std::size_t i = 0; i < fit.after.inputs.size(); ++i)
        if (Fit::was(fit.before.inputs, fit.after.inputs, i) == was) return static_cast<int>(i);
    return std::nullopt;
}

using Refits = std::map<NodeId, Fit>;

ImageId image_now(ImageId image, const Refits& refits) {
    const auto fit = refits.find(image.node);
    if (image == kUnconnected || fit == refits.end()) return image;
    const int output = output_now(fit->second, image.output);
    return output < 0 ? kUnconnected : ImageId{image.node, output};
}

/// Controls and optional inputs say nothing of what is not there any more.
void forget_gone(Graph& graph, const Refits& refits) {
    const auto no_parameter = [&](const std::pair<NodeId, std::string>& place) {
        const auto fit = refits.find(place.first);
        return fit != refits.end() && fit->second.after.find_parameter(place.second) < 0;
    };
    const auto no_input = [&](const std::pair<NodeId, std::string>& place) {
        const auto fit = refits.find(place.first);
        return fit != refits.end() && fit->second.after.find_input(place.second) < 0;
    };
    for (Control& control : graph.controls) std::erase_if(control.targets, no_parameter);
    std::erase_if(graph.controls, [](const Control& c) { return c.targets.empty(); });
    for (OptionalInput& input : graph.optional_inputs) {
        std::erase_if(input.readers, no_input);
        std::erase_if(input.told, no_parameter);
    }
    std::erase_if(graph.optional_inputs, [](const OptionalInput& i) { return i.readers.empty(); });
}

/// The functor's name now: the same, or that of the only new one where it is the only one gone.
std::string name_now(const std::vector<std::string>& before, const std::vector<std::string>& after,
                     const std::string& name) {
    const auto has = [](const auto& list, const std::string& n) {
        return std::find(list.begin(), list.end(), n) != list.end();
    };
    if (has(after, name)) return name;
    std::vector<std::string> gone, fresh;
    for (const std::string& n : before)
        if (!has(after, n)) gone.push_back(n);
    for (const std::string& n : after)
        if (!has(before, n)) fresh.push_back(n);
    return gone.size() == 1 && fresh.size() == 1 ? fresh.front() : std::string();
}

/// One that computes: what stands in for it does not count.
bool has_functor(const Library& library, const std::string& name) {
    const FunctorType* type = library.find(name);
    return type && !is_stand_in(*type);
}

}  // namespace

std::string header_of(const Document& document, const Library& library,
                      const std::string& functor) {
    const TranslatedFunctor* translated = library.find_translated(functor);
    const std::string header = translated ? translated->header : "";
    return document.draft.functors.contains(header) ? header : std::string();
}

std::vector<std::string> functors_of(const Library& library, const std::string& file) {
    std::vector<std::string> names;
    for (const std::string& name : library.names())
        if (const TranslatedFunctor* f = library.find_translated(name); f && f->header == file)
            names.push_back(name);
    return names;
}

Selection nodes_of(const Document& document, const Library& library, const std::string& file) {
    Selection nodes;
    for (const Node& node : document.draft.graph.nodes)
        if (header_of(document, library, node.functor) == file) nodes.insert(item(node.id));
    return nodes;
}

Selection waiting_for(const Document& document, const Library& library,
                      const std::string& functor) {
    Selection nodes;
    for (const Node& node : document.draft.graph.nodes)
        if (node.functor == functor && is_stand_in(node, library)) nodes.insert(item(node.id));
    return nodes;
}

Document write_functor(const Document& document, const std::string& file, std::string text) {
    Document after = document;
    text = with_line_end(std::move(text));
    if (after.draft.functors.at(file) == text)
        after.unfinished.erase(file);
    else
        after.unfinished[file] = std::move(text);
    return after;
}

Result<Document> run_functor(const Document& document, const Library& before, const Library& after,
                             const std::string& file, const std::string& text) {
    Document edited = document;
    edited.draft.functors[file] = text;
    edited.unfinished.erase(file);
    const std::vector<std::string> had = functors_of(before, file), has = functors_of(after, file);
    Graph& graph = edited.draft.graph;
    Refits refits;
    for (const Node& node : graph.nodes) {
        const bool waited = is_stand_in(node, before) && has_functor(after, node.functor);
        if (!waited && header_of(document, before, node.functor) != file) continue;
        const std::string now = waited ? node.functor : name_now(had, has, node.functor);
        if (now.empty())
            return usage_error(
                fmt::format("{} is not in {} any more, but the node \"{}\" needs it: "
                            "delete the node, or keep the functor",
                            node.functor, file, node.name));
        refits[node.id] = {now, weft::describe(*before.find(node.functor)),
                           weft::describe(*after.find(now))};
    }
    for (Node& node : graph.nodes) {
        if (const auto fit = refits.find(node.id); fit != refits.end()) {
            node = fitted(node, fit->second, *after.find(fit->second.functor));
            if (const auto kept = edited.draft.kept.nodes.find(node.id);
                kept != edited.draft.kept.nodes.end())
                take_kept_values(node, kept->second, fit->second.before, fit->second.after);
        }
        for (ImageId& image : node.inputs) image = image_now(image, refits);
    }
    for (GraphOutput& output : graph.outputs) output.image = image_now(output.image, refits);
    for (auto& [id, input] : edited.draft.disabled)
        if (const auto fit = refits.find(id); fit != refits.end())
            input = input_now(fit->second, input).value_or(main_input(*graph.find(id), after));
    forget_gone(graph, refits);
    for (const auto& [node, fit] : refits)
        take_kept_settings(edited.draft, node, fit.before, fit.after);
    drop_loose_marks(edited);
    if (Status s = arrange(graph); !s) return s.error();
    if (Status s = validate(edited.draft, after); !s) return s.error();
    return edited;
}

Result<Edited> add_functor(const Document& document, const Library& after, const std::string& name,
                           Place place, const std::vector<ItemId>& behind) {
    Document with = document;
    with.draft.functors[header_for(name)] = functor_template(name);
    return add_node(with, after, name, place, behind);
}

Result<Document> remove_functor(const Document& document, const Library& library,
                                const std::string& file) {
    if (const Selection nodes = nodes_of(document, library, file); !nodes.empty())
        return usage_error(fmt::format("the node \"{}\" is of {}: delete it first",
                                       name_of(document, *nodes.begin()), file));
    Document after = document;
    after.draft.functors.erase(file);
    after.unfinished.erase(file);
    return after;
}

Status check_functor_name(const Document& document, const Library& library,
                          const std::string& name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const bool plain =
        !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
            return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
        });
    if (!plain)
        return usage_error(
            fmt::format("\"{:.80}\" is no name for a functor: it is that of a C++ class, "
                        "letters and digits, as \"SoftGlow\"",
                        name));
    if (has_functor(library, name) || document.draft.functors.contains(header_for(name)))
        return usage_error(
            fmt::format("a functor named {} is there already: choose another name", name));
    return {};
}

std::string header_for(const std::string& name) { return lower_case(name) + ".h"; }

std::string functor_template(const std::string& name) {
    return fmt::format(
        R"(#pragma once

#include "core/functor.h"

/// Scales each value. (The first sentence of this comment is the functor's help.)
class {0} : public weft::Functor<{0}, weft::eParallel> {{
    weft::Indexer<weft::eInput, weft::eComponent> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    float Amount = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 4.0)
                           .Label("Amount")
                           .Help("What each value is multiplied by."))

  public:
    void Kernel() {{
        Output() = Input() * Amount;
    }}
}};
)",
        name);
}

}  // namespace weft::editor
