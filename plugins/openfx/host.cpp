// Asking the host, and believing nothing it does not say.
#include "openfx/host.h"

#include "openfx/names.h"

namespace weft::openfx {
namespace {

template <class Suite>
const Suite* fetch(const Host& host, const char* name, int version = 1) {
    return static_cast<const Suite*>(host.fetch_suite(host.properties, name, version));
}

bool is_whole(const PropertySuite* s) {
    return s != nullptr && s->set_string != nullptr && s->set_double != nullptr &&
           s->set_int != nullptr && s->set_doubles != nullptr && s->get_pointer != nullptr &&
           s->get_string != nullptr && s->get_double != nullptr && s->get_int != nullptr &&
           s->get_doubles != nullptr && s->get_ints != nullptr;
}

bool is_whole(const ImageEffectSuite* s) {
    return s != nullptr && s->get_property_set != nullptr && s->get_param_set != nullptr &&
           s->clip_define != nullptr && s->clip_get_handle != nullptr &&
           s->clip_get_property_set != nullptr && s->clip_get_image != nullptr &&
           s->clip_release_image != nullptr && s->clip_get_region_of_definition != nullptr &&
           s->abort != nullptr;
}

bool is_whole(const ParameterSuite* s) {
    return s != nullptr && s->define != nullptr && s->get_handle != nullptr &&
           s->get_value_at_time != nullptr;
}

bool is_whole(const ProgressSuite* s) {
    return s != nullptr && s->start != nullptr && s->update != nullptr && s->end != nullptr;
}

bool is_whole(const PersistentMessageSuite* s) {
    return s != nullptr && s->set_persistent != nullptr && s->clear_persistent != nullptr;
}

template <class Suite>
const Suite* if_whole(const Suite* suite) {
    return is_whole(suite) ? suite : nullptr;
}

}  // namespace

std::optional<Suites> fetch_suites(const Host* host) {
    if (host == nullptr || host->fetch_suite == nullptr) return std::nullopt;
    const Suites found{.properties = fetch<PropertySuite>(*host, kPropertySuite),
                       .effects = fetch<ImageEffectSuite>(*host, kEffectSuite),
                       .parameters = fetch<ParameterSuite>(*host, kParameterSuite),
                       .messages = fetch<MessageSuite>(*host, kMessageSuite),
                       .persistent_messages = if_whole(fetch<PersistentMessageSuite>(
                           *host, kMessageSuite, kPersistentMessages)),
                       .threads = fetch<MultiThreadSuite>(*host, kThreadSuite),
                       .progress = if_whole(fetch<ProgressSuite>(*host, kProgressSuite))};
    if (!is_whole(found.properties) || !is_whole(found.effects) || !is_whole(found.parameters))
        return std::nullopt;
    return found;
}

bool is_lack(Reply reply) {
    return reply == kMissingHostFeature || reply == kUnsupported || reply == kUnknown;
}

int wanted_threads(const Suites& suites) {
    constexpr unsigned kMost = 1024;
    unsigned count = 0;
    if (suites.threads == nullptr || suites.threads->num_cpus == nullptr ||
        suites.threads->num_cpus(&count) != kOk || count > kMost)
        return 0;
    return static_cast<int>(count);
}

void Properties::set(const char* name, const char* value, int index) {
    if (status_ == kOk) status_ = suite_.set_string(handle_, name, index, value);
}
void Properties::set(const char* name, const std::string& value, int index) {
    set(name, value.c_str(), index);
}
void Properties::set(const char* name, int value, int index) {
    if (status_ == kOk) status_ = suite_.set_int(handle_, name, index, value);
}
void Properties::set(const char* name, double value, int index) {
    if (status_ == kOk) status_ = suite_.set_double(handle_, name, index, value);
}
void Properties::set(const char* name, const CanonicalRect& r) {
    const double corners[4] = {r.x1, r.y1, r.x2, r.y2};
    if (status_ == kOk) status_ = suite_.set_doubles(handle_, name, 4, corners);
}
void Properties::offer(const char* name, const std::string& value, int index) {
    if (status_ == kOk) suite_.set_string(handle_, name, index, value.c_str());
}
void Properties::offer(const char* name, int value, int index) {
    if (status_ == kOk) suite_.set_int(handle_, name, index, value);
}

std::optional<std::string> Properties::text(const char* name) const {
    char* found = nullptr;
    if (suite_.get_string(handle_, name, 0, &found) != kOk || found == nullptr) return std::nullopt;
    return std::string(found);
}
std::optional<double> Properties::number(const char* name, int index) const {
    double found = 0;
    if (suite_.get_double(handle_, name, index, &found) != kOk) return std::nullopt;
    return found;
}
std::optional<int> Properties::whole(const char* name, int index) const {
    int found = 0;
    if (suite_.get_int(handle_, name, index, &found) != kOk) return std::nullopt;
    return found;
}
std::optional<void*> Properties::pointer(const char* name) const {
    void* found = nullptr;
    if (suite_.get_pointer(handle_, name, 0, &found) != kOk) return std::nullopt;
    return found;
}
std::optional<PixelRect> Properties::pixels(const char* name) const {
    int c[4] = {};
    if (suite_.get_ints(handle_, name, 4, c) != kOk) return std::nullopt;
    return PixelRect{c[0], c[1], c[2], c[3]};
}
std::optional<CanonicalRect> Properties::canonical(const char* name) const {
    double c[4] = {};
    if (suite_.get_doubles(handle_, name, 4, c) != kOk) return std::nullopt;
    return CanonicalRect{c[0], c[1], c[2], c[3]};
}
std::optional<std::array<double, 2>> Properties::pair(const char* name) const {
    std::array<double, 2> found{};
    if (suite_.get_doubles(handle_, name, 2, found.data()) != kOk) return std::nullopt;
    return found;
}

}  // namespace weft::openfx
