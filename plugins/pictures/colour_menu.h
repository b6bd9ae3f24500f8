// What a configuration of OpenColorIO offers to those who look at pictures.
#pragma once

#include <string>
#include <vector>

namespace weft {

struct ColourMenu {
    struct View {
        std::string display, view;
        friend bool operator==(const View&, const View&) = default;
    };
    std::vector<View> views;          ///< display by display, the usual ones first
    std::vector<std::string> spaces;  ///< that pictures may be in, for menus
    std::string light;                ///< the space that pictures are computed in, unless one says
};

}  // namespace weft
