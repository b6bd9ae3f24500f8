// weft render: its flags, and what it prints.
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/flags.h"
#include "cli/parse.h"
#include "cli/render_job.h"
#include "cli/report.h"
#include "cli/sequence.h"

namespace weft {
namespace {

struct RenderFlags {
    RenderOptions options;
    EngineFlags engine;
    SequenceFlags sequence;
    std::string region, format;
    bool quiet = false, json = false;
};

constexpr const char* kExamples =
    R"(Examples:
  Remove the grain of a plate:
    weft render degrain -i plate.exr -o clean.exr
  Set a control of the effect, and one parameter of one of its nodes:
    weft render degrain -i plate.exr -o clean.exr --set threshold=0.02
    weft list parameters degrain
  Compute a part of the picture, in float:
    weft render gaussian-blur -i plate.exr -o part.exr --roi 100,50,640,360 --format float
  Render a shot, a blur growing from frame to frame; then go on where it was stopped:
    weft render gaussian-blur -i plate.####.exr -o out.####.exr -F 1001-1100 \
        --set sigma=1001:0,1100:20
    weft render ... --resume
  Render one of 20 parts of it on a farm, a placeholder for each frame that fails:
    weft render ... --chunk 3/20 --on-error placeholder --progress json
  Use functors of your own:
    weft render MyFunctor --functors my_functor.h -i in.png -o out.png

Sequences are told of in docs/sequences.md, exit codes in docs/exit-codes.md; 0 means that
every output is in place.)";

Result<RenderOptions> to_options(const RenderFlags& flags) {
    RenderOptions options = flags.options;
    options.engine = flags.engine.to_options();
    options.progress = !flags.quiet && !flags.json;
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

Result<ExitCode> run(const RenderFlags& flags) {
    Result<RenderOptions> options = to_options(flags);
    if (!options) return options.error();
    if (!flags.sequence.frames.empty())
        return render_sequence(*options, flags.sequence, {flags.quiet, flags.json});
    bool partial = false;
    Result<RenderReport> report = render(*options, partial);
    if (!report && partial) {
        fmt::print(stderr, "weft: error: {}; the outputs before it are in place\n",
                   single_line(report.error().message));
        return ExitCode::kPartial;
    }
    if (!report) return report.error();
    if (flags.json) {
        fmt::print("{}\n", to_json(*report));
    } else if (!flags.quiet) {
        for (const std::string& note : report->notes)
            fmt::print(stderr, "weft: note: {}\n", single_line(note));
        fmt::print("{}\n", to_text(*report));
    }
    return ExitCode::kSuccess;
}

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

void add_render(CLI::App& app, Action& action) {
    auto flags = std::make_shared<RenderFlags>();
    CLI::App* command = app.add_subcommand("render", "Run an effect on pictures");
    add_effect_flags(*command, flags->options.choice);
    add_paths(*command, "-i,--input", flags->options.inputs,
              "A picture to read; one for each input of the effect, in order (or with -F by "
              "NAME=PATH)");
    add_paths(*command, "-o,--output", flags->options.outputs,
              "A picture to write; one for each output of the effect, in order")
        ->required();
    add_paths(
        *command, "-X,--execute", flags->options.choice.outputs,
        "Write the picture of this node, or this output, instead of the effect's outputs; one "
        "for each -o, in order")
        ->type_name("NODE");
    command->add_option("--roi", flags->region, "Compute this region only, in picture coordinates")
        ->group("Pictures")
        ->type_name("x,y,w,h");
    command
        ->add_option("--format", flags->format,
                     "Samples to write: half, float, u8 or u16 [as in the input]")
        ->group("Pictures")
        ->type_name("NAME");
    command
        ->add_option("--compression", flags->options.compression,
                     "How to compress: of exr zip, zips, piz, rle, pxr24, b44, b44a, dwaa:LEVEL, "
                     "dwab:LEVEL or none; of tif zip, lzw, packbits or none; of jpg jpeg:QUALITY "
                     "[as in the input]")
        ->group("Pictures")
        ->type_name("NAME");
    add_sequence_flags(*command, flags->sequence);
    add_engine_flags(*command, flags->engine);
    command->add_flag("-q,--quiet", flags->quiet, "Print nothing but errors")->group("Report");
    command->add_flag("--json", flags->json, "Print the summary as JSON")->group("Report");
    command->footer(kExamples);
    command->callback([flags, &action] { action = [flags] { return run(*flags); }; });
}

}  // namespace weft
