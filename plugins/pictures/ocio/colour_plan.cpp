// Names to transforms, transforms to a matrix and a rest, colour spaces to shapers.
#include "pictures/ocio/colour_plan.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include <OpenColorIO/OpenColorIO.h>
#include <fmt/format.h>

#include "pictures/ocio/config_names.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"
#include "support/words.h"

namespace weft {
namespace {

namespace ocio = OCIO_NAMESPACE;

constexpr int kUsualEdge = 65;

// Of light in a scene: to a thirty-second below black, and nine and a half stops above grey.
constexpr double kKnee = 1.0 / 128;
constexpr double kBrightest = 128;
constexpr double kBrightestOfAll = 65536;
Shaper light_shaper(double knee = kKnee, double high = kBrightest) {
    return {-4 * knee, high, knee};
}

/// Colours through a processor of OpenColorIO, without its approximations.
ApplyColours colours_through(const ocio::ConstProcessorRcPtr& processor) {
    return [cpu = processor->getOptimizedCPUProcessor(ocio::OPTIMIZATION_LOSSLESS)](
               std::vector<Colour>& colours) {
        if (colours.empty()) return;
        ocio::PackedImageDesc picture(colours.data(), static_cast<long>(colours.size()), 1, 3);
        cpu->apply(picture);
    };
}

/// Whether twice the light is twice the colour.
bool is_proportional(const ApplyColours& apply) {
    std::vector<Colour> colours = {{0, 0, 0}, {0.25f, 0.5f, 0.125f}, {0.5f, 1.0f, 0.25f}};
    apply(colours);
    for (std::size_t c = 0; c < 3; ++c)
        if (std::abs(colours[0][c]) > 1e-4f ||
            std::abs(colours[2][c] - 2 * colours[1][c]) > 1e-3f * std::abs(colours[2][c]) + 1e-4f)
            return false;
    return true;
}

bool is_light(const ocio::Config& config, const ocio::ColorSpace& space) {
    const std::string encoding = space.getEncoding();
    if (!encoding.empty()) return encoding == "scene-linear" || encoding == "display-linear";
    if (config.hasRole(ocio::ROLE_SCENE_LINEAR))
        return is_proportional(
            colours_through(config.getProcessor(space.getName(), ocio::ROLE_SCENE_LINEAR)));
    const auto to_reference = space.getTransform(ocio::COLORSPACE_DIR_TO_REFERENCE);
    if (to_reference) return is_proportional(colours_through(config.getProcessor(to_reference)));
    // The reference itself, or what comes from it.
    const auto from_reference = space.getTransform(ocio::COLORSPACE_DIR_FROM_REFERENCE);
    return !from_reference || is_proportional(colours_through(config.getProcessor(from_reference)));
}

/// What a colour space's allocation asks for, as far as it says; else by what it holds.
Shaper shaper_of(const ocio::Config& config, const ocio::ColorSpace& space) {
    std::vector<float> bounds(static_cast<std::size_t>(space.getAllocationNumVars()));
    if (!bounds.empty()) space.getAllocationVars(bounds.data());
    constexpr float kFar = 1e6f;
    const bool bounded =
        bounds.size() >= 2 && -kFar < bounds[0] && bounds[0] < bounds[1] && bounds[1] < kFar;
    if (bounded && space.getAllocation() == ocio::ALLOCATION_LG2)
        return light_shaper(
            std::clamp(std::exp2(static_cast<double>(bounds[0])), 1.0 / 256, 1.0 / 16),
            std::clamp(std::exp2(static_cast<double>(bounds[1])), 1.0 / 16, kBrightestOfAll));
    if (is_light(config, space)) return light_shaper();
    if (bounded) return {static_cast<double>(bounds[0]), static_cast<double>(bounds[1]), 0};
    return {};
}

/// A transform, and the shaper for what it is given; where that is not known, none.
struct Source {
    ocio::ConstConfigRcPtr config;
    ocio::ConstTransformRcPtr transform;
    std::optional<Shaper> shaper;
};

Result<Source> source_of_names(ColourTransform wanted, const std::string& path) {
    Result<ocio::ConstConfigRcPtr> config = open_config(wanted, path);
    if (!config) return config.error();
    if (Status s = resolve_names(**config, wanted, path); !s) return s.error();
    if (wanted.to.empty()) {
        const auto view = ocio::DisplayViewTransform::Create();
        view->setSrc(wanted.from.c_str());
        view->setDisplay(wanted.display.c_str());
        view->setView(wanted.view.c_str());
        view->setDirection(wanted.inverse ? ocio::TRANSFORM_DIR_INVERSE
                                          : ocio::TRANSFORM_DIR_FORWARD);
        const Shaper shaper =
            wanted.inverse ? Shaper{}
                           : shaper_of(**config, *(*config)->getColorSpace(wanted.from.c_str()));
        return Source{*config, view, shaper};
    }
    if (wanted.inverse) std::swap(wanted.from, wanted.to);
    const auto between = ocio::ColorSpaceTransform::Create();
    between->setSrc(wanted.from.c_str());
    between->setDst(wanted.to.c_str());
    return Source{*config, between,
                  shaper_of(**config, *(*config)->getColorSpace(wanted.from.c_str()))};
}

/// Whether what goes into a built-in transform is light, by its name: "ACEScct_to_ACES2065-1".
bool takes_light(std::string_view style, bool inverse) {
    const std::size_t to = style.find("_to_");
    const bool two_ended = to != std::string_view::npos;
    const std::string_view end = !two_ended ? style
                                 : inverse  ? style.substr(to + 4)
                                            : style.substr(0, to);
    const auto holds = [&](std::string_view word) { return end.find(word) != end.npos; };
    return !two_ended || holds("ACES2065-1") || holds("ACEScg") || holds("ACES-AP") ||
           holds("CIE-XYZ") || (holds("LINEAR") && !holds("LOG"));
}

Result<Source> source_of_builtins(const ColourTransform& wanted, const std::string& path) {
    std::vector<std::string> styles;
    const auto registry = ocio::BuiltinTransformRegistry::Get();
    for (std::size_t i = 0; i < registry->getNumBuiltins(); ++i)
        styles.emplace_back(registry->getBuiltinStyle(i));
    const auto group = ocio::GroupTransform::Create();
    for (const ColourTransform::Builtin& builtin : wanted.builtins) {
        if (Status s = check_name(builtin.style, fmt::format("OpenColorIO {}", ocio::GetVersion()),
                                  "built-in transform", styles, {}, path);
            !s)
            return s.error();
        const auto one = ocio::BuiltinTransform::Create();
        one->setStyle(builtin.style.c_str());
        one->setDirection(builtin.inverse ? ocio::TRANSFORM_DIR_INVERSE
                                          : ocio::TRANSFORM_DIR_FORWARD);
        group->appendTransform(one);
    }
    if (wanted.inverse) group->setDirection(ocio::TRANSFORM_DIR_INVERSE);
    const auto& first = wanted.inverse ? wanted.builtins.back() : wanted.builtins.front();
    const bool light = takes_light(first.style, first.inverse != wanted.inverse);
    return Source{ocio::Config::CreateRaw(), group, light ? light_shaper() : Shaper{}};
}

Result<Source> source_of_file(const ColourTransform& wanted) {
    if (Status s = check_file(wanted.file, "a look-up table"); !s) return s.error();
    const auto file = ocio::FileTransform::Create();
    file->setSrc(std::filesystem::absolute(wanted.file).c_str());
    file->setInterpolation(ocio::INTERP_BEST);
    if (wanted.inverse) file->setDirection(ocio::TRANSFORM_DIR_INVERSE);
    return Source{ocio::Config::CreateRaw(), file, std::nullopt};
}

/// The matrix that a transform begins with; nothing where it does not, or touches alpha.
std::optional<ColourMatrix3> leading_matrix(const ocio::GroupTransform& group) {
    if (group.getNumTransforms() == 0) return std::nullopt;
    const auto matrix =
        std::dynamic_pointer_cast<const ocio::MatrixTransform>(group.getTransform(0));
    if (!matrix || matrix->getDirection() != ocio::TRANSFORM_DIR_FORWARD) return std::nullopt;
    double m[16], offset[4];
    matrix->getMatrix(m);
    matrix->getOffset(offset);
    ColourMatrix3 found;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t c = 0; c < 3; ++c) found.rows[3 * row + c] = m[4 * row + c];
        found.offset[row] = offset[row];
        if (m[4 * row + 3] != 0 || m[12 + row] != 0) return std::nullopt;
    }
    return found;
}

/// Where nothing else says: a table's own elements, or light.
void choose_for_contents(const ocio::GroupTransform& rest, ColourPlan& plan) {
    plan.shaper = light_shaper();
    if (rest.getNumTransforms() == 0) return;
    const auto first = rest.getTransform(0);
    if (const auto curve = std::dynamic_pointer_cast<const ocio::Lut1DTransform>(first))
        if (!curve->getInputHalfDomain()) plan.shaper = {};
    const auto cube = std::dynamic_pointer_cast<const ocio::Lut3DTransform>(first);
    if (!cube) return;
    plan.shaper = {};
    if (rest.getNumTransforms() == 1 && cube->getDirection() == ocio::TRANSFORM_DIR_FORWARD)
        plan.edge = static_cast<int>(cube->getGridSize());
}

void apply_wishes(const ColourTransform& wanted, ColourPlan& plan) {
    if (wanted.edge) plan.edge = *wanted.edge;
    if (wanted.logarithmic && *wanted.logarithmic != (plan.shaper.knee > 0))
        plan.shaper = *wanted.logarithmic ? light_shaper() : Shaper{};
    if (wanted.low) plan.shaper.low = *wanted.low;
    if (wanted.high) plan.shaper.high = *wanted.high;
}

/// Whether every channel is bent by itself.
bool is_separable(const ApplyColours& apply) {
    bool separable = true;
    for (const float v : {0.0f, 0.02f, 0.3f, 1.0f, 6.0f}) {
        std::vector<Colour> colours = {
            {v, v, v}, {v, 0.4f, 0.1f}, {0.1f, v, 0.4f}, {0.4f, 0.1f, v}};
        apply(colours);
        for (std::size_t c = 0; c < 3; ++c)
            separable = separable && std::abs(colours[0][c] - colours[c + 1][c]) <=
                                         1e-5f * std::max(1.0f, std::abs(colours[0][c]));
    }
    return separable;
}

ColourPlan plan_of(const Source& source, const ColourTransform& wanted) {
    const auto processor = source.config->getProcessor(source.transform);
    ColourPlan plan;
    plan.edge = kUsualEdge;
    plan.whole = plan.rest = colours_through(processor);
    const auto steps =
        processor->getOptimizedProcessor(ocio::OPTIMIZATION_LOSSLESS)->createGroupTransform();
    const auto rest = ocio::GroupTransform::Create();
    const std::optional<ColourMatrix3> matrix = leading_matrix(*steps);
    for (int i = matrix ? 1 : 0; i < steps->getNumTransforms(); ++i)
        rest->appendTransform(steps->getTransform(i));
    if (matrix) {
        // Curves alone are baked best by themselves, and a table behind its domain. Whatever mixes
        // colours again strays less in the space that it is given.
        const ApplyColours behind = colours_through(source.config->getProcessor(rest));
        if (!wanted.file.empty() || is_separable(behind)) {
            plan.matrix = *matrix;
            plan.rest = behind;
        }
    }
    if (source.shaper)
        plan.shaper = *source.shaper;
    else
        choose_for_contents(*rest, plan);
    apply_wishes(wanted, plan);
    return plan;
}

/// OpenColorIO tries all formats on a file: what the one of its extension said counts.
std::string reason_of(const std::string& report, const std::string& file) {
    const std::string extension = std::filesystem::path(file).extension().string();
    for (const std::string_view text : lines_of(report)) {
        const std::string line(text);
        if (line.find("failed") != std::string::npos && extension.size() > 1 &&
            line.find(extension.substr(1)) != std::string::npos) {
            const std::string one = first_line(line);
            return one.substr(0, one.find("    "));  // behind which another format says as much
        }
    }
    return first_line(report);
}

}  // namespace

Result<ColourPlan> plan_colour(const ColourTransform& transform, const std::string& path) {
    try {
        ocio::SetLoggingLevel(ocio::LOGGING_LEVEL_NONE);
        ocio::ClearAllCaches();  // a file that changed is read again
        const Result<Source> source = !transform.file.empty() ? source_of_file(transform)
                                      : !transform.builtins.empty()
                                          ? source_of_builtins(transform, path)
                                          : source_of_names(transform, path);
        if (!source) return source.error();
        return plan_of(*source, transform);
    } catch (const std::exception& e) {
        if (transform.file.empty()) return input_error(path, first_line(e.what()));
        return input_error(path,
                           fmt::format("{}; expected a table that OpenColorIO {} reads",
                                       reason_of(e.what(), transform.file), ocio::GetVersion()));
    }
}

bool is_colour_file(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    if (extension.empty()) return false;
    extension = lower_case(extension.substr(1));
    for (int i = 0; i < ocio::FileTransform::GetNumFormats(); ++i)
        if (extension == ocio::FileTransform::GetFormatExtensionByIndex(i)) return true;
    return false;
}

}  // namespace weft
