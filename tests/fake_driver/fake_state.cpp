#include "fake_driver/fake_state.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace weft::fake {

Config parse_config(const std::string& words) {
    Config config;
    std::istringstream stream(words);
    for (std::string word; stream >> word;) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const long long value =
            equals == std::string::npos ? 1 : std::atoll(word.c_str() + equals + 1);
        const auto number = static_cast<int>(value);
        if (name == "deferred")
            config.deferred = true;
        else if (name == "no_graphs")
            config.no_graphs = true;
        else if (name == "no_pools")
            config.no_pools = true;
        else if (name == "apart")
            config.apart = true;
        else if (name == "devices")
            config.devices = number;
        else if (name == "capability")
            config.capability = number;
        else if (name == "version")
            config.version = number;
        else if (name == "memory")
            config.memory = value;
        else if (name == "fail_alloc")
            config.fail_alloc = number;
        else if (name == "fail_copy")
            config.fail_copy = number;
        else if (name == "fail_launch")
            config.fail_launch = number;
        else if (name == "lose_at")
            config.lose_at = number;
        else {
            std::fprintf(stderr, "fake driver: unknown word '%s'\n", word.c_str());
            std::abort();
        }
    }
    return config;
}

bool State::inside(const Blocks& blocks, const void* pointer, std::size_t bytes) const {
    const auto* first = static_cast<const std::byte*>(pointer);
    auto block = blocks.upper_bound(first);
    if (block == blocks.begin()) return false;
    --block;
    const auto offset = static_cast<std::size_t>(first - block->first);
    return offset <= block->second && bytes <= block->second - offset;
}

State& state() {
    static State* const only = [] {
        auto* made = new State;  // outlives whoever is destroyed last
        const char* words = std::getenv("WEFT_FAKE_DRIVER");
        made->config = parse_config(words ? words : "");
        return made;
    }();
    return *only;
}

}  // namespace weft::fake

using weft::fake::state;

extern "C" void weft_fake_driver_configure(const char* words) {
    const std::lock_guard lock(state().mutex);
    weft::fake::State& s = state();
    s.config = weft::fake::parse_config(words);
    s.lost = false;
    s.counts.calls = s.counts.allocations = s.counts.copies = 0;
    s.counts.launches = s.counts.graph_launches = s.counts.misuses = 0;
    s.counts.waits = s.counts.streams_made = s.counts.default_works = 0;
}

extern "C" void weft_fake_driver_counts(weft::fake::Counts* counts) {
    const std::lock_guard lock(state().mutex);
    *counts = state().counts;
}
