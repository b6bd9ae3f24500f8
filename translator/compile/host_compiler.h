// Compiling generated C++ into a loaded shared object: the worker weft-cc behind a disk cache.
//
// The process that calls this never loads LLVM. A crash, a hang or a runaway in the compiler costs
// an Error. Safe to call from several threads; several processes may share one cache folder.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/result.h"

namespace weft {

/// A shared object that is loaded as long as this lives.
class LoadedObject {
  public:
    virtual ~LoadedObject() = default;
    /// The address of a C symbol, or null.
    virtual void* symbol(const char* name) const = 0;
};

/// Everything that decides the compiled bits, and so the cache key, together with the compiler's
/// own (compiler_identity.h).
struct HostSource {
    std::string name;  ///< for messages and the file name in diagnostics: "degrain.kernel0"
    std::string text;  ///< self-contained C++20: no headers
    std::string cpu;   ///< "native", "x86-64-v3", ... as -march= takes them
    /// Contraction, reassociation, reciprocals, no signed zeros; NaN and infinity are respected.
    bool fast_math = false;
    /// Files found there become part of the key. Kernels need none.
    std::vector<std::string> include_paths;
    /// So many bytes at the start of `text` are those of other sources too: whole declarations and
    /// lines, which a compiler that stays reads once. Decides no bit of what is compiled.
    std::size_t preamble = 0;
};

/// A header of functors.
struct FunctorSource {
    std::string name;  ///< its path; of a text, how it is called in messages
    /// Stands for the file, which is then not read; it includes nothing but what Weft has.
    std::optional<std::string> text = {};
};

struct CompilerOptions {
    /// Path of weft-cc; empty: $WEFT_CC, else beside the running program or the library that holds
    /// this code, or in the folder bin next to theirs, else in $PATH.
    std::string worker;
    /// Empty: $WEFT_CACHE_DIR, else $XDG_CACHE_HOME/weft, else ~/.cache/weft.
    std::string cache_dir;
    /// The accounts that share the cache; empty: $WEFT_CACHE_GROUP, else this account alone.
    std::string cache_group = {};
    bool use_cache = true;
    /// Names entries without the compiler, as make_kernel_store() asks for them: for folders of one
    /// compiler's code.
    bool for_store = false;
    bool recall_only = false;  ///< what the cache does not have is an error, and no worker is asked
    std::chrono::milliseconds timeout{
        60000};  ///< of processor time; a worker that takes more is killed
    std::size_t cache_limit_bytes = 512u << 20;
};

struct CompileStatistics {
    int compiled = 0, from_cache = 0;
    double compile_seconds = 0;
    std::vector<std::string> notes;  ///< said once each: "cache folder X is not writable: ..."
};

class HostCompiler {
  public:
    virtual ~HostCompiler() = default;
    /// Of threads that want the same at once, one compiles and the others wait for it. kCancelled
    /// soon after `cancel`, if not null, has become true: a compile that had begun is ended.
    virtual Result<std::shared_ptr<LoadedObject>> compile(
        const HostSource& source, const std::atomic<bool>* cancel = nullptr) = 0;

    /// Translates a functor header with the worker's frontend and compiles it into a module
    /// (core/module.h) with its reference. Diagnostics in the Error are the translator's own:
    /// one per line group, file:line:column first. Waits and is cancelled as compile().
    virtual Result<std::shared_ptr<LoadedObject>> compile_functors(
        const FunctorSource& source, const std::atomic<bool>* cancel = nullptr) = 0;

    /// What is wrong with the functors of a header: the translator's diagnostics; where it refuses
    /// nothing, what shows when their reference runs on small pictures, in a process of its own and
    /// watched: loops that do not end, reads beyond what is declared, crashes. Warnings come after
    /// either. Nothing of it runs here.
    virtual Result<std::vector<Diagnostic>> try_functors(
        const FunctorSource& source, const std::atomic<bool>* cancel = nullptr) = 0;

    virtual CompileStatistics statistics() const = 0;
};

std::unique_ptr<HostCompiler> make_host_compiler(const CompilerOptions& options);

}  // namespace weft
