#include "openfx/plain_words.h"

#include <algorithm>
#include <utility>

#include "graph/descriptor.h"

namespace weft::openfx {
namespace {

/// Wherever `from` begins a word.
void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
        const bool begins = at == 0 || text[at - 1] == ' ';
        if (begins) text.replace(at, from.size(), to);
        at += begins ? to.size() : 1;
    }
}

/// What the user knows the parameter of a node by: the label of what sets it, else its own.
std::string label_of(const Node& node, const ParameterDescriptor& parameter,
                     const PluginDescription& plugin) {
    for (const Control& control : plugin.graph.controls)
        if (std::find(control.targets.begin(), control.targets.end(),
                      std::pair(node.id, parameter.name)) != control.targets.end())
            return control.label;
    return parameter.ref.label;
}

std::string quoted(const std::string& name) { return '"' + name + '"'; }

}  // namespace

std::string in_plain_words(std::string message, const PluginDescription& plugin,
                           const Library& library, const std::string& context) {
    for (std::size_t i = 0; i < plugin.clips.size(); ++i)
        replace_all(message, "input " + quoted(plugin.clips[i].input) + " has ",
                    "the clip " + plugin.clip_name(i, context) + " has ");
    for (const Node& node : plugin.graph.nodes) {
        const FunctorType* type = library.find(node.functor);
        if (type == nullptr) continue;
        const std::string named = "node " + quoted(node.name);
        for (const ParameterDescriptor& p : describe(*type).parameters) {
            const std::string label = label_of(node, p, plugin);
            replace_all(message, named + ": parameter " + quoted(p.name) + " ", label + " ");
            replace_all(message, node.name + "." + p.name + " ", label + " ");
        }
        replace_all(message, named + ": ", "");
        replace_all(message, named + " (" + node.functor + ")", node.functor);
        replace_all(message, named, node.functor);
    }
    return message;
}

}  // namespace weft::openfx
