// The table of the words by which built-in functors are found.
#pragma once

#include <string>
#include <vector>

namespace weft {

struct Words {
    const char* functor;
    const char* title;  ///< "": the functor's name
    const char* also;   ///< words, separated by commas
};

struct Shelf {
    const char* category;
    std::vector<Words> functors;
};

/// Every built-in functor stands on one shelf.
const std::vector<Shelf>& shelves();

}  // namespace weft
