#include "app/known_effects.h"

#include <QFile>
#include <algorithm>

#include "batch/effect_folders.h"
#include "effects/builtin.h"
#include "effects/with_mix.h"
#include "graph/document.h"
#include "graph/document_outline.h"
#include "manual/effect_catalogue.h"

namespace weft::editor {
namespace {

/// The category of what moves a picture or makes it larger.
constexpr const char* kTransform = "Transform";

KnownEffect effect_at(const SavedEffect& saved) {
    QFile file(QString::fromStdString(saved.path));
    const std::string text =
        file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    const Result<DocumentOutline> outline = outline_of_document(text);
    KnownEffect effect{saved.name, outline ? outline->summary : std::string(), saved.version,
                       saved.path, [text] { return text; }};
    effect.entry = {EntryKind::kEffect, saved.name,     effect_title(saved.name),
                    "Saved effects",    effect.summary, {saved.name}};
    return effect;
}

Effects effects_of_weft(const Library& library) {
    Effects effects;
    for (const Effect& effect : builtin_effects()) {
        CatalogueEntry entry = effect_entry(effect.name, effect.summary);
        // A mix would keep the original's frame.
        const bool resizes = entry.category == kTransform;
        KnownEffect& known = effects.emplace_back(KnownEffect{
            effect.name, effect.summary, 0, {}, [build = effect.build, resizes, library] {
                const Graph graph = build();
                const Result<Graph> mixed = resizes ? graph : with_mix(graph, library);
                return to_document(mixed ? *mixed : graph, library);
            }});
        known.entry = {EntryKind::kEffect,
                       known.name,
                       entry.title,
                       entry.category,
                       entry.help,
                       std::move(entry.words),
                       entry.category == kBuildingBlocks};
    }
    return effects;
}

}  // namespace

Effects known_effects(const Library& library) {
    static const Effects kWeft = effects_of_weft(library);  // the same whatever documents bring
    Effects effects = kWeft;
    for (const SavedEffect& saved : saved_effects(effect_folders()))
        if (!known_effect(effects, saved.name)) effects.push_back(effect_at(saved));
    std::sort(effects.begin(), effects.end(),
              [](const KnownEffect& a, const KnownEffect& b) { return a.name < b.name; });
    return effects;
}

}  // namespace weft::editor
