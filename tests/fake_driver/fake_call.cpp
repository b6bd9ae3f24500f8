#include "fake_driver/fake_call.h"

namespace weft::fake {

std::vector<Stream*>& all_streams() {
    static auto* const streams = new std::vector<Stream*>;
    return *streams;
}

Stream* stream_of(cuda::StreamHandle handle) {
    if (handle != nullptr) return reinterpret_cast<Stream*>(handle);
    static Stream* const by_default = [] {
        all_streams().push_back(new Stream);
        return all_streams().back();
    }();
    ++state().counts.default_works;
    return by_default;
}

std::vector<cuda::ContextHandle>& contexts() {
    thread_local std::vector<cuda::ContextHandle> of_thread;
    return of_thread;
}

namespace {
char places[16];
}

cuda::ContextHandle context_of(cuda::Device device) {
    return reinterpret_cast<cuda::ContextHandle>(&places[device]);
}

cuda::Device device_of(cuda::ContextHandle context) {
    return static_cast<cuda::Device>(reinterpret_cast<char*>(context) - places);
}

Call::Call(bool needs_context) : lock_(state().mutex), s(state()) {
    ++s.counts.calls;
    if (s.config.lose_at > 0 && s.counts.calls >= s.config.lose_at) s.lost = true;
    if (needs_context && contexts().empty()) ++s.counts.misuses;
}

Code Call::end(Code code) {
    if (code == cuda::kLaunchFailed || code == cuda::kIllegalAddress) s.lost = true;
    return s.lost ? cuda::kLaunchFailed : code;
}

}  // namespace weft::fake
