#include "openfx/inputs.h"

#include "openfx/fields.h"

namespace weft::openfx {

PictureView Input::read(const PictureView& view) const {
    return plane < 0 ? view : plane_of(view, plane);
}

Status Inputs::gather(const Instance& instance, Time time, Field field, const Geometry& geometry,
                      const Rect& missing) {
    for (std::size_t i = 0; i < instance.clips.size(); ++i) {
        const ClipDescription& clip = instance.plugin.clips[i];
        HostImage image = HostImage::get(instance.suites, instance.clips[i], time);
        given_.push_back(image || !clip.optional);
        if (!given_.back()) continue;
        if (!image) {
            add_black(geometry, missing, clip.one_plane ? 1 : 4);
            continue;
        }
        if (Status s = add(std::move(image), field, geometry, missing, clip.one_plane); !s)
            return s;
    }
    return {};
}

std::vector<ImageShape> Inputs::shapes() const {
    std::vector<ImageShape> shapes;
    for (const Input& picture : pictures_) shapes.push_back(picture.shape);
    return shapes;
}

Status Inputs::add(HostImage image, Field field, const Geometry& geometry, const Rect& missing,
                   bool one_plane) {
    auto layout = read_layout(image.properties());
    if (!layout)
        return Error{ErrorKind::kInput,
                     "an input has no pixels of 1, 3 or 4 components and 8, 16 or 32 bits"};
    layout = rows_of(*layout, field);
    if (is_empty(layout->bounds)) {
        add_black(geometry, missing, one_plane ? 1 : layout->planes);
        return {};
    }
    const PictureView all = view_of(*layout, geometry);
    // Of a tile, too, borders are where the whole picture ends.
    const Rect defined = !is_endless(layout->defined) ? geometry.to_weft(layout->defined)
                         : geometry.frame.empty()     ? all.domain
                                                      : geometry.frame;
    Input input;
    input.pixels = crop(all, intersect(all.domain, defined));
    if (one_plane) input.plane = layout->planes == 4 ? 3 : 0;
    input.shape = shape_in(geometry, defined, one_plane ? 1 : layout->planes);
    pictures_.push_back(input);
    images_.push_back(std::move(image));
    return {};
}

void Inputs::add_black(const Geometry& geometry, const Rect& missing, int planes) {
    Input input;
    input.pixels.planes = planes;
    input.shape =
        geometry.frame.empty() ? ImageShape{missing, planes} : shape_in(geometry, {}, planes);
    pictures_.push_back(input);
}

}  // namespace weft::openfx
