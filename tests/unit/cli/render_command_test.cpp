// weft render end to end: windows, formats, names, metadata, and files that are input and output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

#include "run_weft.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

class RenderCommand : public testing::Test {
  protected:
    /// Renders the identity: clamping to a range that holds the test pattern.
    ReadPicture copy(const std::string& in, const std::string& out,
                     std::vector<std::string> extra = {}) {
        std::vector<std::string> arguments{"render", "Clamp",    "-i",        in,         "-o",
                                           out,      "--device", "reference", "--colour", "raw"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read_picture(out);
    }

    ScratchFolder folder;
    Outcome outcome;
};

TEST_F(RenderCommand, KeepsEverySampleFormatAndChannelCount) {
    const struct {
        const char* name;
        OIIO::TypeDesc type;
    } files[] = {{"a.exr", OIIO::TypeDesc::HALF},  {"b.exr", OIIO::TypeDesc::FLOAT},
                 {"c.png", OIIO::TypeDesc::UINT8}, {"d.png", OIIO::TypeDesc::UINT16},
                 {"e.tif", OIIO::TypeDesc::FLOAT}, {"f.tif", OIIO::TypeDesc::UINT8},
                 {"g.bmp", OIIO::TypeDesc::UINT8}, {"h.dpx", OIIO::TypeDesc::UINT16}};
    for (const auto& file : files)
        for (int channels : {1, 3, 4, 5}) {
            if (channels == 5 && !std::string(file.name).ends_with("exr")) continue;
            SCOPED_TRACE(std::string(file.name) + " " + std::to_string(channels));
            OIIO::ImageSpec spec(13, 9, channels, file.type);
            // Alpha would be multiplied into integers, and back, with rounding.
            spec.attribute("oiio:UnassociatedAlpha", 0);
            write_picture(folder.path(file.name), spec);
            const ReadPicture before = read_picture(folder.path(file.name));
            const ReadPicture after =
                copy(folder.path(file.name), folder.path(std::string("out-") + file.name));
            EXPECT_EQ(after.spec.format, before.spec.format);
            EXPECT_EQ(after.spec.channelnames, before.spec.channelnames);
            EXPECT_TRUE(channels == 4 || after.values == before.values);
        }
}

TEST_F(RenderCommand, OnePixel) {
    write_picture(folder.path("a.exr"), 1, 1, 3, OIIO::TypeDesc::HALF);
    EXPECT_EQ(copy(folder.path("a.exr"), folder.path("b.exr")).values,
              read_picture(folder.path("a.exr")).values);
}

TEST_F(RenderCommand, ChoosesIntermediates) {
    write_picture(folder.path("a.exr"), 5, 4, 3, OIIO::TypeDesc::FLOAT);
    const auto degrained = [&](const std::vector<std::string>& extra) {
        std::vector<std::string> arguments{
            "render",   "degrain",  "-i", folder.path("a.exr"), "-o", folder.path("b.exr"),
            "--device", "reference"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read_picture(folder.path("b.exr")).values;
    };
    const std::vector<float> bounded = degrained({}),
                             unbounded = degrained({"--intermediates", "unbounded"});
    EXPECT_EQ(bounded, degrained({"--intermediates", "bounded"}));
    EXPECT_EQ(bounded.size(), unbounded.size());
    EXPECT_NE(bounded, unbounded) << "coarse levels look far beyond so small a picture";
}

constexpr const char* kRidge = R"(#pragma once
#include "core/functor.h"

/// Finds edges.
class Ridge : public weft::Functor<Ridge, weft::eParallel> {
    weft::Indexer<weft::eInput, weft::eComponent, weft::e1D> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    float Gain = 2.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("gain", Gain).Range(0.0, 4.0))

  public:
    Ridge() { Input.Radius = 1; }
    void Kernel() { Output() = (Input(1) - Input(-1)) * Gain; }
};
)";

TEST_F(RenderCommand, DocumentsBringFunctors) {
    write_picture(folder.path("a.exr"), 13, 7, 3, OIIO::TypeDesc::FLOAT);
    const RunOptions mine{.environment = {{"XDG_CONFIG_HOME", folder.path("config")}}};
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(folder.path(name)) << text;
        return folder.path(name);
    };
    const auto render = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "render");
        arguments.insert(arguments.end(), {"-i", folder.path("a.exr"), "-o", folder.path("b.exr")});
        outcome = run_weft(arguments, mine);
        return outcome.code == 0 ? read_picture(folder.path("b.exr")).values : std::vector<float>();
    };
    nlohmann::json document = nlohmann::json::parse(R"({
        "weft": 1, "name": "ridges", "inputs": ["input"],
        "nodes": [{"id": 0, "name": "ridge1", "functor": "Ridge",
                   "inputs": {"Input": {"input": "input"}}, "parameters": {"gain": 3}}],
        "outputs": [{"name": "output", "node": 0, "output": "Output"}],
        "functors": [{"file": "ridge.h"}]})");
    std::istringstream lines(kRidge);
    for (std::string line; std::getline(lines, line);)
        document["functors"][0]["source"].push_back(line);
    const std::string path = write("ridges.weft", document.dump());
    const std::string header = write("ridge.h", kRidge);
    EXPECT_EQ(run_weft({"trust", path}, mine).code, 0);
    const std::vector<float> brought = render({path});
    ASSERT_FALSE(brought.empty()) << outcome.err;
    EXPECT_EQ(brought, render({"Ridge", "--functors", header, "-s", "gain=3"})) << outcome.err;
    EXPECT_EQ(brought, render({path, "--device", "reference"})) << outcome.err;
    EXPECT_EQ(run_weft({"info", path}, mine).code, 0);

    // Twice the same is said, with the place where it is brought; so are mistakes.
    render({path, "--functors", header});
    EXPECT_EQ(outcome.code, 5);
    EXPECT_THAT(outcome.err, testing::HasSubstr("a functor named \"Ridge\" is there already"));
    document["functors"][0]["source"][13] = "    void Kernel() { Output() = Imput(1); }";
    render({write("wrong.weft", document.dump()), "--trust"});
    EXPECT_EQ(outcome.code, 5);
    EXPECT_THAT(outcome.err, testing::HasSubstr("ridge.h:14:32: error: use of undeclared "
                                                "identifier 'Imput'"));
}

TEST_F(RenderCommand, MixesAndMasksWhateverItRuns) {
    OIIO::ImageSpec spec(6, 4, 3, OIIO::TypeDesc::FLOAT);
    write_picture(folder.path("a.exr"), spec);
    const auto constant = [&](const char* name, const char* red) {
        EXPECT_EQ(run_weft({"render", "Constant", "-o", folder.path(name), "--set", "width=6",
                            "--set", "height=4", "--set", "channels=3", "--set",
                            std::string("red=") + red, "--set", std::string("green=") + red,
                            "--set", std::string("blue=") + red, "--format", "float"})
                      .code,
                  0);
    };
    constant("half.exr", "0.5");
    const auto values = [&](const std::vector<std::string>& extra) {
        std::vector<std::string> arguments{"render",   extra[0],   "-o", folder.path("o.exr"),
                                           "--device", "reference"};
        arguments.insert(arguments.end(), extra.begin() + 1, extra.end());
        outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read_picture(folder.path("o.exr")).values;
    };
    const std::string in = folder.path("a.exr"), mask = folder.path("half.exr");
    const std::vector<float> before = read_picture(in).values;
    for (const char* effect : {"Invert", "box-blur", "glow"}) {
        SCOPED_TRACE(effect);
        const std::vector<float> after = values({effect, "-i", in});
        std::vector<float> half;
        for (std::size_t i = 0; i < before.size(); ++i)
            half.push_back(before[i] + 0.5f * (after[i] - before[i]));
        const auto near = testing::Pointwise(testing::FloatNear(1e-5f), half);
        EXPECT_THAT(values({effect, "-i", in, "--mask", mask}), near);
        EXPECT_THAT(values({effect, "-i", in, "--mix", "0.5"}), near);
        EXPECT_EQ(values({effect, "-i", in, "--mask", mask, "--set", "mask=none"}), after);
    }
    const std::vector<float> masked = values({"box-blur", "-i", in, "--mask", mask});
    EXPECT_EQ(values({"box-blur", "-i", in, "-i", mask}), masked);
    EXPECT_EQ(values({"box-blur", "-i", "mask=" + mask, "-i", "input=" + in}), masked);
}

TEST_F(RenderCommand, ChosenFormats) {
    write_picture(folder.path("a.png"), 9, 7, 3, OIIO::TypeDesc::UINT8);
    EXPECT_EQ(copy(folder.path("a.png"), folder.path("a.exr")).spec.format, OIIO::TypeDesc::HALF);
    EXPECT_EQ(copy(folder.path("a.png"), folder.path("b.exr"), {"--format", "float"}).spec.format,
              OIIO::TypeDesc::FLOAT);
    EXPECT_EQ(copy(folder.path("a.png"), folder.path("b.png"), {"--format", "u16"}).spec.format,
              OIIO::TypeDesc::UINT16);
}

OIIO::ImageSpec offset_spec() {
    OIIO::ImageSpec spec(12, 10, 3, OIIO::TypeDesc::HALF);
    spec.x = -3;
    spec.y = 4;
    spec.full_x = 0;
    spec.full_y = 0;
    spec.full_width = 20;
    spec.full_height = 16;
    return spec;
}

TEST_F(RenderCommand, WindowsThatDoNotStartAtZero) {
    write_picture(folder.path("a.exr"), offset_spec());
    const ReadPicture before = read_picture(folder.path("a.exr"));
    const ReadPicture after = copy(folder.path("a.exr"), folder.path("b.exr"));
    EXPECT_EQ(after.spec.roi(), before.spec.roi());
    EXPECT_EQ(after.spec.roi_full(), before.spec.roi_full());
    EXPECT_EQ(after.values, before.values);

    const ReadPicture part =
        copy(folder.path("a.exr"), folder.path("c.exr"), {"--roi", "-1,5,4,3"});
    EXPECT_EQ(part.spec.roi(), OIIO::ROI(-1, 3, 5, 8, 0, 1, 0, 3));
    EXPECT_EQ(part.spec.roi_full(), before.spec.roi_full());
    for (int y = 0; y < 3; ++y)
        for (int i = 0; i < 12; ++i)
            EXPECT_EQ(part.values[static_cast<std::size_t>(y * 12 + i)],
                      before.values[static_cast<std::size_t>(((y + 1) * 12 + 2) * 3 + i)]);
}

TEST_F(RenderCommand, FilesWithOneWindowShowTheDisplayWindow) {
    write_picture(folder.path("a.exr"), offset_spec());
    const ReadPicture before = read_picture(folder.path("a.exr"));
    const ReadPicture after =
        copy(folder.path("a.exr"), folder.path("a.tif"), {"--format", "float"});
    EXPECT_EQ(after.spec.width, 20);
    EXPECT_EQ(after.spec.height, 16);
    const auto value = [&](int x, int y) {
        return after.values[static_cast<std::size_t>((y * 20 + x) * 3)];
    };
    EXPECT_EQ(value(0, 0), 0.0f);
    EXPECT_EQ(value(19, 15), 0.0f);
    EXPECT_EQ(value(0, 4), before.values[3 * 3]);
    EXPECT_EQ(value(8, 13), before.values[static_cast<std::size_t>((9 * 12 + 11) * 3)]);
}

TEST_F(RenderCommand, CarriesMetadataThatStaysTrue) {
    OIIO::ImageSpec spec(8, 6, 3, OIIO::TypeDesc::HALF);
    spec.attribute("Artist", "somebody");
    spec.attribute("compression", "piz");
    spec.attribute("Software", "another program");
    spec.attribute("oiio:AverageColor", "1,2,3");
    spec.attribute("custom:take", 7);
    spec.channelnames = {"left.R", "left.G", "left.B"};
    write_picture(folder.path("a.exr"), spec);
    const ReadPicture after = copy(folder.path("a.exr"), folder.path("b.exr"));
    EXPECT_EQ(after.spec.get_string_attribute("Artist"), "somebody");
    EXPECT_EQ(after.spec.get_string_attribute("compression"), "piz");
    EXPECT_EQ(after.spec.get_int_attribute("custom:take"), 7);
    EXPECT_THAT(after.spec.get_string_attribute("Software"), testing::StartsWith("weft "));
    EXPECT_EQ(after.spec.get_string_attribute("oiio:AverageColor"), "");
    EXPECT_THAT(after.spec.channelnames, testing::ElementsAre("left.R", "left.G", "left.B"));
}

TEST_F(RenderCommand, OutputMayBeTheInput) {
    write_picture(folder.path("a.exr"), 30, 20, 3, OIIO::TypeDesc::HALF);
    const ReadPicture before = read_picture(folder.path("a.exr"));
    EXPECT_EQ(copy(folder.path("a.exr"), folder.path("a.exr")).values, before.values);
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"a.exr"});
}

TEST_F(RenderCommand, FirstOfSeveralParts) {
    OIIO::ImageSpec specs[] = {OIIO::ImageSpec(8, 6, 3, OIIO::TypeDesc::HALF),
                               OIIO::ImageSpec(5, 4, 1, OIIO::TypeDesc::HALF)};
    specs[0].attribute("oiio:subimagename", "beauty");
    specs[1].attribute("oiio:subimagename", "depth");
    specs[1].full_width = 8;  // parts share one display window
    specs[1].full_height = 6;
    auto output = OIIO::ImageOutput::create("openexr");
    ASSERT_TRUE(output->open(folder.path("a.exr"), 2, specs)) << output->geterror();
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(i == 0 || output->open(folder.path("a.exr"), specs[1],
                                           OIIO::ImageOutput::AppendSubimage));
        ASSERT_TRUE(output->write_image(OIIO::TypeDesc::FLOAT, pattern(specs[i]).data()));
    }
    ASSERT_TRUE(output->close());
    EXPECT_EQ(copy(folder.path("a.exr"), folder.path("b.exr")).spec.width, 8);
    EXPECT_THAT(outcome.err, testing::StartsWith("weft: note: "));
    EXPECT_THAT(outcome.err, testing::HasSubstr("the first, 'beauty', was used"));
}

TEST_F(RenderCommand, SeveralOutputs) {
    write_picture(folder.path("a.exr"), 8, 6, 3, OIIO::TypeDesc::HALF);
    const Outcome run =
        run_weft({"render", "DWT1D", "-i", folder.path("a.exr"), "-o", folder.path("high.exr"),
                  "-o", folder.path("low.exr"), "--device", "reference"});
    EXPECT_EQ(run.code, 0) << run.err;
    const ReadPicture a = read_picture(folder.path("a.exr"));
    const ReadPicture high = read_picture(folder.path("high.exr"));
    const ReadPicture low = read_picture(folder.path("low.exr"));
    for (std::size_t i = 0; i < a.values.size(); ++i)
        EXPECT_NEAR(high.values[i] + low.values[i], a.values[i], 2e-3f);
}

TEST_F(RenderCommand, ReportsAsTextAsJsonOrNotAtAll) {
    write_picture(folder.path("a.exr"), 8, 6, 3, OIIO::TypeDesc::HALF);
    copy(folder.path("a.exr"), folder.path("b.exr"));
    EXPECT_THAT(outcome.out, testing::HasSubstr(folder.path("b.exr") + " (8x6, 3 channels, half)"));
    copy(folder.path("a.exr"), folder.path("b.exr"), {"--quiet"});
    EXPECT_EQ(outcome.out, "");
    copy(folder.path("a.exr"), folder.path("b.exr"), {"--json"});
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["device"], "reference");
    EXPECT_EQ(json["outputs"][0]["path"], folder.path("b.exr"));
    EXPECT_EQ(json["outputs"][0]["window"], (std::vector<int>{0, 0, 8, 6}));
    EXPECT_EQ(json["outputs"][0]["channels"], 3);
    EXPECT_EQ(json["outputs"][0]["format"], "half");
    EXPECT_GT(json["threads"], 0);
    for (const char* stage : {"read", "prepare", "run", "write"})
        EXPECT_GT(json["seconds"][stage], 0.0) << stage;
}

TEST_F(RenderCommand, WhatAFarmSaysIsForFrames) {
    write_picture(folder.path("a.exr"), 8, 6, 3, OIIO::TypeDesc::HALF);
    outcome = run_weft({"render", "Gain", "-i", folder.path("a.exr"), "-o", folder.path("b.exr"),
                        "--device", "reference", "--json"},
                       {.environment = {{"CUE_THREADS", "77"}, {"CUE_MEMORY", "1024"}}});
    ASSERT_EQ(outcome.code, 0) << "a megabyte is less than the program takes: " << outcome.err;
    EXPECT_NE(nlohmann::json::parse(outcome.out)["threads"], 77);
}

TEST_F(RenderCommand, WithoutAFrameParametersAreAsAtTheirFirstKeyframe) {
    write_picture(folder.path("a.exr"), 8, 6, 3, OIIO::TypeDesc::HALF);
    const auto values = [&](const char* gain) {
        outcome = run_weft({"render", "Gain", "-i", folder.path("a.exr"), "-o",
                            folder.path("b.exr"), "--set", gain, "--device", "reference"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read_picture(folder.path("b.exr")).values;
    };
    const std::vector<float> half = values("gain=0.5");
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(values("gain=-5:0.5,5:0.25"), half);
    EXPECT_EQ(outcome.err,
              "weft: note: Gain has keyframes, and no frame was chosen: each parameter is as at "
              "its first one, or as the document says; -F chooses frames\n");
}

TEST_F(RenderCommand, CpuAgreesWithTheReference) {
    write_picture(folder.path("a.exr"), offset_spec());
    const std::string in = folder.path("a.exr");
    for (const char* device : {"cpu", "reference"}) {
        const Outcome run = run_weft({"render", "degrain", "-i", in, "-o",
                                      folder.path(std::string(device) + ".exr"), "--device", device,
                                      "--cache-dir", folder.path("cache")});
        ASSERT_EQ(run.code, 0) << run.err;
    }
    EXPECT_EQ(read_picture(folder.path("cpu.exr")).values,
              read_picture(folder.path("reference.exr")).values);
}

}  // namespace
}  // namespace weft::test
