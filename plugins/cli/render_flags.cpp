// The wording of the flags that say what is rendered.
#include "cli/render_flags.h"

#include "cli/parse.h"

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
              "A picture to read; one for each input of the effect, in order (or with -F by "
              "NAME=PATH)");
    add_paths(command, "-o,--output", flags.options.outputs,
              "A picture to write; one for each output of the effect, in order")
        ->required();
    add_paths(
        command, "-X,--execute", flags.options.choice.outputs,
        "Write the picture of this node, or this output, instead of the effect's outputs; one "
        "for each -o, in order")
        ->type_name("NODE");
    command.add_option("--roi", flags.region, "Compute this region only, in picture coordinates")
        ->group("Pictures")
        ->type_name("x,y,w,h");
    command
        .add_option("--format", flags.format,
                    "Samples to write: half, float, u8 or u16 [as in the input]")
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
}

Result<RenderOptions> to_options(const RenderFlags& flags) {
    RenderOptions options = flags.options;
    options.engine = flags.engine.to_options();
    if (!flags.region.empty()) {
        Result<Rect> region = parse_region(flags.region);
        if (!region) return region.error();
        options.region = *region;
    }
    if (!flags.format.empty()) {
        Result<SampleFormat> format = sample_format_named(flags.format);
        if (!format) return format.error();
        options.format = *format;
    }
    return options;
}

}  // namespace weft
