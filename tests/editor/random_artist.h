// Someone who edits documents at random.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>

#include "commands/effect_edits.h"
#include "commands/group_edits.h"
#include "commands/history.h"
#include "commands/interface_edits.h"
#include "commands/mark_edits.h"
#include "commands/tangent_edits.h"
#include "commands/time_edits.h"
#include "documents.h"
#include "effects/with_mix.h"
#include "model/groups.h"
#include "model/ports.h"

namespace weft::editor {

/// The seed of $WEFT_TEST_SEED, or a new one.
inline unsigned random_seed() {
    const char* given = std::getenv("WEFT_TEST_SEED");
    return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
}

/// Edits of every kind, most of which can be made.
class RandomArtist {
  public:
    explicit RandomArtist(unsigned seed) : random_(seed) {}

    /// The functors of the documents that are edited from now on; until then those built in.
    void use(std::shared_ptr<const Library> library) { library_ = std::move(library); }

    void edit(History& history) {
        const Document& d = history.document();
        const Place place{number(-2000, 2000), number(-2000, 2000)};
        switch (number(0, 16)) {
            case 0:
            case 1:
                push(history, "Add", add_node(d, library(), functor(), place, in_some_order(d)));
                break;
            case 2: push(history, "Delete", remove(d, library(), selection(d))); break;
            case 3: connect_some(history); break;
            case 4: history.push("Disconnect", disconnect(d, any(d), 0)); break;
            case 5: insert_some(history); break;
            case 6: push(history, "Extract", extract(d, library(), selection(d))); break;
            case 7: history.push("Move", move(d, selection(d), place), "move"); break;
            case 8: push(history, "Rename", rename(d, library(), any(d), name())); break;
            case 9: set_some(history); break;
            case 10: push(history, "Disable", toggle_disabled(d, library(), selection(d))); break;
            case 11: edit_interface(history); break;
            case 12: edit_marks(history); break;
            case 13: edit_time(history); break;
            case 15:
                if (d.draft.graph.nodes.size() > 50) break;
                if (number(0, 1))
                    push(history, "Clone", clone(d, library(), selection(d)));
                else
                    push(history, "Declone", declone(d, selection(d)));
                break;
            case 14: edit_groups(history); break;
            default:
                if (const std::string text = copy(d, library(), selection(d));
                    !text.empty() && d.draft.graph.nodes.size() < 60)
                    push(history, "Paste", paste(d, library(), text, &place));
        }
    }

    int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  private:
    static constexpr const char* kFunctors[] = {"Exposure", "Merge",  "BoxBlur", "DWT1D", "Sum",
                                                "Noise",    "KeyMix", "Defocus", "Invert"};
    std::string functor() { return kFunctors[number(0, 8)]; }
    std::string name() { return "n" + std::to_string(number(0, 40)); }

    ItemId any(const Document& document) {
        const std::vector<ItemId> all = items(document);
        return all[static_cast<std::size_t>(number(0, static_cast<int>(all.size()) - 1))];
    }
    Selection selection(const Document& document) {
        Selection some;
        for (int i = number(1, 3); i > 0; --i) some.insert(any(document));
        return some;
    }

    /// A selection as it may have come about, of what is seen on one canvas.
    std::vector<ItemId> in_some_order(const Document& document, Selection some = {}) {
        if (some.empty()) some = selection(document);
        std::vector<ItemId> order(some.begin(), some.end());
        std::erase_if(order, [&](ItemId id) {
            return group_of(document, id) != group_of(document, order.front());
        });
        std::shuffle(order.begin(), order.end(), random_);
        return order;
    }

    static void push(History& history, const char* name, const Result<Document>& document) {
        if (document) history.push(name, *document);
    }
    static void push(History& history, const char* name, const Result<Edited>& edited) {
        if (edited) history.push(name, edited->document);
    }

    void connect_some(History& history) {
        const Document& d = history.document();
        const Wire wire{shown_by(d, any(d)), any(d), number(0, 2)};
        if (wire.from != kUnconnected && check_wire(d, library(), {}, wire))
            push(history, "Connect", connect(d, wire));
    }
    void insert_some(History& history) {
        const Document& d = history.document();
        const std::vector<Wire> all = wires(d);
        if (all.empty()) return;
        const Wire& wire =
            all[static_cast<std::size_t>(number(0, static_cast<int>(all.size()) - 1))];
        push(history, "Insert", insert(d, library(), any(d), wire));
    }
    void edit_marks(History& history) {
        const Document& d = history.document();
        const Place place{number(-400, 400), number(-400, 400)};
        const ItemId dot{ItemKind::kDot, number(0, 5)}, area{ItemKind::kBackdrop, number(0, 5)};
        const std::vector<Wire> all = wires(d);
        switch (number(0, 6)) {
            case 0: history.push("Backdrop", add_backdrop(d, selection(d), place).document); break;
            case 1:
                if (!all.empty()) {
                    const Wire& wire =
                        all[static_cast<std::size_t>(number(0, static_cast<int>(all.size()) - 1))];
                    // Where the canvas shows the wire: with both ends, as far as this artist sees.
                    const int group = group_of(d, wire.to);
                    const Result<Edited> edited = add_dot(d, wire, place);
                    if (edited && group == group_of(d, source(wire.from)))
                        history.push("Dot", in_group(*edited, group).document);
                }
                break;
            case 2: push(history, "Note", set_note(d, any(d), number(0, 1) ? "why" : "")); break;
            case 3: push(history, "Size", resize_backdrop(d, area.value, place, 90, 300)); break;
            case 4: push(history, "Colour", colour_backdrop(d, area.value, number(0, 6))); break;
            case 5: push(history, "Delete", remove(d, library(), {dot, area})); break;
            default: history.push("Move", move(d, {dot, area}, place));
        }
    }
    void edit_interface(History& history) {
        const Document& d = history.document();
        const ItemId one = any(d);
        const NodeId node{one.value};
        const std::vector<Control>& controls = d.draft.graph.controls;
        const std::string control =
            controls.empty()
                ? "none"
                : controls[static_cast<std::size_t>(number(0, 99)) % controls.size()].name;
        switch (number(0, 8)) {
            case 8:
                push(history, "Link",
                     link(d, library(), {node, "radius"}, {NodeId{any(d).value}, "radius"}));
                break;
            case 0: history.push("Input", add_input(d, {number(0, 400), 0}).document); break;
            case 1: history.push("Output", add_output(d, {}, shown_by(d, one)).document); break;
            case 2: push(history, "Remove", remove_ends(d, {any(d), any(d)})); break;
            case 3:
                if (one.kind != ItemKind::kNode)
                    history.push("Reorder", move_end(d, one, number(-2, 2)).document);
                break;
            case 4: push(history, "Expose", expose(d, library(), node, "radius")); break;
            case 5: push(history, "Attach", attach(d, library(), control, node, "radius")); break;
            case 6: history.push("Detach", detach(d, node, "radius")); break;
            default: history.push("Reorder", move_control(d, control, number(-1, 1)));
        }
    }
    void edit_groups(History& history) {
        const Document& d = history.document();
        const int one =
            d.groups.empty()
                ? 0
                : std::next(d.groups.begin(), number(0, 99) % static_cast<int>(d.groups.size()))
                      ->first;
        const ItemId box{ItemKind::kGroup, one};
        Selection some = selection(d);
        if (number(0, 1)) some.insert(box);
        switch (number(0, 12)) {
            case 0:
            case 1: push(history, "Group", group(d, some)); break;
            case 2: push(history, "Ungroup", ungroup(d, {box})); break;
            case 3: push(history, "Disable", toggle_disabled(d, library(), {box})); break;
            case 4:
                push(history, "Panel",
                     show_in_panel(d, one, control_of({NodeId{any(d).value}, "radius"})));
                break;
            case 5:
                if (const ImageId from = shown_by(d, any(d));
                    from != kUnconnected && check_wire(d, library(), {}, {from, box, 0}))
                    push(history, "Connect", connect(d, {from, box, 0}));
                break;
            case 6:
                if (const Result<Edited> edited =
                        add_node(d, library(), functor(), {}, {box}, group_of(d, box)))
                    push(history, "Add", Result<Edited>(*edited));
                break;
            case 7:
            case 8:
                if (d.draft.graph.nodes.size() < 60)
                    push(history, "Effect",
                         add_effect(d, library(), effect(), {}, in_some_order(d, some)));
                break;
            case 9: push(history, "Detach", detach_effects(d, {box})); break;
            case 10: save_some(history, one); break;
            case 11:
                if (d.groups.contains(one))
                    push(history, "Follow", follow_effect(d, library(), one, effect()));
                break;
            default:
                if (const std::string text = copy(d, library(), {box});
                    !text.empty() && d.draft.graph.nodes.size() < 60)
                    push(history, "Paste", paste(d, library(), text));
        }
    }
    /// One of two effects, in one version or the other: with a mix and a mask, or without.
    EffectContents effect() {
        const Graph graph = weft::find_effect(number(0, 1) ? "sharpen" : "glow")->build();
        return *read_effect(effect_of_weft(number(0, 1) ? graph : *with_mix(graph, library())),
                            library());
    }
    /// A group becomes an effect and an instance of it.
    void save_some(History& history, int group) {
        const Result<Document> named = name_ports(history.document(), library(), group);
        const Result<Document> effect =
            named ? effect_of(*named, library(), group, "saved", "") : named;
        if (!effect) return;
        if (const auto contents = read_effect(
                {"saved", "", 1, "saved.weft", [&] { return to_text(*effect, library()); }},
                library()))
            history.push("Save", as_instance(*named, group, contents->origin));
    }
    void edit_curves(History& history) {
        const Document& d = history.document();
        TrackKeys keys;
        for (const TrackId& track : tracks_of(d.draft.graph, library(), {}))
            for (const int frame : frames_of(d.draft.graph, track))
                if (number(0, 2) == 0) keys.insert({track, frame});
        const std::vector<TangentId> tangents = tangents_of(d.draft.graph, library(), keys);
        switch (number(0, 6)) {
            case 4: push(history, "Join", join_tangents(d, library(), keys)); break;
            case 5:
                if (tangents.empty()) break;
                push(history, "Pull",
                     set_tangent(
                         d, library(),
                         tangents[static_cast<std::size_t>(number(0, 99)) % tangents.size()],
                         {static_cast<float>(number(-4, 4)), static_cast<float>(number(0, 3))},
                         number(0, 1) == 0));
                break;
            case 0:
                push(history, "Move keys",
                     move_keys(d, library(), keys, number(-9, 9), number(-9, 9)));
                break;
            case 1: push(history, "Set keys", set_numbers(d, library(), keys, 4.0)); break;
            case 2:
                push(history, "Go on",
                     set_interpolation(d, library(), keys, kInterpolations[number(0, 4)]));
                break;
            default: push(history, "Delete keys", delete_keys(d, library(), keys));
        }
    }
    void edit_time(History& history) {
        const Document& d = history.document();
        static constexpr const char* kParameters[] = {"stops", "radius", "mix"};
        const std::string path = name_of(d, any(d)) + "." + kParameters[number(0, 2)];
        const int frame = number(1, 20);
        switch (number(0, 6)) {
            case 6: edit_curves(history); break;
            case 0: {
                const Timeline ends = with_ends(d.timeline, number(-5, 5), number(1, 9));
                push(history, "Frames", set_timeline(d, ends));
                break;
            }
            case 1: push(history, "Remove key", remove_key(d, library(), path, frame)); break;
            case 2: push(history, "Remove keys", remove_keys(d, library(), path, frame)); break;
            case 3: push(history, "Set", set_at(d, library(), path, frame, "3")); break;
            default: push(history, "Key", set_key(d, library(), path, frame));
        }
    }
    void set_some(History& history) {
        const Document& d = history.document();
        const std::string path = name_of(d, any(d));
        static constexpr const char* kParameters[] = {"stops", "radius", "mix", "width"};
        push(history, "Set",
             set(d, library(), path + "." + kParameters[number(0, 3)],
                 std::to_string(number(0, 9))));
    }

    const Library& library() const { return library_ ? *library_ : editor::library(); }

    std::mt19937 random_;
    std::shared_ptr<const Library> library_;
};

}  // namespace weft::editor
