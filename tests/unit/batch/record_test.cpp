// Fingerprints: the same for the same picture, another for another.
#include "batch/record.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "scratch_folder.h"

namespace weft {
namespace {

class Record : public testing::Test {
  protected:
    Record() {
        test::write_text(folder.path("in.exr"), "a picture");
        task = {7, "", {folder.path("in.exr")}, {folder.path("out.exr")}};
    }
    std::string made() const {
        const Result<std::string> text = fingerprint(graph, library, settings, task, output);
        return text ? *text : text.error().message;
    }

    test::ScratchFolder folder;
    Library library = builtin_library();
    Graph graph = graph_of(*library.find("Gain"));
    RenderSettings settings{"1.0", "strict"};
    FrameTask task;
    std::size_t output = 0;
};

TEST_F(Record, DiffersForWhateverChangesThePicture) {
    std::set<std::string> seen{made()};
    const std::string first = made();
    EXPECT_EQ(first.size(), 16u);
    const auto is_new = [&] { return seen.insert(made()).second; };
    graph.nodes[0].parameters[0] = 3.0f;
    EXPECT_TRUE(is_new());
    settings.settings = "fast";
    EXPECT_TRUE(is_new());
    settings.version = "1.1";
    EXPECT_TRUE(is_new());
    output = 1;
    EXPECT_TRUE(is_new());
    test::write_text(folder.path("in.exr"), "another picture");
    EXPECT_TRUE(is_new()) << "of another size";
    std::filesystem::last_write_time(
        task.inputs[0],
        std::filesystem::last_write_time(task.inputs[0]) - std::chrono::seconds(100));
    EXPECT_TRUE(is_new()) << "of another time";
}

TEST_F(Record, KnowsTransformsOfColours) {
    const std::string config = folder.path("config.ocio");
    test::write_text(config, "a configuration");
    const auto made_of = [&](const std::string& input) {
        task.inputs = {input};
        return made();
    };
    const std::string first = made_of("ocio:a:b:config=" + config);
    EXPECT_EQ(first.size(), 16u) << first;
    EXPECT_EQ(made_of("ocio:a:b:config=" + config), first);
    EXPECT_NE(made_of("ocio:a:c:config=" + config), first);
    EXPECT_EQ(made_of("ocio:builtin=A_to_B").size(), 16u);
    test::write_text(config, "another configuration");
    EXPECT_NE(made_of("ocio:a:b:config=" + config), first);
    std::filesystem::remove(config);
    EXPECT_EQ(made_of("ocio:a:b:config=" + config).size(), 16u) << "who reads it tells";
    EXPECT_THAT(made_of("ocio:a"), testing::HasSubstr("is no transform of colours"));
}

TEST_F(Record, IsTheSameElsewhere) {
    const std::string here = made();
    std::filesystem::create_directory(folder.path("mounted"));
    std::filesystem::rename(folder.path("in.exr"), folder.path("mounted/in.exr"));
    EXPECT_NE(made(), here) << "the input is missing";
    task.inputs = {folder.path("mounted/in.exr")};
    task.outputs = {"elsewhere.exr"};
    task.frame = 8;
    EXPECT_EQ(made(), here);
}

class Text final : public Metadata {
  public:
    explicit Text(std::string software) : software_(std::move(software)) {}
    std::vector<std::pair<std::string, std::string>> entries() const override {
        return {{"Artist", "0123456789abcdef"}, {"Software", software_}};
    }

  private:
    std::string software_;
};

std::optional<std::string> recorded(const std::string& software) {
    PictureInfo info;
    info.metadata = std::make_shared<Text>(software);
    return recorded_fingerprint(info);
}

TEST_F(Record, IsReadBack) {
    const std::string text = software_text(settings, "gain", made());
    EXPECT_EQ(recorded(text), made());
    EXPECT_EQ(recorded('"' + text + '"'), made());
    EXPECT_EQ(recorded(placeholder_text(settings, "gain")), std::nullopt);
    EXPECT_EQ(recorded("weft 1.0 (gain)"), std::nullopt);
    EXPECT_EQ(recorded("other 1.0 (gain) 0123456789abcdef"), std::nullopt);
    EXPECT_EQ(recorded("weft 1.0 (gain) 0123456789ABCDEF"), std::nullopt);
    EXPECT_EQ(recorded("weft"), std::nullopt);
    EXPECT_EQ(recorded_fingerprint(PictureInfo{}), std::nullopt);
}

}  // namespace
}  // namespace weft
