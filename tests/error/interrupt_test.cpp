// Ctrl-C at any moment: the picture is there whole, or nothing is.
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

TEST(Interrupt, WholeOrNothing) {
    ScratchFolder folder;
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
    write_picture(in, 900, 700, 3, OIIO::TypeDesc::HALF);
    const std::vector<std::string> before = folder.listing();
    int cancelled = 0;
    for (int delay : {60, 200, 350, 500, 700, 900, 1200}) {
        const Outcome outcome =
            run_weft({"render", "degrain", "-i", in, "-o", out, "--device", "reference"},
                     {.interrupt_after_ms = delay});
        SCOPED_TRACE(outcome.err);
        if (outcome.code == 0) {
            EXPECT_EQ(read_picture(out).spec.width, 900);
            std::filesystem::remove(out);
        } else {
            ++cancelled;
            EXPECT_EQ(outcome.signal, 0);
            EXPECT_EQ(outcome.code, kCancelled);
            EXPECT_EQ(outcome.err, "weft: error: stopped; nothing was written\n");
        }
        EXPECT_EQ(folder.listing(), before) << "after " << delay << " ms";
    }
    EXPECT_GT(cancelled, 0) << "every run ended before it was interrupted";
}

}  // namespace
}  // namespace weft::test
