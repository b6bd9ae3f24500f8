// Layers and parts of OpenEXR files: one is chosen, the others are kept.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using Type = OIIO::TypeDesc;

/// A part as it is in the file: each channel in its own type.
struct NativePart {
    OIIO::ImageSpec spec;
    std::vector<std::byte> bytes;

    std::vector<std::byte> channel(const std::string& name) const {
        const int c = spec.channelindex(name);
        EXPECT_GE(c, 0) << name;
        const std::size_t begin = c == 0 ? 0 : spec.pixel_bytes(0, c, true);
        const std::size_t size = spec.channelformat(c).size();
        std::vector<std::byte> all;
        for (std::size_t i = begin; i < bytes.size(); i += spec.pixel_bytes(true))
            all.insert(all.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i),
                       bytes.begin() + static_cast<std::ptrdiff_t>(i + size));
        return all;
    }
};

std::vector<NativePart> read_parts(const std::string& path) {
    std::vector<NativePart> parts;
    const auto input = OIIO::ImageInput::open(path);
    if (input == nullptr) throw std::runtime_error("cannot read " + path);
    for (int i = 0; input->seek_subimage(i, 0); ++i) {
        NativePart part{input->spec(), std::vector<std::byte>(input->spec().image_bytes(true))};
        EXPECT_TRUE(
            input->read_image(i, 0, 0, part.spec.nchannels, Type::UNKNOWN, part.bytes.data()));
        parts.push_back(std::move(part));
    }
    static_cast<void>(input->geterror());
    return parts;
}

OIIO::ImageSpec spec_of(int width, int height, const std::vector<std::string>& names,
                        const std::vector<Type>& types, const std::string& part = {}) {
    OIIO::ImageSpec spec(width, height, static_cast<int>(names.size()), Type::FLOAT);
    spec.channelnames = names;
    spec.channelformats = types;
    spec.attribute("compression", "zip");
    if (!part.empty()) spec.attribute("oiio:subimagename", part);
    return spec;
}

class Layers : public testing::Test {
  protected:
    Layers() {
        layered = folder.path("layered.exr");
        write(
            layered,
            {spec_of(20, 40,
                     {"R", "G", "B", "A", "diffuse.R", "diffuse.G", "diffuse.B", "id.X", "depth.Z"},
                     {Type::HALF, Type::HALF, Type::HALF, Type::HALF, Type::HALF, Type::HALF,
                      Type::HALF, Type::UINT32, Type::FLOAT})});
        parted = folder.path("parted.exr");
        OIIO::ImageSpec moved =
            spec_of(13, 9, {"R", "G", "B", "light.R", "light.G", "light.B"}, {}, "spec");
        moved.x = 5, moved.y = -2;
        moved.full_width = 20, moved.full_height = 40;
        write(parted, {spec_of(20, 40, {"R", "G", "B", "A"}, {}, "beauty"), moved,
                       spec_of(20, 40, {"R", "G", "B"}, {}, "third")});
    }

    /// Pixels that differ from channel to channel and part to part.
    static void write(const std::string& path, const std::vector<OIIO::ImageSpec>& specs) {
        const auto file = OIIO::ImageOutput::create(path);
        ASSERT_TRUE(file->open(path, static_cast<int>(specs.size()), specs.data()));
        for (std::size_t i = 0; i < specs.size(); ++i) {
            if (i > 0) {
                ASSERT_TRUE(file->open(path, specs[i], OIIO::ImageOutput::AppendSubimage))
                    << file->geterror();
            }
            std::vector<float> values = pattern(specs[i]);
            for (float& v : values) v = v * 0.25f + 0.25f * static_cast<float>(i);
            ASSERT_TRUE(file->write_image(Type::FLOAT, values.data())) << file->geterror();
        }
        ASSERT_TRUE(file->close());
    }

    Outcome gain(const std::string& in, const std::vector<std::string>& more) const {
        std::vector<std::string> all{"render", "Gain",     "-i",        in,      "-o",
                                     out,      "--device", "reference", "--set", "gain=2"};
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    }

    ScratchFolder folder;
    std::string layered, parted, out = folder.path("out.exr");
};

/// Exact in half and in float.
std::vector<float> doubled(std::vector<float> values) {
    for (float& v : values) v *= 2;
    return values;
}

/// Channels of a picture as floats, in the order named.
std::vector<float> values_of(const std::string& path, int part,
                             const std::vector<std::string>& names) {
    const auto input = OIIO::ImageInput::open(path);
    if (input == nullptr || !input->seek_subimage(part, 0)) throw std::runtime_error(path);
    const OIIO::ImageSpec spec = input->spec();
    std::vector<float> all(spec.image_pixels() * static_cast<std::size_t>(spec.nchannels));
    EXPECT_TRUE(input->read_image(part, 0, 0, spec.nchannels, Type::FLOAT, all.data()));
    std::vector<float> values;
    for (const std::string& name : names)
        for (std::size_t i = static_cast<std::size_t>(spec.channelindex(name)); i < all.size();
             i += static_cast<std::size_t>(spec.nchannels))
            values.push_back(all[i]);
    return values;
}

const std::vector<std::string> kDiffuse{"diffuse.R", "diffuse.G", "diffuse.B"};
const std::vector<std::string> kRgb{"R", "G", "B"};

TEST_F(Layers, OneIsRead) {
    const Outcome outcome = gain(layered, {"--layer", "diffuse", "--drop-layers"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "") << "nobody is warned of what was asked for";
    const ReadPicture back = read_picture(out);
    EXPECT_THAT(back.spec.channelnames, ElementsAre("diffuse.R", "diffuse.G", "diffuse.B"));
    EXPECT_EQ(back.spec.format, Type::HALF);
    EXPECT_EQ(values_of(out, 0, kDiffuse), doubled(values_of(layered, 0, kDiffuse)));
    ASSERT_EQ(gain(layered, {"--layer", "rgba", "--drop-layers"}).code, 0);
    EXPECT_EQ(read_picture(out).spec.nchannels, 4);
    EXPECT_EQ(values_of(out, 0, kRgb), doubled(values_of(layered, 0, kRgb)));
    ASSERT_EQ(gain(layered, {"--layer", "depth", "--drop-layers"}).code, 0);
    EXPECT_EQ(read_picture(out).spec.format, Type::FLOAT);
}

TEST_F(Layers, TheOthersAreKeptToTheBit) {
    for (const char* compression : {"zip", "none", "piz"}) {
        SCOPED_TRACE(compression);
        const Outcome outcome =
            gain(layered, {"--layer", "diffuse", "--keep-layers", "--compression", compression});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(values_of(out, 0, kDiffuse), doubled(values_of(layered, 0, kDiffuse)));
        const std::vector<NativePart> from = read_parts(layered), to = read_parts(out);
        ASSERT_EQ(to.size(), 1u);
        EXPECT_EQ(to[0].spec.channelnames, from[0].spec.channelnames);
        EXPECT_EQ(to[0].spec.channelformats, from[0].spec.channelformats);
        EXPECT_EQ(to[0].spec.get_string_attribute("compression"), compression);
        for (const char* name : {"R", "G", "B", "A", "id.X", "depth.Z"})
            EXPECT_EQ(to[0].channel(name), from[0].channel(name)) << name;
    }
}

TEST_F(Layers, SoAreParts) {
    const std::vector<NativePart> from = read_parts(parted);
    ASSERT_EQ(from.size(), 3u);
    const std::vector<std::vector<std::string>> ways{{"--part", "beauty"}, {"--part", "spec"},
                                                     {"--part", "2"},      {"--layer", "light"},
                                                     {"--layer", "third"}, {}};
    const int parts[] = {0, 1, 2, 1, 2, 0};
    for (std::size_t way = 0; way < ways.size(); ++way) {
        SCOPED_TRACE(way);
        std::vector<std::string> more = ways[way];
        more.push_back("--keep-layers");
        const Outcome outcome = gain(parted, more);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const std::vector<NativePart> to = read_parts(out);
        ASSERT_EQ(to.size(), 3u);
        const auto processed = static_cast<std::size_t>(parts[way]);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(to[i].spec.get_string_attribute("oiio:subimagename"),
                      from[i].spec.get_string_attribute("oiio:subimagename"));
            EXPECT_EQ(to[i].spec.channelnames, from[i].spec.channelnames);
            EXPECT_EQ(to[i].spec.x, from[i].spec.x);
            EXPECT_EQ(to[i].spec.height, from[i].spec.height);
            if (i != processed) {
                EXPECT_EQ(to[i].bytes, from[i].bytes) << i;
            }
        }
        const bool light = ways[way] == std::vector<std::string>{"--layer", "light"};
        const std::vector<std::string> changed =
            light ? std::vector<std::string>{"light.R", "light.G", "light.B"} : kRgb;
        EXPECT_EQ(values_of(out, parts[way], changed),
                  doubled(values_of(parted, parts[way], changed)));
        if (light) {
            EXPECT_EQ(values_of(out, 1, kRgb), values_of(parted, 1, kRgb));
        }
    }
}

TEST_F(Layers, TilesStayTiles) {
    const std::string tiled = folder.path("tiled.exr");
    std::vector<OIIO::ImageSpec> specs{
        spec_of(50, 600, {"R", "G", "B", "b.X"}, {Type::HALF, Type::HALF, Type::HALF, Type::FLOAT},
                "one"),
        spec_of(50, 600, {"R", "G", "B"}, {}, "two")};
    for (OIIO::ImageSpec& spec : specs) spec.tile_width = 32, spec.tile_height = 48;
    write(tiled, specs);
    for (const char* part : {"one", "two"}) {
        SCOPED_TRACE(part);
        const Outcome outcome = gain(tiled, {"--part", part, "--layer", "rgba", "--keep-layers"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const std::vector<NativePart> from = read_parts(tiled), to = read_parts(out);
        ASSERT_EQ(to.size(), 2u);
        const int processed = part == std::string("one") ? 0 : 1;
        for (const NativePart& its : to) {
            EXPECT_EQ(its.spec.tile_width, 32);
            EXPECT_EQ(its.spec.tile_height, 48);
        }
        EXPECT_EQ(to[0].channel("b.X"), from[0].channel("b.X"));
        EXPECT_EQ(to[1 - processed].bytes, from[1 - processed].bytes);
        EXPECT_EQ(values_of(out, processed, kRgb), doubled(values_of(tiled, processed, kRgb)));
    }
}

TEST_F(Layers, ManyRowsAndChannels) {
    // More rows than go at a time, and runs of channels of several types between the new ones.
    const std::string many = folder.path("many.exr");
    std::vector<std::string> names{"R", "G", "B"};
    std::vector<Type> types{Type::HALF, Type::HALF, Type::HALF};
    for (int i = 0; i < 70; ++i) {
        names.push_back("l" + std::to_string(100 + i) + ".X");
        types.push_back(i % 3 == 0 ? Type::UINT32 : i % 3 == 1 ? Type::HALF : Type::FLOAT);
    }
    write(many, {spec_of(11, 700, names, types)});
    ASSERT_EQ(gain(many, {"--layer", "l110", "--keep-layers"}).code, 0);
    const std::vector<NativePart> from = read_parts(many), to = read_parts(out);
    EXPECT_EQ(to[0].spec.channelformats, from[0].spec.channelformats);
    for (const std::string& name : names) {
        if (name != "l110.X") {
            EXPECT_EQ(to[0].channel(name), from[0].channel(name)) << name;
        }
    }
    EXPECT_EQ(values_of(out, 0, {"l110.X"}), doubled(values_of(many, 0, {"l110.X"})));
}

TEST_F(Layers, InSequencesToo) {
    const std::string in = folder.path("in.####.exr"), to = folder.path("out.####.exr");
    write(folder.path("in.0001.exr"), {spec_of(20, 40, {"R", "a.R"}, {Type::HALF, Type::FLOAT})});
    const std::vector<std::string> all{"render",   "Gain",      "-i",      in,   "-o",
                                       to,         "--set",     "gain=2",  "-F", "1",
                                       "--device", "reference", "--layer", "a",  "--resume"};
    const std::vector<std::string>& kept = all;
    std::vector<std::string> dropped = all;
    dropped.push_back("--drop-layers");
    ASSERT_EQ(run_weft(dropped).code, 0);
    EXPECT_EQ(read_picture(folder.path("out.0001.exr")).spec.nchannels, 1);
    const Outcome outcome = run_weft(kept);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 of 1 frame rendered"))
        << "another choice, another picture";
    EXPECT_EQ(values_of(folder.path("out.0001.exr"), 0, {"a.R"}),
              doubled(values_of(folder.path("in.0001.exr"), 0, {"a.R"})));
    EXPECT_EQ(values_of(folder.path("out.0001.exr"), 0, {"R"}),
              values_of(folder.path("in.0001.exr"), 0, {"R"}));
    EXPECT_THAT(run_weft(kept).out, HasSubstr("1 complete before"));
}

TEST_F(Layers, OneForEachInput) {
    const Outcome outcome =
        run_weft({"render", "Quotient", "-i", layered, "-i", layered, "-o", out, "--device",
                  "reference", "--layer", "diffuse", "--layer", "depth"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read_picture(out).spec.nchannels, 9);
    EXPECT_NE(values_of(out, 0, kDiffuse), values_of(layered, 0, kDiffuse));
}

TEST_F(Layers, ErrorsListWhatThereIs) {
    const auto expect = [&](const std::string& in, const std::vector<std::string>& more, int code,
                            const std::string& message) {
        const Outcome outcome = gain(in, more);
        EXPECT_EQ(outcome.code, code);
        EXPECT_THAT(outcome.err, HasSubstr(message));
    };
    expect(layered, {"--layer", "specular"}, kInput,
           "it has no layer 'specular'; its layers are rgba, depth, diffuse, id");
    expect(parted, {"--layer", "none"}, kInput,
           "it has no layer 'none'; its parts, and their layers, are 0 'beauty' (rgba); 1 'spec' "
           "(rgba, light); 2 'third' (rgba)");
    expect(parted, {"--part", "beauty", "--layer", "light"}, kInput,
           "its part 'beauty' has no layer 'light'; its parts");
    expect(parted, {"--part", "3"}, kInput, "it has no part '3'; its parts");
    expect(layered, {"--layer", "diffuse", "--layer", "rgba"}, kUsage,
           "--layer was given 2 times for 1 input; give it once, or once for each");
    expect(
        layered, {"--layer", "diffuse", "--keep-layers", "--roi", "0,0,5,5"}, kUsage,
        "with --keep-layers: it is 0,0,5,5 (x,y,w,h), but the other layers are 0,0,20,40; render "
        "the whole picture, without --roi");
    const Outcome png = run_weft({"render", "Gain", "-i", layered, "-o", folder.path("o.png"),
                                  "--layer", "diffuse", "--keep-layers", "--device", "reference"});
    EXPECT_EQ(png.code, kUsage);
    EXPECT_THAT(png.err, HasSubstr("with --keep-layers: only .exr files have layers"));
    EXPECT_EQ(gain(layered, {"--keep-layers", "--drop-layers"}).code, kUsage);
}

TEST_F(Layers, AnotherNumberOfChannelsTakesTheirPlace) {
    const Outcome outcome = run_weft({"render", "Luminance", "-i", layered, "-o", out, "--layer",
                                      "diffuse", "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<NativePart> from = read_parts(layered), to = read_parts(out);
    EXPECT_THAT(to[0].spec.channelnames,
                UnorderedElementsAre("R", "G", "B", "A", "depth.Z", "diffuse.Y", "id.X"));
    for (const char* name : {"R", "A", "id.X", "depth.Z"})
        EXPECT_EQ(to[0].channel(name), from[0].channel(name)) << name;
    // What is made takes the place of what has its name.
    const std::string grey = folder.path("grey.exr");
    write(grey, {spec_of(20, 40, {"R", "G", "B", "Y", "z.Y"}, {})});
    ASSERT_EQ(
        run_weft({"render", "Luminance", "-i", grey, "-o", out, "--device", "reference"}).code, 0);
    EXPECT_THAT(read_picture(out).spec.channelnames, UnorderedElementsAre("Y", "z.Y"));
    EXPECT_NE(values_of(out, 0, {"Y"}), values_of(grey, 0, {"Y"}));
}

TEST_F(Layers, ByDefaultColoursAreComputedAndTheRestIsKept) {
    const Outcome outcome = gain(layered, {});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, HasSubstr("4 channels"));
    const std::vector<NativePart> from = read_parts(layered), to = read_parts(out);
    EXPECT_EQ(to[0].spec.channelnames, from[0].spec.channelnames);
    EXPECT_EQ(to[0].spec.channelformats, from[0].spec.channelformats);
    const std::vector<std::string> rgba{"R", "G", "B", "A"};
    EXPECT_EQ(values_of(out, 0, rgba), doubled(values_of(layered, 0, rgba)));
    for (const char* name : {"diffuse.R", "diffuse.G", "diffuse.B", "id.X", "depth.Z"})
        EXPECT_EQ(to[0].channel(name), from[0].channel(name)) << name;
}

TEST_F(Layers, DepthIsNoColourAndNoAlpha) {
    const std::string depth = folder.path("depth.exr");
    write(depth, {spec_of(20, 40, {"R", "G", "B", "Z"}, {})});
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, std::vector<std::string>{"--layer", "rgba"}}) {
        ASSERT_EQ(gain(depth, more).code, 0);
        EXPECT_EQ(values_of(out, 0, kRgb), doubled(values_of(depth, 0, kRgb)));
        EXPECT_EQ(values_of(out, 0, {"Z"}), values_of(depth, 0, {"Z"}));
    }
    ASSERT_EQ(gain(depth, {"--layer", "all"}).code, 0);
    EXPECT_EQ(values_of(out, 0, {"Z"}), doubled(values_of(depth, 0, {"Z"})));
}

TEST_F(Layers, ComputedChannelsHaveTheTypeTheyHad) {
    const std::string mixed = folder.path("mixed.exr");
    write(mixed, {spec_of(20, 40, {"R", "G", "B", "A", "id"},
                          {Type::HALF, Type::FLOAT, Type::HALF, Type::HALF, Type::UINT32})});
    const std::vector<NativePart> from = read_parts(mixed);
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, std::vector<std::string>{"--drop-layers"}}) {
        const Outcome outcome = gain(mixed, more);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const std::vector<NativePart> to = read_parts(out);
        for (const char* name : {"R", "G", "B", "A"})
            EXPECT_EQ(to[0].spec.channelformat(to[0].spec.channelindex(name)),
                      from[0].spec.channelformat(from[0].spec.channelindex(name)))
                << name;
        const std::vector<std::string> rgba{"R", "G", "B", "A"};
        EXPECT_EQ(values_of(out, 0, rgba), doubled(values_of(mixed, 0, rgba)));
        EXPECT_EQ(to[0].spec.channelindex("id") >= 0, more.empty());
    }
    ASSERT_EQ(gain(mixed, {"--format", "half"}).code, 0);
    EXPECT_EQ(read_parts(out)[0].spec.channelformat(1), Type::HALF) << "as asked";
}

TEST_F(Layers, WhatCannotBeKeptIsNamedOnce) {
    const std::string png = folder.path("o.png");
    const Outcome outcome =
        run_weft({"render", "Gain", "-i", layered, "-o", png, "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("o.png' is without depth.Z, diffuse.R, diffuse.G, "
                                       "diffuse.B, id.X of '"));
    EXPECT_THAT(outcome.err, HasSubstr("only .exr files have layers"));
    const Outcome part = gain(layered, {"--roi", "0,0,5,5"});
    EXPECT_EQ(part.code, 0);
    EXPECT_THAT(part.err, HasSubstr("it is 0,0,5,5 (x,y,w,h), but the other layers are"));
    const Outcome others = gain(parted, {"--roi", "0,0,5,5"});
    EXPECT_THAT(others.err, HasSubstr("out.exr' is without its other parts of '"));
    EXPECT_EQ(gain(layered, {"--roi", "0,0,5,5", "--drop-layers"}).err, "");
    for (const char* frame : {"1", "2"})
        std::filesystem::copy(layered, folder.path(std::string("f.000") + frame + ".exr"));
    const Outcome frames = run_weft({"render", "Gain", "-i", folder.path("f.#.exr"), "-o",
                                     folder.path("f.#.png"), "-F", "1-2", "--device", "reference"});
    ASSERT_EQ(frames.code, 0) << frames.err;
    const std::size_t first = frames.err.find("is without");
    ASSERT_NE(first, std::string::npos) << frames.err;
    EXPECT_EQ(frames.err.find("is without", first + 1), std::string::npos) << frames.err;
}

/// Of a file that holds more than colours and is no .exr; its pages are pictures of their own.
TEST_F(Layers, OfOtherFilesComeIntoAnExr) {
    const std::string tiff = folder.path("in.tif");
    const std::vector<std::string> others{"channel3", "channel4", "channel5"};
    for (const Type& type : {Type(Type::UINT8), Type(Type::UINT16), Type(Type::FLOAT)}) {
        SCOPED_TRACE(type.c_str());
        const OIIO::ImageSpec page(20, 40, 6, type);
        const auto file = OIIO::ImageOutput::create(tiff);
        ASSERT_TRUE(file->open(tiff, page) &&
                    file->write_image(Type::FLOAT, pattern(page).data()) &&
                    file->open(tiff, page, OIIO::ImageOutput::AppendSubimage));
        std::vector<float> values = pattern(page);
        for (float& v : values) v *= 0.5f;
        ASSERT_TRUE(file->write_image(Type::FLOAT, values.data()) && file->close());
        for (int number : {0, 1}) {
            const Outcome outcome = gain(tiff, {"--part", std::to_string(number)});
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_EQ(outcome.err, "");
            const std::vector<NativePart> to = read_parts(out);
            ASSERT_EQ(to.size(), 1u);
            const std::vector<float> was = values_of(tiff, number, others),
                                     is = values_of(out, 0, others);
            ASSERT_EQ(was.size(), is.size());
            // Halves tell all bytes apart, as numbers nearby.
            for (std::size_t i = 0; i < was.size(); ++i)
                ASSERT_NEAR(is[i], was[i], type == Type::UINT8 ? 2.5e-4 : 0.0);
            EXPECT_EQ(to[0].spec.channelformat(to[0].spec.channelindex("channel5")),
                      type == Type::UINT8 ? Type::HALF : Type::FLOAT);
        }
    }
}

TEST_F(Layers, InfoNamesThem) {
    EXPECT_THAT(run_weft({"info", layered}).out,
                HasSubstr("layers          rgba, depth, diffuse, id\n"));
    EXPECT_THAT(run_weft({"info", layered}).out, HasSubstr("channels        4 (R, G, B, A)\n"));
    EXPECT_THAT(run_weft({"info", layered}).out,
                HasSubstr("kept beside     5 (depth.Z float, diffuse.R half, diffuse.G half, "
                          "diffuse.B half, id.X uint"));
    const Outcome parts = run_weft({"info", parted});
    EXPECT_THAT(parts.out, HasSubstr("part 0          'beauty', rgba (used unless"));
    EXPECT_THAT(parts.out, HasSubstr("part 1          'spec', rgba, light\n"));
}

}  // namespace
}  // namespace weft::test
