#include "batch/trace.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

namespace weft {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSums = "over all rows and threads of the kernel; drawn by its share";

/// From begin to end, in whole nanoseconds: viewers drop bars that reach out of the one above.
struct Stretch {
    long long begin = 0, end = 0;

    /// `from` and `to` are in seconds.
    static Stretch of(double from, double to) {
        return {std::llround(from * 1e9), std::llround(to * 1e9)};
    }
    Stretch within(const Stretch& outer) const {
        return {std::clamp(begin, outer.begin, outer.end), std::clamp(end, outer.begin, outer.end)};
    }
};

/// The bars of one document.
class Events {
  public:
    void name(const char* what, int track, const std::string& name) {
        events_.push_back(
            {{"name", what}, {"ph", "M"}, {"pid", 1}, {"tid", track}, {"args", {{"name", name}}}});
    }
    void bar(const std::string& name, const char* category, int track, const Stretch& stretch,
             Json arguments) {
        events_.push_back({{"name", name},
                           {"cat", category},
                           {"ph", "X"},
                           {"ts", static_cast<double>(stretch.begin) / 1e3},
                           {"dur", static_cast<double>(stretch.end - stretch.begin) / 1e3},
                           {"pid", 1},
                           {"tid", track},
                           {"args", std::move(arguments)}});
    }
    Json take() { return std::move(events_); }

  private:
    Json events_ = Json::array();
};

std::string name_of(const SectionTime& section) {
    if (section.kind == SectionKind::kNode) return section.name;
    return section.name.empty() ? name_of(section.kind)
                                : std::string(name_of(section.kind)) + " " + section.name;
}

Json arguments_of(const SectionTime& section, double share) {
    Json json;
    if (!section.functor.empty()) json["functor"] = section.functor;
    json["ms"] = section.seconds * 1e3;
    json["share"] = share;
    if (section.elements > 0) {
        json["elements"] = section.elements;
        json["ns_per_element"] = section.seconds * 1e9 / static_cast<double>(section.elements);
    }
    json["sums"] = kSums;
    return json;
}

/// A kernel that ran within `span`, which is the bar above it.
void add_kernel(Events& events, const KernelTimes& kernel, const StageSpan& span) {
    double at = span.begin + kernel.begin;
    const Stretch whole =
        Stretch::of(at, at + kernel.elapsed).within(Stretch::of(span.begin, span.end));
    events.bar(kernel.name, "kernel", span.worker, whole,
               {{"ms", kernel.seconds * 1e3}, {"sums", "over all its threads"}});
    for (const SectionTime& section : kernel.sections) {
        const double share = kernel.seconds > 0 ? section.seconds / kernel.seconds : 0;
        const double next = at + kernel.elapsed * share;
        events.bar(name_of(section), name_of(section.kind), span.worker,
                   Stretch::of(at, next).within(whole), arguments_of(section, share));
        at = next;
    }
}

}  // namespace

std::string chrome_trace(const std::vector<StageSpan>& spans, const std::string& title) {
    Events events;
    events.name("process_name", 0, title);
    std::map<int, std::string> tracks;  // by what the worker does last: computing, not preparing
    for (const StageSpan& span : spans) tracks[span.worker] = span.stage;
    for (const auto& [worker, stage] : tracks)
        events.name("thread_name", worker, stage + " " + std::to_string(worker));
    for (const StageSpan& span : spans) {
        events.bar(span.stage, "frame", span.worker, Stretch::of(span.begin, span.end),
                   {{"frame", span.task.frame}, {"view", span.task.view}});
        for (const KernelTimes& kernel : span.kernels) add_kernel(events, kernel, span);
    }
    const Json document{{"traceEvents", events.take()}, {"displayTimeUnit", "ms"}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace weft
