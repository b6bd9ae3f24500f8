#include "commands/effect_edits.h"

#include "commands/effect_filling.h"
#include "model/groups.h"
#include "model/marks.h"
#include "support/refusal.h"

namespace weft::editor {

Result<Edited> add_effect(const Document& document, const Library& library,
                          const EffectContents& effect, Place place,
                          const std::vector<ItemId>& after, int group) {
    Document with_box = document;
    const ItemId box{ItemKind::kGroup, free_group(document)};
    with_box.groups[box.value] = {free_group_name(document, effect.origin.effect), {}, {}};
    with_box.places[box] = place;
    if (group != kTop) with_box.members[box] = group;
    Result<Document> full = filled(with_box, library, box.value, effect);
    if (!full) return full.error();
    Edited edited{*std::move(full), {box}};
    if (!edited.document.groups.at(box.value).entries.empty())
        place = put_behind(document, edited.document, library, after, box, group).value_or(place);
    edited.document.places.erase(box);
    edited.document.places[box] = free_place(edited.document, place, group);
    if (Status s = arrange(edited.document.draft.graph); !s) return s.error();
    drop_loose_marks(edited.document);
    if (Status s = validate(edited.document.draft, library); !s) return s.error();
    return edited;
}

Result<Document> detach_effects(const Document& document, const Selection& items) {
    Document after = document;
    for (const ItemId box : items)
        if (box.kind == ItemKind::kGroup && exists(document, box))
            after.groups.at(box.value).origin.reset();
    if (after == document)
        return usage_error("select a node that is an effect to detach it from that effect");
    return after;
}

}  // namespace weft::editor
