// What all panes of a window share: the document with its undo stack, the selection, what is
// viewed, and what went wrong where. Panes change it by edits alone, and follow its signals.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "commands/changes.h"
#include "commands/edits.h"
#include "commands/history.h"
#include "core/image_shape.h"
#include "model/costs.h"
#include "model/effects.h"
#include "model/frame_sizes.h"
#include "model/views.h"

namespace weft::editor {

class Session : public QObject {
    Q_OBJECT

  public:
    explicit Session(Library library, QObject* parent = nullptr);

    /// All functors there are, those among them that come with the document as it is.
    const Library& library() const { return *library_; }
    const std::shared_ptr<const Library>& shared_library() const { return library_; }
    const Document& document() const { return history_.document(); }
    const History& history() const { return history_; }
    const Selection& selection() const { return selection_; }
    /// The same, in the order in which they were selected.
    const std::vector<ItemId>& in_order() const { return in_order_; }
    /// The selected item where there is exactly one.
    std::optional<ItemId> single() const;
    /// Items that the viewer has at hand, by the number of the key that shows each, 1 to 9. The
    /// first output is number 1 until another is.
    const std::map<int, ItemId>& slots() const { return slots_; }
    /// The number of what is viewed, and of what it is compared with; 0: nothing.
    int slot() const { return slot_; }
    int other_slot() const { return other_; }
    ItemId viewed() const { return slots_.at(slot_); }
    std::optional<ItemId> compared() const {
        return other_ ? std::optional(slots_.at(other_)) : std::nullopt;
    }
    /// The group whose inside the canvas shows; kTop: none.
    int open_group() const { return open_group_; }
    /// The frame that is shown, one of the timeline's.
    int frame() const { return frame_; }
    /// Shapes of the pictures at the effect's inputs; empty until they are known.
    const std::vector<ImageShape>& input_shapes() const { return input_shapes_; }
    /// What is wrong with items, one sentence each.
    const std::map<ItemId, QString>& problems() const { return problems_; }
    /// Those among them that the last picture had.
    const std::map<ItemId, QString>& picture_problems() const { return picture_problems_; }
    /// What is worth a second look, likewise: it runs all the same.
    const std::map<ItemId, QString>& warnings() const { return warnings_; }
    /// Nodes that combine pictures of different frames, of what is viewed; warnings() has them too.
    const std::vector<FrameMismatch>& mismatches() const { return mismatches_; }
    /// Nodes by the number of the kernel that computes them, from 0; empty while that is not shown.
    const std::map<NodeId, int>& kernels() const { return kernels_; }
    /// Whether what is viewed is to be counted, and its costs to be shown.
    bool counts_costs() const { return counts_costs_; }
    /// Of what is viewed, or was before the last edit; none until they were counted.
    const std::optional<Costs>& costs() const { return costs_; }

    /// Effects that may be nodes.
    const Effects& effects() const { return effects_; }
    /// Others, or newer ones: instances of those that are others follow, in one edit.
    void set_effects(Effects effects);
    /// What lies in a node of an effect, and the library that has its functors.
    struct Loaded {
        EffectContents effect;
        std::shared_ptr<const Library> library;
    };
    Result<Loaded> load_effect(const std::string& name);

    /// How functors become a library, for set_functor_loader(): it may wait, while windows go on
    /// drawing.
    using FunctorLoader = std::function<Result<Library>(const FunctorTexts&)>;
    void set_functor_loader(FunctorLoader loader) { loader_ = std::move(loader); }
    /// Whether code that came from elsewhere may run: asked before it is loaded. Without, none may.
    using TrustQuestion = std::function<bool(const FunctorTexts&)>;
    void set_trust_question(TrustQuestion question) { may_run_ = std::move(question); }
    /// Asks it of those among the texts that have not run here. kTrust: they may not.
    Status check_trust(const FunctorTexts& functors);
    /// Lets texts run that this user wrote.
    void take_as_own(const FunctorTexts& functors);

    /// What stands in for functors that the document to be opened uses and nobody knows
    /// (graph/unknown_functors.h): libraries have them, and none that was set before.
    void set_stand_ins(std::vector<const FunctorType*> types);
    const std::vector<const FunctorType*>& stand_ins() const { return stand_ins_; }

    /// The library with these functors, loaded where they are new. A document that brings functors
    /// is opened after its library was asked for; edits ask by themselves.
    Result<std::shared_ptr<const Library>> library_for(const FunctorTexts& functors);
    void know(const FunctorTexts& functors, Library library);

    /// Another document; its history begins here. `saved`: it is as on the disk.
    void open(Document document, bool saved = true);
    /// Makes an edit, or says why it cannot be made.
    bool apply(const QString& name, const Result<Document>& after, const QString& merge = {});
    /// The same, and selects what was made, which comes to lie in the open group.
    bool apply(const QString& name, const Result<Edited>& after);
    void end_merge() { history_.end_merge(); }
    void undo();
    void redo();
    void mark_saved();

    void select(Selection selection);
    void open_group(int group);
    /// Opens the group that the item lies in, and selects it.
    void go_to(ItemId item);
    /// Puts an item at the number that is viewed.
    void view(ItemId item) { view_at(slot_, item); }
    /// Views what has a number: `item`, or what had it before. Numbers without one are not viewed.
    void view_at(int slot, std::optional<ItemId> item = {});
    /// Compares what is viewed with a number in the same way; 0: with nothing.
    void compare_at(int slot, std::optional<ItemId> item = {});
    /// The numbers, and what is viewed and compared; its `compare` and `wipe` are the viewer's.
    Views views() const;
    void set_views(const Views& views);
    /// Views what it was compared with, and the other way round.
    void swap_views();
    /// The nearest frame that there is.
    void set_frame(int frame);
    void set_input_shapes(std::vector<ImageShape> shapes) { input_shapes_ = std::move(shapes); }
    /// Those that pictures have; those of functors' sources stand before them.
    void set_problems(std::map<ItemId, QString> problems);
    void set_functor_problems(std::map<ItemId, QString> problems,
                              std::map<ItemId, QString> warnings);
    void set_mismatches(std::vector<FrameMismatch> mismatches);
    void set_kernels(std::map<NodeId, int> kernels);
    /// While it is off there are no costs.
    void set_counts_costs(bool on);
    void set_costs(std::optional<Costs> costs);
    /// A sentence for the status line.
    void say(const QString& message) { Q_EMIT said(message); }

  Q_SIGNALS:
    /// Another document was opened. The signals of all_changed() follow.
    void opened();
    /// library() is another. Emitted before the signals of Changes.
    void functors_changed();
    /// effects() are others.
    void effects_changed();
    // The fields of Changes (commands/changes.h), each emitted where an edit, undo or redo set it,
    // in this order: the canvas has the items that slots of the others ask it about.
    void canvas_changed();
    void code_changed();
    void graph_changed();
    void parameters_changed(const std::set<weft::NodeId>& nodes);
    void timeline_changed();
    /// An edit left the document as it was: a field that shows what was typed, as 6/2, shows the
    /// value again.
    void nothing_changed();
    /// Another edit can be undone or redone, or whether the document is saved changed. Emitted
    /// after those above.
    void history_changed();
    void selection_changed();
    void group_opened();
    void frame_changed();
    void view_changed();
    /// Of problems(), picture_problems() or warnings().
    void problems_changed();
    void kernels_changed();
    void counts_costs_changed();
    void costs_changed();
    void said(const QString& message);

  private:
    /// Says so where not.
    bool may_be(const Result<Document>& after);
    /// Drops what refers to items that are gone, and emits signals. Requires that the history has
    /// made the changes.
    void after_change(const Changes& changes);
    /// Emits the signals of `changes`, in the order in which they are declared.
    void emit_changes(const Changes& changes);
    void choose_library();
    std::shared_ptr<const Library> with_stand_ins(const FunctorTexts& functors);
    /// Of these effects; all where there are none.
    void follow_effects(const std::set<std::string>& names = {});
    bool merge_problems();
    /// Likewise of warnings; says nothing itself.
    bool merge_warnings();
    bool drop_gone_slots();

    std::map<FunctorTexts, std::shared_ptr<const Library>> libraries_;  ///< all in the history
    std::vector<const FunctorType*> stand_ins_;
    std::map<FunctorTexts, std::shared_ptr<const Library>> extended_;  // by stand_ins_
    std::shared_ptr<const Library> library_;
    Effects effects_;
    FunctorLoader loader_;
    TrustQuestion may_run_;
    std::set<std::string> own_code_;  // texts that may run
    History history_;
    Selection selection_;
    std::vector<ItemId> in_order_;  // selection_
    int open_group_ = kTop;
    std::map<int, ItemId> slots_{{1, {ItemKind::kOutput, 0}}};
    int slot_ = 1, other_ = 0;
    int frame_ = 1;
    std::vector<ImageShape> input_shapes_;
    std::map<ItemId, QString> picture_problems_, functor_problems_, problems_;
    std::map<ItemId, QString> functor_warnings_, warnings_;
    std::map<NodeId, std::string> free_inputs_;  // by free_inputs() of the document
    std::vector<FrameMismatch> mismatches_;
    std::map<NodeId, int> kernels_;
    bool counts_costs_ = false;
    std::optional<Costs> costs_;
};

}  // namespace weft::editor
