#include "compile/nvrtc/nvrtc_log.h"

#include <charconv>
#include <vector>

#include "support/words.h"

namespace weft {

namespace {

bool starts(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

/// "file(12): error: what", taken apart.
struct Diagnostic {
    std::string_view file, line, rest;
    bool is_error() const { return starts(rest, "error") || starts(rest, "catastrophic error"); }
};

std::optional<Diagnostic> diagnostic_of(std::string_view text) {
    const std::size_t close = text.find("): ");
    if (close == std::string_view::npos) return std::nullopt;
    const std::size_t open = text.rfind('(', close);
    if (open == std::string_view::npos || open + 1 == close) return std::nullopt;
    const std::string_view number = text.substr(open + 1, close - open - 1);
    if (number.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    const Diagnostic d{text.substr(0, open), number, text.substr(close + 3)};
    for (const char* kind : {"error", "catastrophic error", "warning", "remark", "note"})
        if (starts(d.rest, kind)) return d;
    return std::nullopt;
}

/// The number just before `unit` in `line`; 0 when there is none.
std::size_t number_before(std::string_view line, std::string_view unit) {
    const std::size_t at = line.find(unit);
    if (at == std::string_view::npos) return 0;
    std::size_t first = at;
    while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9') --first;
    std::size_t value = 0;
    std::from_chars(line.data() + first, line.data() + at, value);
    return value;
}

}  // namespace

std::string nvrtc_errors(std::string_view log) {
    std::string errors;
    bool within = false;
    for (std::string_view line : lines_of(log)) {
        if (const auto d = diagnostic_of(line)) {
            within = d->is_error();
            if (!within) continue;
            if (!errors.empty()) errors += '\n';
            errors.append(d->file).append(":").append(d->line).append(": ").append(d->rest);
        } else if (starts(line, "ptxas") && line.find("error") != std::string_view::npos) {
            within = false;
            if (!errors.empty()) errors += '\n';
            errors.append(line);
        } else if (line.empty()) {
            within = false;
        } else if (within) {
            errors.append("\n").append(line);
        }
    }
    return errors.empty() ? std::string(log) : errors;
}

int nvrtc_warnings(std::string_view log) {
    int count = 0;
    for (std::string_view line : lines_of(log)) {
        const auto d = diagnostic_of(line);
        count += d ? starts(d->rest, "warning") || starts(d->rest, "remark")
                   : starts(line, "ptxas warning");
    }
    return count;
}

std::optional<KernelResources> nvrtc_resources(std::string_view log, std::string_view symbol) {
    const std::string properties = "Function properties for " + std::string(symbol);
    KernelResources result;
    bool ours = false;
    for (std::string_view line : lines_of(log)) {
        if (line.find("Function properties for ") != std::string_view::npos) {
            ours = line.size() >= properties.size() &&
                   line.substr(line.size() - properties.size()) == properties;
        } else if (ours && line.find("bytes stack frame") != std::string_view::npos) {
            result.stack_bytes = number_before(line, " bytes stack frame");
            result.spill_stores = number_before(line, " bytes spill stores");
            result.spill_loads = number_before(line, " bytes spill loads");
        } else if (ours && line.find(": Used ") != std::string_view::npos) {
            result.registers = static_cast<int>(number_before(line, " registers"));
            result.shared_bytes = number_before(line, " bytes smem");
            return result;
        }
    }
    return std::nullopt;
}

}  // namespace weft
