#include "openfx/inputs.h"

#include "openfx/fields.h"

namespace weft::openfx {
namespace {

/// Regions of definition that no picture has: of generators without end.
bool is_huge(const PixelRect& r) {
    constexpr long long kMost = 1 << 16;
    return static_cast<long long>(r.x2) - r.x1 > kMost ||
           static_cast<long long>(r.y2) - r.y1 > kMost;
}

}  // namespace

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
            add_black(missing, clip.one_plane ? 1 : 4);
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
        add_black(missing, one_plane ? 1 : layout->planes);
        return {};
    }
    const PictureView all = view_of(*layout, geometry);
    // Of a tile, too, borders are where the whole picture ends.
    const Rect whole = is_huge(layout->defined) ? all.domain : geometry.to_weft(layout->defined);
    Input input;
    input.pixels = crop(all, intersect(all.domain, whole));
    if (one_plane) input.plane = layout->planes == 4 ? 3 : 0;
    input.shape = {whole, one_plane ? 1 : layout->planes};
    pictures_.push_back(input);
    images_.push_back(std::move(image));
    return {};
}

void Inputs::add_black(const Rect& domain, int planes) {
    Input input;
    input.pixels.planes = planes;
    input.shape = {domain, planes};
    pictures_.push_back(input);
}

}  // namespace weft::openfx
