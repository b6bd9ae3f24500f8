// What is added to the graph: the search, what there is to choose from, and where it comes to lie.
#include "commands/edits.h"
#include "commands/effect_edits.h"
#include "commands/interface_edits.h"
#include "model/groups.h"
#include "view/graph_view.h"
#include "view/key_hints.h"

#include <algorithm>

namespace weft::editor {

void GraphView::set_catalogue(Catalogue catalogue) {
    catalogue_ = std::move(catalogue);
    library_ = nullptr;
}

const std::vector<SearchEntry>& GraphView::catalogue() {
    if (library_ == session_.shared_library()) return entries_;
    library_ = session_.shared_library();
    if (catalogue_) {
        entries_ = catalogue_(*library_);
    } else {
        entries_.clear();
        for (const std::string& name : library_->names())
            entries_.push_back({EntryKind::kFunctor, name, name, {}, {}});
    }
    std::erase_if(entries_, [this](const SearchEntry& entry) {
        return entry.kind == EntryKind::kFunctor && is_stand_in(*library_->find(entry.name));
    });
    add_entries(entries_, session_.effects());
    for (SearchEntry& entry : entries_) entry.common = has_letter(entry);
    return entries_;
}

void GraphView::aim(QPoint at, std::optional<ImageId> from, std::optional<Wire> wire) {
    aim_ = {mapToScene(at), from, wire};
    // Behind what lies outside of the open group a node comes in that wire alone.
    const std::optional<ItemId> one = session_.single();
    if (!from && !wire && one && scene_.canvas().outside.contains(*one) &&
        !scene_.node(*one)->look().outputs.empty())
        aim_.from = shown_by(session_.document(), *one);
}

void GraphView::search(QPoint at, std::optional<ImageId> from, std::optional<Wire> wire) {
    aim(at, from, wire);
    popup_->open(viewport()->mapToGlobal(at), catalogue());
}

void GraphView::add(const SearchEntry& entry) {
    aim(viewport()->rect().center(), {}, {});
    add_here(entry);
}

void GraphView::add_here(const SearchEntry& entry) {
    if (entry.kind == EntryKind::kFunctor || entry.kind == EntryKind::kEffect)
        add_node_here(entry);
    else if (entry.name == "graph.read")
        ask_read();
    else if (entry.name == "graph.write")
        ask_write();
    else
        action(entry.name.c_str())->trigger();
    take_up_added();
}

void GraphView::take_up_added() {
    // While hands have left the view alone, all of the graph stays in sight.
    if (framed_ && framed_->empty() && !sees_all()) frame_again();
    setFocus();
}

Result<Edited> GraphView::with_new(const SearchEntry& entry, Place place,
                                   const std::vector<ItemId>& after, QString& remark) {
    if (entry.kind == EntryKind::kFunctor)
        return add_node(session_.document(), session_.library(), entry.name, place, after,
                        session_.open_group());
    const Result<Session::Loaded> loaded = session_.load_effect(entry.name);
    if (!loaded) return loaded.error();
    remark = QString::fromStdString(differs_here(session_.document(), loaded->effect));
    return add_effect(session_.document(), *loaded->library, loaded->effect, place, after,
                      session_.open_group());
}

void GraphView::add_node_here(const SearchEntry& entry) {
    const QString done = tr("Add %1").arg(QString::fromStdString(entry.title));
    const Place place = snapped({qRound(aim_.place.x()), qRound(aim_.place.y())});
    const bool alone = aim_.from || aim_.wire;
    QString remark;
    Result<Edited> edited =
        with_new(entry, place, alone ? std::vector<ItemId>() : own_in_order(), remark);
    const auto apply = [&] {
        if (session_.apply(done, edited) && !remark.isEmpty()) session_.say(remark);
    };
    if (!alone || !edited) return apply();
    const ItemId made = *edited->made.begin();
    const auto library = session_.library_for(edited->document.draft.functors);
    if (library && !input_ports(edited->document, **library, made).empty()) {
        const Result<Document> wired =
            aim_.wire ? insert(edited->document, **library, made, *aim_.wire)
                      : weft::editor::connect(
                            edited->document,
                            {*aim_.from, made, main_port(edited->document, **library, made)});
        if (wired) edited->document = *wired;
    }
    apply();
}

/// Where the pointer is, if that is here; else the middle of what is seen.
QPoint GraphView::pointer() const {
    const QPoint at = viewport()->mapFromGlobal(QCursor::pos());
    return viewport()->rect().contains(at) ? at : viewport()->rect().center();
}

void GraphView::ask_read() {
    Q_EMIT read_wanted(snapped({qRound(aim_.place.x()), qRound(aim_.place.y())}));
}

/// Of what was pulled from, or is selected.
void GraphView::ask_write() {
    const std::optional<ItemId> one = session_.single();
    const ImageId image = aim_.from ? *aim_.from
                          : one     ? shown_by(session_.document(), *one)
                                    : kUnconnected;
    if (image == kUnconnected) {
        session_.say(tr("Select the node whose picture is to be written, and %1")
                         .arg(how_to(*this, "graph.write")));
        return;
    }
    Place place = snapped({qRound(aim_.place.x()), qRound(aim_.place.y())});
    constexpr int kBelow = 96;
    if (const auto at = session_.document().places.find(source(image));
        !aim_.from && at != session_.document().places.end())
        place = free_place(session_.document(), {at->second.x, at->second.y + kBelow}, kTop);
    Q_EMIT write_wanted(image, place);
}

void GraphView::find() {
    const Document& document = session_.document();
    std::vector<SearchEntry> entries;
    const auto add = [&](const std::string& name, const std::string& kind) {
        entries.push_back({EntryKind::kItem, name, name, kind, {}});
    };
    for (const ItemId id : weft::editor::items(document)) {
        const Node* node =
            id.kind == ItemKind::kNode ? document.draft.graph.find(NodeId{id.value}) : nullptr;
        add(name_of(document, id), node ? node->functor : std::string());
    }
    for (const auto& [id, backdrop] : document.backdrops)
        add(backdrop.title, tr("backdrop").toStdString());
    for (const auto& [id, group] : document.groups) add(group.name, tr("group").toStdString());
    finder_->open(viewport()->mapToGlobal(QPoint(12, 12)), entries);
}

void GraphView::go_to(const SearchEntry& found) {
    const Document& document = session_.document();
    std::optional<ItemId> item = find_item(document, found.name);
    for (const auto& [id, backdrop] : document.backdrops)
        if (!item && backdrop.title == found.name) item = ItemId{ItemKind::kBackdrop, id};
    if (!item) return;
    session_.go_to(*item);
    const Place at = document.places.at(*item);
    if (transform().m11() < 0.6) frame({*item});  // to where its name is legible
    look_at(QPointF(at.x, at.y));
    setFocus();
}

}  // namespace weft::editor
