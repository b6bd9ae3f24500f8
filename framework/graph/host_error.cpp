#include "graph/host_error.h"

#include <fmt/format.h>

#include "support/one_line.h"

namespace weft {
namespace {

std::string what(const HostFault& fault) {
    switch (fault.kind) {
        case HostFault::kNone: break;
        case HostFault::kIterations:
            return fmt::format(
                "does not end: its loops were still running after {} iterations together, this one "
                "in "
                "the last of them; it needs a condition that becomes false for every value of the "
                "parameters",
                kMaxHostIterations);
        case HostFault::kStack:
            return fmt::format(
                "does not end: this function still called itself when it had taken {} KiB of "
                "stack; it needs an end for every value of the parameters",
                kMaxHostStack >> 10);
        case HostFault::kIndex:
            return fmt::format(
                "asks for entry {} of an array here that has {}; it needs an index from 0 to {} "
                "for every value of the parameters",
                fault.seen, fault.most + 1, fault.most);
        case HostFault::kDivision:
            return "divides a whole number by 0 here; it needs another divisor for every value of "
                   "the parameters";
        case HostFault::kException:
            return "threw an exception; it has to catch what it throws, for every value of the "
                   "parameters";
    }
    return {};
}

}  // namespace

Status host_status(const HostFault& fault, const std::string& whose) {
    if (fault.kind == HostFault::kNone) return {};
    const std::string place = *fault.file == '\0'
                                  ? std::string()
                                  : fmt::format("{}:{}:{}: ", fault.file, fault.line, fault.column);
    return one_line(Error{ErrorKind::kFunctor,
                          fmt::format("{}{} of {} {}", place, fault.function, whose, what(fault))});
}

}  // namespace weft
