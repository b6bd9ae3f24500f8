// Curves by a table of which straight pieces are within a float's precision, matrices, and
// processors of OpenColorIO.
#include "pictures/ocio/colour_conversion.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace weft {
namespace {

namespace ocio = OCIO_NAMESPACE;

/// A curve from light, for floats. Between 2^-16 and 16 it goes straight between 1024 places of
/// each octave, where it is exact: between them it strays by less than 1e-7, a float's precision.
class FastCurve {
  public:
    explicit FastCurve(double (*exact)(double)) : exact_(exact), table_(kEntries + 1) {
        for (std::uint32_t i = 0; i <= kEntries; ++i)
            table_[i] = value(std::bit_cast<float>(kFirst + (i << kRest)));
    }
    float operator()(float v) const {
        const std::uint32_t at = std::bit_cast<std::uint32_t>(v) - kFirst;
        if (at >= kEntries << kRest) return value(v);  // negative numbers and NaN, too
        const std::uint32_t i = at >> kRest;
        const float part = static_cast<float>(at & ((1u << kRest) - 1)) * (1.0f / (1u << kRest));
        return table_[i] + (table_[i + 1] - table_[i]) * part;
    }

  private:
    static constexpr int kRest = 13, kOctaves = 20;
    static constexpr std::uint32_t kEntries = kOctaves << (23 - kRest);
    static constexpr std::uint32_t kFirst = (127u - 16u) << 23;
    float value(float v) const { return static_cast<float>(exact_(static_cast<double>(v))); }

    double (*exact_)(double);
    std::vector<float> table_;
};

/// A curve, and a matrix on its side of light.
class OwnConversion final : public ColourConversion {
  public:
    OwnConversion(const KnownSpace& space, ColourWay way) {
        const bool in = way == ColourWay::kToWorking;
        if (space.curve != nullptr && in) to_light_ = space.curve->to_light;
        if (space.curve != nullptr && !in) from_light_.emplace(space.curve->from_light);
        if (space.primaries == linear_rec709().primaries) return;
        const std::array<double, 9> matrix = to_rec709(*space.primaries);
        matrix_ = in ? matrix : inverse(matrix);
    }
    void apply(float* red, float* green, float* blue, int count) const override {
        if (to_light_ != nullptr)
            for (float* const row : {red, green, blue})
                for (int i = 0; i < count; ++i)
                    row[i] = static_cast<float>(to_light_(static_cast<double>(row[i])));
        if (matrix_) mix(*matrix_, red, green, blue, count);
        if (from_light_)
            for (float* const row : {red, green, blue})
                for (int i = 0; i < count; ++i) row[i] = (*from_light_)(row[i]);
    }
    bool is_separable() const override { return !matrix_; }

  private:
    static void mix(const std::array<double, 9>& m, float* red, float* green, float* blue,
                    int count) {
        for (int i = 0; i < count; ++i) {
            const auto r = static_cast<double>(red[i]), g = static_cast<double>(green[i]),
                       b = static_cast<double>(blue[i]);
            red[i] = static_cast<float>(m[0] * r + m[1] * g + m[2] * b);
            green[i] = static_cast<float>(m[3] * r + m[4] * g + m[5] * b);
            blue[i] = static_cast<float>(m[6] * r + m[7] * g + m[8] * b);
        }
    }

    double (*to_light_)(double) = nullptr;
    std::optional<FastCurve> from_light_;
    std::optional<std::array<double, 9>> matrix_;
};

class ProcessorConversion final : public ColourConversion {
  public:
    explicit ProcessorConversion(ocio::ConstCPUProcessorRcPtr cpu) : cpu_(std::move(cpu)) {}
    void apply(float* red, float* green, float* blue, int count) const override {
        if (count == 0) return;
        ocio::PlanarImageDesc row(red, green, blue, nullptr, count, 1);
        cpu_->apply(row);
    }
    bool is_separable() const override { return !cpu_->hasChannelCrosstalk(); }

  private:
    ocio::ConstCPUProcessorRcPtr cpu_;
};

void append(ocio::GroupTransform& group, const char* style, ocio::TransformDirection direction) {
    const auto transform = ocio::BuiltinTransform::Create();
    transform->setStyle(style);
    transform->setDirection(direction);
    group.appendTransform(transform);
}

}  // namespace

const float* ColourConversion::of_codes(SampleFormat format, int colour) const {
    const bool bytes = format == SampleFormat::kU8;
    Table& table = bytes ? bytes_ : shorts_;
    std::call_once(table.made, [&] {
        const int most = bytes ? 255 : 65535;
        for (std::vector<float>& values : table.values) {
            values.resize(static_cast<std::size_t>(most) + 1);
            for (int code = 0; code <= most; ++code)
                values[static_cast<std::size_t>(code)] =
                    static_cast<float>(code) / static_cast<float>(most);
        }
        apply(table.values[0].data(), table.values[1].data(), table.values[2].data(), most + 1);
    });
    return table.values[static_cast<std::size_t>(colour)].data();
}

std::shared_ptr<const ColourConversion> conversion_of(const KnownSpace& space, ColourWay way) {
    if (&space == &linear_rec709()) return nullptr;
    if (space.to_aces == nullptr) return std::make_shared<OwnConversion>(space, way);
    const auto group = ocio::GroupTransform::Create();
    append(*group, space.to_aces, ocio::TRANSFORM_DIR_FORWARD);
    append(*group, "ACEScg_to_ACES2065-1", ocio::TRANSFORM_DIR_INVERSE);
    append(*group, "UTILITY - ACES-AP1_to_LINEAR-REC709_BFD", ocio::TRANSFORM_DIR_FORWARD);
    return conversion_of(ocio::Config::CreateRaw()->getProcessor(
        group,
        way == ColourWay::kToWorking ? ocio::TRANSFORM_DIR_FORWARD : ocio::TRANSFORM_DIR_INVERSE));
}

std::shared_ptr<const ColourConversion> conversion_of(const ocio::ConstProcessorRcPtr& processor) {
    const auto cpu = processor->getOptimizedCPUProcessor(ocio::OPTIMIZATION_LOSSLESS);
    if (cpu->isNoOp()) return nullptr;
    return std::make_shared<ProcessorConversion>(cpu);
}

}  // namespace weft
