// Which seeded defect is on: asked at every seeded place of a build with WEFT_MUTANTS
// (docs/mutants.md).
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace weft {
namespace mutants {

/// Numbers of seeds are below this.
inline constexpr int kMost = 1000;

/// What the environment asks for, read once.
struct Choice {
    int number = 0;                ///< $WEFT_MUTANT: the seed that is on; 0: none
    const char* folder = nullptr;  ///< $WEFT_MUTANTS_REACHED: where places that are met are noted

    Choice() : folder(std::getenv("WEFT_MUTANTS_REACHED")) {
        if (folder != nullptr && *folder == '\0') folder = nullptr;
        const char* const text = std::getenv("WEFT_MUTANT");
        if (text == nullptr || *text == '\0') return;
        char* end = nullptr;
        const long value = std::strtol(text, &end, 10);
        if (*end != '\0' || value < 0 || value >= kMost) {
            std::fprintf(stderr, "WEFT_MUTANT is '%s', expected the number of a seed\n", text);
            std::abort();
        }
        number = static_cast<int>(value);
    }
};

inline const Choice& choice() {
    static const Choice chosen;
    return chosen;
}

/// Leaves an empty file of that name in the folder, at the first time in this process: at once, for
/// a process may end in any way.
inline void note(int number, const char* folder) {
    static std::atomic<bool> noted[kMost];
    if (noted[number].load(std::memory_order_relaxed) || noted[number].exchange(true)) return;
    char path[4096];
    std::snprintf(path, sizeof path, "%s/%d", folder, number);
    if (std::FILE* const file = std::fopen(path, "w")) std::fclose(file);
}

}  // namespace mutants

/// Whether the seed of that number is on.
inline bool mutant(int number) {
    const mutants::Choice& chosen = mutants::choice();
    if (chosen.folder != nullptr) mutants::note(number, chosen.folder);
    return number == chosen.number;
}

}  // namespace weft
