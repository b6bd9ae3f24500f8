// A compiler that is missing, crashes, hangs or talks nonsense costs an error, never the
// application.
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/host_compiler.h"
#include "compile/worker_pool.h"
#include "patience.h"
#include "scratch_folder.h"

namespace weft {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

WorkerRequest request_named(const std::string& name, std::size_t text_size = 100) {
    WorkerRequest r;
    r.kind = RequestKind::kKernel;
    r.name = name;
    r.text = std::string(text_size, ' ');
    return r;
}

bool is_gone(pid_t pid) {
    if (kill(pid, 0) != 0) return true;
    // Nobody may be left to collect an orphan here: a zombie is gone too.
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string id, name, state;
    return !(stat >> id >> name >> state) || state == "Z";
}

bool wait_until_gone(pid_t pid) {
    return test::wait_until([&] { return is_gone(pid); });
}

int open_descriptors() {
    int count = 0;
    for ([[maybe_unused]] const auto& fd : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

/// How a compiler looks that compiles too much to ever finish.
constexpr const char* kRunaway = R"(
    template <int D, unsigned long P> struct T {
        static constexpr int v = T<D - 1, P * 2>::v + T<D - 1, P * 2 + 1>::v;
    };
    template <unsigned long P> struct T<0, P> { static constexpr int v = 1; };
    extern "C" int answer() { return T<40, 1>::v; })";

class WorkerFailure : public ::testing::Test {
  protected:
    void SetUp() override { std::signal(SIGPIPE, SIG_DFL); }
    void TearDown() override {
        for (const char* name : {"WEFT_FAKE_WORKER", "WEFT_FAKE_ONCE", "WEFT_FAKE_PIDS"})
            unsetenv(name);
    }

    /// The fake worker misbehaves so, always or only once.
    void misbehave(const char* how, bool once = false) {
        setenv("WEFT_FAKE_WORKER", how, 1);
        if (once) setenv("WEFT_FAKE_ONCE", folder_.path("once").c_str(), 1);
    }

    /// The error that one request to the fake worker costs; the next one gets through after `once`.
    std::string failure(const char* how, bool once = true, std::size_t text_size = 100) {
        misbehave(how, once);
        WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 1);
        const auto reply = pool.request(request_named("first", text_size));
        if (reply) return "no error: " + reply->message;
        EXPECT_EQ(reply.error().kind, ErrorKind::kCompile);
        if (once) {
            const auto next = pool.request(request_named("second"));
            EXPECT_EQ(next ? next->message : next.error().message, "heard second");
            EXPECT_EQ(pool.started(), 2);
        }
        return reply.error().message;
    }

    test::ScratchFolder folder_;
};

TEST_F(WorkerFailure, AnswersSeveralRequestsByOneProcess) {
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 1);
    for (int i = 0; i < 5; ++i) {
        const auto reply = pool.request(request_named(std::to_string(i), std::size_t(i) << 20));
        ASSERT_TRUE(reply) << reply.error().message;
        EXPECT_EQ(reply->message, "heard " + std::to_string(i));
    }
    EXPECT_EQ(pool.started(), 1);
}

TEST_F(WorkerFailure, MissingWorkerIsNamed) {
    WorkerPool pool("/no/such/weft-cc", 10s, 1);
    const auto reply = pool.request(request_named("k"));
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().message,
                AllOf(HasSubstr("'/no/such/weft-cc' is missing"), HasSubstr("reference device")));
}

TEST_F(WorkerFailure, WorkerIsLookedForBesideTheProgramThenInPath) {
    using Places = std::vector<std::string>;
    EXPECT_EQ(
        worker_places({"/opt/weft/bin/weft", "/opt/weft/lib/plugin.so", "no-path"}, "/a::/b"),
        (Places{"/opt/weft/bin/weft-cc", "/opt/weft/bin/../bin/weft-cc", "/opt/weft/lib/weft-cc",
                "/opt/weft/lib/../bin/weft-cc", "/a/weft-cc", "/b/weft-cc"}));
    EXPECT_EQ(worker_places({}, ""), Places{});
    setenv("WEFT_CC", WEFT_FAKE_WORKER_PATH, 1);
    const auto told = find_worker("");
    setenv("WEFT_CC", "/no/such/compiler", 1);
    const auto wrongly_told = find_worker("");
    unsetenv("WEFT_CC");
    ASSERT_TRUE(told);
    EXPECT_EQ(*told, WEFT_FAKE_WORKER_PATH);
    EXPECT_FALSE(wrongly_told);
}

TEST_F(WorkerFailure, WhatCannotBeRunIsRefused) {
    std::ofstream(folder_.path("text")) << "not a program";
    for (const char* name : {"text", ""}) {
        const auto found = find_worker(folder_.path(name));
        ASSERT_FALSE(found) << name;
        EXPECT_THAT(found.error().message, HasSubstr("is missing or cannot be run"));
    }
    std::filesystem::permissions(folder_.path("text"), std::filesystem::perms::owner_all);
    WorkerPool pool(folder_.path("text"), 10s, 1);
    const auto reply = pool.request(request_named("k"));
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().message, AllOf(HasSubstr("cannot start"), HasSubstr("format error")));
}

TEST_F(WorkerFailure, CrashNamesTheSignalAndTheLastWords) {
    EXPECT_THAT(failure("crash"),
                AllOf(HasSubstr("crashed (SIGSEGV"), HasSubstr("stack dump follows")));
}

TEST_F(WorkerFailure, ExitStatusIsReported) {
    EXPECT_THAT(failure("exit-3"),
                AllOf(HasSubstr("ended with status 3"), HasSubstr("LLVM ERROR: out of ideas")));
}

TEST_F(WorkerFailure, GarbageIsRefused) {
    EXPECT_THAT(failure("garbage"), HasSubstr("something that is no reply"));
}

TEST_F(WorkerFailure, OversizedReplyIsRefused) {
    EXPECT_THAT(failure("oversized"), HasSubstr("something that is no reply"));
}

TEST_F(WorkerFailure, DamagedReplyIsRefused) {
    EXPECT_THAT(failure("damaged-payload"), HasSubstr("answered with a damaged reply"));
}

TEST_F(WorkerFailure, HalfAReplyIsRefused) {
    EXPECT_THAT(failure("half-a-reply"), HasSubstr("ended without an answer"));
}

TEST_F(WorkerFailure, ClosedConversationIsRefused) {
    EXPECT_THAT(failure("mute"), HasSubstr("closed the conversation"));
}

TEST_F(WorkerFailure, EndingEarlyIsRefusedAndRaisesNoSignal) {
    // Larger than a socket's buffer: the rest is written to a closed conversation.
    for (const std::size_t size : {std::size_t(0), std::size_t(8) << 20})
        EXPECT_THAT(failure("close-early", false, size), HasSubstr("ended without an answer"));
}

TEST_F(WorkerFailure, RetiredWorkerIsReplacedSilently) {
    misbehave("retire", true);
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 1);
    const auto reply = pool.request(request_named("first"));
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->message, "heard first");
    EXPECT_EQ(pool.started(), 2);
}

TEST_F(WorkerFailure, KilledBetweenRequestsIsNoticed) {
    auto worker = WorkerProcess::start(WEFT_FAKE_WORKER_PATH);
    ASSERT_TRUE(worker);
    ASSERT_TRUE((*worker)->exchange(request_named("x"), 10s));
    EXPECT_TRUE((*worker)->alive());
    kill((*worker)->pid(), SIGKILL);
    EXPECT_TRUE(test::wait_until([&] { return !(*worker)->alive(); }));
}

TEST_F(WorkerFailure, HangIsStoppedWithTheWholeGroup) {
    misbehave("hang");
    setenv("WEFT_FAKE_PIDS", folder_.path("pids").c_str(), 1);
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 500ms, 1);
    const auto reply = pool.request(request_named("slow"));
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().message, HasSubstr("did not finish 'slow' within 0.5 s"));
    pid_t worker = 0, child = 0;
    ASSERT_TRUE(std::ifstream(folder_.path("pids")) >> worker >> child);
    EXPECT_TRUE(wait_until_gone(worker));
    EXPECT_TRUE(wait_until_gone(child));
}

TEST_F(WorkerFailure, OneThatDoesNotListenIsStoppedToo) {
    misbehave("deaf");
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 300ms, 1);
    const auto reply = pool.request(request_named("big", 8u << 20));
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().message, HasSubstr("did not finish 'big'"));
}

TEST_F(WorkerFailure, MuchOnStandardErrorBlocksNothing) {
    misbehave("flood");
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 1);
    const auto reply = pool.request(request_named("x"));
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->message, "flooded");
}

TEST_F(WorkerFailure, NothingButTheConversationIsInherited) {
    misbehave("descriptors");
    const int stray = dup(0);  // not close-on-exec
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 2);
    ASSERT_TRUE(pool.request(request_named("x")));
    const auto reply = pool.request(request_named("y"));
    close(stray);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->message, "0 1 2 ");
}

TEST_F(WorkerFailure, WorksWhereStandardStreamsAreClosed) {
    const pid_t child = fork();
    if (child == 0) {
        for (int fd : {0, 1, 2}) close(fd);
        WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 1);
        const auto reply = pool.request(request_named("x"));
        _exit(reply && reply->message == "heard x" ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(WorkerFailure, NoDescriptorIsLeaked) {
    misbehave("crash");
    const int before = open_descriptors();
    for (int i = 0; i < 20; ++i) {
        WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 1);
        EXPECT_FALSE(pool.request(request_named("x")));
        EXPECT_FALSE(pool.request(request_named("x")));
    }
    EXPECT_EQ(open_descriptors(), before);
}

TEST_F(WorkerFailure, AnApplicationThatCollectsItsChildrenItself) {
    std::signal(SIGCHLD, SIG_IGN);
    const std::string message = failure("crash");
    std::signal(SIGCHLD, SIG_DFL);
    EXPECT_THAT(message, HasSubstr("ended without an answer"));
}

TEST_F(WorkerFailure, ThreadsWaitForAFreeWorker) {
    WorkerPool pool(WEFT_FAKE_WORKER_PATH, 10s, 2);
    std::vector<std::thread> threads;
    std::atomic<int> answered{0};
    for (int t = 0; t < 6; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 20; ++i) {
                const std::string name = std::to_string(t * 100 + i);
                const auto reply = pool.request(request_named(name));
                answered += reply && reply->message == "heard " + name;
            }
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(answered, 120);
    EXPECT_LE(pool.started(), 2);
}

class RealWorkerFailure : public WorkerFailure {
  protected:
    CompilerOptions options() const {
        CompilerOptions o;
        o.worker = WEFT_CC_PATH;
        o.cache_dir = folder_.path("cache");
        return o;
    }
    static HostSource source(const std::string& text) { return {"k", text, "native", false, {}}; }
};

TEST_F(RealWorkerFailure, CrashInsideClangIsSurvived) {
    const auto compiler = make_host_compiler(options());
    const auto crashed = compiler->compile(source("#pragma clang __debug crash\n"));
    ASSERT_FALSE(crashed);
    EXPECT_THAT(crashed.error().message, HasSubstr("crashed (SIG"));
    EXPECT_TRUE(compiler->compile(source("extern \"C\" int answer() { return 1; }")));
}

TEST_F(RealWorkerFailure, FatalErrorInsideLlvmIsSurvived) {
    const auto compiler = make_host_compiler(options());
    const auto failed = compiler->compile(source("#pragma clang __debug llvm_fatal_error\n"));
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().message,
                AllOf(HasSubstr("crashed (SIGABRT"), HasSubstr("LLVM ERROR")));
    EXPECT_TRUE(compiler->compile(source("extern \"C\" int answer() { return 1; }")));
}

TEST_F(RealWorkerFailure, RunawayCompilationIsStopped) {
    CompilerOptions o = options();
    o.timeout = 400ms;
    const auto compiler = make_host_compiler(o);
    const auto endless = compiler->compile(source(kRunaway));
    ASSERT_FALSE(endless);
    EXPECT_THAT(endless.error().message, HasSubstr("did not finish 'k' within 0.4 s"));
}

TEST_F(RealWorkerFailure, AnotherVersionOfTheProtocolIsAnsweredClearly) {
    // What a client of another version would send.
    int to[2], from[2];
    ASSERT_EQ(pipe(to) | pipe(from), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(to[0], 0), dup2(from[1], 1);
        for (int fd : {to[0], to[1], from[0], from[1]}) close(fd);
        execl(WEFT_CC_PATH, "weft-cc", nullptr);
        _exit(127);
    }
    close(to[0]), close(from[1]);
    std::string frame = encode(WorkerRequest{});
    frame[7] = '9';
    ASSERT_EQ(write(to[1], frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
    std::string answer;
    char bytes[4096];
    for (ssize_t n; (n = read(from[0], bytes, sizeof bytes)) > 0;)
        answer.append(bytes, std::size_t(n));
    close(to[1]), close(from[0]);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    ASSERT_TRUE(payload_size(answer));
    const auto reply = decode_reply(std::string_view(answer).substr(kFrameHeaderSize));
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->kind, ReplyKind::kFailure);
    EXPECT_THAT(reply->message, HasSubstr("reinstall"));
}

/// The worker of a client that is killed, idle or amid a compilation, goes too.
void worker_goes_with_its_client(bool busy) {
    int pids[2];
    ASSERT_EQ(pipe(pids), 0);
    const pid_t client = fork();
    if (client == 0) {
        auto worker = WorkerProcess::start(WEFT_CC_PATH);
        WorkerRequest request;
        if (!worker || !(*worker)->exchange(request, 10s)) _exit(1);
        const pid_t pid = (*worker)->pid();
        if (write(pids[1], &pid, sizeof pid) != sizeof pid) _exit(1);
        request.kind = RequestKind::kKernel;
        request.cpu = "native";
        request.text = kRunaway;
        if (busy) static_cast<void>((*worker)->exchange(request, 60s));
        for (;;) pause();
    }
    close(pids[1]);
    pid_t worker = 0;
    ASSERT_EQ(read(pids[0], &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
    close(pids[0]);
    std::this_thread::sleep_for(100ms);
    EXPECT_EQ(kill(worker, 0), 0);
    kill(client, SIGKILL);
    waitpid(client, nullptr, 0);
    EXPECT_TRUE(wait_until_gone(worker));
}

TEST_F(RealWorkerFailure, IdleWorkerGoesWithItsClient) { worker_goes_with_its_client(false); }
TEST_F(RealWorkerFailure, BusyWorkerGoesWithItsClient) { worker_goes_with_its_client(true); }

}  // namespace
}  // namespace weft
