// C++ text to an object file, by the Clang inside this process.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace weft::worker {

class Preambles;

/// Kernels see no headers of the system, no exceptions and no run-time type information.
/// Modules are ordinary C++ in strict arithmetic, with the system's headers where it has them.
/// Checked modules are of text that has an answer to Clang's checks (frontend/checked_text.h).
enum class Dialect { kKernel, kModule, kCheckedModule };

struct CompileJob {
    Dialect dialect = Dialect::kKernel;
    std::string name;  ///< of the text in diagnostics
    std::string text;
    std::string cpu = "native";  ///< kKernel only
    bool fast_math = false;      ///< kKernel only
    std::size_t preamble = 0;    ///< kKernel only: HostSource::preamble
    std::vector<std::string> include_paths;
    std::map<std::string, std::string> files = {};  ///< texts that stand for files, by their paths
};

struct CompileOutcome {
    bool ok = false;
    std::string object;                     ///< a relocatable ELF object
    std::string diagnostics;                ///< in Clang's form, without colours
    std::vector<std::string> dependencies;  ///< absolute paths of the files read
};

/// A job's preamble is taken from `preambles` and kept there; without, it is read with the rest.
CompileOutcome compile_text(const CompileJob& job, Preambles* preambles);

/// To be called once before compile_text().
void initialise_compiler();

/// The version of the LLVM library that is loaded: "19.1.7".
std::string compiler_version();

}  // namespace weft::worker
