// Translating a functor given as text.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "frontend/translate.h"

namespace weft::test {

/// Translates `text` as if it were the header "test.h".
Result<Translation> translate_text(const std::string& text);

/// The one functor of `text`; fails the test where it is refused.
TranslatedSource translate_one(const std::string& text);

/// A functor with an e1D input "Input" and an output "Output", whose class holds `members` and
/// whose Kernel is `body`.
std::string functor_with(const std::string& body, const std::string& members = "",
                         const std::string& before = "");

}  // namespace weft::test
