// What the fake driver remembers. One per process, as of the real one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "fake_driver/fake_driver.h"
#include "runtime/cuda/driver_api.h"

namespace weft::fake {

using cuda::Code;

struct Config {
    bool deferred = false, no_graphs = false, no_pools = false, apart = false;
    int devices = 1, version = 13000, capability = 90;
    long long memory = 1LL << 40;
    int fail_alloc = 0, fail_copy = 0, fail_launch = 0, lose_at = 0;
};

/// Unknown words end the program: a test that misspells one would test nothing.
Config parse_config(const std::string& words);

/// Memory that was handed out, by its first byte.
using Blocks = std::map<const std::byte*, std::size_t>;

struct State {
    std::recursive_mutex mutex;
    Config config;
    bool lost = false;
    Counts counts;
    Blocks device, pinned;
    long long device_bytes = 0;

    bool inside(const Blocks& blocks, const void* pointer, std::size_t bytes) const;
};

State& state();

}  // namespace weft::fake
