// Reading what tasks wrote, and the words of the report.
#include "farm/farm_report.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "batch/frame_range.h"
#include "batch/share.h"
#include "farm/shell_text.h"
#include "support/one_line.h"

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string last_line(const std::string& text) {
    std::string last;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.find_first_not_of("\r ") != std::string::npos) last = line;
    return last;
}

std::string reason_of(const FrameFinding& finding, int task, const FrameWord* word,
                      const std::string& last) {
    if (finding.error) return one_line(finding.error->message);
    if (word != nullptr && !word->error.empty()) return one_line(word->error);
    if (finding.standing == Standing::kPlaceholder)
        return "a placeholder is in its place, and its inputs can be read now";
    if (finding.standing == Standing::kOther)
        return "what is there was made by other settings or inputs, or is damaged";
    if (!last.empty()) return fmt::format("task {} ended with: {}", task, one_line(last));
    return fmt::format("task {} has not come to it", task);
}

std::string views_of(const BadFrame& bad) {
    return bad.frame.view.empty() ? std::string() : fmt::format(" ({})", bad.frame.view);
}

/// Neighbours of which the same is to be said.
bool alike(const BadFrame& a, const BadFrame& b) {
    return a.standing == b.standing && a.reason == b.reason && a.frame.view == b.frame.view;
}

constexpr std::size_t kMaxLines = 50;

}  // namespace

void read_events(const std::string& text, int task, FrameWords& words) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const Json json = Json::parse(line, nullptr, false);
        if (!json.is_object() || json.value("event", "") != "frame") continue;
        const auto frame = json.find("frame"), view = json.find("view"), error = json.find("error");
        if (frame == json.end() || !frame->is_number_integer()) continue;
        FrameWord& word =
            words[{frame->get<int>(),
                   view != json.end() && view->is_string() ? view->get<std::string>() : ""}];
        word = {{}, task};
        if (error != json.end() && error->is_object()) word.error = error->value("message", "");
    }
}

FarmReport make_report(const FarmJob& job, const std::vector<int>& frames,
                       const std::vector<FrameFinding>& findings, const FrameWords& words,
                       const std::map<int, std::string>& last_lines) {
    std::map<int, int> tasks;
    for (int task = 1; task <= job.tasks; ++task)
        for (const int frame : frames_of_chunk(frames, {task, job.tasks})) tasks[frame] = task;
    FarmReport report{job.title, job.folder, findings.size(), 0, {}};
    for (const FrameFinding& finding : findings) {
        if (finding.standing == Standing::kComplete) {
            ++report.complete;
            continue;
        }
        const int task = tasks.contains(finding.task.frame) ? tasks[finding.task.frame] : 0;
        const auto word = words.find({finding.task.frame, finding.task.view});
        const auto last = last_lines.find(task);
        report.bad.push_back(
            {finding.task, finding.standing, task,
             reason_of(finding, task, word == words.end() ? nullptr : &word->second,
                       last == last_lines.end() ? std::string() : last->second)});
    }
    return report;
}

FarmReport read_report(const FarmJob& job, const std::vector<int>& frames,
                       const std::vector<FrameFinding>& findings) {
    FrameWords words;
    std::map<int, std::string> last_lines;
    for (int task = 1; task <= job.tasks; ++task) {
        const std::string number = std::to_string(task);
        read_events(text_of(job.folder + "/" + events_name(number)), task, words);
        last_lines[task] = last_line(text_of(job.folder + "/" + log_name(number)));
    }
    return make_report(job, frames, findings, words, last_lines);
}

std::string to_text(const FarmReport& report) {
    std::string text = fmt::format("{}: {} of {} frames are in place", report.title,
                                   report.complete, report.total);
    std::size_t lines = 0;
    for (std::size_t i = 0; i < report.bad.size();) {
        std::size_t end = i + 1;
        while (end < report.bad.size() && alike(report.bad[i], report.bad[end])) ++end;
        if (++lines > kMaxLines) {
            text += fmt::format("\n  and {} more", report.bad.size() - i);
            break;
        }
        std::vector<int> frames;
        for (std::size_t j = i; j < end; ++j) frames.push_back(report.bad[j].frame.frame);
        const BadFrame& first = report.bad[i];
        text += fmt::format("\n  {} {}{}: {}: {}", frames.size() == 1 ? "frame" : "frames",
                            format_frames(frames), views_of(first), standing_name(first.standing),
                            first.reason);
        i = end;
    }
    if (report.bad.empty()) return text;
    return text + fmt::format("\nTo render what is not in place, once it is mended: bash {}",
                              shell_word(report.folder + "/submit.sh"));
}

std::string to_json(const FarmReport& report) {
    Json bad = Json::array();
    for (const BadFrame& b : report.bad)
        bad.push_back({{"frame", b.frame.frame},
                       {"view", b.frame.view.empty() ? Json(nullptr) : Json(b.frame.view)},
                       {"outputs", b.frame.outputs},
                       {"standing", standing_name(b.standing)},
                       {"task", b.task},
                       {"reason", b.reason}});
    const Json json{
        {"version", 1},          {"title", report.title},       {"folder", report.folder},
        {"total", report.total}, {"complete", report.complete}, {"bad", bad}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weft
