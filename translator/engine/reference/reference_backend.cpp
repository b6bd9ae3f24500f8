#include "engine/reference/reference_backend.h"

namespace weft {

namespace {

class ReferenceBackend final : public Backend {
  public:
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>* /*cancel*/) override {
        return prepare_reference(request);
    }
};

}  // namespace

constinit const BackendInfo kReferenceBackend{
    .name = "reference",
    .description = "the functors' own C++, one element at a time: slow, the oracle",
    .help = "slow",
    .make = [](const std::shared_ptr<EngineParts>& /*parts*/) -> std::unique_ptr<Backend> {
        return std::make_unique<ReferenceBackend>();
    }};

}  // namespace weft
