#include "compile/worker/preambles.h"

#include <algorithm>
#include <memory>

#include <clang/Serialization/PCHContainerOperations.h>

namespace weft::worker {
namespace {

/// A picture is rendered by kernels of one preamble; two devices in two modes of arithmetic make
/// four. One takes some 3 MB.
constexpr std::size_t kMaxCached = 4;

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

    auto found = std::find_if(cached_.begin(), cached_.end(), [&](const Cached& cached) {
        return cached.text == preamble && cached.arguments == settings;
    });
    if (found == cached_.end()) {
        const clang::PreambleBounds bounds(static_cast<unsigned>(size), preamble.ends_with("\n"));
        clang::PreambleCallbacks nobody;
        auto built = clang::PrecompiledPreamble::Build(
            invocation, &text, bounds, diagnostics, files,
            std::make_shared<clang::PCHContainerOperations>(), /*StoreInMemory=*/true,
            /*StoragePath=*/{}, nobody);
        // One with errors is built all the same, for editors.
        if (!built || diagnostics.hasErrorOccurred()) return nullptr;
        cached_.push_front({settings, preamble.str(), std::move(*built)});
        if (cached_.size() > kMaxCached) cached_.pop_back();
        found = cached_.begin();
    }
    cached_.splice(cached_.begin(), cached_, found);
    found->precompiled.AddImplicitPreamble(invocation, files, &text);
    invocation.getPreprocessorOpts().RetainRemappedFileBuffers = true;
    return files;
}

}  // namespace weft::worker
