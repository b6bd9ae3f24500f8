// Makes a bundle of a hand-written kernel, by the bundle of a generated one:
//
//   weft_hand_bundle BUNDLE CUBIN ROWS OUTPUT
//
// BUNDLE is of the same effect and size, with the reference's hashes: inputs, outputs and hashes
// are taken from it, and one launch of CUBIN, whose warps go down so many ROWS, takes the place of
// its kernels.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "args.h"
#include "runtime/bundle/bundle.h"
#include "shape.h"

namespace weft::bench {
namespace {

Error refused(const std::string& effect, const char* why) {
    return {ErrorKind::kUsage, fmt::format("{}: {}", effect, why)};
}

Result<Launch> launch_by_hand(const LaunchList& list, int rows) {
    const hand::Shape* shape = hand::shape_of(list.name);
    if (shape == nullptr) return refused(list.name, "there is no kernel by hand");
    if (list.fast_math) return refused(list.name, "kernels by hand are strict");
    if (list.inputs.size() != 1 || list.outputs.size() != 1 || list.inputs[0].picture < 0)
        return refused(list.name, "expected one input and one output");
    const int input = list.inputs[0].picture, output = list.outputs[0].picture;
    const ExchangedPicture& in = list.pictures[static_cast<std::size_t>(input)];
    const ExchangedPicture& out = list.pictures[static_cast<std::size_t>(output)];
    if (in.layout != Layout::kRows || out.layout != Layout::kRows)
        return refused(list.name, "a picture is stored by columns");
    if (in.stored != out.stored || in.planes != out.planes ||
        in.stored != list.inputs[0].shape.domain)
        return refused(list.name, "a picture is not stored whole");
    if (in.arena_offset % 16 != 0 || out.arena_offset % 16 != 0)
        return refused(list.name, "a picture does not lie at a multiple of 16 bytes");
    if (shape->planes > 0 && in.planes != shape->planes)
        return refused(list.name, "the kernel by hand is for another number of planes");

    const DevicePicture from = in.at(nullptr), to = out.at(nullptr);
    hand::Args args{};
    args.in_plane = from.plane();
    args.out_plane = to.plane();
    args.in_pitch = static_cast<int>(from.pitch());
    args.out_pitch = static_cast<int>(to.pitch());
    args.width = in.stored.width();
    args.height = in.stored.height();
    Launch launch;
    launch.kernel = fmt::format("{} by hand, {} rows", list.name, rows);
    launch.grid = hand::grid_of(*shape, args.width, args.height, in.planes, rows);
    launch.block = {32, hand::kWarps, 1};
    launch.args.resize(sizeof(args));
    std::memcpy(launch.args.data(), &args, sizeof(args));
    launch.slots = {{offsetof(hand::Args, in), input}, {offsetof(hand::Args, out), output}};
    launch.bytes_moved = in.bytes() + out.bytes();
    return launch;
}

Status make(const std::string& like, const std::string& cubin, int rows,
            const std::string& folder) {
    Result<Bundle> bundle = read_bundle(like);
    if (!bundle) return bundle.error();
    LaunchList& list = bundle->launches;
    std::ifstream stream(cubin, std::ios::binary);
    const std::string code((std::istreambuf_iterator<char>(stream)), {});
    if (code.empty()) return Error{ErrorKind::kInput, fmt::format("cannot read '{}'", cubin)};
    Result<Launch> launch = launch_by_hand(list, rows);
    if (!launch) return launch.error();
    list.launches = {*launch};
    std::string symbol = "hand_" + list.name;
    for (char& c : symbol)
        if (c == '-') c = '_';
    const auto* first = reinterpret_cast<const std::byte*>(code.data());
    list.code = {{symbol, {first, first + code.size()}}};
    if (Status ok = validate(list); !ok) return ok;
    return write_bundle(*bundle, folder);
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
    const int rows = argc == 5 ? std::atoi(argv[3]) : 0;
    if (rows < 1) {
        std::fputs("weft_hand_bundle BUNDLE CUBIN ROWS OUTPUT\n", stderr);
        return 2;
    }
    if (const weft::Status made = weft::bench::make(argv[1], argv[2], rows, argv[4]); !made) {
        std::fprintf(stderr, "%s\n", made.error().message.c_str());
        return 1;
    }
    return 0;
}
