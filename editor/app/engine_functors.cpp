#include "app/engine_functors.h"

#include "engine/load_functors.h"

namespace weft::editor {
namespace {

class EngineFunctors final : public FunctorCompiler {
  public:
    explicit EngineFunctors(Library library)
        : library_(std::move(library)), compiler_(make_host_compiler({})) {}

    Result<FunctorBuild> build(const FunctorTexts& functors,
                               const std::atomic<bool>& cancel) override {
        FunctorBuild build{{}, library_};
        for (const auto& [file, text] : functors) {
            const FunctorSource source{file, text};
            Result<std::vector<Diagnostic>> wrong = compiler_->try_functors(source, &cancel);
            if (!wrong) return wrong.error();
            if (!refuses(*wrong))
                if (Status s = load_functors(source, *compiler_, *build.library, &cancel); !s) {
                    if (s.error().kind == ErrorKind::kCancelled) return s.error();
                    wrong->push_back({file, 0, 0, s.error().message, {}, {}});
                }
            build.diagnostics.insert(build.diagnostics.end(), wrong->begin(), wrong->end());
        }
        if (refuses(build.diagnostics)) build.library.reset();
        return build;
    }

  private:
    const Library library_;
    const std::unique_ptr<HostCompiler> compiler_;
};

}  // namespace

std::unique_ptr<FunctorCompiler> make_engine_functors(Library library) {
    return std::make_unique<EngineFunctors>(std::move(library));
}

}  // namespace weft::editor
