#include "app/node_catalogue.h"

#include <algorithm>
#include <iterator>

#include "manual/functor_catalogue.h"

namespace weft::editor {

std::vector<SearchEntry> node_catalogue(const Library& library) {
    std::vector<SearchEntry> entries;
    entries.push_back({EntryKind::kCommand,
                       "graph.read",
                       "Read",
                       categories().front(),
                       "A picture or a sequence from a file, as an input of the effect.",
                       {"file", "input", "picture", "image", "plate", "footage", "sequence", "load",
                        "open", "in"}});
    entries.push_back({EntryKind::kCommand,
                       "graph.write",
                       "Write",
                       categories().front(),
                       "Renders the picture of the selected node to a file, as an output.",
                       {"file", "output", "picture", "image", "render", "save", "export", "out"}});
    for (CatalogueEntry& entry : catalogue(library)) {
        const bool rare = entry.category == kBuildingBlocks;
        entries.push_back({EntryKind::kFunctor, entry.functor, entry.title, entry.category,
                           entry.help, std::move(entry.words), rare});
    }
    // Before building blocks, which are last.
    const auto rare = std::find_if(entries.begin(), entries.end(),
                                   [](const SearchEntry& entry) { return entry.rare; });
    const SearchEntry layout[] = {{EntryKind::kCommand,
                                   "graph.backdrop",
                                   "Backdrop",
                                   "Layout",
                                   "A titled area behind nodes, which moves with them.",
                                   {"sticky note", "note", "comment", "frame", "box"}},
                                  {EntryKind::kCommand,
                                   "graph.group",
                                   "Group",
                                   "Layout",
                                   "Makes one box of what is selected, which opens.",
                                   {"gizmo", "precomp", "collapse"}}};
    entries.insert(rare, std::begin(layout), std::end(layout));
    return entries;
}

}  // namespace weft::editor
