// third_party_host_support FOLDER WIDTH HEIGHT BITS FIELD: renders FOLDER/first, and FOLDER/second
// for every further clip that an effect needs, by every plug-in of Weft's that the OpenFX reference
// host's library finds in $OFX_PLUGIN_PATH, each to FOLDER/IDENTIFIER, and says so in a line:
// IDENTIFIER STATUS COMPONENTS CLIPS (third_party_hosts.py). Pictures are RGBA samples of 8, 16 or
// 32 bits, the topmost row first.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// The library's headers need those before them.
// clang-format off
#include "ofxCore.h"
#include "ofxImageEffect.h"
#include "ofxPixels.h"
#include "ofxhBinary.h"
#include "ofxhPropertySuite.h"
#include "ofxhClip.h"
#include "ofxhParam.h"
#include "ofxhMemory.h"
#include "ofxhImageEffect.h"
#include "ofxhPluginAPICache.h"
#include "ofxhPluginCache.h"
#include "ofxhHost.h"
#include "ofxhImageEffectAPI.h"
// clang-format on

namespace {

namespace effects = OFX::Host::ImageEffect;
namespace params = OFX::Host::Param;

const std::string kRgba = kOfxImageComponentRGBA, kNoField = kOfxImageFieldNone,
                  kStraight = kOfxImageUnPreMultiplied;

/// What all jobs share.
struct Project {
    std::string folder;
    int width, height, bytes;  ///< of a sample
    std::string depth, field;
    std::vector<char> first, second;
};
Project project;

int components_of(const std::string& name) {
    return name == kOfxImageComponentRGBA ? 4 : name == kOfxImageComponentRGB ? 3 : 1;
}

/// A parameter of any number of values, which begins with its default.
template <class Base, class... Values>
class StoredValue : public Base {
  public:
    StoredValue(params::Descriptor& descriptor, params::SetInstance* set) : Base(descriptor, set) {
        begin(std::index_sequence_for<Values...>());
    }
    OfxStatus get(Values&... to) override {
        std::tie(to...) = values_;
        return kOfxStatOK;
    }
    OfxStatus get(OfxTime, Values&... to) override { return get(to...); }
    OfxStatus set(Values... from) override {
        values_ = {from...};
        return kOfxStatOK;
    }
    OfxStatus set(OfxTime, Values... from) override { return set(from...); }

  private:
    template <std::size_t... Indices>
    void begin(std::index_sequence<Indices...>) {
        (begin_one(std::get<Indices>(values_), static_cast<int>(Indices)), ...);
    }
    void begin_one(double& value, int index) {
        value = this->getProperties().getDoubleProperty(kOfxParamPropDefault, index);
    }
    void begin_one(int& value, int index) {
        value = this->getProperties().getIntProperty(kOfxParamPropDefault, index);
    }
    void begin_one(bool& value, int index) {
        value = this->getProperties().getIntProperty(kOfxParamPropDefault, index) != 0;
    }
    std::tuple<Values...> values_;
};

class Number : public StoredValue<params::DoubleInstance, double> {
  public:
    using StoredValue::StoredValue;
    OfxStatus derive(OfxTime, double&) override { return kOfxStatErrUnsupported; }
    OfxStatus integrate(OfxTime, OfxTime, double&) override { return kOfxStatErrUnsupported; }
};

class Text : public params::StringInstance {
  public:
    Text(params::Descriptor& descriptor, params::SetInstance* set)
        : StringInstance(descriptor, set),
          text_(getProperties().getStringProperty(kOfxParamPropDefault)) {}
    OfxStatus get(std::string& to) override {
        to = text_;
        return kOfxStatOK;
    }
    OfxStatus get(OfxTime, std::string& to) override { return get(to); }
    OfxStatus set(const char* from) override {
        text_ = from;
        return kOfxStatOK;
    }
    OfxStatus set(OfxTime, const char* from) override { return set(from); }

  private:
    std::string text_;
};

class Clip : public effects::ClipInstance {
  public:
    /// `samples`: none where it is not connected.
    Clip(effects::Instance* effect, effects::ClipDescriptor& descriptor, std::vector<char>* samples)
        : ClipInstance(effect, descriptor), samples_(samples) {}

    const std::string& getUnmappedBitDepth() const override { return project.depth; }
    const std::string& getUnmappedComponents() const override { return kRgba; }
    const std::string& getPremult() const override { return kStraight; }
    double getAspectRatio() const override { return 1; }
    double getFrameRate() const override { return 25; }
    void getFrameRange(double& first, double& last) const override { first = last = 0; }
    const std::string& getFieldOrder() const override { return kNoField; }
    bool getConnected() const override { return samples_ != nullptr; }
    double getUnmappedFrameRate() const override { return 25; }
    void getUnmappedFrameRange(double& first, double& last) const override { first = last = 0; }
    bool getContinuousSamples() const override { return false; }
    OfxRectD getRegionOfDefinition(OfxTime) const override {
        return {0, 0, double(project.width), double(project.height)};
    }
    /// Rows go down in memory, and up in the plug-in's eyes.
    effects::Image* getImage(OfxTime, const OfxRectD*) override {
        if (samples_ == nullptr) return nullptr;
        const OfxRectI bounds{0, 0, project.width, project.height};
        const int row = project.width * components_of(getComponents()) * project.bytes;
        samples_->resize(static_cast<std::size_t>(row) * project.height);
        auto* const image =
            new effects::Image(*this, 1, 1, samples_->data() + row * (project.height - 1), bounds,
                               bounds, -row, kNoField, "picture");
        if (!isOutput()) return image;
        image->addReference();  // the plug-in's, and the host's
        output_.reset(image, [](effects::Image* i) { i->releaseReference(); });
        return image;
    }

  private:
    std::vector<char>* samples_;
    std::shared_ptr<effects::Image> output_;
};

class Effect : public effects::Instance {
  public:
    using Instance::Instance;

    std::vector<char> result;
    std::vector<std::string> needed;  ///< the clips that it was given, in order

    effects::ClipInstance* newClipInstance(effects::Instance*, effects::ClipDescriptor* descriptor,
                                           int) override {
        std::vector<char>* samples = nullptr;
        if (descriptor->isOutput()) {
            samples = &result;
        } else if (!descriptor->isOptional()) {
            samples = needed.empty() ? &project.first : &project.second;
            needed.push_back(descriptor->getName());
        }
        return new Clip(this, *descriptor, samples);
    }
    params::Instance* newParam(const std::string&, params::Descriptor& d) override {
        const std::string& type = d.getType();
        if (type == kOfxParamTypeInteger)
            return new StoredValue<params::IntegerInstance, int>(d, this);
        if (type == kOfxParamTypeDouble) return new Number(d, this);
        if (type == kOfxParamTypeBoolean)
            return new StoredValue<params::BooleanInstance, bool>(d, this);
        if (type == kOfxParamTypeChoice)
            return new StoredValue<params::ChoiceInstance, int>(d, this);
        if (type == kOfxParamTypeString) return new Text(d, this);
        if (type == kOfxParamTypeRGB)
            return new StoredValue<params::RGBInstance, double, double, double>(d, this);
        if (type == kOfxParamTypeRGBA)
            return new StoredValue<params::RGBAInstance, double, double, double, double>(d, this);
        if (type == kOfxParamTypeDouble2D)
            return new StoredValue<params::Double2DInstance, double, double>(d, this);
        if (type == kOfxParamTypeInteger2D)
            return new StoredValue<params::Integer2DInstance, int, int>(d, this);
        if (type == kOfxParamTypeGroup) return new params::GroupInstance(d, this);
        if (type == kOfxParamTypePage) return new params::PageInstance(d, this);
        return nullptr;
    }
    OfxStatus editBegin(const std::string&) override { return kOfxStatErrMissingHostFeature; }
    OfxStatus editEnd() override { return kOfxStatErrMissingHostFeature; }

    const std::string& getDefaultOutputFielding() const override { return kNoField; }
    void getProjectSize(double& x, double& y) const override {
        x = project.width;
        y = project.height;
    }
    void getProjectOffset(double& x, double& y) const override { x = y = 0; }
    void getProjectExtent(double& x, double& y) const override { getProjectSize(x, y); }
    double getProjectPixelAspectRatio() const override { return 1; }
    double getEffectDuration() const override { return 1; }
    double getFrameRate() const override { return 25; }
    double getFrameRecursive() const override { return 0; }
    void getRenderScaleRecursive(double& x, double& y) const override { x = y = 1; }
    void progressStart(const std::string&, const std::string&) override {}
    void progressEnd() override {}
    bool progressUpdate(double) override { return true; }
    double timeLineGetTime() override { return 0; }
    void timeLineGotoTime(double) override {}
    void timeLineGetBounds(double& first, double& last) override { first = last = 0; }
    OfxStatus vmessage(const char* type, const char*, const char* format, va_list values) override {
        std::fprintf(stderr, "%s: ", type);
        std::vfprintf(stderr, format, values);
        std::fputc('\n', stderr);
        return kOfxStatOK;
    }
    OfxStatus setPersistentMessage(const char* type, const char* id, const char* format,
                                   va_list values) override {
        return vmessage(type, id, format, values);
    }
    OfxStatus clearPersistentMessage() override { return kOfxStatOK; }
};

class Host : public effects::Host {
  public:
    Host() {
        _properties.setIntProperty(kOfxPropAPIVersion, 1, 0);
        _properties.setIntProperty(kOfxPropAPIVersion, 4, 1);
        _properties.setStringProperty(kOfxPropName, "weft.third-party-host");
        _properties.setStringProperty(kOfxPropLabel, "Weft's driver of the reference host");
        _properties.setIntProperty(kOfxImageEffectPropSupportsMultiResolution, 1);
        _properties.setIntProperty(kOfxImageEffectPropSupportsTiles, 1);
        _properties.setIntProperty(kOfxParamHostPropMaxParameters, -1);
        int index = 0;
        for (const char* name :
             {kOfxImageComponentRGBA, kOfxImageComponentRGB, kOfxImageComponentAlpha})
            _properties.setStringProperty(kOfxImageEffectPropSupportedComponents, name, index++);
        index = 0;
        for (const char* name : {kOfxImageEffectContextFilter, kOfxImageEffectContextGeneral,
                                 kOfxImageEffectContextGenerator})
            _properties.setStringProperty(kOfxImageEffectPropSupportedContexts, name, index++);
    }
    effects::Instance* newInstance(void*, effects::ImageEffectPlugin* plugin,
                                   effects::Descriptor& descriptor,
                                   const std::string& context) override {
        return new Effect(plugin, descriptor, context, false);
    }
    effects::Descriptor* makeDescriptor(effects::ImageEffectPlugin* plugin) override {
        return new effects::Descriptor(plugin);
    }
    effects::Descriptor* makeDescriptor(const effects::Descriptor& root,
                                        effects::ImageEffectPlugin* plugin) override {
        return new effects::Descriptor(root, plugin);
    }
    effects::Descriptor* makeDescriptor(const std::string& path,
                                        effects::ImageEffectPlugin* plugin) override {
        return new effects::Descriptor(path, plugin);
    }
    OfxStatus vmessage(const char*, const char*, const char*, va_list) override {
        return kOfxStatOK;
    }
    OfxStatus setPersistentMessage(const char*, const char*, const char*, va_list) override {
        return kOfxStatOK;
    }
    OfxStatus clearPersistentMessage() override { return kOfxStatOK; }

#ifdef OFX_SUPPORTS_MULTITHREAD
    OfxStatus multiThread(OfxThreadFunctionV1 function, unsigned, void* argument) override {
        function(0, 1, argument);
        return kOfxStatOK;
    }
    OfxStatus multiThreadNumCPUS(unsigned* count) const override {
        *count = 2;
        return kOfxStatOK;
    }
    OfxStatus multiThreadIndex(unsigned* index) const override {
        *index = 0;
        return kOfxStatOK;
    }
    int multiThreadIsSpawnedThread() const override { return 0; }
    OfxStatus mutexCreate(OfxMutexHandle*, int) override { return kOfxStatErrMissingHostFeature; }
    OfxStatus mutexDestroy(const OfxMutexHandle) override { return kOfxStatErrMissingHostFeature; }
    OfxStatus mutexLock(const OfxMutexHandle) override { return kOfxStatErrMissingHostFeature; }
    OfxStatus mutexUnLock(const OfxMutexHandle) override { return kOfxStatErrMissingHostFeature; }
    OfxStatus mutexTryLock(const OfxMutexHandle) override { return kOfxStatErrMissingHostFeature; }
#endif
};

/// What went wrong, in a word, or "ok".
std::string render(Effect& effect) {
    const OfxPointD scale{1, 1};
    const OfxRectI window{0, 0, project.width, project.height};
    const OfxRectD region{0, 0, double(project.width), double(project.height)};
    const auto well = [](OfxStatus s) { return s == kOfxStatOK || s == kOfxStatReplyDefault; };
    if (!well(effect.createInstanceAction())) return "not-created";
    if (!effect.getClipPreferences()) return "no-preferences";
    // Without inputs the library has nothing to take an output's depth and components from.
    effects::ClipInstance& output = *effect.getClip(kOfxImageEffectOutputClipName);
    if (effect.needed.empty()) {
        output.setPixelDepth(project.depth);
        output.setComponents(kRgba);
    }
    std::map<effects::ClipInstance*, OfxRectD> regions;
    if (!well(effect.getRegionOfInterestAction(0, scale, region, regions))) return "no-regions";
    if (!well(effect.beginRenderAction(0, 0, 1, false, scale, true, false))) return "not-begun";
    const OfxStatus status =
        effect.renderAction(0, project.field, window, scale, true, false, false);
    effect.endRenderAction(0, 0, 1, false, scale, true, false);
    return status == kOfxStatOK ? "ok" : "status-" + std::to_string(status);
}

void render_by(effects::ImageEffectPlugin& plugin) {
    const std::string identifier = plugin.getIdentifier();
    std::string context = kOfxImageEffectContextGeneral;
    for (const char* better : {kOfxImageEffectContextFilter, kOfxImageEffectContextGenerator})
        if (plugin.getContexts().count(better) != 0) context = better;
    const std::unique_ptr<effects::Instance> instance(plugin.createInstance(context, nullptr));
    auto* const effect = dynamic_cast<Effect*>(instance.get());
    const std::string outcome = effect != nullptr ? render(*effect) : "no-instance";
    std::string clips;
    int components = 0;
    if (outcome == "ok") {
        std::ofstream(project.folder + "/" + identifier, std::ios::binary)
            .write(effect->result.data(), static_cast<std::streamsize>(effect->result.size()));
        components = components_of(effect->getClip(kOfxImageEffectOutputClipName)->getComponents());
        for (const std::string& name : effect->needed) clips += " " + name;
    }
    std::printf("%s %s %d%s\n", identifier.c_str(), outcome.c_str(), components, clips.c_str());
    std::fflush(stdout);
}

std::vector<char> read(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const int bits = std::atoi(argv[4]);
    project = {argv[1],
               std::atoi(argv[2]),
               std::atoi(argv[3]),
               bits / 8,
               bits == 8    ? kOfxBitDepthByte
               : bits == 16 ? kOfxBitDepthShort
                            : kOfxBitDepthFloat,
               std::string("OfxField") + argv[5],
               read(argv[1] + std::string("/first")),
               read(argv[1] + std::string("/second"))};
    Host host;
    effects::PluginCache cache(host);
    auto& plugins = *OFX::Host::PluginCache::getPluginCache();
    plugins.setCacheVersion("none");
    cache.registerInCache(plugins);
    plugins.scanPluginFiles();
    for (effects::ImageEffectPlugin* plugin : cache.getPlugins())
        if (plugin->getIdentifier().rfind("weft.", 0) == 0) render_by(*plugin);
    OFX::Host::PluginCache::clearPluginCache();
    return 0;
}
