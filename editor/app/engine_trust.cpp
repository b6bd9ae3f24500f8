#include "app/engine_trust.h"

#include "engine/trust.h"

namespace weft::editor {
namespace {

class EngineTrust final : public CodeTrust {
  public:
    FunctorTexts untrusted(const FunctorTexts& texts) const override {
        return trust_.untrusted(texts);
    }
    Status add(const FunctorTexts& texts) override { return trust_.add(texts); }

  private:
    const Trust trust_;
};

}  // namespace

std::unique_ptr<CodeTrust> make_engine_trust() { return std::make_unique<EngineTrust>(); }

}  // namespace weft::editor
