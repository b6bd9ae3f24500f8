// The report as text and as JSON.
#include "cli/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "pictures/file_colour.h"

namespace weft {
namespace {

std::string milliseconds(double seconds) {
    const double ms = seconds * 1000.0;
    return fmt::format("{:.{}f} ms", ms, ms < 10.0 ? 1 : 0);
}

double total(const RenderReport& r) {
    return r.seconds.read + r.seconds.prepare + r.seconds.compute + r.seconds.write;
}

/// "  colour: plate.png: sRGB (as 8-bit pictures are)", in lines of their own; raw is not told of.
std::string colours_text(const RenderReport& r) {
    std::string text;
    const auto add = [&](const std::string& path, const std::string& colour) {
        if (colour != kRawColour) text += fmt::format("\n  colour of {}: {}", path, colour);
    };
    for (std::size_t i = 0; i < r.input_colours.size(); ++i)
        add(r.input_paths[i], r.input_colours[i]);
    for (std::size_t i = 0; i < r.outputs.size() && i < r.output_colours.size(); ++i)
        add(r.outputs[i].path, r.output_colours[i]);
    return text;
}

}  // namespace

std::string to_text(const RenderReport& r) {
    std::vector<std::string> pictures;
    for (const WrittenPicture& p : r.outputs)
        pictures.push_back(fmt::format("{} ({}x{}, {} channel{}, {})", p.path, p.window.width(),
                                       p.window.height(), p.channels, p.channels == 1 ? "" : "s",
                                       name_of(p.format)));
    return fmt::format(
        "{}: {} on {}, {} thread{}, {} kernel{}, {} (read {}, prepare {}, run {}, "
        "write {}){}",
        fmt::join(pictures, ", "), r.effect, r.computation.device, r.threads,
        r.threads == 1 ? "" : "s", r.computation.kernels, r.computation.kernels == 1 ? "" : "s",
        milliseconds(total(r)), milliseconds(r.seconds.read), milliseconds(r.seconds.prepare),
        milliseconds(r.seconds.compute), milliseconds(r.seconds.write), colours_text(r));
}

std::string to_json(const RenderReport& r) {
    nlohmann::ordered_json json;
    json["effect"] = r.effect;
    json["device"] = r.computation.device;
    json["threads"] = r.threads;
    json["math"] = r.fast ? "fast" : "strict";
    json["outputs"] = nlohmann::ordered_json::array();
    for (const WrittenPicture& p : r.outputs) {
        nlohmann::ordered_json picture;
        picture["path"] = p.path;
        picture["window"] = {p.window.x0, p.window.y0, p.window.width(), p.window.height()};
        picture["channels"] = p.channels;
        picture["format"] = name_of(p.format);
        json["outputs"].push_back(picture);
    }
    json["colours"] = {{"inputs", r.input_colours}, {"outputs", r.output_colours}};
    json["kernels"] = r.computation.kernels;
    json["compiled"] = r.compiled;
    json["from_cache"] = r.from_cache;
    json["scratch_bytes"] = r.computation.scratch_bytes;
    json["seconds"] = {{"read", r.seconds.read},
                       {"prepare", r.seconds.prepare},
                       {"run", r.seconds.compute},
                       {"write", r.seconds.write},
                       {"total", total(r)}};
    json["notes"] = r.notes;
    // Paths need not be UTF-8; what is not is replaced.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace weft
