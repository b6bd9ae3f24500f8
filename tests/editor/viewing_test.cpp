// What a viewer does about its picture: every state, what leads out of it, and what the thread is
// told then.
#include "viewer/viewing.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "random_artist.h"

namespace weft::editor::viewing {
namespace {

constexpr Rect kDomain{0, 0, 512, 256};  // two tiles
constexpr Rect kLeft{0, 0, 256, 256};
constexpr Wanted kAll{kEverywhere, {}}, kFirst{kLeft, {}};

/// A request that is told apart by the name of its graph.
EvaluationRequest request(const char* name, int reduction = 1) {
    EvaluationRequest request{};
    request.graph.name = name;
    request.reduction = reduction;
    return request;
}

/// A picture of kDomain of which `part` is there.
ViewedPicture picture(const Rect& part, long long not_finite = 0, int reduction = 1) {
    ViewedPicture picture;
    picture.picture = TiledPicture(ImageShape{kDomain, 1});
    if (!part.empty()) picture.picture.put(std::make_shared<const Picture>(part, 1));
    picture.not_finite = not_finite;
    picture.reduction = reduction;
    return picture;
}

ViewedPicture with_costs() {
    ViewedPicture answer = picture(kDomain);
    answer.costs = Costs{};
    return answer;
}

const Document& document() {
    static const Document document = chain();
    return document;
}
ImageId viewed() { return shown_by(document(), {ItemKind::kOutput, 0}); }
ImageId of(const char* node) { return shown_by(document(), named(document(), node)); }

Asked asked(const ViewedPicture& known) { return {request("a"), 3, known}; }
Asked counted(const ViewedPicture& known) { return {request("a"), 3, known, true}; }
Searching searching() {
    return {asked(picture(kDomain, 1)), NonFiniteSearch(document(), viewed())};
}
const ViewedPicture kNothing = {};

const char* name_of_state(const State& state) {
    static constexpr const char* kNames[] = {"Idle",    "Asking",   "Failed",   "Showing",
                                             "Resting", "Counting", "Searching"};
    return kNames[state.index()];
}
const char* name_of_command(ThreadCommand command) {
    static constexpr const char* kNames[] = {"none", "compute", "look", "count", "search", "stop"};
    return kNames[static_cast<int>(command)];
}
const char* name_of_news(const News& news) {
    static constexpr const char* kNames[] = {
        "", ", Seen", ", Counted", ", PictureFailed", ", CostsFailed", ", AllFinite", ", Culprit"};
    return kNames[news.index()];
}
std::string words(const Step& step) {
    return std::string(name_of_state(step.state)) + (wants_all(step.state) ? " all" : "") + ": " +
           name_of_command(step.command) + name_of_news(step.news);
}

TEST(Viewing, AsksForAnotherPictureAndNotForTheSame) {
    const State any[] = {Idle{},
                         Asking{asked(kNothing)},
                         Failed{asked(kNothing), {}},
                         Showing{asked(picture(kLeft)), Aim::kFindNotFinite},
                         Resting{asked(picture(kLeft))},
                         Counting{asked(picture(kLeft))},
                         searching()};
    const char* same[] = {"Asking: compute", "Asking: none",   "Failed: none", "Showing all: none",
                          "Resting: none",   "Counting: none", "Resting: stop"};
    for (std::size_t i = 0; i < std::size(any); ++i) {
        EXPECT_EQ(words(request_picture(any[i], request("b"), 7, {})), "Asking: compute");
        EXPECT_EQ(words(request_picture(any[i], request("a", 2), 7, {})), "Asking: compute")
            << "a proxy";
        const Step once_more = request_picture(any[i], request("a"), 7, {});
        EXPECT_EQ(words(once_more), same[i]);
        EXPECT_EQ(asked_of(once_more.state)->frame, 7);
        const Step cached = request_picture(any[i], request("b"), 7, picture(kLeft));
        EXPECT_EQ(words(cached), "Resting: stop, Seen");
        EXPECT_TRUE(shown_of(cached.state)->picture.holds(kLeft));
        EXPECT_FALSE(std::get<Seen>(cached.news).more);
        EXPECT_EQ(words(request_nothing(any[i])), "Idle: stop");
    }
}

TEST(Viewing, ShowsAPreviewThenParts) {
    Step step = request_picture(Idle{}, request("a"), 1, {});
    step = receive(step.state, picture(kDomain, 0, 4));
    EXPECT_EQ(words(step), "Showing: none, Seen");
    EXPECT_TRUE(std::get<Seen>(step.news).coarse);
    EXPECT_FALSE(std::get<Seen>(step.news).more);
    EXPECT_EQ(shown_of(step.state), nullptr) << "a preview is not measured";
    step = receive(step.state, picture(kLeft));
    EXPECT_EQ(words(step), "Showing: none, Seen");
    EXPECT_FALSE(std::get<Seen>(step.news).coarse);
    EXPECT_TRUE(std::get<Seen>(step.news).more);
    EXPECT_TRUE(shown_of(step.state)->picture.holds(kLeft));
    // Of a proxy what comes at its own resolution is no preview.
    step = receive(request_picture(Idle{}, request("a", 2), 1, {}).state, picture(kLeft, 0, 2));
    EXPECT_FALSE(std::get<Seen>(step.news).coarse);
}

/// What the window goes on showing while nothing renders may be measured, if it is what was asked
/// for last.
TEST(Viewing, KnowsWhatTheWindowStillShows) {
    const Step idle = request_nothing(Showing{asked(picture(kLeft))});
    ASSERT_NE(shown_of(idle.state), nullptr);
    EXPECT_NE(shown_of(request_nothing(idle.state).state), nullptr);
    EXPECT_EQ(shown_of(request_nothing(Asking{asked(kNothing)}).state), nullptr);
    EXPECT_EQ(shown_of(request_picture(idle.state, request("b"), 1, {}).state), nullptr);
    EXPECT_EQ(asked_of(idle.state), nullptr);
}

TEST(Viewing, ComputesWhatIsWantedAndMissing) {
    EXPECT_EQ(words(set_wanted(Idle{}, kAll)), "Idle: none");
    EXPECT_EQ(words(set_wanted(Asking{asked(kNothing)}, kAll)), "Asking: look");
    EXPECT_EQ(words(set_wanted(Failed{asked(kNothing), {}}, kAll)), "Failed: none");
    EXPECT_EQ(words(set_wanted(Showing{asked(picture(kLeft))}, kFirst)), "Showing: look");
    EXPECT_EQ(words(set_wanted(Resting{asked(picture(kLeft))}, kFirst)), "Resting: none");
    EXPECT_EQ(words(set_wanted(Resting{asked(picture(kLeft))}, kAll)), "Showing: compute");
    EXPECT_EQ(words(set_wanted(Resting{asked(picture(kLeft))}, {kLeft, kEverywhere})),
              "Showing: compute");
    EXPECT_EQ(words(set_wanted(Counting{asked(picture(kLeft))}, kFirst)), "Counting: none");
    EXPECT_EQ(words(set_wanted(Counting{asked(picture(kLeft))}, kAll)), "Showing: compute");
    EXPECT_EQ(words(set_wanted(searching(), kAll)), "Searching: none");
}

TEST(Viewing, FailsWhereTheThreadDid) {
    const Error error{ErrorKind::kInput, "no"};
    const auto failed = [&](const State& state) { return words(receive_error(state, error)); };
    EXPECT_EQ(failed(Asking{asked(kNothing), Aim::kFindNotFinite}), "Failed: none, PictureFailed");
    EXPECT_EQ(failed(Showing{asked(picture(kLeft)), Aim::kFindNotFinite}),
              "Showing: none, PictureFailed");
    EXPECT_EQ(failed(Counting{asked(picture(kLeft))}), "Resting: none, CostsFailed");
    EXPECT_EQ(failed(searching()), "Resting: none, PictureFailed");
    EXPECT_EQ(failed(Resting{asked(picture(kLeft))}), "Resting: none");
}

TEST(Viewing, CountsOnce) {
    EXPECT_EQ(words(start_counting(Idle{})), "Idle: none");
    EXPECT_EQ(words(start_counting(Asking{asked(kNothing)})), "Asking: none");
    EXPECT_EQ(words(start_counting(searching())), "Searching: none");
    EXPECT_EQ(words(start_counting(Failed{asked(kNothing), {}})), "Failed: none, CostsFailed");
    EXPECT_EQ(words(start_counting(Resting{asked(picture(kLeft))})), "Counting: count");
    Step step = start_counting(Showing{asked(picture(kLeft))});
    EXPECT_EQ(words(step), "Counting: count");
    EXPECT_EQ(words(start_counting(step.state)), "Counting: none");
    // Counting gives way, and begins anew.
    EXPECT_EQ(words(start_counting(set_wanted(step.state, kAll).state)), "Counting: count");
    step = receive(step.state, with_costs());
    EXPECT_EQ(words(step), "Resting: none, Counted");
    EXPECT_FALSE(shown_of(step.state)->picture.is_whole()) << "costs come without a picture";
    EXPECT_EQ(words(start_counting(step.state)), "Resting: none");
    // What is seen besides is the same picture: its costs are known.
    EXPECT_EQ(words(start_counting(set_wanted(step.state, kAll).state)), "Showing: none");
    EXPECT_EQ(
        words(start_counting(request_picture(step.state, request("b"), 1, picture(kLeft)).state)),
        "Counting: count");
    EXPECT_EQ(words(start_counting(stop_counting(step.state).state)), "Counting: count");
    EXPECT_EQ(words(stop_counting(Counting{asked(picture(kLeft))})), "Resting: stop");
    EXPECT_EQ(words(stop_counting(Showing{counted(picture(kLeft))})), "Showing: none");
    EXPECT_EQ(words(stop_counting(Idle{})), "Idle: none");
}

TEST(Viewing, WantsAllUntilItIsKnownWhetherAllIsFinite) {
    const auto find = [](State state) {
        return start_search(std::move(state), document(), viewed());
    };
    EXPECT_EQ(words(find(Idle{})), "Idle: none");
    EXPECT_EQ(words(find(Failed{asked(kNothing), {}})), "Failed: none");
    EXPECT_EQ(words(find(searching())), "Searching: none");
    EXPECT_EQ(words(find(Asking{asked(kNothing)})), "Asking all: look");
    EXPECT_EQ(words(find(Showing{asked(kNothing)})), "Showing all: look") << "a preview";
    EXPECT_EQ(words(find(Resting{asked(picture(kLeft))})), "Showing all: compute");
    EXPECT_EQ(words(find(Counting{asked(picture(kLeft))})), "Showing all: compute");
    EXPECT_EQ(words(find(Resting{asked(picture(kDomain))})), "Resting: none, AllFinite");
    EXPECT_EQ(words(find(Counting{asked(picture(kDomain))})), "Counting: none, AllFinite");
    EXPECT_EQ(words(find(Resting{asked(picture(kLeft, 1))})), "Searching: search");
    EXPECT_EQ(words(find(Counting{asked(picture(kLeft, 1))})), "Searching: search");
    Step step = find(Showing{asked(picture(kLeft))});
    EXPECT_EQ(words(step), "Showing all: look");
    step = receive(step.state, picture(kLeft));
    EXPECT_EQ(words(step), "Showing all: none, Seen");
    EXPECT_EQ(words(find(receive(step.state, picture(kDomain)).state)), "Showing: none, AllFinite");
    EXPECT_EQ(words(find(receive(step.state, picture(kLeft, 1)).state)), "Searching: search");
    // Of a picture that nobody else makes there is nothing to search.
    EXPECT_EQ(words(start_search(Showing{asked(picture(kLeft, 1)), Aim::kFindNotFinite}, document(),
                                 {NodeId{}, 0})),
              "Showing: none, Culprit");
}

TEST(Viewing, SearchesUpwards) {
    Step step = start_search(Resting{asked(picture(kDomain, 1))}, document(), viewed());
    EXPECT_EQ(std::get<Searching>(step.state).search.next(), of("exposure1"));
    EXPECT_EQ(words(receive(step.state, picture(kDomain, 1, 2))), "Searching: none") << "a preview";
    EXPECT_EQ(words(receive(step.state, picture(kLeft))), "Searching: none") << "who knows";
    step = receive(step.state, picture(kLeft, 1));
    EXPECT_EQ(words(step), "Searching: search");
    EXPECT_EQ(std::get<Searching>(step.state).search.next(), (ImageId{NodeId{}, 0}));
    // The thread is stopped: what it has of a picture that was searched is not to be shown.
    const Step found = receive(step.state, picture(kDomain));
    EXPECT_EQ(words(found), "Resting: stop, Culprit");
    EXPECT_EQ(std::get<Culprit>(found.news).item, named(document(), "exposure1"));
    EXPECT_EQ(words(receive(found.state, picture(kDomain))), "Resting: none");
    const Step cut = end_search(step.state);
    EXPECT_EQ(words(cut), "Resting: stop, Culprit");
    EXPECT_EQ(std::get<Culprit>(cut.news).item, named(document(), "exposure1"));
    EXPECT_EQ(words(end_search(Idle{})), "Idle: none");
    EXPECT_EQ(shown_of(found.state)->not_finite, 1) << "what is shown is what was asked for";
}

/// Whatever comes in whatever order: what the thread does is what the state says.
TEST(Viewing, TheThreadDoesWhatTheStateSays) {
    const unsigned seed = random_seed();
    std::printf("seed %u\n", seed);
    RandomArtist artist(seed);  // for its numbers
    enum class Job { kNone, kPicture, kCosts, kSearch } job = Job::kNone;
    State state;
    std::map<std::string, int> met;
    for (int i = 0; i < 20000; ++i) {
        const bool one = artist.number(0, 1);
        const Rect part = one ? kLeft : kDomain;
        const long long bad = artist.number(0, 3) == 0;
        Step step;
        switch (artist.number(0, 9)) {
            case 0: step = request_picture(state, request(one ? "a" : "b"), i, {}); break;
            case 1:
                step = request_picture(state, request(one ? "a" : "b"), i, picture(part, bad));
                break;
            case 2: step = artist.number(0, 3) ? Step{state} : request_nothing(state); break;
            case 3: step = set_wanted(state, one ? kFirst : kAll); break;
            case 4: step = start_search(state, document(), viewed()); break;
            case 5: step = artist.number(0, 3) ? Step{state} : stop_counting(state); break;
            case 6: step = artist.number(0, 3) ? Step{state} : receive_error(state, {}); break;
            case 7: step = start_counting(state); break;
            default:  // answers, while there is something to answer
                if (job == Job::kNone) continue;
                step = receive(state, job == Job::kCosts
                                          ? with_costs()
                                          : picture(part, bad, artist.number(0, 4) ? 1 : 4));
                if (job == Job::kCosts) job = Job::kNone;
        }
        switch (step.command) {
            case ThreadCommand::kNone: break;
            case ThreadCommand::kLook: ASSERT_EQ(job, Job::kPicture); break;
            case ThreadCommand::kCompute: job = Job::kPicture; break;
            case ThreadCommand::kCount: job = Job::kCosts; break;
            case ThreadCommand::kSearch: job = Job::kSearch; break;
            case ThreadCommand::kStop: job = Job::kNone; break;
        }
        const bool failed = std::holds_alternative<PictureFailed>(step.news) ||
                            std::holds_alternative<CostsFailed>(step.news);
        if (failed && !std::holds_alternative<Showing>(step.state)) job = Job::kNone;
        ++met[words(step)];
        state = std::move(step.state);
        const Job expected = std::visit(
            [](const auto& now) {
                using Now = std::decay_t<decltype(now)>;
                if constexpr (std::is_same_v<Now, Asking> || std::is_same_v<Now, Showing>)
                    return Job::kPicture;
                if constexpr (std::is_same_v<Now, Counting>) return Job::kCosts;
                if constexpr (std::is_same_v<Now, Searching>) return Job::kSearch;
                return Job::kNone;
            },
            state);
        ASSERT_EQ(job, expected) << name_of_state(state) << ", seed " << seed;
        const auto* search = std::get_if<Searching>(&state);
        ASSERT_TRUE(!search || search->search.next()) << "seed " << seed;
        const bool counts = std::holds_alternative<Counting>(state);
        ASSERT_FALSE(counts && asked_of(state)->counted) << "seed " << seed;
    }
    for (const char* rare : {"Showing all: compute", "Searching: search", "Resting: stop, Culprit",
                             "Counting: count", "Resting: none, CostsFailed"})
        EXPECT_GT(met[rare], 5) << rare;
}

}  // namespace
}  // namespace weft::editor::viewing
