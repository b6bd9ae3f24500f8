// Hashing, and a word at the end of a line of metadata.
#include "batch/record.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::size_t kDigits = 16;

/// Folders may be mounted elsewhere on another machine: the name alone counts.
Result<std::string> identity_of(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0)
        return Error{ErrorKind::kInput, fmt::format("cannot read '{}': {}; check the path", path,
                                                    std::strerror(errno))};
    return fmt::format("{} {} {}", std::filesystem::path(path).filename().string(),
                       static_cast<long long>(status.st_size),
                       static_cast<long long>(status.st_mtim.tv_sec));
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

std::string software_text(const RenderSettings& settings, const std::string& effect,
                          const std::string& fingerprint) {
    return fmt::format("weft {} ({}) {}", settings.version, effect, fingerprint);
}

std::string placeholder_text(const RenderSettings& settings, const std::string& effect) {
    return fmt::format("weft {} ({}) placeholder", settings.version, effect);
}

std::optional<std::string> recorded_fingerprint(const PictureInfo& info) {
    if (info.metadata == nullptr) return std::nullopt;
    for (const auto& [name, text] : info.metadata->entries()) {
        if (name != "Software") continue;
        // Texts for people stand in quotes.
        std::string value = text;
        if (value.size() > 1 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        if (!value.starts_with("weft ") || value.size() < kDigits + 1) continue;
        const std::string last = value.substr(value.size() - kDigits);
        if (last.find_first_not_of("0123456789abcdef") == std::string::npos &&
            value[value.size() - kDigits - 1] == ' ')
            return last;
    }
    return std::nullopt;
}

}  // namespace weft
