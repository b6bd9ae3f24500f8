// The page of the manual that says what functors and effects do to pictures is what they do:
// docs/pictures-table.md.
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "effect_names.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "harness.h"
#include "pictures_measured.h"
#include "pictures_table.h"

namespace weft::test {
namespace {

constexpr Rect kMeasured{0, 0, 97, 61};
constexpr int kMeasuredPlanes = 3;

/// The results for usual pictures, of the first of which the middle sample is `broken`.
std::vector<Picture> run_with(const Graph& graph, std::optional<float> broken) {
    std::vector<Picture> pictures;
    std::vector<const Picture*> inputs;
    for (const ImageShape& shape :
         usual_input_shapes(graph, builtin_library(), kMeasured, kMeasuredPlanes))
        pictures.push_back(
            random_picture(shape.domain, shape.planes, static_cast<unsigned>(pictures.size()) + 1));
    if (broken) {
        const Rect& d = pictures[0].domain();
        pictures[0].at((d.x0 + d.x1) / 2, (d.y0 + d.y1) / 2, 0) = *broken;
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

/// What a single value that is not finite reaches.
std::string reach_text(const Graph& graph, float value) {
    if (graph.inputs.empty()) return "takes no picture";
    const std::vector<Picture> sound = run_with(graph, {}), broken = run_with(graph, value);
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

/// A functor or an effect, and the settings at which it is tried.
struct Subject {
    std::string name, settings;
    Graph graph;
};

std::vector<Subject> all_functors() {
    std::vector<Subject> list;
    const Library library = builtin_library();
    for (const std::string& name : library.names()) {
        list.push_back({name, settings_at_work(name), graph_of(*library.find(name))});
        set_all(list.back().graph, list.back().settings);
        EXPECT_LT(instantiate(list.back().graph.nodes[0], library)->copied_input(), 0)
            << name << " does nothing at its defaults: settings_at_work() has some others";
    }
    return list;
}

std::vector<Subject> all_effects() {
    std::vector<Subject> list;
    for (const std::string& name : effect_names()) list.push_back({name, {}, effect(name)});
    return list;
}

std::string title(const Subject& s) {
    return s.settings.empty() ? s.name : s.name + " `" + s.settings + "`";
}

std::string channels_table(const std::vector<Subject>& subjects) {
    std::string text =
        "| name | data window | frame | alpha | other channels |\n"
        "|---|---|---|---|---|\n";
    for (const Subject& s : subjects) {
        const Treatment t = treatment_of(s.name, s.graph);
        text += fmt::format("| {} | {} | {} | {} | {} |\n", title(s), t.data_window, t.frame,
                            t.alpha, t.others);
    }
    return text;
}

std::string values_table(const std::vector<Subject>& subjects, const std::vector<Rest>& rests) {
    std::string text =
        "| name | at rest | NaN reaches | infinity reaches | whole numbers |\n"
        "|---|---|---|---|---|\n";
    for (const Subject& s : subjects)
        text += fmt::format("| {} | {} | {} | {} | {} |\n", title(s), rest_text(rests, s.name),
                            reach_text(s.graph, kNaN), reach_text(s.graph, kInfinity),
                            keeps_whole_numbers(s.graph) ? "stay" : "become fractions");
    return text;
}

std::string flat_table() {
    std::string text = "| effect | flat |\n|---|---|\n";
    for (const Flat& row : effects_on_flat())
        text +=
            fmt::format("| {} | {} |\n", row.name, row.not_kept.empty() ? "kept" : row.not_kept);
    return text;
}

constexpr const char* kHead =
    R"(# What functors and effects do to pictures

A test runs all of it and writes this page (`PicturesPage` in `tests/unit/functors`;
`WEFT_UPDATE_GOLDEN=1` writes it anew). All is tried at the defaults; a functor that does nothing there at
the settings beside its name.

Of pictures that do not fill their frame of 128 x 96 (three planes, each input with a window of its own, and
the second and third with a frame of theirs):

- **data window**: what of the result may hold anything but zeros. *Kept* is the picture's own; it *grows* by
  so many pixels on each side, or by so many before and behind; *the first* is that input's; *hull* and
  *intersection* are of all inputs'; *whole* is all that is defined.
- **frame**: which of the inputs' frames the result has, or its own.

Of pictures with alpha, and with a channel after it:

- **alpha** and **other channels**: *passed* as they are, or *the first's*; treated *as colours*; *made* in a
  way of their own; *dropped* where the result has none. *Counts in colours*: the colours of the result depend
  on it. *Without*: what a picture without alpha counts as, where that matters, input by input: *opaque*, its
  alpha is 1 in its data window and 0 beyond; *otherwise*, the plane is no alpha here but a weight, say;
  *refused*, either all inputs have it or none.

Of values:

- **at rest**: at these settings the result is the picture, in every bit: NaN, infinities, denormal numbers and
  the sign of zeros too.
- **NaN**, **infinity**: what a single one reaches: one in the first plane of the middle of a picture of
  97 x 61 pixels and three planes, the first input; *nothing* where it counts as some number.
- **whole numbers**: whether whole numbers from 0 to 240 give whole numbers.
- **flat**: what becomes of an opaque picture of one value, from -1 to 1000; *kept* is kept but for rounding.

All samples are float while they are computed; what type a file has follows from [pictures](pictures.md).
)";

std::string page() {
    const std::vector<Subject> effects = all_effects(), functors = all_functors();
    return std::string(kHead) + "\n## Effects: windows and channels\n\n" + channels_table(effects) +
           "\n## Effects: values\n\n" + values_table(effects, effects_at_rest()) +
           "\n## Effects: flat pictures\n\n" + flat_table() +
           "\n## Functors: windows and channels\n\n" + channels_table(functors) +
           "\n## Functors: values\n\n" + values_table(functors, functors_at_rest());
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
