#include "viewer/display.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "viewer/in_rows.h"

namespace weft::editor {
namespace {

float srgb(float v) {
    return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1.0f / 2.4f) - 0.055f;
}

/// The planes that red, green and blue come from; with none, luminance is mixed of the first three.
struct Planes {
    int red, green, blue;
};

Planes planes_of(int planes, Channel channel) {
    const int last = planes - 1;
    const auto one = [&](int plane) {
        const int p = std::min(plane, last);
        return Planes{p, p, p};
    };
    switch (channel) {
        case Channel::kRed: return one(0);
        case Channel::kGreen: return one(1);
        case Channel::kBlue: return one(2);
        case Channel::kAlpha: return one(3);
        case Channel::kColour:
        case Channel::kLuminance: break;
    }
    return last >= 2 ? Planes{0, 1, 2} : one(0);
}

/// Stripes that no picture has, which tell at any size and without colour.
QRgb stripe(int x, int y) { return (x + y) / 4 % 2 ? qRgb(255, 0, 200) : qRgb(0, 0, 0); }

/// Columns or rows of a window, and what they show.
struct Run {
    int begin, end;  // in the window
    int tile;        // some pixel of the tile that they lie in
};

/// Pixels of a picture along an axis of the window.
struct Places {
    std::vector<int> pixels;  // per column or row of the window
    std::vector<Run> runs;    // those that show something, by tile
};

Places places_of(int begin, int end, double origin, double step, int first, int last) {
    Places places;
    places.pixels.resize(static_cast<std::size_t>(end - begin));
    for (int i = begin; i < end; ++i) {
        const double at = std::floor((i + 0.5 - origin) / step);
        // What is far outside need not fit an int.
        const int pixel = static_cast<int>(std::clamp(at, first - 1.0, last + 0.0));
        places.pixels[static_cast<std::size_t>(i - begin)] = pixel;
        if (pixel < first || pixel >= last) continue;
        const auto tile = [](int v) { return v >> 8; };
        static_assert(TiledPicture::kTile == 1 << 8);
        if (places.runs.empty() || tile(places.runs.back().tile) != tile(pixel))
            places.runs.push_back({i - begin, i - begin, pixel});
        places.runs.back().end = i - begin + 1;
    }
    return places;
}

/// The rows of a block's planes, by the picture's columns.
struct Rows {
    Rows(const Picture& block, int y, const Planes& planes)
        : red(block.row(y, planes.red) - block.domain().x0),
          green(block.row(y, planes.green) - block.domain().x0),
          blue(block.row(y, planes.blue) - block.domain().x0) {}
    const float *red, *green, *blue;
    Rgb at(int x) const { return {red[x], green[x], blue[x]}; }
};

bool is_finite(const Picture& block, int x, int y) {
    for (int p = 0; p < block.planes(); ++p)
        if (!std::isfinite(block.at(x, y, p))) return false;
    return true;
}

/// What one layer shows of the window's part, over what is there.
class LayerImage {
  public:
    LayerImage(const Layer& layer, const ScreenColours& colours, const Placement& placement,
               const QRect& part)
        : layer_(layer), transform_(colours.transform()), colours_(colours), part_(part) {
        const double step = placement.zoom * layer.reduction;
        const Rect domain = layer.domain();
        planes_ = planes_of(layer.planes(), transform_.channel);
        if (domain.empty()) return;
        columns_ = places_of(part.left(), part.right() + 1, placement.origin.x(), step, domain.x0,
                             domain.x1);
        rows_ = places_of(part.top(), part.bottom() + 1, placement.origin.y(), step, domain.y0,
                          domain.y1);
    }

    /// Rows first to last of the part, each `stride` bytes after the one before.
    void draw(uchar* bits, qsizetype stride, int first, int last) const {
        std::vector<Rgb> light(columns_.pixels.size());
        std::vector<std::array<unsigned char, 3>> screen(columns_.pixels.size());
        for (const Run& down : rows_.runs)
            for (const Run& along : columns_.runs) {
                const Picture* block = layer_.picture.block_at(along.tile, down.tile);
                const Picture* other =
                    layer_.minus ? layer_.minus->block_at(along.tile, down.tile) : block;
                if (block == nullptr || other == nullptr) continue;
                for (int y = std::max(down.begin, first); y < std::min(down.end, last); ++y) {
                    auto* line = reinterpret_cast<QRgb*>(bits + y * stride);
                    const int row = rows_.pixels[static_cast<std::size_t>(y)];
                    gather(*block, *other, row, along, light);
                    const auto count = static_cast<std::size_t>(along.end - along.begin);
                    colours_({light.data(), count}, screen.data());
                    for (std::size_t i = 0; i < count; ++i)
                        line[along.begin + static_cast<int>(i)] =
                            qRgb(screen[i][0], screen[i][1], screen[i][2]);
                    if (transform_.mark_not_finite) mark(*block, *other, row, along, y, line);
                }
            }
    }

  private:
    int column(int x) const { return columns_.pixels[static_cast<std::size_t>(x)]; }

    void gather(const Picture& block, const Picture& other, int row, const Run& along,
                std::vector<Rgb>& light) const {
        const Rows from(block, row, planes_);
        Rgb* to = light.data();
        for (int x = along.begin; x < along.end; ++x) *to++ = from.at(column(x));
        const std::span<Rgb> all(light.data(), to);
        if (layer_.minus) {
            const Rows minus(other, row, planes_);
            for (int x = along.begin; x < along.end; ++x) {
                Rgb& colour = all[static_cast<std::size_t>(x - along.begin)];
                const Rgb less = minus.at(column(x));
                for (std::size_t c = 0; c < 3; ++c) colour[c] = difference(colour[c], less[c]);
            }
        }
        if (transform_.channel == Channel::kLuminance)
            for (Rgb& colour : all)
                colour.fill(0.2126f * colour[0] + 0.7152f * colour[1] + 0.0722f * colour[2]);
    }

    void mark(const Picture& block, const Picture& other, int row, const Run& along, int y,
              QRgb* line) const {
        for (int x = along.begin; x < along.end; ++x)
            if (!is_finite(block, column(x), row) ||
                (layer_.minus && !is_finite(other, column(x), row)))
                line[x] = stripe(part_.left() + x, part_.top() + y);
    }

    const Layer& layer_;
    const DisplayTransform& transform_;
    const ScreenColours& colours_;
    const QRect part_;
    Planes planes_{};
    Places columns_, rows_;
};

}  // namespace

ScreenColours::ScreenColours(const DisplayTransform& transform)
    : transform_(transform), levels_(levels_of(transform)) {}

void ScreenColours::set_transform(const DisplayTransform& transform) {
    if (transform.encoding != transform_.encoding || transform.gamma != transform_.gamma)
        levels_ = levels_of(transform);
    transform_ = transform;
}

std::shared_ptr<const ScreenColours::Levels> ScreenColours::levels_of(
    const DisplayTransform& transform) {
    auto levels = std::make_shared<Levels>();
    for (std::size_t i = 0; i < levels->size(); ++i) {
        // In the middle of what the entry stands for; the first is 0, the last 1 and more.
        const auto bits =
            (static_cast<std::uint32_t>(i) << kEntryShift) + kFirstEntry + (1u << kEntryShift) / 2;
        const float value = i == 0                    ? 0.0f
                            : i == levels->size() - 1 ? 1.0f
                                                      : std::bit_cast<float>(bits);
        const float encoded = transform.encoding == Encoding::kSrgb ? srgb(value) : value;
        (*levels)[i] = static_cast<unsigned char>(
            std::lround(255.0f * std::pow(encoded, 1.0f / transform.gamma)));
    }
    return levels;
}

void ScreenColours::operator()(std::span<Rgb> colours, std::array<unsigned char, 3>* shown) const {
    const float gain = std::exp2(transform_.exposure);
    for (Rgb& colour : colours)
        for (float& v : colour) v *= gain;
    if (transform_.encoding == Encoding::kLut && transform_.lut) transform_.lut->apply(colours);
    const Levels& table = *levels_;
    const float least = std::bit_cast<float>(kFirstEntry);
    const float* values = colours.data()->data();
    auto* levels = reinterpret_cast<unsigned char*>(shown);
    constexpr std::size_t kPiece = 512;
    std::array<std::uint32_t, kPiece> entries;
    const std::size_t all = colours.size() * 3;
    for (std::size_t begin = 0; begin < all; begin += kPiece) {
        const std::size_t count = std::min(kPiece, all - begin);
        for (std::size_t i = 0; i < count; ++i) {  // several at a time
            const float v = values[begin + i];
            const float low = v > least ? v : least;  // NaN is dark
            const float in = low < 1.0f ? low : 1.0f;
            entries[i] = (std::bit_cast<std::uint32_t>(in) - kFirstEntry) >> kEntryShift;
        }
        for (std::size_t i = 0; i < count; ++i) levels[begin + i] = table[entries[i]];
    }
}

void draw_layers(std::span<const Layer> layers, const ScreenColours& colours,
                 const Placement& placement, const QRect& part, QImage& image, QPoint at,
                 QRgb ground) {
    const qsizetype stride = image.bytesPerLine();
    uchar* const bits = image.bits() + at.y() * stride + at.x() * qsizetype{sizeof(QRgb)};
    std::vector<LayerImage> drawn;  // from the lowest up
    drawn.reserve(layers.size());
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
        drawn.emplace_back(*layer, colours, placement, part);
    in_rows(part.height(), part.width(), [&](int first, int last) {
        for (int y = first; y < last; ++y)
            std::fill_n(reinterpret_cast<QRgb*>(bits + y * stride), part.width(), ground);
        for (const LayerImage& layer : drawn) layer.draw(bits, stride, first, last);
    });
}

}  // namespace weft::editor
