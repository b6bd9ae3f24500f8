#include "pictures/oiio/file_samples.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "pictures/ocio/colour_conversion.h"
#include "runtime/convert.h"

namespace weft {
namespace {

/// A row's planes as floats.
class Row {
  public:
    Row(int planes, int width, const FileColours& how)
        : how_(how), width_(width), samples_(size(planes)), spare_(how.conversion ? size(3) : 0) {
        for (int p = 0; p < planes; ++p) planes_.push_back(samples_.data() + size(p));
        stored_.assign(planes_.begin(), planes_.end());
    }

    void load(const PictureView& view, int y) {
        load_rows(view, y, view.domain.x0, view.domain.x1, planes_.data());
    }
    void store(const PictureView& view, int y) const {
        store_rows(view, y, view.domain.x0, view.domain.x1, stored_.data());
    }

    /// All planes but alpha.
    void multiply() {
        by_alpha([](float v, float a) { return v * a; });
    }
    void divide() {
        by_alpha([](float v, float a) { return a > 0 ? v / a : v; });
    }

    /// The colours.
    void convert() {
        const bool apart = how_.apart && has_edges();
        if (apart) colours_by_alpha([](float v, float a) { return v / a; });
        convert_whole();
        if (apart) colours_by_alpha([](float v, float a) { return v * a; });
    }

    /// The colours of a file's whole numbers, looked up; other planes as they are.
    void load_codes(const PictureView& view, int y) {
        const int colours[] = {how_.planes.red, how_.planes.green, how_.planes.blue};
        for (int p = 0; p < view.planes; ++p) {
            const auto* const at = std::find(std::begin(colours), std::end(colours), p);
            if (at == std::end(colours)) {
                load_row(view, y, p, view.domain.x0, view.domain.x1, plane(p));
                continue;
            }
            const float* const table =
                how_.conversion->of_codes(view.format, static_cast<int>(at - std::begin(colours)));
            const std::byte* from = view.at(view.domain.x0, y, p);
            float* const to = plane(p);
            if (view.format == SampleFormat::kU8)
                look_up<std::uint8_t>(from, view.x_stride, table, to);
            else
                look_up<std::uint16_t>(from, view.x_stride, table, to);
        }
    }

  private:
    std::size_t size(int planes) const {
        return static_cast<std::size_t>(width_) * static_cast<std::size_t>(planes);
    }
    float* plane(int p) { return planes_[static_cast<std::size_t>(p)]; }

    template <class Code>
    void look_up(const std::byte* from, std::ptrdiff_t stride, const float* table,
                 float* to) const {
        for (int x = 0; x < width_; ++x, from += stride) {
            Code code;
            std::memcpy(&code, from, sizeof code);
            to[x] = table[code];
        }
    }

    template <class Change>
    void by_alpha(const Change& change) {
        const float* const a = plane(how_.alpha);
        for (float* const values : planes_)
            if (values != a)
                for (int x = 0; x < width_; ++x) values[x] = change(values[x], a[x]);
    }

    /// The same for colours alone, where alpha is neither 0 nor 1.
    template <class Change>
    void colours_by_alpha(const Change& change) {
        const float* const a = plane(how_.alpha);
        const ColourPlanes& c = how_.planes;
        for (const int p : {c.red, c.grey() ? -1 : c.green, c.grey() ? -1 : c.blue}) {
            if (p < 0) continue;
            float* const values = plane(p);
            for (int x = 0; x < width_; ++x)
                if (a[x] > 0 && a[x] != 1) values[x] = change(values[x], a[x]);
        }
    }

    /// Whether alpha is anywhere but 0 and 1.
    bool has_edges() {
        const float* const a = plane(how_.alpha);
        return std::any_of(a, a + width_, [](float v) { return v > 0 && v != 1; });
    }

    void convert_whole() {
        const ColourPlanes& c = how_.planes;
        float* rows[3];
        int next = 0;
        for (const int p : {c.red, c.green, c.blue}) {
            // What is missing is black; grey is all three.
            float* const spare = spare_.data() + size(next);
            rows[next] = p < 0 ? spare : plane(p);
            if (p < 0) std::fill(spare, spare + width_, 0.0f);
            if (c.grey() && next > 0) {
                std::copy(plane(p), plane(p) + width_, spare);
                rows[next] = spare;
            }
            ++next;
        }
        how_.conversion->apply(rows[0], rows[1], rows[2], width_);
    }

    const FileColours& how_;
    const int width_;
    std::vector<float> samples_, spare_;
    std::vector<float*> planes_;
    std::vector<const float*> stored_;
};

}  // namespace

FileColours colours_of(const std::string& file_kind, const std::vector<std::string>& channels,
                       int alpha, bool unassociated, const ColourConversion* conversion) {
    const bool film = file_kind == "dpx" || file_kind == "cineon";
    return {alpha, unassociated, colour_planes(channels), conversion,
            alpha >= 0 && !unassociated && !film};
}

void from_file(const PictureView& file, const FileColours& how, const PictureView& light) {
    const Rect& all = file.domain;
    Row row(file.planes, all.width(), how);
    const bool whole = file.format == SampleFormat::kU8 || file.format == SampleFormat::kU16;
    const bool by_code =
        how.conversion != nullptr && whole && how.conversion->is_separable() && !how.apart;
    for (int y = all.y0; y < all.y1; ++y) {
        if (by_code) {
            row.load_codes(file, y);
        } else {
            row.load(file, y);
            if (how.conversion != nullptr) row.convert();
        }
        if (how.unassociated) row.multiply();
        row.store(light, y);
    }
}

void to_file(const PictureView& light, const FileColours& how, const PictureView& file) {
    const Rect& all = light.domain;
    Row row(light.planes, all.width(), how);
    for (int y = all.y0; y < all.y1; ++y) {
        row.load(light, y);
        if (how.unassociated) row.divide();
        if (how.conversion != nullptr) row.convert();
        row.store(file, y);
    }
}

}  // namespace weft
