// Words as a POSIX shell reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A text that a shell reads as this one word: as it is where that is safe, else in quotes.
std::string shell_word(std::string_view word);

/// The words with blanks between them.
std::string shell_words(const std::vector<std::string>& words);

}  // namespace weft
