#include "pictures/ocio/config_menu.h"

#include <OpenColorIO/OpenColorIO.h>

#include "pictures/ocio/config_names.h"
#include "pictures/oiio/open_picture.h"

namespace weft {
namespace {

namespace ocio = OCIO_NAMESPACE;

/// The space of the first role that there is.
std::string space_of_role(const ocio::Config& config) {
    for (const char* role : {ocio::ROLE_SCENE_LINEAR, ocio::ROLE_RENDERING, ocio::ROLE_DEFAULT})
        if (const auto space = config.getColorSpace(role)) return space->getName();
    return config.getNumColorSpaces() > 0 ? config.getColorSpaceNameByIndex(0) : "";
}

ColourMenu menu_of(const ocio::Config& config) {
    ColourMenu menu;
    for (int d = 0; d < config.getNumDisplays(); ++d) {
        const char* display = config.getDisplay(d);
        for (int v = 0; v < config.getNumViews(display); ++v)
            menu.views.push_back({display, config.getView(display, v)});
    }
    for (int i = 0; i < config.getNumColorSpaces(); ++i)
        menu.spaces.emplace_back(config.getColorSpaceNameByIndex(i));
    menu.light = space_of_role(config);
    return menu;
}

}  // namespace

Result<ColourMenu> config_menu(const std::string& config) {
    ColourTransform transform;
    transform.config = config;
    const Result<ocio::ConstConfigRcPtr> opened = open_config(transform, config);
    if (!opened) return opened.error();
    try {
        return menu_of(**opened);
    } catch (const std::exception& e) {
        return input_error(config, e.what());
    }
}

}  // namespace weft
