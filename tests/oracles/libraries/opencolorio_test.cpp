// Colour functors against OpenColorIO's own results, where it has the same operation.
#include <OpenColorIO/OpenColorIO.h>

#include "pixel/contrast.h"
#include "pixel/exposure.h"
#include "pixel/grade.h"
#include "pixels.h"

namespace weft::test {
namespace {

using namespace functors;
namespace ocio = OCIO_NAMESPACE;

constexpr Rect kColourDomain{0, 0, 39, 27};

/// The picture sent through a transform, on the CPU and without its approximations.
Picture transformed(const Picture& input, const ocio::ConstTransformRcPtr& transform) {
    const auto processor = ocio::Config::CreateRaw()->getProcessor(transform);
    const auto cpu = processor->getOptimizedCPUProcessor(ocio::OPTIMIZATION_NONE);
    Picture output(input.domain(), 3);
    for (int y = 0; y < kColourDomain.y1; ++y)
        for (int x = 0; x < kColourDomain.x1; ++x) {
            float rgb[3] = {input.at(x, y, 0), input.at(x, y, 1), input.at(x, y, 2)};
            cpu->applyRGB(rgb);
            for (int p = 0; p < 3; ++p) output.at(x, y, p) = rgb[p];
        }
    return output;
}

void expect_same(const std::vector<Picture>& outputs, const Picture& expected,
                 double tolerance = 3e-6) {
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0], [&](int x, int y, int p) { return expected.at(x, y, p); }, tolerance);
}

/// A graph of one functor after another, with values set.
struct Step {
    std::string functor;
    std::vector<std::pair<std::string, std::string>> values;
};

std::vector<Picture> run_chain(const Picture& input, const std::vector<Step>& steps) {
    std::vector<Picture> pictures;
    for (const Step& step : steps) {
        Graph graph = graph_of(*builtin_library().find(step.functor));
        for (const auto& [name, value] : step.values) {
            const Status set = set_parameter(graph, builtin_library(), name, value);
            EXPECT_TRUE(set) << set.error().message;
        }
        pictures = run(graph, {pictures.empty() ? &input : &pictures[0]});
    }
    return pictures;
}

Picture positive_picture(unsigned seed) {
    Picture picture = random_picture(kColourDomain, 3, seed);
    for (int p = 0; p < 3; ++p)
        for (int y = 0; y < kColourDomain.y1; ++y)
            for (int x = 0; x < kColourDomain.x1; ++x)
                picture.at(x, y, p) = std::abs(picture.at(x, y, p));
    return picture;
}

TEST(OpenColorIO, ExposureAndContrast) {
    const Picture input = positive_picture(1);
    const auto transform = ocio::ExposureContrastTransform::Create();
    transform->setStyle(ocio::EXPOSURE_CONTRAST_LINEAR);
    transform->setPivot(0.18);
    transform->setExposure(1.25);
    expect_same(run(Exposure(1.25f), {&input}), transformed(input, transform));
    transform->setExposure(0.0);
    transform->setContrast(1.4);
    expect_same(run(Contrast(1.4f, 0.18f, Contrast::ePower), {&input}),
                transformed(input, transform), 1e-5);
}

TEST(OpenColorIO, SaturationMatrix) {
    const Picture input = random_picture(kColourDomain, 3, 2);
    const double rec709[3] = {0.2126, 0.7152, 0.0722}, rec601[3] = {0.299, 0.587, 0.114};
    const double rec2020[3] = {0.2627, 0.678, 0.0593}, average[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    for (const auto& [name, weights] : {std::pair{"rec709", rec709},
                                        {"rec601", rec601},
                                        {"rec2020", rec2020},
                                        {"average", average}})
        for (const double saturation : {0.0, 0.3, 1.8}) {
            double matrix[16], offset[4];
            ocio::MatrixTransform::Sat(matrix, offset, saturation, weights);
            const auto transform = ocio::MatrixTransform::Create();
            transform->setMatrix(matrix);
            transform->setOffset(offset);
            expect_same(
                run_chain(input,
                          {{"Saturation",
                            {{"saturation", std::to_string(saturation)}, {"luminance", name}}}}),
                transformed(input, transform));
        }
}

TEST(OpenColorIO, ColourMatrix) {
    const Picture input = random_picture(kColourDomain, 3, 3);
    const double matrix[16] = {0.7, 0.2, 0.1, 0, -0.3, 1.1, 0.2, 0, 0.05, 0.4, 0.6, 0, 0, 0, 0, 1};
    const double offset[4] = {0.1, -0.2, 0.3, 0};
    const auto transform = ocio::MatrixTransform::Create();
    transform->setMatrix(matrix);
    transform->setOffset(offset);
    expect_same(run_chain(input, {{"ColourMatrix",
                                   {{"matrix", "0.7,0.2,0.1,-0.3,1.1,0.2,0.05,0.4,0.6"},
                                    {"offset", "0.1,-0.2,0.3"}}}}),
                transformed(input, transform));
}

TEST(OpenColorIO, SlopeOffsetPowerSaturation) {
    const Picture input = positive_picture(4);
    const auto transform = ocio::CDLTransform::Create();
    const double slope[3] = {1.2, 0.8, 1.5}, offset[3] = {0.05, 0.1, 0.0},
                 power[3] = {0.8, 1.25, 2};
    transform->setStyle(ocio::CDL_NO_CLAMP);
    transform->setSlope(slope);
    transform->setOffset(offset);
    transform->setPower(power);
    transform->setSat(0.6);
    expect_same(
        run_chain(
            input,
            {{"Grade",
              {{"multiply", "1.2,0.8,1.5"}, {"offset", "0.05,0.1,0"}, {"gamma", "1.25,0.8,0.5"}}},
             {"Saturation", {{"saturation", "0.6"}}}}),
        transformed(input, transform), 1e-5);
}

TEST(OpenColorIO, GradingPrimaryOfLinearLight) {
    const Picture input = random_picture(kColourDomain, 3, 5);  // negative values too
    ocio::GradingPrimary values(ocio::GRADING_LIN);
    values.m_offset = ocio::GradingRGBM(0.02, -0.03, 0.05, 0.0);
    values.m_exposure = ocio::GradingRGBM(0.5, -0.25, 1.0, 0.0);
    values.m_contrast = ocio::GradingRGBM(1.3, 1.3, 1.3, 1.0);
    values.m_pivot = 0.5;  // in stops above 0.18
    values.m_saturation = 1.4;
    const auto transform = ocio::GradingPrimaryTransform::Create(ocio::GRADING_LIN);
    transform->setValue(values);
    expect_same(run_chain(input, {{"Grade", {{"offset", "0.02,-0.03,0.05"}}},
                                  {"Exposure", {{"stops", "0.5,-0.25,1"}}},
                                  {"Contrast",
                                   {{"contrast", "1.3"},
                                    {"pivot", std::to_string(0.18 * std::sqrt(2.0))},
                                    {"curve", "power"}}},
                                  {"Saturation", {{"saturation", "1.4"}}}}),
                transformed(input, transform), 2e-5);
}

/// Both directions of a curve against a transform to linear light.
template <class Transform>
void expect_curve(const std::string& curve, const Picture& input, const Transform& transform,
                  double tolerance) {
    SCOPED_TRACE(curve);
    transform->setDirection(ocio::TRANSFORM_DIR_FORWARD);
    const Picture light = transformed(input, transform);
    expect_same(run_chain(input, {{"TransferCurve", {{"curve", curve}}}}), light, tolerance);
    transform->setDirection(ocio::TRANSFORM_DIR_INVERSE);
    expect_same(
        run_chain(light, {{"TransferCurve", {{"curve", curve}, {"direction", "from-linear"}}}}),
        transformed(light, transform), tolerance);
}

TEST(OpenColorIO, TransferCurves) {
    const Picture input = random_picture(kColourDomain, 3, 6);
    // Its lines touch the powers: sRGB's has the slope 12.9232 and Rec. 709's 4.5138, where the
    // standards round to 12.92 and 4.5.
    for (const auto& [curve, exponent, offset, tolerance] :
         {std::tuple{"srgb", 2.4, 0.055, 5e-5}, {"rec709", 1 / 0.45, 0.099, 6e-4}}) {
        const auto transform = ocio::ExponentWithLinearTransform::Create();
        transform->setGamma({exponent, exponent, exponent, 1.0});
        transform->setOffset({offset, offset, offset, 0.0});
        expect_curve(curve, input, transform, tolerance);
    }
    for (const auto& [curve, exponent] : {std::pair{"gamma-2.2", 2.2}, {"gamma-2.4", 2.4}}) {
        const auto transform = ocio::ExponentTransform::Create();
        transform->setNegativeStyle(ocio::NEGATIVE_MIRROR);
        transform->setValue({exponent, exponent, exponent, 1.0});
        expect_curve(curve, input, transform, 3e-6);
    }
    const auto acescct = ocio::BuiltinTransform::Create();
    acescct->setStyle("CURVE - ACEScct-LOG_to_LINEAR");
    expect_curve("acescct", input, acescct, 2e-5);

    const auto cineon = ocio::LogAffineTransform::Create();  // from light
    const double black = std::pow(10, (95 - 685) / 300.0);
    cineon->setBase(10);
    cineon->setLinSideSlopeValue({1 - black, 1 - black, 1 - black});
    cineon->setLinSideOffsetValue({black, black, black});
    cineon->setLogSideSlopeValue({300 / 1023.0, 300 / 1023.0, 300 / 1023.0});
    cineon->setLogSideOffsetValue({685 / 1023.0, 685 / 1023.0, 685 / 1023.0});
    expect_same(run_chain(positive_picture(7),
                          {{"TransferCurve", {{"curve", "cineon"}, {"direction", "from-linear"}}}}),
                transformed(positive_picture(7), cineon));
    cineon->setDirection(ocio::TRANSFORM_DIR_INVERSE);
    expect_same(run_chain(input, {{"TransferCurve", {{"curve", "cineon"}}}}),
                transformed(input, cineon), 1e-5);
}

}  // namespace
}  // namespace weft::test
