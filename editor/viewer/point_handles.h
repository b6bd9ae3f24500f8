// The points of the selected node, its turn and its scales, as handles on the picture: dragged,
// they are edits.
#pragma once

#include <QObject>

#include "model/parameter_points.h"
#include "model/turn_ring.h"
#include "view/session.h"
#include "viewer/picture_view.h"

namespace weft::editor {

class PointHandles : public QObject {
    Q_OBJECT

  public:
    PointHandles(Session& session, PictureView& picture);

    void set_visible(bool visible);
    bool is_visible() const { return visible_; }
    /// Anew: shapes of pictures may have become known.
    void follow();

  private:
    void drag(int handle, QPointF place);
    /// One edit with those that are of the same drag.
    void set_values(const std::vector<std::pair<ParameterId, double>>& values);

    Session& session_;
    PictureView& picture_;
    std::vector<Handle> handles_;
    std::optional<TurnRing> ring_;  // its parts follow handles_
    bool visible_ = true;
};

}  // namespace weft::editor
