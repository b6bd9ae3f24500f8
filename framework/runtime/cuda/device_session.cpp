#include "runtime/cuda/device_session.h"

#include <fmt/format.h>

namespace weft::cuda {

Result<DeviceSession> DeviceSession::open(const std::string& library, int ordinal) {
    Result<DriverPtr> driver = Driver::load(library);
    if (!driver) return driver.error();
    const DriverApi& api = (*driver)->api();
    int count = 0;
    if (Status ok = (*driver)->check(api.cuDeviceGetCount(&count), "counting devices"); !ok)
        return ok.error();
    if (ordinal < 0 || ordinal >= count)
        return Error{ErrorKind::kDevice,
                     fmt::format("no CUDA device {}: there {} {}; 'weft list devices' shows them",
                                 ordinal, count == 1 ? "is" : "are", count)};
    DeviceSession session;
    session.driver = *driver;
    Device device = 0;
    if (Status ok = session.driver->check(api.cuDeviceGet(&device, ordinal), "opening the device");
        !ok)
        return ok.error();
    if (Status ok = session.driver->check(api.cuDevicePrimaryCtxRetain(&session.context, device),
                                          "opening the device");
        !ok)
        return ok.error();
    session.primary = PrimaryContext(session.driver, device);
    const ContextScope current = session.scope();
    for (Stream* stream : {&session.upload, &session.compute, &session.download}) {
        Result<Stream> made = create_stream(session.driver);
        if (!made) return made.error();
        *stream = *std::move(made);
    }
    return session;
}

DeviceSession::~DeviceSession() {
    if (!driver || context == nullptr) return;  // moved from, or never opened
    const ContextScope current = scope();
    for (Stream* stream : {&upload, &compute, &download}) *stream = {};
}

Status DeviceSession::wait(const std::string& action) const {
    Status first;
    for (const Stream* stream : {&upload, &compute, &download}) {
        if (!*stream) continue;
        Status ok = driver->check(driver->api().cuStreamSynchronize(stream->get()), action);
        if (!ok && first) first = ok;
    }
    return first;
}

}  // namespace weft::cuda
