// Targets: machines as data.
#pragma once

#include <cstddef>
#include <string>

namespace weft {

/// Float lanes of the widest vectors of any target. Rows in working memory begin at whole vectors
/// and are as long as whole vectors.
inline constexpr int kVectorFloats = 16;

/// What planning needs to know of a machine. Sizes in bytes.
struct Target {
    std::string name;      ///< for people
    std::string cpu;       ///< what the kernel compiler is told: "native", "x86-64-v3", ...
    int cores = 1;         ///< threads that a run may use
    int vector_width = 8;  ///< float lanes of one vector: 4, 8 or 16
    std::size_t l1_bytes = 32u << 10;   ///< per core
    std::size_t l2_bytes = 512u << 10;  ///< per core
    std::size_t llc_bytes = 8u << 20;   ///< shared

    friend bool operator==(const Target&, const Target&) = default;
};

}  // namespace weft
