// The wording of the flags that say what is rendered.
#include "cli/render_flags.h"

#include <fmt/format.h>

#include "cli/parse_values.h"
#include "cli/sequence.h"

namespace weft {
namespace {

CLI::Option* add_paths(CLI::App& command, const char* names, std::vector<std::string>& paths,
                       const char* help) {
    return command.add_option(names, paths, help)
        ->group("Pictures")
        ->type_name("PATH")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

}  // namespace

void add_render_flags(CLI::App& command, RenderFlags& flags) {
    add_effect_flags(command, flags.options.choice);
    add_paths(command, "-i,--input", flags.options.inputs,
              "A picture to read; one for each input of the effect, in order or by NAME=PATH [the "
              "file that the document names]");
    add_paths(
        command, "-o,--output", flags.options.outputs,
        "A picture to write; one for each output of the effect, in order or by NAME=PATH [the "
        "files that the document names, of all outputs that have one, or of those of -X]");
    add_paths(command, "--mask", flags.mask,
              "A picture in whose alpha, or luminance, the effect works; elsewhere its first input "
              "stays. --set mask=CHANNEL takes another channel, --set invert=1 the rest");
    add_paths(
        command, "-X,--execute", flags.options.choice.outputs,
        "Write the picture of this node, or this output, instead of the effect's outputs; one "
        "for each -o, in order. Outputs that have a file in the document need no -o")
        ->type_name("NODE");
    add_paths(command, "--layer", flags.options.layers,
              "Compute on the colours of this layer of an .exr file (rgba: the channels without a "
              "layer; all: every channel of the part), of every input; or one --layer for each "
              "input, in the effect's order [the main layer's R, G, B and A, or Y and A; where "
              "there are none, all of it]")
        ->type_name("NAME");
    add_paths(command, "--part", flags.options.parts,
              "Read this part of a file of several: its name, or its number from 0; as --layer")
        ->type_name("N|NAME");
    add_paths(
        command, "--colour", flags.options.colours,
        "The colour space of files: auto (as each file's header, the file rules of $OCIO or "
        "its kind say: 'weft info FILE' tells), raw (samples stay as they are), or a space of "
        "$OCIO or Weft, such as sRGB or ACEScg. Effects compute on linear light. For one file "
        "alone INPUT=SPACE or OUTPUT=SPACE; may be repeated [as the document says, else auto]")
        ->type_name("SPACE");
    CLI::Option* keep =
        command
            .add_flag("--keep-layers", flags.options.keep_layers,
                      "Refuse to write where the first input's other channels and parts, which are "
                      "kept unchanged beside the result (.exr), cannot be kept [a warning]")
            ->group("Pictures");
    command
        .add_flag("--drop-layers", flags.options.drop_layers,
                  "Write the result alone, without the first input's other channels and parts")
        ->excludes(keep)
        ->group("Pictures");
    command
        .add_option("--fix-nan", flags.fix_nan,
                    "Replace samples of inputs that are NaN or infinite, and say how many: " +
                        choice_list<FixNan>())
        ->type_name("HOW")
        ->check(CLI::IsMember(choice_names<FixNan>()))
        ->capture_default_str()
        ->group("Pictures");
    command
        .add_flag("--any-size", flags.options.any_size,
                  "Also read pictures of which a header promises far more than a file of its size "
                  "usually holds [$WEFT_ANY_SIZE]")
        ->group("Pictures");
    command.add_option("--roi", flags.region, "Compute this region only, in picture coordinates")
        ->group("Pictures")
        ->type_name("x,y,w,h");
    command
        .add_option("--format", flags.format,
                    "Samples to write: half, float, u8, u10, u12 (.dpx) or u16 [as in the input]")
        ->group("Pictures")
        ->type_name("NAME");
    command
        .add_option("--compression", flags.options.compression,
                    "How to compress: of exr zip, zips, piz, rle, pxr24, b44, b44a, dwaa:LEVEL, "
                    "dwab:LEVEL or none; of tif zip, lzw, packbits or none; of jpg jpeg:QUALITY "
                    "[as in the input]")
        ->group("Pictures")
        ->type_name("NAME");
    add_sequence_flags(command, flags.sequence);
    add_engine_flags(command, flags.engine);
    command
        .add_option("--memory", flags.options.memory,
                    "Most memory to use, such as 16G: a picture that takes more is rendered in "
                    "bands, if need be by fewer threads, and of a sequence fewer frames are in "
                    "flight; the pixels are the same")
        ->group("Engine")
        ->type_name("SIZE");
}

Result<RenderOptions> to_options(const RenderFlags& flags) {
    RenderOptions options = flags.options;
    options.engine = flags.engine.to_options();
    options.fix_nan = find_choice<FixNan>(flags.fix_nan).value_or(FixNan::kNone);
    options.choice.masked = !flags.mask.empty();
    for (const std::string& mask : flags.mask) options.inputs.push_back("mask=" + mask);
    if (!flags.region.empty()) {
        Result<Rect> region = parse_region(flags.region);
        if (!region) return region.error();
        options.region = *region;
    }
    if (!flags.format.empty()) {
        Result<StoredFormat> format = sample_format_named(flags.format);
        if (!format) return format.error();
        options.format = *format;
    }
    return options;
}

}  // namespace weft
