// Documents as plug-ins: effects that users drew, one for each *.weft file.
#pragma once

#include <string>
#include <vector>

#include "compile/host_compiler.h"
#include "openfx/description.h"

namespace weft::openfx {

/// Of documents in a bundle with a compiler: apart from Weft's own effects, whatever those will
/// once be called.
inline constexpr char kDocumentPrefix[] = "weft.document.";

struct Documents {
    std::vector<PluginDescription> plugins;
    /// Of each document that is none: its path, and why; one line.
    std::vector<std::string> refused;
};

/// The documents of each folder in turn, by name; folders that are missing have none. A document
/// FILE.weft is `prefix` and the identifier_of(FILE), and titled FILE. What cannot be read or used,
/// and what has the identifier of an earlier one, is refused. Functors that documents bring are
/// asked of `functors`; null: such documents are refused. Nothing is thrown but std::bad_alloc.
Documents find_documents(const std::vector<std::string>& folders, const std::string& prefix,
                         const Library& library, HostCompiler* functors);

/// "My look, 2" as "my-look-2": small letters, digits and dots, all else joined as '-'; letters
/// beyond ASCII count as the bytes they are, in hexadecimal digits. Empty where nothing is left.
std::string identifier_of(const std::string& file);

}  // namespace weft::openfx
