// Of Weft.ofx.bundle: Weft's own effects, and the documents that users put beside them; with a
// compiler.
#include <iterator>

#include "engine/engine.h"
#include "openfx/catalogue.h"
#include "openfx/contents.h"
#include "openfx/documents.h"
#include "support/environment.h"
#include "support/words.h"

namespace weft::openfx {
namespace {

class Compiling final : public Preparer {
  public:
    explicit Compiling(const EngineOptions& options) : engine_(options) {}
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>& cancel) override {
        return engine_.prepare(request, &cancel);
    }

    Result<ResidentProgram> resident_program(const PrepareRequest& request,
                                             const ExternalPorts& ports,
                                             const GpuTarget& target) override {
        return engine_.resident_program(request, ports, target);
    }

  private:
    Engine engine_;
};

std::unique_ptr<Preparer> make_compiling(int threads) {
    EngineOptions options = interactive_options();
    options.threads = threads;
    return std::make_unique<Compiling>(options);
}

}  // namespace

Contents contents(const Library& library, const std::string& resources) {
    std::vector<std::string> folders{resources};
    for (std::string& folder : nonempty_parts(environment("WEFT_EFFECT_PATH"), ':'))
        folders.push_back(std::move(folder));
    // Scans start no compiler: what documents bring has been compiled by whoever tried them.
    CompilerOptions recalling;
    recalling.recall_only = true;
    Documents documents =
        find_documents(folders, kDocumentPrefix, library, make_host_compiler(recalling).get());
    Contents held{catalogue(library), std::move(documents.refused), make_compiling,
                  make_host_cuda()};
    held.plugins.insert(held.plugins.end(), std::move_iterator(documents.plugins.begin()),
                        std::move_iterator(documents.plugins.end()));
    // Without a compiler for GPUs every render would be refused, and begun anew on the CPU.
    const bool cuda = nvrtc_is_installed();
    for (PluginDescription& plugin : held.plugins) plugin.cuda = cuda;
    return held;
}

}  // namespace weft::openfx
