#include "viewer/point_handles.h"

#include <algorithm>

#include "commands/interface_edits.h"
#include "commands/time_edits.h"
#include "graph/descriptor.h"

namespace weft::editor {

PointHandles::PointHandles(Session& session, PictureView& picture)
    : session_(session), picture_(picture) {
    for (const auto signal :
         {&Session::graph_changed, &Session::selection_changed, &Session::frame_changed})
        connect(&session, signal, this, &PointHandles::follow);
    // Of any node: the picture that a point lies in may be as large as others make it.
    connect(&session, &Session::parameters_changed, this, &PointHandles::follow);
    connect(&picture, &PictureView::handle_dragged, this, &PointHandles::drag);
    connect(&picture, &PictureView::handle_released, this, [this] { session_.end_merge(); });
}

void PointHandles::set_visible(bool visible) {
    visible_ = visible;
    follow();
}

void PointHandles::follow() {
    const std::optional<ItemId> one = session_.single();
    handles_.clear();
    ring_.reset();
    if (visible_ && one && one->kind == ItemKind::kNode) {
        handles_ = handles_of(session_.document(), session_.library(), {one->value},
                              session_.frame(), session_.input_shapes());
        ring_ = ring_of(session_.document(), session_.library(), {one->value}, session_.frame(),
                        handles_);
    }
    std::vector<HandleMark> marks;
    for (const Handle& handle : handles_) {
        const QPointF place(handle.at_x, handle.at_y);
        const QPointF middle((handle.frame.x0 + handle.frame.x1) / 2.0,
                             (handle.frame.y0 + handle.frame.y1) / 2.0);
        const bool is_way = handle.group == ParameterGroup::eShift;
        marks.push_back(
            {place, is_way ? middle : place, is_way ? HandleMark::kWay : HandleMark::kPoint});
    }
    if (ring_)
        for (const RingPart part : kRingParts) {
            const RingPlace place = place_of(*ring_, part);
            marks.push_back({{place.x, place.y},
                             {ring_->x, ring_->y},
                             part == RingPart::kTurn ? HandleMark::kTurn : HandleMark::kScale});
        }
    picture_.show_handles(std::move(marks), are_corners(handles_));
}

void PointHandles::drag(int index, QPointF place) {
    const int points = static_cast<int>(handles_.size());
    if (index >= points && ring_ && index < points + static_cast<int>(std::size(kRingParts)))
        return set_values(values_at(*ring_, kRingParts[index - points], {place.x(), place.y()}));
    if (index < 0 || index >= points) return;
    const Handle& handle = handles_[static_cast<std::size_t>(index)];
    const PointValue value = value_of(handle, place.x(), place.y());
    set_values({{handle.x, value.x}, {handle.y, value.y}});
}

void PointHandles::set_values(const std::vector<std::pair<ParameterId, double>>& values) {
    if (values.empty()) return;
    const Graph& graph = session_.document().draft.graph;
    const FunctorDescriptor d =
        weft::describe(*session_.library().find(graph.find(values.front().first.node)->functor));
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& [id, value] : values) {
        const ParameterRef& ref =
            d.parameters[static_cast<std::size_t>(d.find_parameter(id.parameter))].ref;
        texts.emplace_back(
            edit_path(graph, id),
            format_float(static_cast<float>(std::clamp(value, ref.minimum, ref.maximum))));
    }
    const QString name = QString::fromStdString(texts.front().first);
    session_.apply(tr("Drag %1").arg(name),
                   set_all_at(session_.document(), session_.library(), texts, session_.frame()),
                   QStringLiteral("handle %1@%2").arg(name).arg(session_.frame()));
}

}  // namespace weft::editor
