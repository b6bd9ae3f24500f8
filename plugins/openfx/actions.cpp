// Names of actions to functions, behind a wall that no exception passes.
#include "openfx/actions.h"

#include <cfenv>
#include <new>

#include "openfx/describe.h"
#include "openfx/names.h"
#include "openfx/region_queries.h"
#include "openfx/render.h"

namespace weft::openfx {
namespace {

/// Rounding to nearest, denormals kept and no traps, whatever the host had set for its thread,
/// until it goes: pixels are the same in every host. The host's own flags are as they were then.
class FloatingState {
  public:
    FloatingState() {
        std::fegetenv(&hosts_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~FloatingState() { std::fesetenv(&hosts_); }
    FloatingState(const FloatingState&) = delete;
    FloatingState& operator=(const FloatingState&) = delete;

  private:
    std::fenv_t hosts_;
};

EffectHandle effect_of(const void* handle) {
    return static_cast<EffectHandle>(const_cast<void*>(handle));
}

bool needs_instance(const std::string& name) {
    for (const char* known :
         {action::kBeginInstanceChanged, action::kInstanceChanged, action::kEndInstanceChanged,
          action::kSyncPrivateData, action::kPurgeCaches, action::kRegionOfDefinition,
          action::kRegionsOfInterest, action::kIsIdentity, action::kClipPreferences,
          action::kFramesNeeded, action::kBeginSequence, action::kRender, action::kEndSequence})
        if (name == known) return true;
    return false;
}

Reply act_on(Instance& instance, const std::string& name, PropertySetHandle in_handle,
             PropertySetHandle out_handle) {
    const Properties in(instance.suites, in_handle);
    Properties out(instance.suites, out_handle);
    const bool has_in = in_handle != nullptr, has_out = out_handle != nullptr;
    if (name == action::kRender) return has_in ? render(instance, in) : kFailed;
    if (name == action::kClipPreferences)
        return has_out ? clip_preferences(instance, out) : kFailed;
    if (name == action::kPurgeCaches) {
        instance.prepared.clear();
        instance.device_plans.clear();
        return kOk;
    }
    if (name == action::kRegionOfDefinition || name == action::kRegionsOfInterest ||
        name == action::kIsIdentity || name == action::kFramesNeeded) {
        if (!has_in || !has_out) return kFailed;
        if (name == action::kRegionOfDefinition) return region_of_definition(instance, in, out);
        if (name == action::kRegionsOfInterest) return regions_of_interest(instance, in, out);
        if (name == action::kFramesNeeded) return frames_needed(instance, in, out);
        return is_identity(instance, in, out);
    }
    // Values are asked for when they are needed: a change leaves nothing to do, and projects
    // nothing to save.
    return name == action::kBeginSequence || name == action::kEndSequence ? kOk : kReplyDefault;
}

}  // namespace

Reply Plugin::act(const char* action, const void* handle, PropertySetHandle in,
                  PropertySetHandle out) noexcept {
    if (action == nullptr) return kFailed;
    const FloatingState ours;
    try {
        return dispatch(action, handle, in, out);
    } catch (const std::bad_alloc&) {
        return kMemory;
    } catch (...) {
        return kFailed;
    }
}

Reply Plugin::dispatch(const std::string& action, const void* handle, PropertySetHandle in,
                       PropertySetHandle out) {
    if (action == action::kLoad) return load();
    if (action == action::kUnload) return unload();
    const bool described = action == action::kDescribe || action == action::kDescribeInContext;
    const bool lives = action == action::kCreateInstance || action == action::kDestroyInstance;
    if (!described && !lives && !needs_instance(action)) return kReplyDefault;
    if (!suites_) return kMissingHostFeature;
    if (handle == nullptr) return kBadHandle;
    if (action == action::kDescribe)
        return describe_plugin(description_, *suites_, effect_of(handle));
    if (action == action::kDescribeInContext) {
        if (in == nullptr) return kFailed;
        const auto context = Properties(*suites_, in).text(prop::kContext);
        if (!context) return kFailed;
        return describe_in_context(description_, *suites_, effect_of(handle), *context);
    }
    if (action == action::kCreateInstance) return create(handle);
    if (action == action::kDestroyInstance) return destroy(handle);
    const std::shared_ptr<Instance> instance = find(handle);
    return instance != nullptr ? act_on(*instance, action, in, out) : kBadHandle;
}

Reply Plugin::load() {
    const bool was_loaded = suites_.has_value();
    suites_ = fetch_suites(host_);
    if (suites_ && !was_loaded) shared_.engine.hold();
    if (!suites_ && was_loaded) shared_.engine.release();
    return suites_ ? kOk : kMissingHostFeature;
}

Reply Plugin::unload() {
    {
        const std::lock_guard lock(mutex_);
        instances_.clear();
    }
    if (suites_) shared_.engine.release();
    suites_.reset();
    return kOk;
}

Reply Plugin::create(const void* handle) {
    std::shared_ptr<Instance> instance =
        make_instance(description_, *suites_, shared_, effect_of(handle));
    if (instance == nullptr) return kFailed;
    const std::lock_guard lock(mutex_);
    instances_[handle] = std::move(instance);
    return kOk;
}

Reply Plugin::destroy(const void* handle) {
    const std::lock_guard lock(mutex_);
    return instances_.erase(handle) > 0 ? kOk : kBadHandle;
}

std::shared_ptr<Instance> Plugin::find(const void* handle) {
    const std::lock_guard lock(mutex_);
    const auto found = instances_.find(handle);
    return found != instances_.end() ? found->second : nullptr;
}

}  // namespace weft::openfx
