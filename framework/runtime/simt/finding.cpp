#include "runtime/simt/finding.h"

#include <fmt/format.h>

#include "support/one_line.h"

namespace weft {

namespace {

std::string place(const SimtParty& party) {
    return party.file.empty() ? "" : fmt::format(" at {}:{}", party.file, party.line);
}

std::string indices(const SimtIndex& i) { return fmt::format("({},{},{})", i.x, i.y, i.z); }

std::string to_text(const SimtParty& party) {
    return fmt::format("thread {} of block {} {}{}", indices(party.thread), indices(party.block),
                       party.action, place(party));
}

}  // namespace

const char* check_name(SimtCheck check) {
    switch (check) {
        case SimtCheck::kBounds: return "out-of-bounds";
        case SimtCheck::kMisaligned: return "misaligned";
        case SimtCheck::kUnbound: return "unbound-picture";
        case SimtCheck::kReadOnly: return "read-only";
        case SimtCheck::kUnwritten: return "unwritten";
        case SimtCheck::kConflict: return "conflict";
        case SimtCheck::kBlockConflict: return "block-conflict";
        case SimtCheck::kBarrier: return "divergent-barrier";
        case SimtCheck::kExit: return "early-exit";
        case SimtCheck::kLane: return "missing-lane";
        case SimtCheck::kEndless: return "endless";
        case SimtCheck::kMissing: return "missing-output";
        case SimtCheck::kSchedule: return "schedule-dependent";
    }
    return "unknown";
}

Error to_error(const SimtFinding& finding) {
    std::string line = fmt::format("kernel \"{}\": {}: {}", finding.kernel,
                                   check_name(finding.check), finding.what);
    if (!finding.address.empty()) line += ", " + finding.address;
    if (finding.thread) line += place(*finding.thread);
    std::string text = one_line(line);
    const auto add = [&](const char* title, const std::string& value) {
        if (!value.empty()) text += fmt::format("\n  {:<9} {}", title, one_line(value));
    };
    add("functor", finding.source);
    add("thread", finding.thread ? to_text(*finding.thread) : "");
    add("other", finding.other ? to_text(*finding.other) : "");
    add("address", finding.address);
    add("epoch",
        finding.epoch < 0 ? "" : fmt::format("{} barriers passed by the block", finding.epoch));
    add("schedule", finding.schedule);
    return {ErrorKind::kFault, std::move(text)};
}

}  // namespace weft
