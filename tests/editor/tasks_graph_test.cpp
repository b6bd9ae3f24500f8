// Artists' tasks about graphs: effects saved and used, links and keyframes, order, and what is
// wrong.
#include "artist.h"
#include "commands/group_edits.h"
#include "commands/time_edits.h"
#include "model/groups.h"

namespace weft::editor {
namespace {

/// A chain of functors between the plate and the output.
Document over_the_plate(const std::vector<std::string>& functors) {
    Document document = empty_document();
    ItemId last{ItemKind::kInput, 0};
    for (const std::string& functor : functors) {
        const Edited edited = *add_node(document, library(), functor, {}, {last});
        document = edited.document;
        last = *edited.made.begin();
    }
    return set_picture(document, "input", WEFT_PLATE);
}

/// A band around boxes, from beyond the first to beyond the last of a column.
void band(Artist& artist, const std::string& first, const std::string& last) {
    artist.drag(artist.at_box(first) - QPoint(110, 24), artist.at_box(last) + QPoint(110, 24));
}

/// The entry of a parameter's menu.
void choose_of(Artist& artist, const char* parameter, const QString& entry) {
    artist.right_click(artist.at(QStringLiteral("label:") + parameter));
    artist.click(artist.at_entry(entry));
}

TEST_F(ArtistTasks, OwnEffectUsedTwice) {
    const auto window = start(saved("look.weft", over_the_plate({"Contrast", "Saturation"})), {});
    perform(*window, [&](Artist& artist) {
        band(artist, "contrast1", "saturation1");
        artist.press(Qt::Key_G, Qt::ControlModifier);
        artist.press(Qt::Key_Return);
        artist.click(artist.at_box("contrast1"));
        choose_of(artist, "contrast1.contrast", "Show contrast in the group");
        artist.click(artist.at_box("saturation1"));
        choose_of(artist, "saturation1.saturation", "Show saturation in the group");
        artist.press(Qt::Key_Up, Qt::AltModifier);
        artist.press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        artist.type("punch");
        artist.look("task-own-effect-dialog");
        artist.press(Qt::Key_Return);
        add(artist, "punch");
        enter(artist, "punch1.contrast", "0.7");
        artist.click(artist.at_box("group1"));
        enter(artist, "contrast1.contrast", "1.4");
        enter(artist, "saturation1.saturation", "0.5");
        artist.wait_for_picture();
        artist.look("task-own-effect");
        const Document document = artist.document();
        EXPECT_EQ(document.groups.size(), 2u);
        for (const auto& [id, group] : document.groups)
            EXPECT_EQ(group.origin ? group.origin->effect : "", "punch");
    });
}

TEST_F(ArtistTasks, LinkedBlurs) {
    const auto window = start(saved("look.weft", over_the_plate({"Gaussian", "Gaussian"})), {});
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("gaussian2"));
        artist.right_click(artist.at("label:gaussian2.sigma"));
        artist.click(artist.at_entry("Link sigma to"));
        artist.click(artist.at_entry("gaussian1"));
        artist.click(artist.at_entry("Sigma"));
        enter(artist, "gaussian2.sigma", "0");
        artist.click(artist.at("key:gaussian2.sigma"));
        artist.click(artist.at_pixel(480, 270));
        artist.press(Qt::Key_Right, Qt::ControlModifier);
        enter(artist, "gaussian2.sigma", "9");
        artist.wait_for_picture();
        artist.look("task-linked-blurs");
        const Document document = artist.document();
        EXPECT_EQ(artist.ask([&] { return artist.session().frame(); }), 100);
        for (const char* name : {"gaussian1", "gaussian2"}) {
            const ParameterId sigma{document.draft.graph.find(name)->id, "sigma"};
            const Curve* curve = curve_of(document.draft.graph, sigma);
            ASSERT_NE(curve, nullptr) << name;
            EXPECT_EQ(curve->keys.size(), 2u) << name;
        }
    });
}

TEST_F(ArtistTasks, KeyedVignetteToAnotherDocument) {
    const auto window = start({}, WEFT_PLATE);
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("input"));
        add(artist, "vignette");
        enter(artist, "vignette1.amount", "0.1");
        artist.click(artist.at("key:vignette1.amount"));
        artist.click(artist.at_pixel(480, 270));
        artist.press(Qt::Key_Right, Qt::ControlModifier);
        enter(artist, "vignette1.amount", "0.9");
        artist.wait_for_picture();
        artist.look("task-vignette");
        artist.click(artist.at_box("vignette1"));
        artist.press(Qt::Key_C, Qt::ControlModifier);
        artist.press(Qt::Key_N, Qt::ControlModifier);
        artist.click(artist.at_button("Discard"));
        artist.press(Qt::Key_V, Qt::ControlModifier);
        artist.look("task-vignette-pasted");
        const Document document = artist.document();
        ASSERT_TRUE(document.draft.graph.find("vignette1"));
        const ParameterId amount{document.draft.graph.find("vignette1")->id, "amount"};
        const Curve* curve = curve_of(document.draft.graph, amount);
        ASSERT_NE(curve, nullptr);
        EXPECT_EQ(curve->keys.size(), 2u);
        EXPECT_TRUE(document.draft.files.reads.empty());
    });
}

/// Thirty nodes anyhow, one of them with a name that somebody remembers.
Document heap_of_thirty() {
    static constexpr const char* kFunctors[] = {"Exposure", "Contrast", "Gaussian",
                                                "Clamp",    "Gain",     "Posterise"};
    std::vector<std::string> functors;
    for (int i = 0; i < 30; ++i) functors.emplace_back(kFunctors[i % 6]);
    Document document = over_the_plate(functors);
    int i = 0;
    for (const Node& node : document.draft.graph.nodes) {
        document.places[item(node.id)] = {(i * 373) % 1400, (i * 211) % 900};
        ++i;
    }
    return *rename(document, library(), named(document, "gaussian3"), "halo-soft");
}

TEST_F(ArtistTasks, OneOfThirty) {
    const auto window = start(saved("heap.weft", heap_of_thirty()), {});
    perform(*window, [&](Artist& artist) {
        artist.click(artist.on_canvas(0.02, 0.96));
        artist.press(Qt::Key_L);
        artist.look("task-thirty-tidied");
        artist.press(Qt::Key_F, Qt::ControlModifier);
        artist.type("soft");
        artist.press(Qt::Key_Return);
        artist.press(Qt::Key_F);
        artist.press(Qt::Key_3);
        artist.wait_for_picture();
        artist.look("task-thirty-found");
        const Document document = artist.document();
        const ItemId halo = named(document, "halo-soft");
        EXPECT_EQ(artist.ask([&] { return artist.session().single(); }), halo);
        EXPECT_EQ(artist.ask([&] { return artist.session().viewed(); }), halo);
        EXPECT_GT(artist.ask([&] { return window->graph().transform().m11(); }), 0.9);
    });
}

TEST_F(ArtistTasks, TitledAndGrouped) {
    const auto window = start(
        saved("look.weft", over_the_plate({"Contrast", "Saturation", "Gaussian", "Vignette"})), {});
    perform(*window, [&](Artist& artist) {
        band(artist, "contrast1", "saturation1");
        artist.press(Qt::Key_B, Qt::ControlModifier);
        artist.press(Qt::Key_N);
        artist.type("Look");
        artist.press(Qt::Key_Return);
        band(artist, "gaussian1", "vignette1");
        artist.press(Qt::Key_G, Qt::ControlModifier);
        artist.press(Qt::Key_N);
        artist.type("lens");
        artist.press(Qt::Key_Return);
        artist.look("task-titled-and-grouped");
        Document document = artist.document();
        EXPECT_EQ(document.groups.size(), 1u);
        EXPECT_EQ(document.backdrops.begin()->second.title, "Look");
        EXPECT_EQ(document.groups.begin()->second.name, "lens");
        EXPECT_EQ(nodes_in(document, document.groups.begin()->first).size(), 2u);
        artist.click(artist.at_box("lens"));
        artist.press(Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
        artist.look("task-ungrouped");
        document = artist.document();
        EXPECT_TRUE(document.groups.empty());
        EXPECT_EQ(spine(document),
                  "input > contrast1 > saturation1 > gaussian1 > vignette1 > output");
    });
}

/// A light that is squared too often, and what is left of it, over the plate.
Document with_a_culprit() {
    Document document = over_the_plate({"Sum"});
    const auto behind = [&](const char* functor, const std::string& name, ItemId from) {
        const Edited edited = *add_node(document, library(), functor, {});
        const ItemId made = *edited.made.begin();
        document = edited.document;
        const std::size_t inputs = document.draft.graph.find(NodeId{made.value})->inputs.size();
        for (int i = 0; i < static_cast<int>(inputs); ++i)
            document = *connect(document, {shown_by(document, from), made, i});
        document = *rename(document, library(), made, name);
        return made;
    };
    ItemId light = behind("Constant", "light", {});
    for (const auto& [path, value] :
         {std::pair("light.width", "960"), std::pair("light.height", "540"),
          std::pair("light.channels", "3"), std::pair("light.red", "64")})
        document = *set(document, library(), path, value);
    for (int i = 1; i <= 4; ++i) light = behind("Square", "hot" + std::to_string(i), light);
    light = behind("Square", "flare", light);
    light = behind("Difference", "left", light);
    document = *connect(document, {shown_by(document, light), named(document, "sum1"), 1});
    return lay_out(document);
}

TEST_F(ArtistTasks, WhoMadeNaN) {
    const auto window = start(saved("nan.weft", with_a_culprit()), {});
    perform(*window, [&](Artist& artist) {
        EXPECT_TRUE(std::isnan(artist.sample(100, 100, 0)));
        artist.click(artist.at_pixel(480, 270));
        artist.press(Qt::Key_N);
        artist.look("task-nan-striped");
        artist.press(Qt::Key_N, Qt::ShiftModifier);
        artist.wait_for([&] { return artist.session().single().has_value(); });
        EXPECT_EQ(name_of(artist.document(),
                          artist.ask([&] { return artist.session().single(); }).value_or(ItemId{})),
                  "flare");
        artist.look("task-nan-found");
        artist.click(artist.at_box("flare"));
        artist.press(Qt::Key_D);
        artist.wait_for_picture();
        artist.look("task-nan-gone");
        EXPECT_TRUE(std::isfinite(artist.sample(100, 100, 0)));
    });
}

}  // namespace
}  // namespace weft::editor
