#include "runtime/simt/device_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/gpu/external_picture.h"

namespace weft {

namespace {

constexpr std::uint32_t kPoison = 0x7fa5a5a5u;  // a signalling NaN

std::ptrdiff_t floor_divide(std::ptrdiff_t a, std::ptrdiff_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace

DeviceArray::DeviceArray(std::string name, DevicePicture shape)
    : name_(std::move(name)),
      block_(shape.stored.empty() ? 0 : shape.bytes()),
      picture_(shape),
      states_(block_.bytes() / sizeof(float), UnitState::kPadding) {
    picture_.data = reinterpret_cast<float*>(block_.data());
    poison();
}

DeviceArray::DeviceArray(std::string name, const PictureView& shape)
    : name_(std::move(name)), unit_(1), view_(shape) {
    const ByteExtent extent = byte_extent(shape);
    block_ = GuardedBlock(extent.bytes());
    view_.base = reinterpret_cast<std::byte*>(block_.data()) +
                 (reinterpret_cast<std::uintptr_t>(shape.base) - extent.begin);
    states_.assign(block_.bytes(), UnitState::kPadding);
    const Rect& r = view_.domain;
    for (int p = 0; p < view_.planes; ++p)
        for (int y = r.y0; y < r.y1; ++y)
            for (int x = r.x0; x < r.x1; ++x)
                std::fill_n(states_.begin() + index_of(view_.at(x, y, p)),
                            sample_size(view_.format), UnitState::kUnwritten);
}

void DeviceArray::poison() {
    std::fill_n(reinterpret_cast<std::uint32_t*>(block_.data()), units(), kPoison);
    const Rect& r = picture_.stored;
    const bool rows = picture_.layout == Layout::kRows;
    const auto used = static_cast<std::size_t>(rows ? r.width() : r.height());
    const int rows_stored = rows ? r.height() : r.width();
    for (int p = 0; units() > 0 && p < picture_.planes; ++p)
        for (int v = 0; v < rows_stored; ++v)
            std::fill_n(states_.begin() + p * picture_.plane() + v * picture_.pitch(), used,
                        UnitState::kUnwritten);
}

void DeviceArray::fill() {
    std::replace(states_.begin(), states_.end(), UnitState::kUnwritten, UnitState::kWritten);
}

std::ptrdiff_t DeviceArray::index_of(const void* address) const {
    return floor_divide(static_cast<const char*>(address) - block_.data(),
                        static_cast<std::ptrdiff_t>(unit_));
}

bool DeviceArray::holds(const void* address) const {
    const auto* const at = static_cast<const char*>(address);
    return at >= block_.data() && at < block_.data() + block_.bytes();
}

bool DeviceArray::claims(const void* address) const { return block_.claims(address); }

std::string DeviceArray::value(std::size_t i) const {
    if (unit_ == 1) return fmt::format("{}", static_cast<unsigned char>(*at(i)));
    float value = 0;
    std::memcpy(&value, at(i), sizeof(value));
    return fmt::format("{}", value);
}

std::string DeviceArray::element_name(std::ptrdiff_t index) const {
    if (unit_ == 1) return fmt::format("{}[{}]", name_, index);
    const Rect& r = picture_.stored;
    const bool rows = picture_.layout == Layout::kRows;
    const std::ptrdiff_t plane_floats = std::max<std::ptrdiff_t>(picture_.plane(), 1);
    const std::ptrdiff_t pitch = std::max<std::ptrdiff_t>(picture_.pitch(), 1);
    const std::ptrdiff_t plane =
        std::clamp<std::ptrdiff_t>(floor_divide(index, plane_floats), 0, picture_.planes - 1);
    const std::ptrdiff_t rest = index - plane * plane_floats;
    const std::ptrdiff_t v = floor_divide(rest, pitch);
    const std::ptrdiff_t u = rest - v * pitch;
    return fmt::format("{}[{}][{}][{}]", name_, plane, (rows ? v : u) + r.y0,
                       (rows ? u : v) + r.x0);
}

}  // namespace weft
