// The page of the manual that says what functors and effects do at rest, to flat pictures and to a
// NaN is what they do: docs/pictures-table.md.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "effect_names.h"
#include "graph/regions.h"
#include "harness.h"
#include "pictures_table.h"

namespace weft::test {
namespace {

constexpr Rect kMeasured{0, 0, 97, 61};
constexpr int kMeasuredPlanes = 3;

std::vector<Picture> run_with(const Graph& graph, bool broken) {
    std::vector<Picture> pictures;
    std::vector<const Picture*> inputs;
    for (const ImageShape& shape :
         usual_input_shapes(graph, builtin_library(), kMeasured, kMeasuredPlanes))
        pictures.push_back(
            random_picture(shape.domain, shape.planes, static_cast<unsigned>(pictures.size()) + 1));
    if (broken) {
        const Rect& d = pictures[0].domain();
        pictures[0].at((d.x0 + d.x1) / 2, (d.y0 + d.y1) / 2, 0) = kNaN;
    }
    for (const Picture& picture : pictures) inputs.push_back(&picture);
    return run(graph, inputs);
}

/// What of the first result is not finite, and was: a rectangle around it, and how many planes.
struct Spread {
    Rect around{};
    int planes = 0;
};

Spread spread_of(const Picture& sound, const Picture& broken) {
    Spread spread;
    for (int p = 0; p < sound.planes(); ++p) {
        bool any = false;
        for (int y = sound.domain().y0; y < sound.domain().y1; ++y)
            for (int x = sound.domain().x0; x < sound.domain().x1; ++x) {
                if (!std::isfinite(sound.at(x, y, p)) || std::isfinite(broken.at(x, y, p)))
                    continue;
                const Rect pixel{x, y, x + 1, y + 1};
                spread.around = spread.around.empty() ? pixel : hull(spread.around, pixel);
                any = true;
            }
        spread.planes += any;
    }
    return spread;
}

std::string nan_text(const Graph& graph) {
    if (graph.inputs.empty()) return "takes no picture";
    const std::vector<Picture> sound = run_with(graph, false), broken = run_with(graph, true);
    std::string text;
    for (std::size_t i = 0; i < sound.size(); ++i) {
        const Spread spread = spread_of(sound[i], broken[i]);
        const Rect& d = spread.around;
        std::string one = "nothing";
        if (spread.planes > 0) {
            if (d == sound[i].domain())
                one = "the whole result";
            else if (d.area() == 1)
                one = "its pixel";
            else
                one = fmt::format("{} x {} pixels", d.width(), d.height());
            if (sound[i].planes() > 1 && spread.planes > 1) one += ", all planes";
        }
        if (text.empty())
            text = one;
        else if (text != one)
            text += "; " + one;
    }
    return text;
}

std::string rest_text(const std::vector<Rest>& rows, const std::string& name) {
    std::string text;
    for (const Rest& row : rows) {
        if (row.name != name) continue;
        if (!text.empty()) text += "; ";
        if (!row.never.empty())
            text += "never: " + row.never;
        else
            text += row.settings.empty() ? "at its defaults" : "`" + row.settings + "`";
        if (row.input > 0) text += fmt::format(" (input {})", row.input + 1);
    }
    return text;
}

std::string page() {
    std::string text =
        "# What functors and effects do to pictures\n\n"
        "A test runs all of it and writes this page (`PicturesPage` in `tests/unit/functors`;\n"
        "`WEFT_UPDATE_GOLDEN=1` writes it anew).\n\n"
        "- **at rest**: at these settings the result is the picture, in every bit: NaN, "
        "infinities,\n"
        "  denormal numbers and the sign of zeros too.\n"
        "- **flat**: what becomes, at the defaults, of an opaque picture of one value, from -1 to\n"
        "  1000; *kept* is kept but for rounding.\n"
        "- **NaN**: what a single NaN reaches, at the defaults: one in the first plane of the "
        "middle\n"
        "  of a picture of 97 x 61 pixels and three planes, the first input;\n"
        "  *nothing* where it counts as some number.\n\n";
    text += "## Effects\n\n| effect | at rest | flat | NaN reaches |\n|---|---|---|---|\n";
    for (const Flat& row : effects_on_flat())
        text +=
            fmt::format("| {} | {} | {} | {} |\n", row.name, rest_text(effects_at_rest(), row.name),
                        row.not_kept.empty() ? "kept" : row.not_kept, nan_text(effect(row.name)));
    text += "\n## Functors\n\n| functor | at rest | NaN reaches |\n|---|---|---|\n";
    for (const std::string& name : builtin_library().names())
        text += fmt::format("| {} | {} | {} |\n", name, rest_text(functors_at_rest(), name),
                            nan_text(graph_of(*builtin_library().find(name))));
    return text;
}

TEST(PicturesPage, SaysWhatIsSo) {
    const std::string made = page();
    if (std::getenv("WEFT_UPDATE_GOLDEN") != nullptr) std::ofstream(WEFT_PICTURES_PAGE) << made;
    std::ifstream file(WEFT_PICTURES_PAGE);
    std::ostringstream written;
    written << file.rdbuf();
    EXPECT_EQ(written.str(), made) << "WEFT_UPDATE_GOLDEN=1 writes it anew; read what changed";
}

}  // namespace
}  // namespace weft::test
