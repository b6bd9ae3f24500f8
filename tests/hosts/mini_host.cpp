#include "hosts/mini_host.h"

#include <stdexcept>

#include "openfx/names.h"

namespace weft::openfx::test {
namespace {

MiniHost* the_host = nullptr;

const void* fetch(PropertySetHandle, const char* name, int version) {
    return suite(name, version, MiniHost::current().manners());
}

constexpr PropertyKind kText = PropertyKind::kString, kInt = PropertyKind::kInt,
                       kReal = PropertyKind::kDouble;

}  // namespace

PropertySet descriptor_properties() {
    return {"a descriptor",
            {{prop::kLabel, kText},
             {prop::kPluginDescription, kText},
             {prop::kNoSpatialAwareness, kText},
             {prop::kGrouping, kText},
             {prop::kSupportedContexts, kText, 0},
             {prop::kSupportedDepths, kText, 0},
             {prop::kThreadSafety, kText},
             {prop::kHostFrameThreading, kInt},
             {prop::kSupportsTiles, kInt},
             {prop::kSupportsMultiResolution, kInt},
             {prop::kTemporalClipAccess, kInt},
             {prop::kMultipleClipDepths, kInt},
             {prop::kFieldRenderTwice, kInt},
             {prop::kCudaRenderSupported, kText},
             {prop::kCudaStreamSupported, kText}}};
}

PropertySet clip_properties(const std::string& name) {
    PropertySet set("clip " + name, {{prop::kSupportedComponents, kText, 0},
                                     {prop::kOptional, kInt},
                                     {prop::kTemporalClipAccess, kInt},
                                     {prop::kSupportsTiles, kInt},
                                     {prop::kIsMask, kInt},
                                     {prop::kFieldExtraction, kText}});
    set.put(prop::kName, {name});
    return set;
}

PropertySet param_properties(const std::string& name, const std::string& type) {
    std::vector<PropertyRule> rules{{prop::kLabel, kText}};
    if (type == param_type::kPage) {
        rules.push_back({prop::kPageChild, kText, 0});
        return {"page " + name, rules};
    }
    rules.insert(rules.end(), {{prop::kHint, kText}, {prop::kParent, kText}});
    rules.push_back({prop::kAnimates, kInt});
    const bool is_real = type == param_type::kDouble, is_int = type == param_type::kInteger;
    rules.push_back({prop::kDefault, is_real ? kReal : type == param_type::kString ? kText : kInt});
    if (is_real || is_int)
        for (const char* end : {prop::kMin, prop::kMax, prop::kDisplayMin, prop::kDisplayMax})
            rules.push_back({end, is_real ? kReal : kInt});
    if (type == param_type::kChoice) rules.push_back({prop::kChoiceOption, kText, 0});
    return {"parameter " + name, rules};
}

HostClip* HostEffect::clip(const std::string& name) const {
    for (const auto& clip : clips)
        if (clip->name == name) return clip.get();
    return nullptr;
}

HostParam* HostEffect::param(const std::string& name) const {
    for (const auto& param : params)
        if (param->name == name) return param.get();
    return nullptr;
}

MiniHost::MiniHost(Manners manners)
    : manners_(std::move(manners)), properties_("the host", {{prop::kName, kText}}) {
    if (the_host != nullptr) throw std::logic_error("two hosts at once");
    the_host = this;
    host_ = {properties_.handle(), &fetch};
}

MiniHost::~MiniHost() { the_host = nullptr; }

MiniHost& MiniHost::current() {
    if (the_host == nullptr) throw std::logic_error("no host");
    return *the_host;
}

bool MiniHost::trips() { return manners_.fail_every > 0 && ++calls_ % manners_.fail_every == 0; }

PropertySet* MiniHost::lend_image(const HostClip& clip, double scale) {
    ++live_images_;
    const bool all = clip.part.x1 == clip.part.x2;
    auto* image =
        new PropertySet(clip.fielding != Fielding::kFrame ? clip.picture->field_image(clip.fielding)
                        : all                             ? clip.picture->image(scale)
                                                          : clip.picture->image(clip.part, scale));
    auto* const data = static_cast<std::byte*>(std::get<void*>(image->values(prop::kImageData)[0]));
    image->put(prop::kImageData, {static_cast<void*>(data + clip.away)});
    image->forget(clip.lacks.c_str());
    return image;
}

Reply MiniHost::take_image(PropertySet* image) {
    if (image == nullptr || live_images_ <= 0) return kBadHandle;
    --live_images_;
    delete image;
    return kOk;
}

}  // namespace weft::openfx::test
