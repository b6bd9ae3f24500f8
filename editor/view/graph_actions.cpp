// What keys do on the graph canvas: named actions with Nuke's keys.
#include <QApplication>
#include <QClipboard>
#include <QCursor>

#include "commands/effect_edits.h"
#include "commands/group_edits.h"
#include "commands/mark_edits.h"
#include "model/groups.h"
#include "view/graph_view.h"
#include "view/mini_map.h"
#include "view/named_actions.h"

namespace weft::editor {

QAction* GraphView::action(const char* name) const {
    return findChild<QAction*>(QString::fromLatin1(name));
}

void GraphView::add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                           std::function<void()> what) {
    add_pane_action(*this, name, text, keys, std::move(what));
}

/// "Delete blur1", "Delete 3 items": what undo will say.
QString GraphView::word(const char* verb) const {
    const std::optional<ItemId> one = session_.single();
    if (one && one->kind == ItemKind::kDot) return tr("%1 a dot").arg(QLatin1String(verb));
    return one ? QStringLiteral("%1 %2").arg(QLatin1String(verb), QString::fromStdString(name_of(
                                                                      session_.document(), *one)))
               : tr("%1 %2 items").arg(QLatin1String(verb)).arg(session_.selection().size());
}

/// The one that is selected, where it has a picture.
std::optional<ItemId> GraphView::picture_item() const {
    const std::optional<ItemId> one = session_.single();
    return one && one->kind != ItemKind::kBackdrop ? one : std::nullopt;
}

/// What is selected and lies in the open group: what edits are about.
Selection GraphView::own() const { return lying_in(scene_.canvas(), session_.selection()); }

std::vector<ItemId> GraphView::own_in_order() const {
    const Selection here = own();
    std::vector<ItemId> items = session_.in_order();
    std::erase_if(items, [&](ItemId id) { return !here.contains(id); });
    return items;
}

void GraphView::make_actions() {
    const auto copy_text = [this] {
        return QString::fromStdString(copy(session_.document(), session_.library(), own()));
    };
    const auto erase = [this] {
        session_.apply(word("Delete"), remove(session_.document(), session_.library(), own()));
    };
    const auto paste_text = [this](const QString& text, const Place* place) {
        // Nodes may bring functors of their own, which the document then has as well.
        FunctorTexts functors = session_.document().draft.functors;
        if (Result<FunctorTexts> brought = functors_of_document(text.toStdString()))
            functors.merge(*brought);
        const auto library = session_.library_for(functors);
        session_.apply(tr("Paste"), library
                                        ? paste(session_.document(), **library, text.toStdString(),
                                                place, session_.open_group())
                                        : Result<Edited>(library.error()));
    };
    add_action("graph.search", tr("Add node…"), {Qt::Key_Tab}, [this] { search(pointer()); });
    add_action("graph.read", tr("Read a picture…"), {Qt::Key_R}, [this] {
        aim(pointer(), {}, {});
        ask_read();
    });
    add_action("graph.write", tr("Write a picture…"), {Qt::Key_W}, [this] {
        aim(pointer(), {}, {});
        ask_write();
    });
    add_action("graph.help", tr("Help on this node"), {Qt::Key_F1}, [this] { help(); });
    add_action("graph.new-functor", tr("New functor…"), {}, [this] {
        const QPointF middle = mapToScene(viewport()->rect().center());
        Q_EMIT functor_wanted({}, snapped({qRound(middle.x()), qRound(middle.y())}),
                              own_in_order());
    });
    add_action("graph.delete", tr("Delete"), {Qt::Key_Delete, Qt::Key_Backspace}, erase);
    add_action("graph.disable", tr("Disable"), {Qt::Key_D}, [this] {
        session_.apply(word("Disable"),
                       toggle_disabled(session_.document(), session_.library(), own()));
    });
    add_action("graph.extract", tr("Extract"), {QKeySequence(tr("Ctrl+Shift+X"))}, [this] {
        session_.apply(word("Extract"), extract(session_.document(), session_.library(), own()));
    });
    add_action("graph.copy", tr("Copy"), {QKeySequence::Copy}, [copy_text] {
        if (const QString text = copy_text(); !text.isEmpty())
            QApplication::clipboard()->setText(text);
    });
    add_action("graph.cut", tr("Cut"), {QKeySequence::Cut}, [copy_text, erase] {
        if (const QString text = copy_text(); !text.isEmpty()) {
            QApplication::clipboard()->setText(text);
            erase();
        }
    });
    add_action("graph.paste", tr("Paste"), {QKeySequence::Paste}, [this, paste_text] {
        const QPointF middle = mapToScene(viewport()->rect().center());
        const Place place{qRound(middle.x()), qRound(middle.y())};
        paste_text(QApplication::clipboard()->text(), &place);
    });
    add_action("graph.duplicate", tr("Duplicate"), {QKeySequence(tr("Alt+C"))},
               [copy_text, paste_text] {
                   if (const QString text = copy_text(); !text.isEmpty()) paste_text(text, nullptr);
               });
    add_action("graph.clone", tr("Clone"), {QKeySequence(tr("Alt+K"))}, [this] {
        session_.apply(word("Clone"), clone(session_.document(), session_.library(), own()));
    });
    add_action("graph.declone", tr("Declone"), {QKeySequence(tr("Alt+Shift+K"))},
               [this] { session_.apply(word("Declone"), declone(session_.document(), own())); });
    for (int slot = 1; slot <= 9; ++slot) {
        const auto digit = static_cast<Qt::Key>(Qt::Key_0 + slot);
        add_action(qPrintable(QStringLiteral("graph.view-%1").arg(slot)),
                   tr("View at %1").arg(slot), {digit},
                   [this, slot] { session_.view_at(slot, picture_item()); });
        add_action(qPrintable(QStringLiteral("graph.compare-%1").arg(slot)),
                   tr("Compare with %1").arg(slot), {QKeyCombination(Qt::ShiftModifier, digit)},
                   [this, slot] { session_.compare_at(slot, picture_item()); });
    }
    add_action("graph.rename", tr("Rename"), {Qt::Key_N}, [this] { Q_EMIT rename_wanted(); });
    add_action("graph.tidy", tr("Tidy layout"), {Qt::Key_L}, [this] {
        session_.apply(tr("Tidy layout"),
                       Result<Document>(lay_out(session_.document(), session_.open_group())));
        frame({});
    });
    add_action("graph.find", tr("Find…"), {QKeySequence::Find}, [this] { find(); });
    add_action("graph.backdrop", tr("Add backdrop"), {QKeySequence(tr("Ctrl+B"))}, [this] {
        const QPointF middle = mapToScene(viewport()->rect().center());
        session_.apply(tr("Add a backdrop"),
                       Result<Edited>(add_backdrop(session_.document(), own(),
                                                   {qRound(middle.x()), qRound(middle.y())})));
    });
    add_action("graph.dot", tr("Add dot"), {Qt::Key_Period},
               [this] { add_dot_at(mapToScene(viewport()->mapFromGlobal(QCursor::pos()))); });
    add_action("graph.optional", tr("Optional inputs…"), {}, [this] { open_port_menus(); });
    add_action("graph.map", tr("Mini-map"), {QKeySequence(tr("Shift+M"))},
               [this] { map_->set_wanted(!map_->is_wanted()); });
    add_action("graph.frame", tr("Frame selection"), {Qt::Key_F},
               [this] { frame(session_.selection()); });
    add_action("graph.frame-all", tr("Frame all"), {Qt::Key_A}, [this] { frame({}); });
    add_action("graph.select-all", tr("Select all"), {QKeySequence::SelectAll}, [this] {
        Selection all;
        for (const auto& [id, place] : scene_.canvas().places)
            if (scene_.node(id)) all.insert(id);
        session_.select(lying_in(scene_.canvas(), all));
    });
    make_group_actions();
    make_letter_actions();
    for (const bool extend : {false, true}) {
        const auto key = [&](Qt::Key k) {
            return QKeySequence(extend ? QKeyCombination(Qt::ShiftModifier, k)
                                       : QKeyCombination(k));
        };
        add_action(extend ? "graph.extend-up" : "graph.up",
                   extend ? tr("Select upstream too") : tr("Walk upstream"), {key(Qt::Key_Up)},
                   [this, extend] { walk(true, extend); });
        add_action(extend ? "graph.extend-down" : "graph.down",
                   extend ? tr("Select downstream too") : tr("Walk downstream"),
                   {key(Qt::Key_Down)}, [this, extend] { walk(false, extend); });
    }
}

void GraphView::make_group_actions() {
    add_action("graph.group", tr("Group"), {QKeySequence(tr("Ctrl+G"))},
               [this] { session_.apply(tr("Group"), group(session_.document(), own())); });
    add_action("graph.ungroup", tr("Ungroup"), {QKeySequence(tr("Ctrl+Alt+G"))},
               [this] { session_.apply(word("Ungroup"), ungroup(session_.document(), own())); });
    add_action("graph.save-effect", tr("Save as effect…"), {QKeySequence(tr("Ctrl+Shift+E"))},
               [this] {
                   const std::optional<ItemId> one = session_.single();
                   if (one && one->kind == ItemKind::kGroup)
                       Q_EMIT effect_wanted(one->value);
                   else
                       session_.say(tr("Select a group to save it as an effect; Ctrl+G makes one"));
               });
    add_action(
        "graph.detach", tr("Detach from its effect"), {QKeySequence(tr("Ctrl+Shift+D"))},
        [this] { session_.apply(word("Detach"), detach_effects(session_.document(), own())); });
    add_action("graph.open-group", tr("Open group"), {QKeySequence(tr("Ctrl+Return"))}, [this] {
        const std::optional<ItemId> one = session_.single();
        if (one && one->kind == ItemKind::kGroup)
            open_group(one->value);
        else
            session_.say(tr("Select a group to open it"));
    });
    add_action("graph.close-group", tr("Close group"), {QKeySequence(tr("Alt+Up"))}, [this] {
        if (session_.open_group() != kTop)
            open_group(group_of(session_.document(), {ItemKind::kGroup, session_.open_group()}));
    });
}

/// Its inside, or where it is one of those around what was open, with the way back selected.
void GraphView::open_group(int group) {
    const std::optional<ItemId> from =
        session_.open_group() == kTop
            ? std::nullopt
            : seen_as(session_.document(), {ItemKind::kGroup, session_.open_group()}, group);
    session_.select(from ? Selection{*from} : Selection{});
    session_.open_group(group);
    setFocus();
}

/// On the wire there; where there is none, on the first that leaves what is selected.
void GraphView::add_dot_at(QPointF point) {
    std::optional<Wire> wire;
    if (const WireItem* item = scene_.wire_at(point, 12.0)) wire = item->wire();
    const std::optional<ItemId> one = session_.single();
    if (!wire && one)
        for (const auto& [leaving, start] : scene_.canvas().wires)
            if (start.item == *one) {
                const Place above = scene_.canvas().places.at(*one),
                            below = scene_.canvas().places.at(leaving.to);
                wire = leaving;
                point = QPointF(above.x + below.x, above.y + below.y) / 2.0;
                break;
            }
    session_.apply(tr("Add a dot"),
                   add_dot(session_.document(), wire.value_or(Wire{kUnconnected, {}, 0}),
                           {qRound(point.x()), qRound(point.y())}));
}

void GraphView::walk(bool up, bool extend) {
    const Canvas& canvas = scene_.canvas();
    if (session_.selection().empty()) {
        if (!canvas.places.empty())
            session_.select({canvas.open == kTop ? ItemId{ItemKind::kOutput, 0}
                                                 : canvas.places.begin()->first});
        return;
    }
    Selection next = extend ? session_.selection() : Selection{};
    for (const auto& [wire, start] : canvas.wires) {
        const ItemId from = up ? wire.to : start.item;
        if (!session_.selection().contains(from)) continue;
        // Upwards by the main input, as the stream goes.
        if (up && from.kind != ItemKind::kOutput &&
            wire.input != main_port(session_.document(), session_.library(), from))
            continue;
        next.insert(up ? start.item : wire.to);
        if (!extend) break;
    }
    if (next.empty()) return;
    session_.select(next);
    const NodeItem* node = scene_.node(*next.begin());
    if (!node || viewport()->rect().contains(mapFromScene(node->pos()))) return;
    framed_.reset();
    ensureVisible(node, 40, 40);
}

}  // namespace weft::editor
