// Golden files: text that is compared with a file beside the test, and rewritten on request.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace weft::test {

inline std::string golden_text(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// Expects `actual` to be the text of `path`. With WEFT_UPDATE_GOLDEN=1 writes it there instead;
/// a person then reads the difference.
inline void expect_golden(const std::string& path, const std::string& actual) {
    const char* update = std::getenv("WEFT_UPDATE_GOLDEN");
    if (update != nullptr && std::string(update) == "1") {
        std::ofstream(path, std::ios::binary) << actual;
        return;
    }
    EXPECT_EQ(actual, golden_text(path))
        << path << " differs; run with WEFT_UPDATE_GOLDEN=1 if the new text is right";
}

}  // namespace weft::test
