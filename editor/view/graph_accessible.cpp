#include "view/graph_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <algorithm>
#include <map>

#include "model/spoken.h"
#include "view/graph_view.h"

namespace weft::editor {
namespace {

/// What is heard as one thing.
struct Part {
    enum Kind { kItem, kInput, kOutput, kWire };
    Kind kind = kItem;
    ItemId item;
    int port = 0;
    Wire wire;
    friend auto operator<=>(const Part&, const Part&) = default;
};

/// The parts of the canvas, or the ports of a box, as they are now.
std::vector<Part> parts_of(const GraphView& view, const std::optional<ItemId>& box) {
    const Document& document = view.session().document();
    const Library& library = view.session().library();
    std::vector<Part> parts;
    if (box) {
        const auto count = [](const std::vector<Port>& ports) {
            return static_cast<int>(ports.size());
        };
        for (int i = 0; i < count(input_ports(document, library, *box)); ++i)
            parts.push_back({Part::kInput, *box, i, {}});
        for (int i = 0; i < count(output_ports(document, library, *box)); ++i)
            parts.push_back({Part::kOutput, *box, i, {}});
        return parts;
    }
    const Canvas canvas = canvas_of(document, view.session().open_group());
    for (const auto& [id, place] : canvas.places) parts.push_back({Part::kItem, id, 0, {}});
    for (const auto& [wire, start] : canvas.wires) parts.push_back({Part::kWire, {}, 0, wire});
    return parts;
}

class GraphAccessible;

/// One part. It asks the document anew each time: what it stands for may have gone.
class PartAccessible : public QAccessibleInterface {
  public:
    PartAccessible(GraphAccessible& graph, GraphView& view, const Part& part)
        : graph_(graph), view_(&view), part_(part) {}

    bool isValid() const override {
        if (!view_) return false;
        const Document& document = view_->session().document();
        switch (part_.kind) {
            case Part::kItem: return exists(document, part_.item);
            case Part::kInput:
            case Part::kOutput: {
                const std::vector<Part> ports = parts_of(*view_, part_.item);
                return exists(document, part_.item) &&
                       std::find(ports.begin(), ports.end(), part_) != ports.end();
            }
            case Part::kWire:
                return read_by(document, part_.wire.to, part_.wire.input) == part_.wire.from;
        }
        return false;
    }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int index) const override;
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override {
        return isValid() && part_.kind == Part::kItem
                   ? static_cast<int>(parts_of(*view_, part_.item).size())
                   : 0;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < childCount(); ++i)
            if (this->child(i) == child) return i;
        return -1;
    }
    QString text(QAccessible::Text kind) const override {
        if (kind != QAccessible::Name || !isValid()) return {};
        const Document& document = view_->session().document();
        const Library& library = view_->session().library();
        std::string words;
        switch (part_.kind) {
            case Part::kItem: words = spoken(document, part_.item); break;
            case Part::kInput:
                words = spoken_input(document, library, part_.item, part_.port);
                break;
            case Part::kOutput:
                words = spoken_output(document, library, part_.item, part_.port);
                break;
            case Part::kWire: words = spoken(document, library, part_.wire); break;
        }
        if (const auto at = view_->session().problems().find(part_.item);
            part_.kind == Part::kItem && at != view_->session().problems().end())
            return QString::fromStdString(words) + QStringLiteral(". ") + at->second;
        if (const auto at = view_->session().warnings().find(part_.item);
            part_.kind == Part::kItem && at != view_->session().warnings().end())
            return QString::fromStdString(words) + QStringLiteral(". Warning: ") + at->second;
        return QString::fromStdString(words);
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        GraphScene& scene = view_->graph();
        const NodeItem* node = scene.node(part_.item);
        QRectF area;
        if (part_.kind == Part::kWire) {
            if (const WireItem* wire = scene.wire(part_.wire)) area = wire->path().boundingRect();
        } else if (part_.kind == Part::kItem) {
            area = scene.bounds({part_.item});
        } else if (node) {
            const QPointF at = part_.kind == Part::kInput ? node->input_at(part_.port)
                                                          : node->output_at(part_.port);
            area = QRectF(at - QPointF(5, 5), QSizeF(10, 10));
        }
        const QRect in_view = view_->mapFromScene(area).boundingRect();
        return {view_->viewport()->mapToGlobal(in_view.topLeft()), in_view.size()};
    }
    QAccessible::Role role() const override {
        return part_.kind == Part::kWire ? QAccessible::Graphic : QAccessible::ListItem;
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        state.selectable = part_.kind == Part::kItem;
        state.selected =
            state.selectable && isValid() && view_->session().selection().contains(part_.item);
        return state;
    }

  private:
    GraphAccessible& graph_;
    QPointer<GraphView> view_;
    const Part part_;
};

class GraphAccessible : public QAccessibleWidget {
  public:
    explicit GraphAccessible(GraphView* view)
        : QAccessibleWidget(view, QAccessible::Canvas), view_(view) {}
    ~GraphAccessible() override {
        for (const auto& [part, id] : known_) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(parts_of(*view_, {}).size()); }
    QAccessibleInterface* child(int index) const override {
        const std::vector<Part> parts = parts_of(*view_, {});
        return index >= 0 && index < static_cast<int>(parts.size())
                   ? interface_of(parts[static_cast<std::size_t>(index)])
                   : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < childCount(); ++i)
            if (this->child(i) == child) return i;
        return -1;
    }
    /// The same one for the same part.
    QAccessibleInterface* interface_of(const Part& part) const {
        const auto [at, is_new] = known_.try_emplace(part);
        if (is_new)
            at->second = QAccessible::registerAccessibleInterface(
                new PartAccessible(const_cast<GraphAccessible&>(*this), *view_, part));
        return QAccessible::accessibleInterface(at->second);
    }

  private:
    GraphView* view_;
    mutable std::map<Part, QAccessible::Id> known_;
};

QAccessibleInterface* PartAccessible::parent() const {
    if (part_.kind == Part::kInput || part_.kind == Part::kOutput)
        return graph_.interface_of({Part::kItem, part_.item, 0, {}});
    return &graph_;
}

QAccessibleInterface* PartAccessible::child(int index) const {
    if (index < 0 || index >= childCount()) return nullptr;
    return graph_.interface_of(parts_of(*view_, part_.item)[static_cast<std::size_t>(index)]);
}

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* view = qobject_cast<GraphView*>(object);
    return view ? new GraphAccessible(view) : nullptr;
}

}  // namespace

void install_graph_accessibility() { QAccessible::installFactory(make); }

}  // namespace weft::editor
