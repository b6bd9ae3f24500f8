// Hashing, and a word at the end of a line of metadata.
#include "batch/record.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "pictures/colour_path.h"

namespace weft {
namespace {

constexpr std::size_t kDigits = 16;
constexpr const char* kPlaceholderMark = " placeholder";

/// Folders may be mounted elsewhere on another machine: the name alone counts.
Result<std::string> identity_of_file(const std::string& path) {
    struct stat status{};
    if (stat(path.c_str(), &status) != 0)
        return Error{ErrorKind::kInput, fmt::format("cannot read '{}': {}; check the path", path,
                                                    std::strerror(errno))};
    return fmt::format("{} {} {}", std::filesystem::path(path).filename().string(),
                       static_cast<long long>(status.st_size),
                       static_cast<long long>(status.st_mtim.tv_sec));
}

/// Of a transform of colours: its name, and the file of its names or its table. Where that is
/// missing its name alone: who reads it knows what names the file, and tells.
Result<std::string> identity_of(const std::string& path) {
    if (!is_colour_path(path)) return identity_of_file(path);
    const Result<ColourTransform> transform = parse_colour_path(path);
    if (!transform) return transform.error();
    const std::string file = file_behind(*transform);
    if (file.empty() || is_colour_path(file)) return path + ' ' + file;
    const Result<std::string> behind = identity_of_file(file);
    return behind ? path + ' ' + *behind : path;
}

/// What Weft wrote as "Software"; nothing where another program did, or none.
std::optional<std::string> weft_software(const PictureInfo& info) {
    if (info.metadata == nullptr) return std::nullopt;
    for (const auto& [name, text] : info.metadata->entries()) {
        if (name != "Software") continue;
        // Texts for people stand in quotes.
        std::string value = text;
        if (value.size() > 1 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        if (value.starts_with("weft ")) return value;
    }
    return std::nullopt;
}

}  // namespace

Result<std::string> fingerprint(const Graph& still, const Library& library,
                                const RenderSettings& settings, const FrameTask& task,
                                std::size_t output) {
    std::string text =
        fmt::format("{}\n{}\n{:x}\n{}\n", settings.version, settings.settings, hash(still), output);
    for (const Node& node : still.nodes)
        if (const TranslatedFunctor* functor = library.find_translated(node.functor))
            text += functor->scalar_text;
    for (const std::string& input : task.inputs) {
        Result<std::string> identity = identity_of(input);
        if (!identity) return identity.error();
        text += *identity + '\n';
    }
    return fmt::format("{:0{}x}", XXH3_64bits(text.data(), text.size()), kDigits);
}

Result<std::vector<std::string>> fingerprints(const Graph& still, const Library& library,
                                              const RenderSettings& settings,
                                              const FrameTask& task) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        Result<std::string> one = fingerprint(still, library, settings, task, i);
        if (!one) return one.error();
        all.push_back(*std::move(one));
    }
    return all;
}

std::string software_text(const RenderSettings& settings, const std::string& effect,
                          const std::string& fingerprint) {
    return fmt::format("weft {} ({}) {}", settings.version, effect, fingerprint);
}

std::string placeholder_text(const RenderSettings& settings, const std::string& effect) {
    return fmt::format("weft {} ({}){}", settings.version, effect, kPlaceholderMark);
}

std::optional<std::string> recorded_fingerprint(const PictureInfo& info) {
    const std::optional<std::string> text = weft_software(info);
    if (!text || text->size() < kDigits + 1) return std::nullopt;
    std::string last = text->substr(text->size() - kDigits);
    if (last.find_first_not_of("0123456789abcdef") == std::string::npos &&
        (*text)[text->size() - kDigits - 1] == ' ')
        return last;
    return std::nullopt;
}

bool is_placeholder(const PictureInfo& info) {
    const std::optional<std::string> text = weft_software(info);
    return text && text->ends_with(kPlaceholderMark);
}

}  // namespace weft
