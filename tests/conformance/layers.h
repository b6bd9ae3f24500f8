// The layers of the code and who may include whom, as a table and as questions about it.
//
// Folders and files are named from the repository's root: "framework/graph", "translator/emit/x.h".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft::conformance {

/// One layer: every file below its folder that no longer name in the table claims.
struct Layer {
    std::string folder;  ///< or a single file
    /// What it may include besides itself: folders of other layers, or single files.
    std::vector<std::string> may_include;
    /// Which of the reserved outside libraries it may include, by what their headers begin with.
    std::vector<std::string> may_use;
    /// Whether the standard library may be included: not by what the kernel compiler reads.
    bool standard_library = true;
};

/// The rules of docs/architecture.md.
const std::vector<Layer>& layers();

/// Outside libraries that only the layers naming them in may_use may include; others are free.
const std::vector<std::string>& reserved_prefixes();

/// The layer that a file belongs to; null when none claims it.
const Layer* layer_of(const std::vector<Layer>& layers, const std::string& file);

/// Why `file` may not include the project's `included`; nothing when it may.
std::optional<std::string> forbidden_include(const std::vector<Layer>& layers,
                                             const std::string& file, const std::string& included);

/// Why `file` may not include <header> from outside the project; nothing when it may.
std::optional<std::string> forbidden_external(const std::vector<Layer>& layers,
                                              const std::string& file, const std::string& header);

}  // namespace weft::conformance
