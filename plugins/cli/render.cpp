// weft render: its flags.
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/render_flags.h"
#include "cli/sequence.h"
#include "cli/still.h"
#include "cli/timeline_frames.h"

namespace weft {
namespace {

constexpr const char* kRenderExamples =
    R"(Examples:
  Remove the grain of a plate:
    weft render degrain -i plate.exr -o clean.exr
  Set a control of the effect, and one parameter of one of its nodes:
    weft render degrain -i plate.exr -o clean.exr --set threshold=0.02
    weft list parameters degrain
  Grade what a matte shows, at half strength:
    weft render Grade -i plate.exr --mask matte.exr --mix 0.5 -o out.exr --set multiply=1.4
  Compute a part of the picture, in float:
    weft render gaussian-blur -i plate.exr -o part.exr --roi 100,50,640,360 --format float
  Render a shot, a blur growing from frame to frame; then go on where it was stopped:
    weft render gaussian-blur -i plate.####.exr -o out.####.exr -F 1001-1100 \
        --set sigma=1001:0,1100:20
    weft render ... --resume
  Render the Writes of a document, in the frames that it has in the editor:
    weft render look.weft
  Render one of 20 parts of it on a farm, a placeholder for each frame that fails:
    weft render ... --chunk 3/20 --on-error placeholder --progress json
  Use functors of your own:
    weft render MyFunctor --functors my_functor.h -i in.png -o out.png

Sequences are told of in docs/sequences.md, exit codes in docs/exit-codes.md; 0 means that
every output is in place.)";

Result<ExitCode> run(const RenderFlags& flags) {
    const Result<RenderOptions> options = to_options(flags);
    if (!options) return options.error();
    const Reporting report{flags.quiet, flags.json};
    Result<std::vector<std::string>> frames = with_timeline(*options, flags.sequence.frames);
    if (!frames) return frames.error();
    if (frames->empty()) return render_still(*options, report);
    if (flags.sequence.frames.empty() && !report.quiet)
        fmt::print(stderr, "weft: note: frames {}, the timeline of {}; -F names others\n",
                   frames->front(), options->choice.effect);
    SequenceFlags sequence = flags.sequence;
    sequence.frames = *std::move(frames);
    return render_sequence(*options, sequence, report);
}

}  // namespace

void add_render(CLI::App& app, Action& action) {
    auto flags = std::make_shared<RenderFlags>();
    CLI::App* command = app.add_subcommand("render", "Run an effect on pictures");
    add_render_flags(*command, *flags);
    add_run_flags(*command, flags->sequence);
    command->add_flag("-q,--quiet", flags->quiet, "Print nothing but errors")->group("Report");
    command->add_flag("--json", flags->json, "Print the summary as JSON")->group("Report");
    command->footer(kRenderExamples);
    command->callback([flags, &action] { action = [flags] { return run(*flags); }; });
}

}  // namespace weft
