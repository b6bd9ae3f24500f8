#include "runtime/gpu/device_picture.h"

#include <array>
#include <vector>

#include "runtime/convert.h"

namespace weft {

namespace {

/// A row of each plane, for pictures that lie by columns.
class Rows {
  public:
    Rows(int width, int planes) : values_(static_cast<std::size_t>(width) * planes) {
        for (int p = 0; p < planes; ++p)
            rows_[static_cast<std::size_t>(p)] =
                values_.data() + static_cast<std::size_t>(p) * width;
    }
    float* const* all() const { return rows_.data(); }
    float& at(int p, int i) { return rows_[static_cast<std::size_t>(p)][i]; }

  private:
    std::vector<float> values_;
    std::array<float*, kMaxPlanes> rows_{};
};

}  // namespace

DevicePicture device_picture(const GpuPlan& plan, Id<PlanImage> image, float* data, int slack) {
    const PlanImage& i = plan.images[image];
    return {data, i.region, storage_of(plan, image).layout, i.shape.planes, slack};
}

void pack_picture(const PictureView& from, const DevicePicture& to, const Rect& part) {
    if (part.empty()) return;
    if (to.layout == Layout::kRows) {
        std::array<float*, kMaxPlanes> rows{};
        for (int y = part.y0; y < part.y1; ++y) {
            for (int p = 0; p < to.planes; ++p)
                rows[static_cast<std::size_t>(p)] = to.at(part.x0, y, p);
            load_rows(from, y, part.x0, part.x1, rows.data());
        }
        return;
    }
    Rows row(part.width(), to.planes);
    for (int y = part.y0; y < part.y1; ++y) {
        load_rows(from, y, part.x0, part.x1, row.all());
        for (int p = 0; p < to.planes; ++p)
            for (int x = part.x0; x < part.x1; ++x) *to.at(x, y, p) = row.at(p, x - part.x0);
    }
}

void unpack_picture(const DevicePicture& from, const PictureView& to, const Rect& part) {
    if (part.empty()) return;
    if (from.layout == Layout::kRows) {
        std::array<const float*, kMaxPlanes> rows{};
        for (int y = part.y0; y < part.y1; ++y) {
            for (int p = 0; p < from.planes; ++p)
                rows[static_cast<std::size_t>(p)] = from.at(part.x0, y, p);
            store_rows(to, y, part.x0, part.x1, rows.data());
        }
        return;
    }
    Rows row(part.width(), from.planes);
    for (int y = part.y0; y < part.y1; ++y) {
        for (int p = 0; p < from.planes; ++p)
            for (int x = part.x0; x < part.x1; ++x) row.at(p, x - part.x0) = *from.at(x, y, p);
        store_rows(to, y, part.x0, part.x1, row.all());
    }
}

}  // namespace weft
