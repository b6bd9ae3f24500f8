// A plane of doubles with clamped reads: what the tests' own forms of whole effects compute in.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "harness.h"

namespace weft::test {

/// One plane over a domain; reads outside it see the nearest element inside.
class Field {
  public:
    Field(Rect domain, const std::function<double(int, int)>& formula) : domain_(domain) {
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) values_.push_back(formula(x, y));
    }
    Field(const Picture& picture, int plane)
        : Field(picture.domain(), [&](int x, int y) { return picture.at(x, y, plane); }) {}

    Rect domain() const { return domain_; }
    double at(int x, int y) const {
        x = std::clamp(x, domain_.x0, domain_.x1 - 1) - domain_.x0;
        y = std::clamp(y, domain_.y0, domain_.y1 - 1) - domain_.y0;
        return values_[static_cast<std::size_t>(y) * static_cast<std::size_t>(domain_.width()) +
                       static_cast<std::size_t>(x)];
    }
    double along(Axis axis, int x, int y, int offset) const {
        return axis == eHorizontal ? at(x + offset, y) : at(x, y + offset);
    }

  private:
    Rect domain_;
    std::vector<double> values_;
};

/// The weighted sum along an axis, weights centred.
inline Field filter(const Field& f, Axis axis, const std::vector<double>& weights) {
    const int radius = static_cast<int>(weights.size()) / 2;
    return Field(f.domain(), [&](int x, int y) {
        double sum = 0;
        for (int i = -radius; i <= radius; ++i)
            sum += weights[static_cast<std::size_t>(i + radius)] * f.along(axis, x, y, i);
        return sum;
    });
}

/// Element by element.
inline Field combine(const Field& a, const Field& b,
                     const std::function<double(double, double)>& formula) {
    return Field(a.domain(), [&](int x, int y) { return formula(a.at(x, y), b.at(x, y)); });
}

}  // namespace weft::test
