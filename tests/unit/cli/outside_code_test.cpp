// Nothing that a document brings runs before its user has trusted it.
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_weft.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class OutsideCode : public testing::Test {
  protected:
    void SetUp() override {
        write_picture(picture, 13, 7, 3, OIIO::TypeDesc::FLOAT);
        write_document(folder.path("look.weft"), "");
    }

    /// One whose code writes a file as soon as it is loaded.
    void write_document(const std::string& path, const std::string& remark) {
        nlohmann::json source = nlohmann::json::array();
        for (const std::string& line :
             {std::string("#include \"core/functor.h\""), std::string("#include <cstdio>"),
              fmt::format("static std::FILE* ran = std::fopen(\"{}\", \"w\");", ran),
              std::string("class Own : public weft::Functor<Own, weft::eParallel> {"),
              std::string("    weft::Indexer<weft::eInput, weft::eComponent> Input;"),
              std::string("    weft::Indexer<weft::eOutput, weft::eComponent> Output;"),
              std::string("    mFunctorIndexers(Input, Output)"), std::string("  public:"),
              "    void Kernel() { Output() = 0.5f * Input(); }" + remark, std::string("};")})
            source.push_back(line);
        const nlohmann::json document = {
            {"weft", 1},
            {"name", "own"},
            {"inputs", {"input"}},
            {"nodes",
             {{{"id", 0},
               {"name", "own1"},
               {"functor", "Own"},
               {"inputs", {{"Input", {{"input", "input"}}}}},
               {"parameters", nlohmann::json::object()}}}},
            {"outputs", {{{"name", "output"}, {"node", 0}, {"output", "Output"}}}},
            {"functors", {{{"file", "own.h"}, {"source", source}}}}};
        std::ofstream(path) << document.dump();
    }

    Outcome weft(const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& more = {}) {
        std::filesystem::remove(ran);
        std::vector<std::pair<std::string, std::string>> environment{
            {"XDG_CONFIG_HOME", folder.path("config")}};
        environment.insert(environment.end(), more.begin(), more.end());
        return run_weft(arguments, {.environment = environment});
    }

    std::vector<std::string> render(std::vector<std::string> flags = {}) const {
        flags.insert(flags.begin(),
                     {"render", document, "-i", picture, "-o", folder.path("out.exr")});
        return flags;
    }

    bool has_run() const { return std::filesystem::exists(ran); }

    ScratchFolder folder;
    const std::string document = folder.path("look.weft"), picture = folder.path("in.exr");
    const std::string ran = folder.path("ran");
};

TEST_F(OutsideCode, NoCommandRunsItUnasked) {
    const std::string bundle = folder.path("bundle"), job = folder.path("job");
    const std::vector<std::vector<std::string>> commands{
        render(),
        {"list", "parameters", document},
        {"explain", document},
        {"explain", document, "--dot"},
        {"emit", document},
        {"check", document},
        {"bench", document},
        {"compile", document, "--target", "sm_90", "-o", bundle},
        {"submit", "slurm", document, "-i", picture, "-o", folder.path("o.####.exr"), "-F", "1-2",
         "--job-dir", job, "--dry-run"}};
    for (const std::vector<std::string>& command : commands) {
        SCOPED_TRACE(command.front());
        const Outcome outcome = weft(command);
        EXPECT_EQ(outcome.code, 13) << outcome.err;
        EXPECT_THAT(outcome.err, AllOf(HasSubstr("code that you have not trusted (own.h)"),
                                       HasSubstr("weft trust " + document)));
        EXPECT_FALSE(has_run());
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path("out.exr")));
    EXPECT_FALSE(std::filesystem::exists(bundle));
    EXPECT_FALSE(std::filesystem::exists(job));
    const Outcome exported = weft({"export-ofx", document, "-o", folder.path("Own.ofx.bundle")});
    EXPECT_NE(exported.code, 0);
    EXPECT_FALSE(has_run());
}

TEST_F(OutsideCode, IsShownWithoutRunning) {
    write_document(document, "  // \x1b[8m hidden \u202e");
    for (const std::vector<std::string>& command : {std::vector<std::string>{"info", document},
                                                    {"list", "parameters", document},
                                                    {"explain", document}}) {
        const Outcome outcome = weft(command);
        EXPECT_EQ(outcome.code, command.front() == "info" ? 0 : 13);
        EXPECT_THAT(outcome.out,
                    AllOf(HasSubstr("own1 (Own)"), HasSubstr("own.h (10 lines, not trusted)"),
                          HasSubstr("    9 |     void Kernel() { Output() = 0.5f * Input(); }  // "
                                    "<U+001B>[8m hidden <U+202E>\n"),
                          HasSubstr("weft trust " + document)));
        EXPECT_FALSE(has_run());
    }
    EXPECT_THAT(weft({"explain", document, "--dot"}).out, testing::IsEmpty())
        << "another program reads that";
}

TEST_F(OutsideCode, RunsOnceThatVeryTextIsTrusted) {
    const Outcome trusted = weft({"trust", document});
    EXPECT_EQ(trusted.code, 0) << trusted.err;
    EXPECT_THAT(trusted.out, AllOf(HasSubstr("0.5f * Input()"), HasSubstr("trusted from now on"),
                                   HasSubstr(folder.path("config/weft/trusted"))));
    EXPECT_FALSE(has_run()) << "to trust is not to run";
    const Outcome rendered = weft(render());
    EXPECT_EQ(rendered.code, 0) << rendered.err;
    EXPECT_TRUE(has_run());
    EXPECT_THAT(weft({"info", document}).out, Not(HasSubstr("not trusted")));

    // Elsewhere it is the same code; where it was, another is not.
    std::filesystem::copy(document, folder.path("copy.weft"));
    EXPECT_EQ(weft({"info", folder.path("copy.weft")}).code, 0);
    EXPECT_TRUE(has_run());
    write_document(document, " // changed");
    EXPECT_EQ(weft(render()).code, 13);
    EXPECT_FALSE(has_run());

    EXPECT_EQ(weft({"trust", folder.path("copy.weft"), "--revoke"}).code, 0);
    EXPECT_EQ(weft({"explain", folder.path("copy.weft")}).code, 13);
    EXPECT_FALSE(has_run());
}

TEST_F(OutsideCode, OneRunMayTrustIt) {
    EXPECT_EQ(weft(render({"--trust"})).code, 0);
    EXPECT_TRUE(has_run());
    EXPECT_EQ(weft(render()).code, 13);
    EXPECT_FALSE(has_run());
}

TEST_F(OutsideCode, AHouseMayTrustIt) {
    ASSERT_EQ(weft({"trust", document}).code, 0);
    const std::string house = folder.path("house");
    std::filesystem::rename(folder.path("config/weft/trusted"), house);
    EXPECT_EQ(weft(render()).code, 13);
    EXPECT_EQ(weft(render({"--trust-folder", house})).code, 0);
    EXPECT_EQ(weft(render(), {{"WEFT_TRUST_PATH", house}}).code, 0);
    const Outcome revoked = weft({"trust", document, "--revoke"}, {{"WEFT_TRUST_PATH", house}});
    EXPECT_THAT(revoked.out, HasSubstr("stays trusted"));
    ASSERT_EQ(chmod(house.c_str(), 0777), 0);
    EXPECT_EQ(weft(render({"--trust-folder", house})).code, 13) << "anybody can write it";
    EXPECT_FALSE(has_run());
}

TEST_F(OutsideCode, AJobRunsWhatWasTrustedWhenItWasSubmitted) {
    const std::string job = folder.path("job");
    std::ofstream(folder.path("sbatch")) << "#!/bin/sh\necho 1\n";
    ASSERT_EQ(chmod(folder.path("sbatch").c_str(), 0755), 0);
    const std::string path = folder.path("") + ":" + std::getenv("PATH");
    write_picture(folder.path("in.0001.exr"), 13, 7, 3, OIIO::TypeDesc::FLOAT);
    const Outcome submitted =
        weft({"submit", "slurm", document, "-i", folder.path("in.####.exr"), "-o",
              folder.path("o.####.exr"), "-F", "1", "--job-dir", job, "--trust"},
             {{"PATH", path}});
    ASSERT_EQ(submitted.code, 0) << submitted.err;
    std::ifstream stream(job + "/job.json");
    const std::vector<std::string> arguments = nlohmann::json::parse(stream)["arguments"];
    EXPECT_THAT(arguments, Not(testing::Contains("--trust")));
    EXPECT_THAT(arguments, testing::Contains("--trust-folder=" + job + "/trusted"));
    std::vector<std::string> task{"render"};
    task.insert(task.end(), arguments.begin(), arguments.end());
    const Outcome rendered = weft(task);
    EXPECT_EQ(rendered.code, 0) << rendered.err;
    EXPECT_TRUE(has_run());
    write_document(document, " // changed since");
    EXPECT_EQ(weft(task).code, 13);
    EXPECT_FALSE(has_run());
}

TEST_F(OutsideCode, DocumentsWithoutCodeAreAskedNothing) {
    std::ofstream(document) << R"({"weft": 1, "name": "plain", "inputs": ["input"],
        "nodes": [{"id": 0, "name": "invert1", "functor": "Invert",
                   "inputs": {"Input": {"input": "input"}}, "parameters": {}}],
        "outputs": [{"name": "output", "node": 0, "output": "Output"}]})";
    EXPECT_EQ(weft(render()).code, 0);
    EXPECT_THAT(weft({"trust", document}).out, HasSubstr("brings no code"));
    EXPECT_FALSE(std::filesystem::exists(folder.path("config")));
}

}  // namespace
}  // namespace weft::test
