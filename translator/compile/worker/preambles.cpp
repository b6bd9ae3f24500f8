#include "compile/worker/preambles.h"

#include <algorithm>
#include <memory>

#include <clang/Serialization/PCHContainerOperations.h>

namespace weft::worker {
namespace {

/// A picture is rendered by kernels of one preamble; two devices in two modes of arithmetic make
/// four. One takes some 3 MB.
constexpr std::size_t kMaxKept = 4;

/// Without what differs from kernel to kernel and decides nothing: the text's name, once by itself
/// and once behind -main-file-name.
std::vector<std::string> without_name(std::vector<std::string> arguments) {
    const std::string name = arguments.back();
    std::erase(arguments, name);
    return arguments;
}

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Preambles::take(
    clang::CompilerInvocation& invocation, clang::DiagnosticsEngine& diagnostics,
    const std::vector<std::string>& arguments, llvm::MemoryBuffer& text, std::size_t size) {
    const std::vector<std::string> settings = without_name(arguments);
    const llvm::StringRef preamble = text.getBuffer().take_front(size);
    auto files = llvm::vfs::getRealFileSystem();

    auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
        return kept.text == preamble && kept.arguments == settings;
    });
    if (found == kept_.end()) {
        const clang::PreambleBounds bounds(static_cast<unsigned>(size), preamble.ends_with("\n"));
        clang::PreambleCallbacks nobody;
        auto built = clang::PrecompiledPreamble::Build(
            invocation, &text, bounds, diagnostics, files,
            std::make_shared<clang::PCHContainerOperations>(), /*StoreInMemory=*/true,
            /*StoragePath=*/{}, nobody);
        // One with errors is built all the same, for editors.
        if (!built || diagnostics.hasErrorOccurred()) return nullptr;
        kept_.push_front({settings, preamble.str(), std::move(*built)});
        if (kept_.size() > kMaxKept) kept_.pop_back();
        found = kept_.begin();
    }
    kept_.splice(kept_.begin(), kept_, found);
    found->precompiled.AddImplicitPreamble(invocation, files, &text);
    invocation.getPreprocessorOpts().RetainRemappedFileBuffers = true;
    return files;
}

}  // namespace weft::worker
