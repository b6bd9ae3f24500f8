#include "runtime/simt/memory_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace weft {

namespace {

const char* verb(bool write) { return write ? "writes" : "reads"; }

AccessFault conflict(const EarlierAccess& earlier, bool write, const Actor& who,
                     std::string address) {
    AccessFault fault;
    const bool blocks = earlier.block != who.block;
    fault.check = blocks ? SimtCheck::kBlockConflict : SimtCheck::kConflict;
    fault.what = fmt::format("a thread {} what another {}, {}", verb(write),
                             earlier.wrote ? "wrote" : "read",
                             blocks ? "of another block" : "with no barrier between");
    fault.address = std::move(address);
    fault.earlier = earlier;
    return fault;
}

AccessFault unwritten(std::string address) {
    AccessFault fault;
    fault.check = SimtCheck::kUnwritten;
    fault.what = "a thread reads what nobody wrote";
    fault.address = std::move(address);
    fault.in_doubt = true;
    return fault;
}

std::string shared_name(std::ptrdiff_t index) { return fmt::format("shared[{}]", index); }

}  // namespace

MemoryCheck::MemoryCheck(Table<DeviceArray, PlanImage>& memory,
                         const std::vector<Id<PlanImage>>& reads,
                         const std::vector<Id<PlanImage>>& writes, std::size_t shared_bytes)
    : memory_(memory), shared_(shared_bytes), shared_shadow_(shared_bytes / sizeof(float), false) {
    for (const Id<PlanImage> image : writes) {
        DeviceArray& array = memory_[image];
        given_.push_back({&array, static_cast<int>(shadows_.size())});
        shadows_.emplace_back(array.units(), true);
    }
    for (const Id<PlanImage> image : reads)
        if (std::find(writes.begin(), writes.end(), image) == writes.end())
            given_.push_back({&memory_[image], -1});
}

std::uint32_t MemoryCheck::number_of(SimtPlace place) {
    const auto is = [&](const SimtPlace& p) {
        return p.line == place.line && p.file == place.file;
    };
    if (last_place_ < places_.size() && is(places_[last_place_])) return last_place_;
    const auto found = std::find_if(places_.begin(), places_.end(), is);
    last_place_ = static_cast<std::uint32_t>(found - places_.begin());
    if (found == places_.end()) places_.push_back(place);
    return last_place_;
}

std::optional<AccessFault> MemoryCheck::access(const void* address, unsigned bytes, bool write,
                                               Actor who, SimtPlace place) {
    const auto* const at = static_cast<const char*>(address);
    const bool shared = at >= shared_.data() && at < shared_.data() + shared_.bytes();
    const Given* const given = shared ? nullptr : given_at(address);
    const std::size_t unit = given != nullptr ? given->array->unit() : sizeof(float);
    const bool known_size = bytes >= unit && bytes <= 16 && std::has_single_bit(bytes);
    if (!known_size || reinterpret_cast<std::uintptr_t>(address) % bytes != 0) {
        AccessFault fault = stray(address, write);
        fault.check = SimtCheck::kMisaligned;
        fault.what = fmt::format("a thread {} {} bytes {}", verb(write), bytes,
                                 known_size ? "at an address that is not a multiple of that"
                                            : "at once: 4, 8 or 16 are checked");
        return fault;
    }
    who.place = number_of(place);
    const std::size_t count = bytes / unit;
    if (shared)
        return access_shared(static_cast<std::size_t>(at - shared_.data()) / sizeof(float), count,
                             write, who);
    if (given != nullptr)
        return access_picture(*given, static_cast<std::size_t>(given->array->index_of(address)),
                              count, write, who);
    return stray(address, write);
}

const MemoryCheck::Given* MemoryCheck::given_at(const void* address) const {
    for (const Given& given : given_)
        if (given.array->holds(address)) return &given;
    return nullptr;
}

std::optional<AccessFault> MemoryCheck::access_shared(std::size_t first, std::size_t count,
                                                      bool write, const Actor& who) {
    for (std::size_t i = first; i < first + count; ++i) {
        if ((i + 1) * sizeof(float) > shared_.bytes())
            return stray(shared_.data() + i * sizeof(float), write);
        const bool written = shared_shadow_.written_in(i, who.block);
        const auto earlier = write ? shared_shadow_.write(i, who) : shared_shadow_.read(i, who);
        const auto name = [&] { return shared_name(static_cast<std::ptrdiff_t>(i)); };
        if (earlier) return conflict(*earlier, write, who, name());
        if (!write && !written) return unwritten(name());
    }
    return std::nullopt;
}

std::optional<AccessFault> MemoryCheck::access_picture(const Given& given, std::size_t first,
                                                       std::size_t count, bool write,
                                                       const Actor& who) {
    DeviceArray& array = *given.array;
    for (std::size_t i = first; i < first + count; ++i) {
        const auto name = [&] { return array.element_name(static_cast<std::ptrdiff_t>(i)); };
        if (i >= array.units() || array.state(i) == UnitState::kPadding)
            return AccessFault{SimtCheck::kBounds,
                               fmt::format("a thread {} beyond the edge of a picture", verb(write)),
                               name(),
                               {},
                               false};
        if (given.shadow < 0) {
            if (write)
                return AccessFault{SimtCheck::kReadOnly,
                                   "a thread writes to a picture that its kernel may only read",
                                   name(),
                                   {},
                                   false};
            if (array.state(i) != UnitState::kWritten) return unwritten(name());
            continue;
        }
        Shadow& shadow = shadows_[static_cast<std::size_t>(given.shadow)];
        const bool written = array.state(i) == UnitState::kWritten;
        const auto earlier = write ? shadow.write(i, who) : shadow.read(i, who);
        if (earlier) return conflict(*earlier, write, who, name());
        if (write)
            array.wrote(i);
        else if (!written)
            return unwritten(name());
    }
    return std::nullopt;
}

/// An access to nothing that the kernel has: named by what lies nearest.
AccessFault MemoryCheck::stray(const void* address, bool write) const {
    AccessFault fault;
    if (shared_.claims(address)) {
        const std::ptrdiff_t byte = static_cast<const char*>(address) - shared_.data();
        fault.what = fmt::format("a thread {} outside the {} bytes of shared memory", verb(write),
                                 shared_.bytes());
        fault.address = shared_name(byte < 0 ? (byte - 3) / 4 : byte / 4);
        return fault;
    }
    for (const DeviceArray& array : memory_) {
        if (!array.claims(address)) continue;
        const bool given = std::any_of(given_.begin(), given_.end(),
                                       [&](const Given& g) { return g.array == &array; });
        fault.check = given ? SimtCheck::kBounds : SimtCheck::kUnbound;
        fault.what =
            given ? fmt::format("a thread {} outside a picture", verb(write))
                  : fmt::format("a thread {} a picture that its kernel was not given", verb(write));
        fault.address = array.element_name(array.index_of(address));
        return fault;
    }
    fault.what =
        fmt::format("a thread {} where there is neither picture nor shared memory", verb(write));
    fault.address = fmt::format("{}", address);
    return fault;
}

std::optional<AccessFault> MemoryCheck::missing_output() const {
    for (const Given& given : given_) {
        if (given.shadow < 0) continue;
        for (std::size_t i = 0; i < given.array->units(); ++i)
            if (given.array->state(i) == UnitState::kUnwritten)
                return AccessFault{SimtCheck::kMissing,
                                   "no thread writes an element of an output",
                                   given.array->element_name(static_cast<std::ptrdiff_t>(i)),
                                   {},
                                   false};
    }
    return std::nullopt;
}

}  // namespace weft
