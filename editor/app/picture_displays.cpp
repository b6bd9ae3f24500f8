#include "app/picture_displays.h"

#include <cstdlib>

#include "pictures/colour_path.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"

namespace weft::editor {
namespace {

/// From ACEScg, which pictures are taken to be in.
std::string aces_for_a_screen() {
    ColourTransform transform;
    transform.builtins = {
        {"ACEScg_to_ACES2065-1"},
        {"ACES-OUTPUT - ACES2065-1_to_CIE-XYZ-D65 - SDR-VIDEO_1.0"},
        {"DISPLAY - CIE-XYZ-D65_to_sRGB"},
    };
    return colour_path(transform);
}

class PictureDisplays final : public Displays {
  public:
    std::vector<DisplayChoice> built_in() const override {
        return {{"sRGB", Encoding::kSrgb, {}},
                {"Raw", Encoding::kRaw, {}},
                {"ACES 1.0 (of ACEScg)", Encoding::kLut, aces_for_a_screen()}};
    }

    Result<std::vector<DisplayChoice>> configured(const std::string& config) override {
        if (config.empty() && std::getenv("OCIO") == nullptr) return std::vector<DisplayChoice>();
        Result<PictureIO*> io = picture_io();
        if (!io) return io.error();
        const Result<ColourMenu> menu = (*io)->colour_menu(config);
        if (!menu) return menu.error();
        std::vector<DisplayChoice> choices;
        for (const ColourMenu::View& view : menu->views) {
            ColourTransform transform;
            transform.from = menu->light;
            transform.display = view.display;
            transform.view = view.view;
            transform.config = config;
            choices.push_back(
                {view.view + " (" + view.display + ")", Encoding::kLut, colour_path(transform)});
        }
        return choices;
    }

    Result<std::shared_ptr<const DisplayLut>> load(const DisplayChoice& choice) override {
        Result<PictureIO*> io = picture_io();
        if (!io) return io.error();
        const Result<LoadedPicture> file = (*io)->read(choice.path, {}, nullptr);
        if (!file) return file.error();
        Picture table(file->view.domain, file->view.planes);
        load_region(file->view, file->view.domain, table);
        std::optional<DisplayLut> lut = DisplayLut::from(table);
        if (!lut) return Error{ErrorKind::kInput, "'" + choice.path + "' holds no cube of colours"};
        return std::make_shared<const DisplayLut>(*std::move(lut));
    }
};

}  // namespace

std::unique_ptr<Displays> make_picture_displays() { return std::make_unique<PictureDisplays>(); }

}  // namespace weft::editor
