// Compares views with the shapes that were prepared for.
#include "runtime/check_views.h"

#include <fmt/format.h>

namespace weft {

namespace {
std::string to_text(const ImageShape& s) {
    return fmt::format("{}x{} at {},{} with {} planes", s.domain.width(), s.domain.height(),
                       s.domain.x0, s.domain.y0, s.planes);
}
}  // namespace

Status check_views(const char* what, const std::vector<std::string>& names,
                   const std::vector<ImageShape>& shapes, const std::vector<PictureView>& views) {
    if (views.size() != shapes.size())
        return Error{ErrorKind::kUsage, fmt::format("{} {} pictures were given, but {} are needed",
                                                    views.size(), what, shapes.size())};
    for (std::size_t i = 0; i < views.size(); ++i) {
        const ImageShape seen{views[i].domain, views[i].planes};
        if (!views[i].base)
            return Error{ErrorKind::kUsage,
                         fmt::format("{} \"{}\" has no pixels in memory", what, names[i])};
        if (!same_samples(seen, shapes[i]))
            return Error{ErrorKind::kUsage,
                         fmt::format("{} \"{}\" is {}, but {} was prepared for", what, names[i],
                                     to_text(seen), to_text(shapes[i]))};
    }
    return {};
}

}  // namespace weft
