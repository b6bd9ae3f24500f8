// Whole effects on the fake driver: plans for a GPU with their kernels compiled for the host.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fake_driver/fake_driver.h"
#include "planning.h"
#include "runtime/cuda/cuda_executor.h"
#include "runtime/picture.h"

namespace weft::test {

/// Plans `graph` for an sm_90, and compiles its kernels in place of cubins. An error is a failure
/// of the test.
GpuProgram fake_program(const Graph& graph, const Planning& p = {});

/// The same with its kernels as files in `folder`, for other processes.
GpuProgram fake_program_in(const std::string& folder, const Graph& graph, const Planning& p = {});

/// Plans the same for other regions.
Replan fake_replan(const Graph& graph, Planning p);

CudaOptions fake_options();

/// One input picture of the planning's domain and planes for each graph input.
std::vector<Picture> test_inputs(const Graph& graph, const Planning& p, std::uint64_t seed);
/// What the functors' own C++ makes of them: one picture per output, of its region.
std::vector<Picture> reference_outputs(const Graph& graph, const Planning& p,
                                       const std::vector<Picture>& inputs);
/// Pictures like those, full of what no test expects.
std::vector<Picture> blank_like(const std::vector<Picture>& pictures);
std::vector<PictureView> views(const std::vector<Picture>& pictures);

/// "" or where they differ.
std::string difference(const std::vector<Picture>& got, const std::vector<Picture>& expected);

/// Each test starts with an ordinary driver, and leaves nothing behind on it.
class FakeDeviceTest : public testing::Test {
  protected:
    void SetUp() override { weft_fake_driver_configure(""); }
    void TearDown() override {
        const fake::Counts c = counts();
        EXPECT_EQ(c.alive(), 0) << "device " << c.device_blocks << ", pinned " << c.pinned_blocks
                                << ", streams " << c.streams << ", events " << c.events
                                << ", modules " << c.modules << ", graphs " << c.graphs
                                << ", contexts " << c.contexts;
        EXPECT_EQ(c.misuses, 0);
    }
    static fake::Counts counts() {
        fake::Counts counts;
        weft_fake_driver_counts(&counts);
        return counts;
    }
};

}  // namespace weft::test
