// What many kernels begin with, read by Clang once and then kept as it left the parser.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <vector>

#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/PrecompiledPreamble.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace weft::worker {

/// The preambles used last, precompiled in memory.
class Preambles {
  public:
    /// Has `invocation`, which `arguments` made, compile `text` without reading its first `size`
    /// bytes: they are taken from memory, where they are put if they are not there yet. Returns the
    /// file system to compile in, which has them; null where they do not compile, and then
    /// `diagnostics` has been told why. This and `text` must outlive the compilation.
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> take(clang::CompilerInvocation& invocation,
                                                         clang::DiagnosticsEngine& diagnostics,
                                                         const std::vector<std::string>& arguments,
                                                         llvm::MemoryBuffer& text,
                                                         std::size_t size);

  private:
    struct Cached {
        std::vector<std::string> arguments;
        std::string text;
        clang::PrecompiledPreamble precompiled;
    };

    std::list<Cached> cached_;  ///< the last used first
};

}  // namespace weft::worker
