#include "compile/nvrtc/device_code_entry.h"

#include <charconv>
#include <cstring>

namespace weft {

namespace {

constexpr std::string_view kMark = "weft-cubin-3 ";

}  // namespace

std::string to_entry(const NvrtcOutput& output) {
    std::string entry(kMark);
    entry += std::to_string(output.log.size()) + '\n' + output.log;
    entry.append(reinterpret_cast<const char*>(output.cubin.data()), output.cubin.size());
    return entry;
}

std::optional<NvrtcOutput> from_entry(std::string_view entry) {
    if (!entry.starts_with(kMark)) return std::nullopt;
    entry.remove_prefix(kMark.size());
    std::size_t log_size = 0;
    const char* const end = entry.data() + entry.size();
    const auto [after, failed] = std::from_chars(entry.data(), end, log_size);
    if (failed != std::errc{} || after == end || *after != '\n') return std::nullopt;
    entry.remove_prefix(static_cast<std::size_t>(after + 1 - entry.data()));
    if (entry.size() <= log_size) return std::nullopt;  // with no cubin
    NvrtcOutput output{{}, std::string(entry.substr(0, log_size))};
    entry.remove_prefix(log_size);
    output.cubin.resize(entry.size());
    std::memcpy(output.cubin.data(), entry.data(), entry.size());
    return output;
}

}  // namespace weft
