// Documents in a folder become plug-ins; bad ones are told of, and harm nothing.
#include <ctime>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "graph/document.h"
#include "hosts/scene.h"
#include "openfx/documents.h"
#include "support/words.h"

namespace weft::openfx::test {
namespace {

namespace fs = std::filesystem;

/// Two folders of documents, which the plug-in scans when it is loaded for the first time.
class Folders {
  public:
    Folders() {
        const std::string pattern = (fs::temp_directory_path() / "weft-documents-XXXXXX").string();
        std::string made = pattern;
        if (mkdtemp(made.data()) == nullptr) throw std::runtime_error(made);
        root = made;
        const Library library = builtin_library();
        Graph soft = graph_named("gaussian-blur", {{"sigma", "1.5"}});
        write("first/Soft Look.weft", to_document(soft, library));
        Graph moving = graph_named("Gain", {{"gain", "0:1,10:3"}});
        write("first/moving.weft", to_document(moving, library));
        Graph growing = graph_named("gaussian-blur", {{"sigma", "0:2,10:6"}});
        write("first/growing.weft", to_document(growing, library));
        write("first/hiding.weft", to_document(hiding("3"), library));
        write("first/broken.weft", "{\"weft\": 1, \"nodes\": [");
        write("first/empty.weft", "");
        write("first/newer.weft", "{\"weft\": 99}");
        write("first/binary.weft", std::string("\0\xff\x80{\"weft\"", 10));
        write("first/parts.weft", to_document(graph_of(*library.find("DWT1D")), library));
        write("first/---.weft", to_document(soft, library));
        write("first/no-document.txt", "a note");
        fs::create_directory(root / "first/folder.weft");
        write("second/soft-look.weft", to_document(moving, library));
        for (int i = 0; i < 40; ++i)
            write("second/look" + std::to_string(i) + ".weft", to_document(soft, library));
        setenv("WEFT_EFFECT_PATH", path().c_str(), 1);
    }
    ~Folders() { fs::remove_all(root); }

    /// A blur whose sigma nobody can set.
    static Graph hiding(const std::string& sigma) {
        Graph graph = graph_named("gaussian-blur", {{"sigma", sigma}});
        graph.controls.clear();
        return graph;
    }

    std::string path() const {
        return (root / "first").string() + "::" + (root / "missing").string() + ":" +
               (root / "second").string();
    }

    fs::path root;

  private:
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((root / name).parent_path());
        std::ofstream(root / name, std::ios::binary) << text;
    }
};

Folders& folders() {
    static Folders made;
    return made;
}

TEST(OpenFxDocuments, BadOnesAreToldOfAndTheOthersFound) {
    const Documents found = find_documents(nonempty_parts(folders().path(), ':'), kDocumentPrefix,
                                           builtin_library(), nullptr);
    std::vector<std::string> identifiers;
    for (const PluginDescription& p : found.plugins) identifiers.push_back(p.identifier);
    EXPECT_EQ(identifiers.size(), 44u);
    EXPECT_EQ(identifiers.at(0), "weft.document.soft-look");
    EXPECT_EQ(identifiers.at(3), "weft.document.moving");
    EXPECT_EQ(found.plugins[0].label, "Soft Look");
    std::string all;
    for (const std::string& why : found.refused) {
        EXPECT_EQ(why.find('\n'), std::string::npos) << why;
        all += why + "\n";
    }
    EXPECT_EQ(found.refused.size(), 8u) << all;
    for (const char* part :
         {"first/---.weft: its name has no letter or digit; rename it\n",
          "first/folder.weft: it is no file; remove it, or rename it\n",
          "first/broken.weft: ", "first/empty.weft: ", "first/newer.weft: ", "first/binary.weft: ",
          "first/parts.weft: a plug-in has one output of 1, 3 or 4 planes, and takes pictures of "
          "as many; 'weft info' shows what this effect has\n",
          "second/soft-look.weft: another document is weft.document.soft-look already; rename "
          "it\n"})
        EXPECT_NE(all.find(part), std::string::npos) << part << "\nin\n" << all;
}

TEST(OpenFxDocuments, IdentifiersFollowFromTheFileAlone) {
    EXPECT_EQ(identifier_of("My look, 2"), "my-look-2");
    EXPECT_EQ(identifier_of("soft_focus"), "soft-focus");
    EXPECT_EQ(identifier_of("v1.2"), "v1.2");
    EXPECT_EQ(identifier_of("été"), "c3a9tc3a9");
    EXPECT_EQ(identifier_of(" -- "), "");
}

class OpenFxDocumentsHosted : public ::testing::Test {
  protected:
    void TearDown() override {
        EXPECT_EQ(host.live_images(), 0);
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    MiniHost host;
    std::string path = (folders(), bundle_path());
    LoadedBundle bundle{path};
};

TEST_F(OpenFxDocumentsHosted, RenderWhatTheyDescribe) {
    constexpr PixelRect kDomain{0, 0, 61, 37};
    HostPicture source(kDomain, {}), output(kDomain, {});
    source.fill(3);
    Scene soft(bundle, host, "weft.document.soft-look", context::kFilter, 61, 37);
    soft.connect("Source", source);
    ASSERT_EQ(soft.render(output), kOk) << ::testing::PrintToString(host.messages);
    const Graph blur = graph_named("gaussian-blur", {{"sigma", "1.5"}});
    EXPECT_TRUE(output.pixels() == expected(blur, {&source}, output, kDomain).pixels());
}

TEST_F(OpenFxDocumentsHosted, KeyframesFollowTheHostsTime) {
    constexpr PixelRect kDomain{0, 0, 61, 37};
    HostPicture source(kDomain, {}), output(kDomain, {});
    source.fill(4);
    Scene moving(bundle, host, "weft.document.moving", context::kFilter, 61, 37);
    moving.connect("Source", source);
    moving.connect("Output", output);
    PropertySet in = arguments();
    in.put(prop::kTime, {5.0});
    in.put(prop::kRenderWindow, {0, 0, 61, 37});
    ASSERT_EQ(moving.plugin.act(action::kRender, moving.instance.get(), &in), kOk);
    EXPECT_TRUE(
        output.pixels() ==
        expected(graph_named("Gain", {{"gain", "2"}}), {&source}, output, kDomain).pixels());
    PropertySet out("preferences", {{prop::kFrameVarying, PropertyKind::kInt}});
    ASSERT_EQ(moving.plugin.act(action::kClipPreferences, moving.instance.get(), nullptr, &out),
              kOk);
    EXPECT_EQ(out.values(prop::kFrameVarying).at(0), PropertyValue(1));
}

/// At frame 5 of 0:2,10:6 the sigma is 4.
TEST_F(OpenFxDocumentsHosted, LengthsOfCurvesAndThoseThatNobodySetsShrinkInProxies) {
    constexpr PixelRect kHalf{0, 0, 32, 24};
    HostPicture source(kHalf, {}), output(kHalf, {});
    source.fill(5);
    const auto expect = [&](const char* identifier, double aspect, const Settings& settings) {
        Scene scene(bundle, host, identifier, context::kFilter, 64, 48);
        scene.set_aspect(aspect);
        scene.connect("Source", source);
        scene.connect("Output", output);
        PropertySet in = arguments(0.5);
        in.put(prop::kTime, {5.0});
        in.put(prop::kRenderWindow, {0, 0, 32, 24});
        ASSERT_EQ(scene.plugin.act(action::kRender, scene.instance.get(), &in), kOk);
        const Graph graph = graph_named("gaussian-blur", settings);
        const PixelRect project{0, 0, static_cast<int>(32 / aspect), 24};
        EXPECT_TRUE(output.pixels() == expected(graph, {&source}, output, project).pixels())
            << identifier << " " << aspect;
    };
    expect("weft.document.growing", 1, {{"sigma", "2"}});
    expect("weft.document.growing", 2, {{"sigma-x", "1"}, {"sigma-y", "2"}});
    expect("weft.document.hiding", 1, {{"sigma", "1.5"}});
    expect("weft.document.hiding", 0.5, {{"sigma-x", "3"}, {"sigma-y", "1.5"}});
}

TEST_F(OpenFxDocumentsHosted, LieInTheBundleToo) {
    const fs::path contents = folders().root / "Mine.ofx.bundle/Contents";
    fs::create_directories(contents / "Linux-x86-64");
    fs::create_directories(contents / "Resources");
    for (const auto& file : fs::directory_iterator(fs::path(bundle_path()).parent_path()))
        if (file.is_regular_file() && file.path().filename() != "weft-cc")
            fs::copy(file.path(), contents / "Linux-x86-64" / file.path().filename());
    fs::copy(folders().root / "first/moving.weft", contents / "Resources/mine.weft");
    LoadedBundle mine((contents / "Linux-x86-64/Weft.ofx").string());
    EXPECT_NE(mine.plugin("weft.document.mine"), nullptr);
    EXPECT_EQ(bundle.plugin("weft.document.mine"), nullptr);
    EXPECT_EQ(mine.count(), bundle.count() + 1);
}

/// Processor time, since other programs share the machine. A host's scan comes to a bundle anew.
TEST_F(OpenFxDocumentsHosted, AreScannedAndDescribedInNoTime) {
    const std::clock_t start = std::clock();
    const Documents found = find_documents(nonempty_parts(folders().path(), ':'), kDocumentPrefix,
                                           builtin_library(), nullptr);
    for (PluginRecord* record : bundle.plugins()) {
        HostedPlugin plugin(*record, host);
        ASSERT_EQ(plugin.load(), kOk);
        const auto descriptor = HostedPlugin::descriptor(), general = HostedPlugin::descriptor();
        ASSERT_EQ(plugin.describe(*descriptor), kOk);
        ASSERT_EQ(plugin.describe(*general, context::kGeneral), kOk);
        ASSERT_EQ(plugin.unload(), kOk);
    }
    const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    RecordProperty("milliseconds", static_cast<int>(1000 * spent));
    EXPECT_LT(spent, 0.2 * WEFT_TEST_EVERY);
}

}  // namespace
}  // namespace weft::openfx::test
