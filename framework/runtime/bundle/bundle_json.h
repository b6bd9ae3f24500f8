// Bundles as JSON, code apart: kernels are named by the hashes of their cubins.
#pragma once

#include <string>
#include <vector>

#include "runtime/bundle/bundle.h"

namespace weft {

/// A hash as 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

/// Deterministic; without the code of `bundle`, whose hashes are `code_hashes`.
std::string bundle_to_json(const Bundle& bundle, const std::vector<std::uint64_t>& code_hashes);

struct ReadBundle {
    Bundle bundle;  ///< symbols without their cubins
    std::vector<std::uint64_t> code_hashes;
};

/// kInput errors that do not name the file.
Result<ReadBundle> bundle_from_json(const std::string& text);

}  // namespace weft
