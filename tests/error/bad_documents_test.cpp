// Effect documents that cannot be used.
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

/// Replaces the one place where `from` stands.
std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

class BadDocuments : public testing::Test {
  protected:
    BadDocuments() { write_picture(in, 8, 6, 3, OIIO::TypeDesc::HALF); }

    void expect_refused(const std::string& text, const std::vector<std::string>& parts) {
        write_text(document, text);
        std::vector<std::string> all{document};
        all.insert(all.end(), parts.begin(), parts.end());
        expect_error(
            folder,
            {"render", document, "-i", in, "-o", folder.path("out.exr"), "--device", "reference"},
            kDocument, all);
    }

    ScratchFolder folder;
    const std::string in = folder.path("in.exr"), document = folder.path("effect.weft");
    const std::string good = R"({
  "weft": 1,
  "name": "two",
  "inputs": ["input"],
  "nodes": [
    {"id": 0, "name": "first", "functor": "Clamp",
     "inputs": {"Input": {"input": "input"}}},
    {"id": 1, "name": "second", "functor": "GainOffsetGamma",
     "inputs": {"Input": {"node": 0, "output": "Output"}}, "parameters": {"gain": 2.0}}
  ],
  "outputs": [{"name": "output", "node": 1, "output": "Output"}]
})";
};

TEST_F(BadDocuments, TheGoodOneRuns) {
    write_text(document, good);
    const Outcome outcome = run_weft({"render", document, "-i", in, "-o", folder.path("out.exr"),
                                      "--device", "reference", "--set", "second.gain=1.5"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(BadDocuments, Missing) {
    expect_error(folder, {"render", folder.path("no.weft"), "-i", in, "-o", folder.path("o.exr")},
                 kDocument, {"no.weft", "No such file"});
    expect_error(folder, {"info", folder.folder().string() + "/"}, kInput, {"folder"});
}

TEST_F(BadDocuments, NotJson) {
    expect_refused("", {});
    expect_refused("not json\nat all\n", {});
    expect_refused(good.substr(0, good.size() / 2), {});
    expect_refused("[1, 2]", {});
    expect_refused(std::string(100000, '['), {});
}

TEST_F(BadDocuments, NewerVersion) {
    expect_refused(with(good, "\"weft\": 1", "\"weft\": 7"), {"7"});
}

TEST_F(BadDocuments, UnknownIntermediates) {
    expect_refused(with(good, "\"weft\": 1", "\"weft\": 1, \"intermediates\": \"unbond\""),
                   {"unbond", "bounded or unbounded"});
}

TEST_F(BadDocuments, UnknownFunctor) {
    expect_refused(with(good, "\"Clamp\"", "\"Clmap\""), {"Clmap", "Clamp"});
}

TEST_F(BadDocuments, Cycle) {
    expect_refused(with(good, "{\"input\": \"input\"}", "{\"node\": 1, \"output\": \"Output\"}"),
                   {"first", "second"});
}

TEST_F(BadDocuments, Connections) {
    expect_refused(with(good, "\"Input\": {\"input\": \"input\"}", ""), {"first", "Input"});
    expect_refused(with(good, "\"Input\": {\"input\": \"input\"}",
                        "\"Input\": {\"input\": \"input\"}, \"Input\": {\"input\": \"input\"}"),
                   {"Input"});
    expect_refused(with(good, "\"node\": 0", "\"node\": 9"), {"9"});
}

TEST_F(BadDocuments, Parameters) {
    expect_refused(with(good, "\"gain\": 2.0", "\"gian\": 2.0"), {"gian", "gain"});
    expect_refused(with(good, "\"gain\": 2.0", "\"gain\": \"much\""), {"second", "gain"});
    expect_refused(with(good, "\"gain\": 2.0", "\"gain\": 1e30"), {"second", "gain"});
}

}  // namespace
}  // namespace weft::test
