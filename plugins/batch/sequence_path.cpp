// Pieces of a path, joined for a frame, or matched against names on disk.
#include "batch/sequence_path.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "pictures/colour_path.h"
#include "support/one_line.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

std::size_t run_of(const std::string& text, std::size_t at) {
    const std::size_t end = text.find_first_not_of(text[at], at);
    return (end == std::string::npos ? text.size() : end) - at;
}

std::string digits_of(int frame, int digits) { return fmt::format("{:0{}}", frame, digits); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr int kMaxDigits = 32;

}  // namespace

SequencePath SequencePath::of(std::string text, std::vector<Piece> pieces) {
    SequencePath path;
    path.text_ = std::move(text);
    path.pieces_ = std::move(pieces);
    return path;
}

Result<SequencePath> SequencePath::parse(const std::string& text) {
    if (is_colour_path(text)) return of(text, {text});
    std::vector<Piece> pieces;
    std::string literal;
    const auto add = [&](Piece piece) {
        if (!literal.empty()) pieces.emplace_back(std::exchange(literal, {}));
        pieces.push_back(std::move(piece));
    };
    const auto bad = [&](const std::string& what) {
        return Error{ErrorKind::kUsage,
                     one_line(fmt::format("'{}' is no path of a sequence: {}", text, what))};
    };
    const std::size_t file = text.rfind('/') + 1;  // npos + 1 is 0
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (at >= file && (c == '#' || c == '@')) {
            const std::size_t count = run_of(text, at);
            const char next = at + count < text.size() ? text[at + count] : '\0';
            if (next == '#' || next == '@')
                return bad("'#' and '@' stand side by side; use one of them");
            if (count > kMaxDigits) return bad(fmt::format("at most {} digits", kMaxDigits));
            add(Frame{c == '#' && count == 1 ? 4 : static_cast<int>(count)});
            at += count;
        } else if (c == '%') {
            std::size_t end = at + 1;
            while (end < text.size() && is_digit(text[end])) ++end;
            const std::string width = text.substr(at + 1, end - at - 1);
            const char kind = end < text.size() ? text[end] : '\0';
            int digits = 1;
            if (!width.empty()) std::from_chars(width.data(), width.data() + width.size(), digits);
            if (kind == 'd' && (width.empty() || width.front() == '0') && digits <= kMaxDigits)
                add(Frame{std::max(digits, 1)});
            else if ((kind == 'V' || kind == 'v') && width.empty())
                add(View{kind == 'V'});
            else if ((kind == '%' || kind == '#' || kind == '@') && width.empty())
                literal += kind;
            else
                return bad(
                    fmt::format("after '%' there may be d, 04d or the like, V, v, %, # "
                                "or @, not '{}'",
                                text.substr(at + 1, end - at)));
            at = end + 1;
        } else {
            literal += c;
            ++at;
        }
    }
    if (!literal.empty()) pieces.emplace_back(literal);
    return of(text, std::move(pieces));
}

bool SequencePath::has_frame() const {
    return std::any_of(pieces_.begin(), pieces_.end(),
                       [](const Piece& p) { return std::holds_alternative<Frame>(p); });
}

bool SequencePath::has_view() const {
    return std::any_of(pieces_.begin(), pieces_.end(),
                       [](const Piece& p) { return std::holds_alternative<View>(p); });
}

std::string SequencePath::path(int frame, const std::string& view) const {
    std::string result;
    for (const Piece& piece : pieces_) {
        if (const auto* literal = std::get_if<std::string>(&piece))
            result += *literal;
        else if (const auto* number = std::get_if<Frame>(&piece))
            result += digits_of(frame, number->digits);
        else
            result += std::get<View>(piece).whole ? view : view.substr(0, 1);
    }
    return result;
}

std::optional<int> SequencePath::frame_of(const std::string& path, const std::string& view) const {
    std::size_t at = 0;
    for (const Piece& piece : pieces_) {
        if (std::holds_alternative<Frame>(piece)) {
            // What follows may be digits too: every length is tried against the whole path.
            const std::size_t sign = at < path.size() && path[at] == '-' ? 1 : 0;
            for (std::size_t end = at + sign; end < path.size() && is_digit(path[end]); ++end) {
                int frame = 0;
                const auto [stop, error] =
                    std::from_chars(path.data() + at, path.data() + end + 1, frame);
                if (error == std::errc() && stop == path.data() + end + 1 &&
                    this->path(frame, view) == path)
                    return frame;
            }
            return std::nullopt;
        }
        const std::string text = of({}, {piece}).path(0, view);
        if (path.compare(at, text.size(), text) != 0) return std::nullopt;
        at += text.size();
    }
    return std::nullopt;
}

std::vector<SequencePath> SequencePath::levels() const {
    std::vector<std::vector<Piece>> levels(1);
    for (const Piece& piece : pieces_) {
        const auto* literal = std::get_if<std::string>(&piece);
        if (literal == nullptr) {
            levels.back().push_back(piece);
            continue;
        }
        std::size_t begin = 0;
        for (std::size_t slash; (slash = literal->find('/', begin)) != std::string::npos;
             begin = slash + 1) {
            levels.back().emplace_back(literal->substr(begin, slash - begin + 1));
            levels.emplace_back();
        }
        if (begin < literal->size()) levels.back().emplace_back(literal->substr(begin));
    }
    std::vector<SequencePath> paths;
    for (std::vector<Piece>& level : levels) paths.push_back(of({}, std::move(level)));
    return paths;
}

bool SequencePath::resembles(const std::string& name, const std::string& view) const {
    // The places in `name` that the pieces so far may end at.
    std::set<std::size_t> ends{0};
    for (const Piece& piece : pieces_) {
        std::set<std::size_t> next;
        const bool is_frame = std::holds_alternative<Frame>(piece);
        const std::string text = is_frame ? std::string() : of({}, {piece}).path(0, view);
        for (std::size_t at : ends) {
            if (!is_frame) {
                if (name.compare(at, text.size(), text) == 0) next.insert(at + text.size());
                continue;
            }
            if (at < name.size() && name[at] == '-') ++at;
            while (at < name.size() && is_digit(name[at])) next.insert(++at);
        }
        ends = std::move(next);
    }
    return ends.contains(name.size());
}

FramesOnDisk SequencePath::on_disk(const std::string& view) const {
    if (!has_frame()) return {};
    FramesOnDisk disk;
    // Folders whose names hold the frame are looked through as well: level by level.
    std::vector<std::string> found{""};
    for (const SequencePath& level : levels()) {
        std::vector<std::string> next;
        for (const std::string& folder : found) {
            if (!level.has_frame()) {
                next.push_back(folder + level.path(0, view));
                continue;
            }
            std::error_code ignored;
            const bool folders = level.path(0, view).ends_with('/');
            for (const auto& entry :
                 fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
                std::string name = entry.path().filename().string();
                if (folders) name += '/';
                if (level.frame_of(name, view))
                    next.push_back(folder + name);
                else if (!folders && level.resembles(name, view))
                    disk.misnumbered.push_back(folder + name);
            }
        }
        found = std::move(next);
    }
    std::error_code ignored;
    for (const std::string& path : found)
        if (const std::optional<int> frame = frame_of(path, view);
            frame && fs::exists(path, ignored))
            disk.frames.push_back(*frame);
    std::sort(disk.frames.begin(), disk.frames.end());
    disk.frames.erase(std::unique(disk.frames.begin(), disk.frames.end()), disk.frames.end());
    std::sort(disk.misnumbered.begin(), disk.misnumbered.end());
    return disk;
}

Result<std::string> still_path(const std::string& text) {
    const Result<SequencePath> path = SequencePath::parse(text);
    if (path && path->has_frame())
        return Error{
            ErrorKind::kUsage,
            one_line(fmt::format("'{}' has a place for frames, and none was chosen; choose "
                                 "some by -F, or write %# and %@ where '#' and '@' are "
                                 "meant",
                                 text))};
    return path && !path->has_view() ? path->path(0, {}) : text;
}

}  // namespace weft
