// Fibres: what runs when, and that a stack may be used again whatever became of it.
#include "runtime/simt/fibre.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace weft {
namespace {

struct Log {
    Fibre* fibre;
    std::string text;
};

TEST(Fibre, RunsInTurnsWithItsCaller) {
    Fibre fibre;
    Log log{&fibre, ""};
    EXPECT_TRUE(fibre.idle());
    fibre.start(
        [](void* argument) {
            Log& l = *static_cast<Log*>(argument);
            l.text += "a";
            l.fibre->suspend();
            l.text += "c";
        },
        &log);
    EXPECT_EQ(log.text, "");
    fibre.resume();
    log.text += "b";
    EXPECT_FALSE(fibre.idle());
    fibre.resume();
    EXPECT_TRUE(fibre.idle());
    EXPECT_EQ(log.text, "abc");
}

/// Uses a good part of the stack.
int deep(int n, Fibre& fibre) {
    volatile char filler[512];
    filler[n % 512] = 1;
    if (n == 0) fibre.suspend();
    return n == 0 ? 0 : deep(n - 1, fibre) + filler[n % 512];
}

TEST(Fibre, ServesAgainAfterItReturnedOrLeft) {
    Fibre fibre;
    struct Job {
        Fibre* fibre;
        int result;
        bool leaves;
    };
    for (int i = 0; i < 50; ++i) {
        Job job{&fibre, -1, i % 3 == 0};
        fibre.start(
            [](void* argument) {
                Job& j = *static_cast<Job*>(argument);
                const int result = deep(100, *j.fibre);
                if (j.leaves) j.fibre->leave();
                j.result = result;
            },
            &job);
        fibre.resume();
        ASSERT_FALSE(fibre.idle());
        fibre.resume();
        ASSERT_TRUE(fibre.idle());
        EXPECT_EQ(job.result, job.leaves ? -1 : 100);
    }
}

TEST(Fibre, ManyAtOnceKeepTheirLocals) {
    constexpr int kFibres = 1024;
    struct Job {
        Fibre fibre;
        int number = 0;
        long long sum = 0;
    };
    std::vector<Job> jobs(kFibres);
    for (int i = 0; i < kFibres; ++i) {
        jobs[i].number = i;
        jobs[i].fibre.start(
            [](void* argument) {
                Job& job = *static_cast<Job*>(argument);
                int local = job.number;
                for (int round = 0; round < 3; ++round) {
                    job.fibre.suspend();
                    job.sum += local++;
                }
            },
            &jobs[i]);
    }
    for (int round = 0; round < 4; ++round)
        for (Job& job : jobs) job.fibre.resume();
    for (const Job& job : jobs) {
        EXPECT_TRUE(job.fibre.idle());
        EXPECT_EQ(job.sum, 3LL * job.number + 3);
    }
}

TEST(Fibre, SeveralThreadsOfTheHostHaveTheirOwn) {
    std::vector<std::jthread> threads;
    std::vector<int> results(4);
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&results, t] {
            Fibre fibre;
            struct Job {
                Fibre* fibre;
                int* result;
            } job{&fibre, &results[static_cast<std::size_t>(t)]};
            fibre.start(
                [](void* argument) {
                    Job& j = *static_cast<Job*>(argument);
                    for (int i = 0; i < 1000; ++i) {
                        ++*j.result;
                        j.fibre->suspend();
                    }
                },
                &job);
            while (!fibre.idle()) fibre.resume();
        });
    threads.clear();
    for (int result : results) EXPECT_EQ(result, 1000);
}

}  // namespace
}  // namespace weft
