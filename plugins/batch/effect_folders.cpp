#include "batch/effect_folders.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "support/environment.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft {
namespace {

constexpr std::size_t kLongestName = 80;

bool is_name(const std::string& name) {
    const auto may_stand = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    };
    return !name.empty() && name.size() <= kLongestName && name[0] >= 'a' && name[0] <= 'z' &&
           std::all_of(name.begin(), name.end(), may_stand);
}

/// "warm-glow.v2.weft" is version 2 of warm-glow.
std::optional<SavedEffect> effect_at(const std::filesystem::path& path) {
    if (path.extension() != ".weft") return std::nullopt;
    SavedEffect effect{path.stem().string(), 1, path.string()};
    const std::size_t mark = effect.name.rfind(".v");
    if (mark != std::string::npos) {
        const char* const first = effect.name.data() + mark + 2;
        const char* const last = effect.name.data() + effect.name.size();
        const auto [end, error] = std::from_chars(first, last, effect.version);
        if (error != std::errc() || end != last || effect.version < 1) return std::nullopt;
        effect.name.resize(mark);
    }
    return is_name(effect.name) ? std::optional(effect) : std::nullopt;
}

std::map<std::string, SavedEffect> newest_in(const std::string& folder) {
    std::map<std::string, SavedEffect> newest;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        const std::optional<SavedEffect> effect = effect_at(at->path());
        std::error_code unreadable;
        if (!effect || !at->is_regular_file(unreadable)) continue;
        SavedEffect& known = newest.try_emplace(effect->name, *effect).first->second;
        if (effect->version > known.version) known = *effect;
    }
    return newest;
}

}  // namespace

std::vector<std::string> effect_folders() {
    std::vector<std::string> folders = nonempty_parts(environment("WEFT_EFFECTS"), ':');
    std::string data = environment("XDG_DATA_HOME");
    if (const std::string home = environment("HOME"); data.empty() && !home.empty())
        data = home + "/.local/share";
    if (!data.empty()) folders.push_back(data + "/weft/effects");
    return folders;
}

std::vector<SavedEffect> saved_effects(const std::vector<std::string>& folders) {
    std::map<std::string, SavedEffect> all;
    for (const std::string& folder : folders) all.merge(newest_in(folder));
    std::vector<SavedEffect> effects;
    for (const auto& [name, effect] : all) effects.push_back(effect);
    return effects;
}

Result<SavedEffect> next_version(const std::string& folder, const std::string& name) {
    if (!is_name(name))
        return usage_error(
            fmt::format("\"{:.80}\" cannot name an effect: expected small letters, "
                        "digits and '-', a letter first, as warm-glow",
                        name));
    const std::map<std::string, SavedEffect> known = newest_in(folder);
    const auto at = known.find(name);
    const int version = at == known.end() ? 1 : at->second.version + 1;
    const std::string file =
        version == 1 ? name + ".weft" : fmt::format("{}.v{}.weft", name, version);
    return SavedEffect{name, version, (std::filesystem::path(folder) / file).string()};
}

}  // namespace weft
