// Plans as drawings: valid whatever stages are called, every stage in its kernel.
#include "engine/plan_dot.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "affordable.h"
#include "engine/plan_edges.h"
#include "fused_plans.h"
#include "golden/golden.h"

namespace weft::test {
namespace {

/// A reader of what plan_dot() needs of the language: words, quoted texts, signs; braces that nest;
/// statements that end. Anything else is an error.
class Drawing {
  public:
    explicit Drawing(const std::string& text) : text_(text) {
        expect("digraph");
        next();
        body("");
        EXPECT_EQ(next(), "") << "text after the graph";
    }

    std::map<std::string, std::string> nodes;   ///< id to cluster, "" outside
    std::map<std::string, std::string> labels;  ///< of nodes, as written between quotes
    std::vector<std::pair<std::string, std::string>> edges;

  private:
    std::string next() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
        if (at_ == text_.size()) return "";
        const std::size_t begin = at_;
        if (text_[at_] == '"') {
            for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
                EXPECT_NE(text_[at_], '\n') << "a line ends within quotes";
                if (text_[at_] == '\\') ++at_;
            }
            EXPECT_LT(at_, text_.size()) << "quotes are open";
            ++at_;
        } else if (text_.compare(at_, 2, "->") == 0) {
            at_ += 2;
        } else if (std::string("{}[]=,;").find(text_[at_]) != std::string::npos) {
            ++at_;
        } else {
            while (at_ < text_.size() && (std::isalnum(text_[at_]) || text_[at_] == '_')) ++at_;
            EXPECT_GT(at_, begin) << "a stray '" << text_[at_] << "'";
            if (at_ == begin) ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }
    void expect(const std::string& word) { EXPECT_EQ(next(), word); }

    std::map<std::string, std::string> attributes(std::string word) {
        std::map<std::string, std::string> result;
        if (word != "[") return result;
        while (word != "]" && !word.empty()) {
            const std::string name = next();
            expect("=");
            result[name] = next();
            word = next();
        }
        expect(";");
        return result;
    }

    void body(const std::string& cluster) {
        expect("{");
        for (std::string word = next(); word != "}"; word = next()) {
            ASSERT_NE(word, "") << "a brace is open";
            if (word == "subgraph") {
                const std::string name = next();
                EXPECT_TRUE(name.starts_with("cluster_")) << name;
                body(name);
                continue;
            }
            const std::string after = next();
            if (after == "=") {
                next();
                expect(";");
            } else if (after == "->") {
                edges.emplace_back(word, next());
                attributes(next());
            } else {
                EXPECT_EQ(after, "[") << "after " << word;
                const auto found = attributes(after);
                if (word == "node" || word == "edge") continue;
                EXPECT_TRUE(nodes.emplace(word, cluster).second) << word << " is there twice";
                labels[word] = found.at("label");
            }
        }
    }

    const std::string text_;
    std::size_t at_ = 0;
};

template <class P>
void expect_valid(const P& plan) {
    const std::string text = plan_dot(plan);
    SCOPED_TRACE(text);
    const Drawing drawing(text);
    Table<std::vector<std::string>, Stage> clusters(plan.stages.size());
    int k = 0;
    for (const auto& kernel : plan.kernels) {
        for (const Id<Stage> s : kernel.stages) clusters[s].push_back(fmt::format("cluster_{}", k));
        ++k;
    }
    for (const Id<Stage> s : plan.stages.ids()) {
        const auto node = drawing.nodes.find(fmt::format("s{}", s.number()));
        ASSERT_NE(node, drawing.nodes.end());
        EXPECT_EQ(node->second, clusters[s].size() == 1 ? clusters[s].front() : "");
    }
    std::set<std::string> fed;
    for (const Id<Stage> s : plan.stages.ids())  // some take a picture's size alone
        if (plan.stages[s].inputs.size() == 0) fed.insert(fmt::format("s{}", s.number()));
    for (const auto& [from, to] : drawing.edges) {
        EXPECT_EQ(drawing.nodes.count(from), 1u) << from;
        EXPECT_EQ(drawing.nodes.count(to), 1u) << to;
        fed.insert(to);
    }
    for (const auto& [node, cluster] : drawing.nodes)
        EXPECT_TRUE(node.starts_with("in") || fed.count(node)) << "nothing leads to " << node;
}

TEST(PlanDot, IsValidForEveryEffect) {
    for (const Effect& effect : affordable(builtin_effects(), "drawn")) {
        expect_valid(plan_of(effect.build()));
        expect_valid(plan_of(effect.build(), {.disabled = {"fuse"}}));
        for (const FusionStrategy fusion : kPublished)
            expect_valid(fused_plan(effect.build(), {.fusion = fusion}));
    }
}

TEST(PlanDot, DrawsTranspositions) {
    const GpuPlan plan = fused_plan("diffusion", {.domain = {0, 0, 3071, 2303}});
    expect_valid(plan);
    EXPECT_THAT(plan_dot(plan), ::testing::HasSubstr("[label=\"transpose\""));
}

TEST(PlanDot, EscapesNames) {
    EXPECT_EQ(quoted_for_dot("plain"), "\"plain\"");
    EXPECT_EQ(quoted_for_dot("a \"b\" \\N\nc"), "\"a \\\"b\\\" \\\\N\\nc\"");
    GpuPlan plan = fused_plan("night", {});
    plan.name = "a \"graph\"";
    plan.stages[Id<Stage>(1)].name = "s\" -> x; }";
    plan.stages[Id<Stage>(2)].functor = "back\\";
    plan.kernels.front().name = "k\\\"";
    plan.output_names.front() = "out\nput";
    expect_valid(plan);
    EXPECT_EQ(Drawing(plan_dot(plan)).labels.at("s1"), "\"s\\\" -> x; }\\nAtrous\"");
}

TEST(PlanDot, IsWhatItWas) {
    const Plan cpu = plan_of(find_effect("night")->build());
    expect_golden(WEFT_GOLDEN_DIR "/explain/night.cpu.dot", plan_dot(cpu));
    const Plan gpu = fused_plan("harris", {.disabled = {"shape"}, .all_in_one = true});
    expect_golden(WEFT_GOLDEN_DIR "/explain/harris.gpu.dot", plan_dot(gpu));
}

}  // namespace
}  // namespace weft::test
