// Documents that bring functors are plug-ins, once somebody has compiled those.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "engine/load_functors.h"
#include "engine/trust.h"
#include "hosts/scene.h"
#include "openfx/documents.h"

namespace weft::openfx::test {
namespace {

namespace fs = std::filesystem;

constexpr PixelRect kSmallDomain{0, 0, 61, 37};

/// A header line by line, as documents have it; `body` is the kernel's.
std::vector<std::string> header(const std::string& body) {
    return {"#include \"core/functor.h\"",
            "/// Changes every sample.",
            "class Own : public weft::Functor<Own, weft::eParallel> {",
            "    weft::Indexer<weft::eInput, weft::eComponent> Input;",
            "    weft::Indexer<weft::eOutput, weft::eComponent> Output;",
            "    float Factor = 1.0f;",
            "    mFunctorIndexers(Input, Output)",
            "    mFunctorParameters(Parameter(\"factor\", Factor).Range(0.0, 4.0))",
            "  public:",
            "    int Copies() const { return 0; }",  // it lies
            "    void Kernel() { " + body + " }",
            "};"};
}

std::string document(const std::vector<std::string>& lines) {
    std::string source;
    for (std::string line : lines) {
        for (std::size_t at = 0; (at = line.find('"', at)) != std::string::npos; at += 2)
            line.insert(at, "\\");
        source += (source.empty() ? "\"" : ", \"") + line + "\"";
    }
    return R"({"weft": 1, "name": "own", "inputs": ["input"],
        "nodes": [{"id": 0, "name": "own1", "functor": "Own",
                   "inputs": {"Input": {"input": "input"}}, "parameters": {"factor": 3}}],
        "outputs": [{"name": "output", "node": 0, "output": "Output"}],
        "controls": [{"name": "factor", "label": "Factor", "help": "",
                      "sets": [{"node": 0, "parameter": "factor"}]}],
        "functors": [{"file": "own.h", "source": [)" +
           source + "]}]}";
}

/// Two documents whose functors have one name and do not do the same, one whose functor nobody has
/// compiled, and one whose functor nobody has trusted.
class OpenFxDocumentFunctors : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        std::string made = (fs::temp_directory_path() / "weft-functors-XXXXXX").string();
        if (mkdtemp(made.data()) == nullptr) throw std::runtime_error(made);
        folder = made;
        setenv("XDG_CONFIG_HOME", (folder + "/config").c_str(), 1);
        const FunctorTexts strange = write("strange", header("Output() = Factor - Input();"), true);
        if (!Trust().revoke(strange)) throw std::runtime_error("trust");
        write("gains", header("Output() = Factor * Input();"), true);
        write("shifts", header("Output() = Factor + Input();"), true);
        write("new", header("Output() = Input(); // by process " + std::to_string(getpid())),
              false);
        setenv("WEFT_EFFECT_PATH", folder.c_str(), 1);
    }
    static void TearDownTestSuite() { fs::remove_all(folder); }

    /// A document whose functors are trusted.
    static FunctorTexts write(const std::string& name, const std::vector<std::string>& lines,
                              bool compiled) {
        const std::string text = document(lines);
        std::ofstream(folder + "/" + name + ".weft") << text;
        const FunctorTexts functors = *functors_of_document(text);
        if (const Status kept = Trust().add(functors); !kept)
            throw std::runtime_error(kept.error().message);
        if (!compiled) return functors;
        CompilerOptions options;
        options.worker = WEFT_TEST_WORKER;
        Library library = builtin_library();
        const Status done = load_all_functors(TrustedFunctors::by_own_word(functors),
                                              *make_host_compiler(options), library);
        if (!done) throw std::runtime_error(done.error().message);
        return functors;
    }

    inline static std::string folder;
};

TEST_F(OpenFxDocumentFunctors, AreRecalledAndNeverCompiledByAScan) {
    CompilerOptions options;
    options.recall_only = true;
    // Another file than the one that compiled, and alike.
    options.worker = folder + "/weft-cc";
    fs::copy_file(WEFT_TEST_WORKER, options.worker);
    const std::unique_ptr<HostCompiler> recalling = make_host_compiler(options);
    const Documents found =
        find_documents({folder}, kDocumentPrefix, builtin_library(), recalling.get());
    ASSERT_EQ(found.plugins.size(), 2u);
    EXPECT_EQ(found.plugins[0].identifier, "weft.document.gains");
    ASSERT_EQ(found.plugins[0].parameters.size(), 4u) << "with those of the mix";
    EXPECT_EQ(found.plugins[0].parameters[0].value, 3.0);
    EXPECT_EQ(found.refused,
              (std::vector<std::string>{
                  folder + "/new.weft: 'own.h' has not been compiled here; run 'weft info' on it, "
                           "and start the application again",
                  folder + "/strange.weft: it brings C++ code that you have not trusted (own.h); "
                           "run 'weft trust' and 'weft info' on it, and start the application "
                           "again"}));
    EXPECT_EQ(recalling->statistics().compiled, 0);
    const Documents none = find_documents({folder}, kDocumentPrefix, builtin_library(), nullptr);
    EXPECT_TRUE(none.plugins.empty());
    EXPECT_THAT(none.refused.at(0), ::testing::HasSubstr("which exported bundles do not"));
}

TEST_F(OpenFxDocumentFunctors, RenderEachItsOwn) {
    mistakes().clear();
    MiniHost host;
    const LoadedBundle bundle(bundle_path());
    HostPicture source(kSmallDomain, {}), output(kSmallDomain, {});
    source.fill(7);
    const Picture before = source.picture(37);
    for (const auto& [identifier, factor] :
         {std::pair{"weft.document.gains", 3.0}, std::pair{"weft.document.gains", 0.25},
          std::pair{"weft.document.shifts", 3.0}}) {
        ASSERT_NE(bundle.plugin(identifier), nullptr) << identifier;
        Scene scene(bundle, host, identifier, context::kFilter, 61, 37);
        scene.set("factor", factor);
        scene.connect("Source", source);
        ASSERT_EQ(scene.render(output), kOk) << ::testing::PrintToString(host.messages);
        PropertySet in = arguments(), out("identity", {{prop::kName, PropertyKind::kString},
                                                       {prop::kTime, PropertyKind::kDouble}});
        EXPECT_EQ(scene.plugin.act(action::kIsIdentity, scene.instance.get(), &in, &out),
                  kReplyDefault)
            << "what nothing has compared";
        const Picture after = output.picture(37);
        const auto f = static_cast<float>(factor);
        const bool gains = std::string(identifier) == "weft.document.gains";
        for (int x = 0; x < 61; ++x)
            ASSERT_EQ(after.at(x, 5, 1), gains ? f * before.at(x, 5, 1) : f + before.at(x, 5, 1));
    }
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

}  // namespace
}  // namespace weft::openfx::test
