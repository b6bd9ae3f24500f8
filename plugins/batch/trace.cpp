#include "batch/trace.h"

#include <map>

#include <nlohmann/json.hpp>

namespace weft {

std::string chrome_trace(const std::vector<StageSpan>& spans, const std::string& title) {
    using Json = nlohmann::ordered_json;
    Json events = Json::array();
    const auto meta = [&](const char* what, int thread, const std::string& name) {
        events.push_back(
            {{"name", what}, {"ph", "M"}, {"pid", 1}, {"tid", thread}, {"args", {{"name", name}}}});
    };
    meta("process_name", 0, title);
    std::map<int, std::string> tracks;  // by what the worker does last: computing, not preparing
    for (const StageSpan& span : spans) tracks[span.worker] = span.stage;
    for (const auto& [worker, stage] : tracks)
        meta("thread_name", worker, stage + " " + std::to_string(worker));
    for (const StageSpan& span : spans)
        events.push_back({{"name", span.stage},
                          {"cat", "frame"},
                          {"ph", "X"},
                          {"ts", span.begin * 1e6},
                          {"dur", (span.end - span.begin) * 1e6},
                          {"pid", 1},
                          {"tid", span.worker},
                          {"args", {{"frame", span.task.frame}, {"view", span.task.view}}}});
    const Json document{{"traceEvents", events}, {"displayTimeUnit", "ms"}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace weft
