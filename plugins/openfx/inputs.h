// What the host's clips hand out for one render, as Weft's inputs.
#pragma once

#include <list>
#include <vector>

#include "graph/regions.h"
#include "openfx/host_image.h"
#include "openfx/instance.h"
#include "runtime/picture.h"

namespace weft::openfx {

/// A picture as an input sees it.
struct Input {
    /// What the host holds of it, wherever that lies: a part of the picture, or none of it. With
    /// all components.
    PictureView pixels;
    ImageShape shape;  ///< of the whole; beyond the pixels it is 0
    int plane = -1;    ///< the component that is read alone; -1: all are

    /// `view`, which has all components, as it is read.
    PictureView read(const PictureView& view) const;
    bool is_whole() const { return pixels.domain == shape.domain; }
};

/// Those of one render. The host's images are held as long as this lives.
class Inputs {
  public:
    /// Asks every clip. A picture that is needed and missing is nothing in the project's frame;
    /// where the host tells of no project, black of the extent `missing`.
    Status gather(const Instance& instance, Time time, Field field, const Geometry& geometry,
                  const Rect& missing);

    /// Per clip: whether it is an input. Optional ones without an image are none.
    const std::vector<bool>& given() const { return given_; }
    const std::vector<Input>& pictures() const { return pictures_; }
    std::vector<ImageShape> shapes() const;

  private:
    Status add(HostImage image, Field field, const Geometry& geometry, const Rect& missing,
               bool one_plane);
    void add_black(const Geometry& geometry, const Rect& missing, int planes);

    std::vector<bool> given_;
    std::vector<Input> pictures_;
    std::list<HostImage> images_;
};

}  // namespace weft::openfx
