// The one interface behind which screens and their configurations are known.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/result.h"
#include "viewer/display.h"

namespace weft::editor {

/// A way to show what is computed on a screen.
struct DisplayChoice {
    std::string label;  ///< for people, unique
    Encoding encoding = Encoding::kSrgb;
    std::string path;  ///< of the transform, where it is looked up (docs/colour.md)
    friend bool operator==(const DisplayChoice&, const DisplayChoice&) = default;
};

class Displays {
  public:
    virtual ~Displays() = default;
    /// Those that there always are; the first is the usual one.
    virtual std::vector<DisplayChoice> built_in() const = 0;
    /// Those of a configuration's file; the first is its usual one. Empty `config`: that of the
    /// environment, and none where the environment has none. By one thread at a time, as load().
    virtual Result<std::vector<DisplayChoice>> configured(const std::string& config) = 0;
    virtual Result<std::shared_ptr<const DisplayLut>> load(const DisplayChoice& choice) = 0;
};

}  // namespace weft::editor
