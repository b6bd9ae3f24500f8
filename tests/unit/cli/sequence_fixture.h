// A folder with a sequence of small pictures, and weft render on it.
#pragma once

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {

class Sequence : public testing::Test {
  protected:
    std::string input(int frame) const { return folder.path(fmt::format("in.{:04}.exr", frame)); }
    std::string output(int frame) const { return folder.path(fmt::format("out.{:04}.exr", frame)); }

    /// Frames first...last, each with values of its own.
    void write_inputs(int first, int last, int width = 40, int height = 30) const {
        for (int frame = first; frame <= last; ++frame) {
            OIIO::ImageSpec spec(width, height, 3, OIIO::TypeDesc::HALF);
            std::vector<float> values = pattern(spec);
            for (float& v : values) v = v * 0.5f + static_cast<float>(frame) / 64.0f;
            const auto file = OIIO::ImageOutput::create("exr");
            file->open(input(frame), spec);
            file->write_image(OIIO::TypeDesc::FLOAT, values.data());
            file->close();
        }
    }

    /// weft render EFFECT on in.####.exr and out.####.exr, on the reference: nothing is compiled.
    Outcome render(const std::vector<std::string>& arguments, const RunOptions& options = {},
                   const std::string& effect = "Gain") const {
        std::vector<std::string> all{"render",   effect,
                                     "-i",       folder.path("in.####.exr"),
                                     "-o",       folder.path("out.####.exr"),
                                     "--device", "reference"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return run_weft(all, options);
    }

    /// The frames whose outputs are there.
    std::vector<int> outputs() const {
        std::vector<int> frames;
        for (const std::string& name : folder.listing())
            if (name.starts_with("out.")) frames.push_back(std::stoi(name.substr(4)));
        std::sort(frames.begin(), frames.end());
        return frames;
    }

    /// Names that no run may leave behind.
    std::vector<std::string> leftovers() const {
        std::vector<std::string> names = folder.listing();
        std::erase_if(names, [](const std::string& n) { return !n.starts_with("."); });
        return names;
    }

    ScratchFolder folder;
};

}  // namespace weft::test
