#include "model/effects.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/draft.h"
#include "support/refusal.h"

namespace weft::editor {

const KnownEffect* known_effect(const Effects& effects, const std::string& name) {
    const auto at = std::find_if(effects.begin(), effects.end(),
                                 [&](const KnownEffect& effect) { return effect.name == name; });
    return at == effects.end() ? nullptr : &*at;
}

std::set<std::string> other_effects(const Effects& before, const Effects& after) {
    std::set<std::string> others;
    for (const KnownEffect& now : after) {
        const KnownEffect* was = known_effect(before, now.name);
        const bool same =
            was && was->file == now.file && (now.file.empty() || was->text() == now.text());
        if (!same) others.insert(now.name);
    }
    return others;
}

std::string differs_here(const Document& document, const EffectContents& effect) {
    const Intermediates here = document.draft.graph.intermediates;
    if (effect.document.draft.graph.intermediates == here) return {};
    const std::string& name = effect.origin.effect;
    return here == Intermediates::kBounded
               ? fmt::format(
                     "{} by itself computes on beyond the edges of the picture between its "
                     "nodes; in this document pictures end there, so that near the edges "
                     "it may look otherwise.",
                     name)
               : fmt::format(
                     "Pictures between the nodes of {} end at the edges by itself; in this "
                     "document they go on, so that near the edges it may look otherwise.",
                     name);
}

void add_entries(std::vector<SearchEntry>& entries, const Effects& effects) {
    for (const KnownEffect& effect : effects) {
        const auto like = [&](const SearchEntry& entry) {
            return entry.category == effect.entry.category;
        };
        const auto last = std::find_if(entries.rbegin(), entries.rend(), like).base();
        const auto rare = std::find_if(entries.begin(), entries.end(),
                                       [](const SearchEntry& entry) { return entry.rare; });
        entries.insert(last == entries.begin() ? rare : last, effect.entry);
    }
}

Result<EffectContents> read_effect(const KnownEffect& effect, const Library& library) {
    const auto refused = [&](const std::string& why) {
        return document_error(
            fmt::format("the effect {}{}: {}", effect.name,
                        effect.file.empty() ? "" : fmt::format(" ({})", effect.file), why));
    };
    Result<Document> document = document_from_text(effect.text(), library);
    if (!document) return refused(document.error().message);
    const Result<Graph> graph = finish(document->draft, library);
    if (!graph) return refused(graph.error().message);
    for (const GraphOutput& output : document->draft.graph.outputs)
        if (output.image.is_graph_input())
            return refused(
                fmt::format("its output \"{}\" is one of its inputs as it is: put a node "
                            "between them",
                            output.name));
    return EffectContents{*std::move(document), {effect.name, effect.version, hash(*graph), {}}};
}

}  // namespace weft::editor
