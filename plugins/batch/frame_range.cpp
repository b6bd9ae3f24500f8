// A reader of items, and a writer that finds runs of equal steps.
#include "batch/frame_range.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <unordered_set>

#include <fmt/format.h>

#include "support/one_line.h"

namespace weft {
namespace {

constexpr long long kFarthest = 1'000'000'000;  // sums of frames and steps stay in an int

struct Item {
    long long first = 0, last = 0, step = 1;
    bool complement = false;
};

/// Takes a whole number off the front of `text`.
bool take_number(std::string_view& text, long long& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < -kFarthest || number > kFarthest) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool read_item(std::string_view text, Item& item) {
    if (!take_number(text, item.first)) return false;
    item.last = item.first;
    if (text.empty()) return true;
    if (!take(text, "..") && !take(text, "-")) return false;
    if (!take_number(text, item.last)) return false;
    if (text.empty()) return true;
    item.complement = text.front() == 'y';
    if (!take(text, "x") && !take(text, ":") && !take(text, "y")) return false;
    if (!take_number(text, item.step) || !text.empty() || item.step == 0) return false;
    // A step says how far; the ends say which way. Only one against them is a mistake.
    if (item.step < 0 && item.first < item.last) return false;
    item.step = std::llabs(item.step);
    return true;
}

/// Adds the frames of `item` that are new; false where there are too many.
bool add_frames(const Item& item, std::unordered_set<int>& known, std::vector<int>& frames) {
    const long long way = item.last < item.first ? -1 : 1;
    const long long count = std::llabs(item.last - item.first) + 1;
    const long long step = item.complement ? 1 : item.step;
    if (count / step > kMaxFrames) return false;
    for (long long i = 0; i < count; i += step) {
        if (item.complement && i % item.step == 0) continue;
        const int frame = static_cast<int>(item.first + way * i);
        if (known.insert(frame).second) frames.push_back(frame);
    }
    return frames.size() <= static_cast<std::size_t>(kMaxFrames);
}

std::string shown(std::string_view text) { return one_line(std::string(text.substr(0, 60))); }

/// How many frames from `at` on lie equal steps apart.
std::size_t run_length(const std::vector<int>& frames, std::size_t at) {
    if (at + 1 >= frames.size()) return 1;
    const long long step = static_cast<long long>(frames[at + 1]) - frames[at];
    std::size_t end = at + 2;
    while (end < frames.size() && static_cast<long long>(frames[end]) - frames[end - 1] == step)
        ++end;
    return end - at;
}

}  // namespace

Result<std::vector<int>> parse_frames(std::string_view text) {
    constexpr std::string_view kSeparators = ", \t\n\r";
    std::vector<int> frames;
    std::unordered_set<int> known;
    for (std::size_t at = text.find_first_not_of(kSeparators); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
        const std::string_view word = text.substr(at, end - at);
        Item item;
        if (!read_item(word, item))
            return Error{ErrorKind::kUsage,
                         fmt::format("'{}' is no frame or range of frames; expected such as 7, "
                                     "1-10, 1-10x2 or -8--5, with commas between them",
                                     shown(word))};
        if (!add_frames(item, known, frames))
            return Error{ErrorKind::kUsage, fmt::format("'{}' makes more than {} frames; check it, "
                                                        "or render in several parts",
                                                        shown(word), kMaxFrames)};
        at = text.find_first_not_of(kSeparators, end);
    }
    if (frames.empty())
        return Error{ErrorKind::kUsage,
                     fmt::format("'{}' names no frame; expected such as 1-10", shown(text))};
    return frames;
}

std::string format_frames(const std::vector<int>& frames) {
    std::string text;
    for (std::size_t at = 0; at < frames.size();) {
        if (!text.empty()) text += ',';
        std::size_t count = run_length(frames, at);
        const int step = count > 1 ? std::abs(frames[at + 1] - frames[at]) : 1;
        // "1-3x2" is no shorter than "1,3".
        if (count == 2 && step > 1) count = 1;
        if (count == 1)
            text += fmt::format("{}", frames[at]);
        else
            text += fmt::format("{}-{}{}", frames[at], frames[at + count - 1],
                                step == 1 ? "" : fmt::format("x{}", step));
        at += count;
    }
    return text;
}

}  // namespace weft
