// The strings of OpenFX 1.5.1 that Weft and its test host use: actions, properties, values.
#pragma once

namespace weft::openfx {

inline constexpr char kImageEffectApi[] = "OfxImageEffectPluginAPI";

inline constexpr char kPropertySuite[] = "OfxPropertySuite", kEffectSuite[] = "OfxImageEffectSuite",
                      kParameterSuite[] = "OfxParameterSuite",
                      kThreadSuite[] = "OfxMultiThreadSuite", kMessageSuite[] = "OfxMessageSuite",
                      kProgressSuite[] = "OfxProgressSuite";

namespace action {
inline constexpr char kLoad[] = "OfxActionLoad", kUnload[] = "OfxActionUnload",
                      kDescribe[] = "OfxActionDescribe",
                      kCreateInstance[] = "OfxActionCreateInstance",
                      kDestroyInstance[] = "OfxActionDestroyInstance",
                      kBeginInstanceChanged[] = "OfxActionBeginInstanceChanged",
                      kInstanceChanged[] = "OfxActionInstanceChanged",
                      kEndInstanceChanged[] = "OfxActionEndInstanceChanged",
                      kSyncPrivateData[] = "OfxActionSyncPrivateData",
                      kPurgeCaches[] = "OfxActionPurgeCaches",
                      kDescribeInContext[] = "OfxImageEffectActionDescribeInContext",
                      kRegionOfDefinition[] = "OfxImageEffectActionGetRegionOfDefinition",
                      kRegionsOfInterest[] = "OfxImageEffectActionGetRegionsOfInterest",
                      kIsIdentity[] = "OfxImageEffectActionIsIdentity",
                      kClipPreferences[] = "OfxImageEffectActionGetClipPreferences",
                      kFramesNeeded[] = "OfxImageEffectActionGetFramesNeeded",
                      kTimeDomain[] = "OfxImageEffectActionGetTimeDomain",
                      kBeginSequence[] = "OfxImageEffectActionBeginSequenceRender",
                      kRender[] = "OfxImageEffectActionRender",
                      kEndSequence[] = "OfxImageEffectActionEndSequenceRender";
}  // namespace action

namespace context {
inline constexpr char kFilter[] = "OfxImageEffectContextFilter",
                      kGeneral[] = "OfxImageEffectContextGeneral",
                      kGenerator[] = "OfxImageEffectContextGenerator",
                      kTransition[] = "OfxImageEffectContextTransition";
}  // namespace context

namespace component {
inline constexpr char kNone[] = "OfxImageComponentNone", kRgba[] = "OfxImageComponentRGBA",
                      kRgb[] = "OfxImageComponentRGB", kAlpha[] = "OfxImageComponentAlpha";
}  // namespace component

namespace depth {
inline constexpr char kByte[] = "OfxBitDepthByte", kShort[] = "OfxBitDepthShort",
                      kHalf[] = "OfxBitDepthHalf", kFloat[] = "OfxBitDepthFloat";
}  // namespace depth

namespace param_type {
inline constexpr char kInteger[] = "OfxParamTypeInteger", kDouble[] = "OfxParamTypeDouble",
                      kBoolean[] = "OfxParamTypeBoolean", kChoice[] = "OfxParamTypeChoice",
                      kString[] = "OfxParamTypeString", kGroup[] = "OfxParamTypeGroup",
                      kPage[] = "OfxParamTypePage";
}  // namespace param_type

namespace clip_name {
inline constexpr char kOutput[] = "Output", kSource[] = "Source", kSourceFrom[] = "SourceFrom",
                      kSourceTo[] = "SourceTo";
}  // namespace clip_name

/// The version of the message suite that keeps messages.
inline constexpr int kPersistentMessages = 2;

/// Of transitions: which part of it is over, which the host sets.
inline constexpr char kTransitionParameter[] = "Transition";

namespace prop {
// Of anything.
inline constexpr char kName[] = "OfxPropName", kLabel[] = "OfxPropLabel", kType[] = "OfxPropType",
                      kPluginDescription[] = "OfxPropPluginDescription", kTime[] = "OfxPropTime";
// Of effects, and of their actions.
inline constexpr char kSupportedContexts[] = "OfxImageEffectPropSupportedContexts",
                      kContext[] = "OfxImageEffectPropContext",
                      kSupportedDepths[] = "OfxImageEffectPropSupportedPixelDepths",
                      kSupportedComponents[] = "OfxImageEffectPropSupportedComponents",
                      kDepth[] = "OfxImageEffectPropPixelDepth",
                      kComponents[] = "OfxImageEffectPropComponents",
                      kSupportsTiles[] = "OfxImageEffectPropSupportsTiles",
                      kSupportsMultiResolution[] = "OfxImageEffectPropSupportsMultiResolution",
                      kTemporalClipAccess[] = "OfxImageEffectPropTemporalClipAccess",
                      kMultipleClipDepths[] = "OfxImageEffectPropMultipleClipDepths",
                      kFrameVarying[] = "OfxImageEffectFrameVarying",
                      kRenderScale[] = "OfxImageEffectPropRenderScale",
                      kRenderWindow[] = "OfxImageEffectPropRenderWindow",
                      kRegionOfDefinition[] = "OfxImageEffectPropRegionOfDefinition",
                      kRegionOfInterest[] = "OfxImageEffectPropRegionOfInterest",
                      kFieldToRender[] = "OfxImageEffectPropFieldToRender",
                      kProjectSize[] = "OfxImageEffectPropProjectSize",
                      kProjectOffset[] = "OfxImageEffectPropProjectOffset",
                      kProjectExtent[] = "OfxImageEffectPropProjectExtent",
                      kPixelAspectRatio[] = "OfxImageEffectPropPixelAspectRatio",
                      kGrouping[] = "OfxImageEffectPluginPropGrouping",
                      kThreadSafety[] = "OfxImageEffectPluginRenderThreadSafety",
                      kHostFrameThreading[] = "OfxImageEffectPluginPropHostFrameThreading",
                      kFullySafe[] = "OfxImageEffectRenderFullySafe", kFieldNone[] = "OfxFieldNone",
                      kFieldBoth[] = "OfxFieldBoth", kFieldLower[] = "OfxFieldLower",
                      kFieldUpper[] = "OfxFieldUpper", kFieldSingle[] = "OfxFieldSingle",
                      kCudaRenderSupported[] = "OfxImageEffectPropCudaRenderSupported",
                      kCudaStreamSupported[] = "OfxImageEffectPropCudaStreamSupported",
                      kCudaEnabled[] = "OfxImageEffectPropCudaEnabled",
                      kCudaStream[] = "OfxImageEffectPropCudaStream",
                      kFieldRenderTwice[] = "OfxImageEffectPluginPropFieldRenderTwiceAlways",
                      kNoSpatialAwareness[] = "OfxImageEffectPropNoSpatialAwareness";
// Of clips and images.
inline constexpr char kOptional[] = "OfxImageClipPropOptional",
                      kIsMask[] = "OfxImageClipPropIsMask",
                      kConnected[] = "OfxImageClipPropConnected", kImageData[] = "OfxImagePropData",
                      kFieldOrder[] = "OfxImageClipPropFieldOrder",
                      kFieldExtraction[] = "OfxImageClipPropFieldExtraction",
                      kImageField[] = "OfxImagePropField", kImageBounds[] = "OfxImagePropBounds",
                      kImageRowBytes[] = "OfxImagePropRowBytes",
                      kImageRegionOfDefinition[] = "OfxImagePropRegionOfDefinition",
                      kImagePixelAspectRatio[] = "OfxImagePropPixelAspectRatio",
                      kClipRoiPrefix[] = "OfxImageClipPropRoI_",
                      kFrameRangePrefix[] = "OfxImageClipPropFrameRange_",
                      kClipComponentsPrefix[] = "OfxImageClipPropComponents_";
// Of parameters.
inline constexpr char kDefault[] = "OfxParamPropDefault", kMin[] = "OfxParamPropMin",
                      kMax[] = "OfxParamPropMax", kDisplayMin[] = "OfxParamPropDisplayMin",
                      kDisplayMax[] = "OfxParamPropDisplayMax",
                      kChoiceOption[] = "OfxParamPropChoiceOption", kHint[] = "OfxParamPropHint",
                      kParent[] = "OfxParamPropParent", kPageChild[] = "OfxParamPropPageChild",
                      kAnimates[] = "OfxParamPropAnimates";
}  // namespace prop

inline constexpr char kMessageError[] = "OfxMessageError", kMessageWarning[] = "OfxMessageWarning",
                      kMessageLog[] = "OfxMessageLog";

}  // namespace weft::openfx
