#include "view/session.h"

#include <algorithm>

#include "commands/effect_edits.h"
#include "commands/group_edits.h"
#include "model/free_inputs.h"
#include "model/groups.h"

namespace weft::editor {

Session::Session(Library library, QObject* parent)
    : QObject(parent),
      libraries_{{{}, std::make_shared<const Library>(std::move(library))}},
      library_(libraries_.at({})),
      history_(empty_document()) {}

void Session::know(const FunctorTexts& functors, Library library) {
    take_as_own(functors);
    libraries_.try_emplace(functors, std::make_shared<const Library>(std::move(library)));
}

void Session::take_as_own(const FunctorTexts& functors) {
    for (const auto& [file, text] : functors) own_code_.insert(text);
}

Status Session::check_trust(const FunctorTexts& functors) {
    FunctorTexts strange = functors;
    std::erase_if(strange, [this](const auto& entry) { return own_code_.contains(entry.second); });
    if (strange.empty()) return {};
    if (!may_run_ || !may_run_(strange))
        return Error{ErrorKind::kTrust, "its code has not been trusted, so nothing of it runs"};
    take_as_own(strange);
    return {};
}

Result<std::shared_ptr<const Library>> Session::library_for(const FunctorTexts& functors) {
    if (!libraries_.contains(functors)) {
        if (Status s = check_trust(functors); !s) return s.error();
        if (!loader_)
            return Error{ErrorKind::kFunctor, "this editor loads no functors of documents"};
        Result<Library> library = loader_(functors);
        if (!library) return library.error();
        know(functors, *std::move(library));
    }
    return with_stand_ins(functors);
}

void Session::set_stand_ins(std::vector<const FunctorType*> types) {
    stand_ins_ = std::move(types);
    extended_.clear();
}

/// Requires that the functors are loaded.
std::shared_ptr<const Library> Session::with_stand_ins(const FunctorTexts& functors) {
    const std::shared_ptr<const Library>& base = libraries_.at(functors);
    if (stand_ins_.empty()) return base;
    std::shared_ptr<const Library>& extended = extended_[functors];
    if (!extended) {
        Library library = *base;
        for (const FunctorType* type : stand_ins_) library.add(*type);
        extended = std::make_shared<const Library>(std::move(library));
    }
    return extended;
}

void Session::choose_library() {
    const std::shared_ptr<const Library> library = with_stand_ins(document().draft.functors);
    if (library == library_) return;
    library_ = library;
    Q_EMIT functors_changed();
}

std::optional<ItemId> Session::single() const {
    return selection_.size() == 1 ? std::optional(*selection_.begin()) : std::nullopt;
}

void Session::open(Document document, bool saved) {
    history_ = History(std::move(document), saved);
    selection_.clear();
    in_order_.clear();
    open_group_ = kTop;
    picture_problems_.clear();
    functor_problems_.clear();
    functor_warnings_.clear();
    warnings_.clear();
    mismatches_.clear();
    problems_.clear();
    input_shapes_.clear();
    slots_ = {{1, {ItemKind::kOutput, 0}}};
    slot_ = 1;
    other_ = 0;
    frame_ = history_.document().timeline.in;
    set_costs({});
    choose_library();
    Q_EMIT opened();
    emit_changes(all_changed());
    Q_EMIT group_opened();
    Q_EMIT selection_changed();
    Q_EMIT view_changed();
    Q_EMIT frame_changed();
    Q_EMIT problems_changed();
    follow_effects();
}

bool Session::may_be(const Result<Document>& after) {
    Status s = after ? Status{} : after.error();
    if (after) {
        const auto library = library_for(after->draft.functors);
        s = library ? check_instances(document(), *after, **library) : library.error();
    }
    if (!s) say(QString::fromStdString(s.error().message));
    return static_cast<bool>(s);
}

void Session::set_effects(Effects effects) {
    const std::set<std::string> others = other_effects(effects_, effects);
    effects_ = std::move(effects);
    Q_EMIT effects_changed();
    if (!others.empty()) follow_effects(others);
}

Result<Session::Loaded> Session::load_effect(const std::string& name) {
    const KnownEffect* known = known_effect(effects_, name);
    if (!known)
        return Error{ErrorKind::kUsage, "there is no effect \"" + name + "\" here any more"};
    const std::string text = known->text();
    // It may bring functors of its own, which the document then has as well.
    Result<FunctorTexts> functors = functors_of_document(text);
    if (!functors) return functors.error();
    FunctorTexts all = document().draft.functors;
    all.merge(*functors);
    const auto library = library_for(all);
    if (!library) return library.error();
    Result<EffectContents> effect = read_effect(*known, **library);
    if (!effect) return effect.error();
    return Loaded{*std::move(effect), *library};
}

/// Of instances in instances the outer one decides.
void Session::follow_effects(const std::set<std::string>& names) {
    Document after = document();
    QStringList followed;
    std::string differs;
    std::map<std::string, Result<Loaded>> loaded;  // each once, however many follow it
    for (const auto& [id, group] : document().groups) {
        const std::vector<int> around = path_to(document(), id);
        const bool inner = std::any_of(around.begin(), around.end() - 1, [&](int outer) {
            return document().groups.at(outer).origin.has_value();
        });
        if (!group.origin || inner || !known_effect(effects_, group.origin->effect)) continue;
        const std::string& name = group.origin->effect;
        if (!names.empty() && !names.contains(name)) continue;
        if (!loaded.contains(name)) loaded.emplace(name, load_effect(name));
        const Result<Loaded>& now = loaded.at(name);
        if (!now) {
            say(QString::fromStdString(now.error().message));
            continue;
        }
        if (now->effect.origin.contents == group.origin->contents) continue;
        Result<Document> next = follow_effect(after, *now->library, id, now->effect);
        if (!next) {
            say(QString::fromStdString(group.name + ": " + next.error().message));
            continue;
        }
        after = *std::move(next);
        followed.append(QString::fromStdString(group.name));
        if (differs.empty()) differs = differs_here(after, now->effect);
    }
    if (followed.isEmpty()) return;
    apply(tr("Follow effects"), Result<Document>(after));
    say(tr("%1: put in again, since the effect is another now. Undo takes what was saved.")
            .arg(followed.join(QStringLiteral(", "))) +
        (differs.empty() ? QString() : QLatin1Char(' ') + QString::fromStdString(differs)));
}

bool Session::apply(const QString& name, const Result<Document>& after, const QString& merge) {
    if (!may_be(after)) return false;
    const Changes changes = changes_between(document(), *after);
    history_.push(name.toStdString(), *after, merge.toStdString());
    after_change(changes);
    return true;
}

bool Session::apply(const QString& name, const Result<Edited>& after) {
    if (!may_be(after ? Result<Document>(after->document) : after.error())) return false;
    const Edited there = in_group(*after, open_group_);
    const Changes changes = changes_between(document(), there.document);
    history_.push(name.toStdString(), there.document);
    after_change(changes);
    select(after->made);
    return true;
}

void Session::undo() {
    if (!history_.can_undo()) return;
    say(tr("Undid: %1").arg(QString::fromStdString(history_.undo_name())));
    const Document before = document();
    history_.undo();
    after_change(changes_between(before, document()));
}

void Session::redo() {
    if (!history_.can_redo()) return;
    say(tr("Did again: %1").arg(QString::fromStdString(history_.redo_name())));
    const Document before = document();
    history_.redo();
    after_change(changes_between(before, document()));
}

void Session::mark_saved() {
    history_.mark_saved();
    Q_EMIT history_changed();
}

void Session::emit_changes(const Changes& changes) {
    if (changes.graph) free_inputs_ = free_inputs(document(), library());
    const bool others = merge_warnings();
    if (changes.canvas) Q_EMIT canvas_changed();
    if (changes.code) Q_EMIT code_changed();
    if (changes.graph) Q_EMIT graph_changed();
    if (others) Q_EMIT problems_changed();
    if (!changes.parameters.empty()) Q_EMIT parameters_changed(changes.parameters);
    if (changes.timeline) Q_EMIT timeline_changed();
    if (changes == Changes{}) Q_EMIT nothing_changed();
    Q_EMIT history_changed();
}

void Session::after_change(const Changes& changes) {
    const auto is_gone = [this](ItemId id) { return !exists(document(), id); };
    choose_library();
    const bool view_is_gone = drop_gone_slots();
    const bool group_is_gone = open_group_ != kTop && !document().groups.contains(open_group_);
    if (group_is_gone) open_group_ = kTop;
    emit_changes(changes);
    if (group_is_gone) Q_EMIT group_opened();
    if (view_is_gone) Q_EMIT view_changed();
    Selection kept = selection_;
    std::erase_if(kept, is_gone);
    select(kept);
    set_frame(frame_);  // there may be other frames
}

void Session::select(Selection selection) {
    if (selection == selection_) return;
    selection_ = std::move(selection);
    std::erase_if(in_order_, [this](ItemId id) { return !selection_.contains(id); });
    for (const ItemId id : selection_)
        if (std::find(in_order_.begin(), in_order_.end(), id) == in_order_.end())
            in_order_.push_back(id);
    Q_EMIT selection_changed();
}

void Session::open_group(int group) {
    if (group == open_group_) return;
    open_group_ = group;
    Q_EMIT group_opened();
}

void Session::go_to(ItemId item) {
    open_group(group_of(document(), item));
    select({item});
}

void Session::set_frame(int frame) {
    const Timeline& timeline = document().timeline;
    frame = std::clamp(frame, timeline.first, timeline.last);
    if (frame == frame_) return;
    frame_ = frame;
    Q_EMIT frame_changed();
}

bool Session::drop_gone_slots() {
    const std::size_t count = slots_.size();
    std::erase_if(slots_, [this](const auto& slot) { return !exists(document(), slot.second); });
    if (slots_.size() == count) return false;
    if (!slots_.contains(other_)) other_ = 0;
    slots_.try_emplace(slot_, ItemId{ItemKind::kOutput, 0});
    return true;
}

void Session::view_at(int slot, std::optional<ItemId> item) {
    if (item) slots_[slot] = *item;
    if (!slots_.contains(slot)) {
        say(tr("Nothing is at %1 yet: select a node in the graph and view it at %1").arg(slot));
        return;
    }
    slot_ = slot;
    Q_EMIT view_changed();
}

Views Session::views() const {
    Views views;
    views.numbers = slots_;
    views.shows = slot_;
    views.with = other_;
    return views;
}

void Session::set_views(const Views& views) {
    slots_ = views.numbers;
    slot_ = views.shows;
    other_ = views.with;
    drop_gone_slots();
    Q_EMIT view_changed();
}

void Session::compare_at(int slot, std::optional<ItemId> item) {
    if (slot && item) slots_[slot] = *item;
    if (slot && !slots_.contains(slot)) {
        say(tr("Nothing is at %1 yet: select a node in the graph and compare with it at %1")
                .arg(slot));
        return;
    }
    other_ = slot;
    Q_EMIT view_changed();
}

void Session::swap_views() {
    if (!other_) return;
    std::swap(slot_, other_);
    Q_EMIT view_changed();
}

void Session::set_kernels(std::map<NodeId, int> kernels) {
    if (kernels == kernels_) return;
    kernels_ = std::move(kernels);
    Q_EMIT kernels_changed();
}

void Session::set_counts_costs(bool on) {
    if (on == counts_costs_) return;
    counts_costs_ = on;
    if (!on) set_costs({});
    Q_EMIT counts_costs_changed();
}

void Session::set_costs(std::optional<Costs> costs) {
    if (costs == costs_ || (costs && !counts_costs_)) return;
    costs_ = std::move(costs);
    Q_EMIT costs_changed();
}

void Session::set_problems(std::map<ItemId, QString> problems) {
    const bool changed = picture_problems_ != problems;
    picture_problems_ = std::move(problems);
    if (!merge_problems() && changed) Q_EMIT problems_changed();
}

void Session::set_functor_problems(std::map<ItemId, QString> problems,
                                   std::map<ItemId, QString> warnings) {
    functor_problems_ = std::move(problems);
    functor_warnings_ = std::move(warnings);
    const bool changed = merge_warnings();
    if (!merge_problems() && changed) Q_EMIT problems_changed();
}

void Session::set_mismatches(std::vector<FrameMismatch> mismatches) {
    mismatches_ = std::move(mismatches);
    if (merge_warnings()) Q_EMIT problems_changed();
}

bool Session::merge_warnings() {
    std::map<ItemId, QString> all = functor_warnings_;
    for (const auto& [node, words] : free_inputs_)
        all.emplace(item(node), QString::fromStdString(words));
    for (const FrameMismatch& one : mismatches_)
        all.emplace(item(one.node), QString::fromStdString(one.words));
    if (all == warnings_) return false;
    warnings_ = std::move(all);
    return true;
}

/// Whether there was something to say.
bool Session::merge_problems() {
    std::map<ItemId, QString> all = functor_problems_;
    all.insert(picture_problems_.begin(), picture_problems_.end());
    if (all == problems_) return false;
    problems_ = std::move(all);
    Q_EMIT problems_changed();
    return true;
}

}  // namespace weft::editor
