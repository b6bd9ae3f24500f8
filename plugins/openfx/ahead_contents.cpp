// Of bundles that `weft export-ofx` makes: documents, and kernels compiled ahead of time for them.
#include "openfx/contents.h"

#include "compile/kernel_store.h"
#include "engine/ahead.h"
#include "openfx/documents.h"
#include "openfx/export_layout.h"
#include "openfx/reach.h"

namespace weft::openfx {
namespace {

constexpr const char* kAbsent =
    "this bundle was compiled ahead of time, and not for these settings, components or processor; "
    "go back to a choice that works, or install Weft.ofx.bundle, which compiles";

/// The kernels of one level of processors.
class AheadOfTime final : public Preparer {
  public:
    AheadOfTime(const std::string& resources, int threads)
        : kernels_(make_kernel_store(resources + "/" + kKernelFolder, kAbsent)),
          threads_(threads),
          levels_(levels_in(resources)) {}

    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>&) override {
        for (const ProcessorLevel& level : processor_levels()) {
            if (!levels_.contains(level.name) || !runs_here(level)) continue;
            return prepare_ahead(request, level, *kernels_, threads_);
        }
        return Error{ErrorKind::kCompile,
                     "this bundle was compiled for processors newer than this one; export it "
                     "again with --cpu x86-64-v2, or install Weft.ofx.bundle, which compiles"};
    }

    Result<ResidentProgram> resident_program(const PrepareRequest&, const ExternalPorts&,
                                             const GpuTarget&) override {
        return Error{ErrorKind::kDevice, "this bundle holds no kernels for GPUs"};
    }

  private:
    const std::unique_ptr<HostCompiler> kernels_;
    const int threads_;
    const std::set<std::string> levels_;
};

}  // namespace

Contents contents(const Library& library, const std::string& resources) {
    Documents documents = find_documents({resources}, {}, library, nullptr);
    for (PluginDescription& plugin : documents.plugins) {
        plugin.label = plugin.graph.name;
        plugin.reaches = reaches_of(plugin, library);
    }
    return {std::move(documents.plugins), std::move(documents.refused),
            [resources](int threads) { return std::make_unique<AheadOfTime>(resources, threads); },
            nullptr};
}

}  // namespace weft::openfx
