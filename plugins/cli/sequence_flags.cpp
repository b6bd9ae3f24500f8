// The wording of the flags of sequences.
#include "cli/sequence.h"

namespace weft {

namespace {

/// Adds flags that mean something where there are frames.
struct Adder {
    CLI::App& command;
    CLI::Option* frames;

    CLI::Option* option(const char* name, auto& value, const char* help, const char* type) {
        return command.add_option(name, value, help)
            ->group("Sequences")
            ->type_name(type)
            ->needs(frames);
    }
    void flag(const char* name, bool& value, const char* help) {
        command.add_flag(name, value, help)->group("Sequences")->needs(frames);
    }
};

}  // namespace

void add_sequence_flags(CLI::App& command, SequenceFlags& flags) {
    Adder add{command, command.add_option(
                           "-F,--frames", flags.frames,
                           "Render these frames, of paths with #### (or @, %04d): 1-10, 1-10x2, "
                           "10-1, 1,5,9, all there are, or a document's timeline; may be "
                           "repeated [of a document that writes such paths: timeline]")};
    add.frames->group("Sequences")
        ->type_name("LIST")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    add.option("--views", flags.views,
               "Names for %V in paths (%v: their first letters) [left,right]", "LIST");
    add.option("--on-error", flags.on_error,
               "When a frame cannot be rendered: stop, skip it, or put a placeholder in its place",
               "DO")
        ->check(CLI::IsMember({"stop", "skip", "placeholder"}))
        ->capture_default_str();
    add.flag("--skip-existing", flags.skip_existing,
             "Leave outputs that are whole and were rendered with the same settings and inputs");
    add.flag("--no-clobber", flags.no_clobber, "Never replace a file");
    add.flag("--create-dirs", flags.create_folders, "Create the folders of outputs");
    add.option("--parallel-frames", flags.parallel_frames,
               "Frames to compute at a time, sharing --threads; reading and writing overlap anyway",
               "N")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
}

void add_run_flags(CLI::App& command, SequenceFlags& flags) {
    Adder add{command, command.get_option("--frames")};
    add.option("--chunk", flags.chunk,
               "Render part K of N of the frames; auto: the part that a farm's task is for (Slurm "
               "arrays, OpenCue)",
               "K/N");
    add.flag("--resume", flags.resume,
             "As --skip-existing, and clean up after a run that was killed; nobody else may be "
             "rendering these frames");
    add.flag("-n,--dry-run", flags.dry_run,
             "Say what would be done with each frame, and do nothing");
    add.flag("--compile-only", flags.compile_only,
             "Compile what the frames need into the cache, and render none");
    command
        .add_option("--progress", flags.progress,
                    "auto (a line on a terminal, else a line a frame), line, plain, json, openjd "
                    "or none")
        ->group("Report")
        ->type_name("HOW")
        ->needs(add.frames)
        ->check(CLI::IsMember({"auto", "line", "plain", "json", "openjd", "none"}))
        ->capture_default_str();
    command
        .add_option("--profile", flags.profile,
                    "Write where the time went, in kernels node by node, for chrome://tracing or "
                    "ui.perfetto.dev; the kernels that count it take longer")
        ->group("Report")
        ->type_name("FILE.json")
        ->needs(add.frames);
}

}  // namespace weft
