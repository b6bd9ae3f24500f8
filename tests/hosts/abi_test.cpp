// Layouts of the C interface: what the specification of OpenFX 1.5.1 fixes, on 64-bit machines.
#include <gtest/gtest.h>

#include <cstddef>

#include "openfx/abi.h"
#include "openfx/names.h"

#ifdef WEFT_HAS_OPENFX_HEADERS
#include "ofxImageEffect.h"
#include "ofxMessage.h"
#include "ofxMultiThread.h"
#if __has_include("ofxGPURender.h")
#include "ofxGPURender.h"
#endif
#endif

namespace weft::openfx {
namespace {

/// A function's place in a suite.
template <class Suite, class Function>
std::size_t slot(Function Suite::* member) {
    static Suite suite{};
    return static_cast<std::size_t>(reinterpret_cast<const char*>(&(suite.*member)) -
                                    reinterpret_cast<const char*>(&suite)) /
           sizeof(void (*)());
}

TEST(OpenFxAbi, RecordsHaveTheDocumentedOffsets) {
    EXPECT_EQ(sizeof(PluginRecord), 48u);
    EXPECT_EQ(offsetof(PluginRecord, api), 0u);
    EXPECT_EQ(offsetof(PluginRecord, api_version), 8u);
    EXPECT_EQ(offsetof(PluginRecord, identifier), 16u);
    EXPECT_EQ(offsetof(PluginRecord, version_major), 24u);
    EXPECT_EQ(offsetof(PluginRecord, version_minor), 28u);
    EXPECT_EQ(offsetof(PluginRecord, set_host), 32u);
    EXPECT_EQ(offsetof(PluginRecord, main_entry), 40u);
    EXPECT_EQ(sizeof(Host), 16u);
    EXPECT_EQ(offsetof(Host, fetch_suite), 8u);
    EXPECT_EQ(sizeof(PixelRect), 16u);
    EXPECT_EQ(sizeof(CanonicalRect), 32u);
}

TEST(OpenFxAbi, SuitesHaveTheirFunctionsInOrder) {
    constexpr std::size_t kFunction = sizeof(void (*)());
    EXPECT_EQ(sizeof(PropertySuite), 18 * kFunction);
    EXPECT_EQ(slot(&PropertySuite::get_pointer), 8u);
    EXPECT_EQ(slot(&PropertySuite::get_dimension), 17u);
    EXPECT_EQ(sizeof(ImageEffectSuite), 13 * kFunction);
    EXPECT_EQ(slot(&ImageEffectSuite::clip_get_image), 5u);
    EXPECT_EQ(slot(&ImageEffectSuite::abort), 8u);
    EXPECT_EQ(sizeof(ParameterSuite), 18 * kFunction);
    EXPECT_EQ(slot(&ParameterSuite::get_value_at_time), 5u);
    EXPECT_EQ(slot(&ParameterSuite::edit_end), 17u);
    EXPECT_EQ(sizeof(MultiThreadSuite), 9 * kFunction);
    EXPECT_EQ(slot(&MultiThreadSuite::num_cpus), 1u);
    EXPECT_EQ(sizeof(ProgressSuite), 3 * kFunction);
    EXPECT_EQ(slot(&ProgressSuite::update), 1u);
    EXPECT_EQ(sizeof(PersistentMessageSuite), 3 * kFunction);
    EXPECT_EQ(slot(&PersistentMessageSuite::clear_persistent), 2u);
}

TEST(OpenFxAbi, AgreesWithTheOfficialHeaders) {
#ifdef WEFT_HAS_OPENFX_HEADERS
    EXPECT_EQ(sizeof(PluginRecord), sizeof(OfxPlugin));
    EXPECT_EQ(offsetof(PluginRecord, main_entry), offsetof(OfxPlugin, mainEntry));
    EXPECT_EQ(sizeof(Host), sizeof(OfxHost));
    EXPECT_EQ(sizeof(PropertySuite), sizeof(OfxPropertySuiteV1));
    EXPECT_EQ(sizeof(ImageEffectSuite), sizeof(OfxImageEffectSuiteV1));
    EXPECT_EQ(offsetof(ImageEffectSuite, abort), offsetof(OfxImageEffectSuiteV1, abort));
    EXPECT_EQ(sizeof(ParameterSuite), sizeof(OfxParameterSuiteV1));
    EXPECT_EQ(offsetof(ParameterSuite, get_value_at_time),
              offsetof(OfxParameterSuiteV1, paramGetValueAtTime));
    EXPECT_EQ(offsetof(PersistentMessageSuite, clear_persistent),
              offsetof(OfxMessageSuiteV2, clearPersistentMessage));
    EXPECT_STREQ(prop::kPluginDescription, kOfxPropPluginDescription);
    EXPECT_STREQ(kMessageWarning, kOfxMessageWarning);
    EXPECT_STREQ(kImageEffectApi, kOfxImageEffectPluginApi);
    EXPECT_STREQ(action::kRender, kOfxImageEffectActionRender);
    EXPECT_STREQ(action::kDescribeInContext, kOfxImageEffectActionDescribeInContext);
    EXPECT_STREQ(prop::kRenderWindow, kOfxImageEffectPropRenderWindow);
    EXPECT_STREQ(prop::kImageRowBytes, kOfxImagePropRowBytes);
#ifdef kOfxImageEffectPropCudaStreamSupported  // since 1.5
    EXPECT_STREQ(prop::kCudaRenderSupported, kOfxImageEffectPropCudaRenderSupported);
    EXPECT_STREQ(prop::kCudaStreamSupported, kOfxImageEffectPropCudaStreamSupported);
    EXPECT_STREQ(prop::kNoSpatialAwareness, kOfxImageEffectPropNoSpatialAwareness);
    EXPECT_STREQ(prop::kCudaEnabled, kOfxImageEffectPropCudaEnabled);
    EXPECT_STREQ(prop::kCudaStream, kOfxImageEffectPropCudaStream);
    EXPECT_EQ(kGpuMemory, kOfxStatGPUOutOfMemory);
    EXPECT_EQ(kGpuFailed, kOfxStatGPURenderFailed);
#endif
#else
    GTEST_SKIP() << "ofxImageEffect.h is not installed; give -DOFX_INCLUDE_DIR=... to compare";
#endif
}

}  // namespace
}  // namespace weft::openfx
