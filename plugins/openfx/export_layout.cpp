#include "openfx/export_layout.h"

#include <fstream>

namespace weft::openfx {

std::set<std::string> levels_in(const std::string& resources) {
    std::set<std::string> levels;
    std::ifstream stream(resources + "/" + kLevelsFile);
    for (std::string line; std::getline(stream, line);) levels.insert(line);
    return levels;
}

}  // namespace weft::openfx
