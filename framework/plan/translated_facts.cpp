#include "plan/translated_facts.h"

#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace weft {
namespace {

using Facts = std::shared_ptr<const FunctorFacts>;

// A functor under somebody's hands is translated over and over: at so many texts all are forgotten.
constexpr std::size_t kMaxTexts = 4096;

/// Facts by the text they were read from. A text, and not where it lies, is the key: a module that
/// is loaded after another was dropped may lie in the same place.
class FactsOfTexts {
  public:
    Facts find(const std::string& text) const {
        const std::lock_guard lock(mutex_);
        const auto found = facts_.find(text);
        return found == facts_.end() ? nullptr : found->second;
    }

    void keep(const std::string& text, Facts facts) {
        const std::lock_guard lock(mutex_);
        if (facts_.size() >= kMaxTexts) facts_.clear();
        facts_.emplace(text, std::move(facts));
    }

  private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Facts> facts_;
};

}  // namespace

Result<Facts> facts_of(const TranslatedFunctor& functor) {
    static FactsOfTexts known;
    const std::string text = functor.facts;
    if (Facts facts = known.find(text)) return facts;
    Result<FunctorFacts> read = facts_from_json(text);
    if (!read) return read.error();
    const auto facts = std::make_shared<const FunctorFacts>(*std::move(read));
    known.keep(text, facts);
    return Facts(facts);
}

}  // namespace weft
