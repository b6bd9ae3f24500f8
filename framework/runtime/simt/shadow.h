// Shadow memory: the last accesses to each float of an array during a launch, to detect races.
//
// Threads of a block are ordered by the barriers between them: two accesses conflict where they
// fall into the same epoch, one is a write, and no __syncwarp orders their lanes. Blocks of a
// launch are not ordered. Since blocks run one after another, one reader and one writer are
// recorded of all earlier ones: either conflicts with any later access of the other kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace weft {

/// A vector clock of a lane: for each lane of the warp, how many of its syncs happened before; for
/// the lane itself, how many it made.
using WarpClock = std::array<std::uint32_t, 32>;

/// A thread at a moment of the launch.
struct Actor {
    std::uint32_t block = 0;   ///< counted through the grid
    std::uint32_t thread = 0;  ///< counted through the block
    std::uint32_t epoch = 0;   ///< barriers that the block has passed
    std::uint32_t place = 0;   ///< in a table of places
    const WarpClock* clock = nullptr;
};

/// The earlier access of a conflict.
struct EarlierAccess {
    std::uint32_t block = 0, thread = 0, place = 0;
    bool wrote = false;
};

class Shadow {
  public:
    /// `across_blocks`: the array is the same for all blocks. Otherwise each has its own.
    Shadow(std::size_t floats, bool across_blocks)
        : words_(floats), across_blocks_(across_blocks) {}

    /// Records an access to float `i`; returns an earlier one that it conflicts with, if any.
    std::optional<EarlierAccess> read(std::size_t i, const Actor& who);
    std::optional<EarlierAccess> write(std::size_t i, const Actor& who);

    /// Whether `block`, whose array it is, has written float `i`.
    bool written_in(std::size_t i, std::uint32_t block) const {
        return words_[i].block == block + 1 && words_[i].writer.thread != kNobody;
    }

  private:
    static constexpr std::uint32_t kNobody = 0xffffffffu;

    /// The last of a kind of access by a thread of the current block.
    struct Access {
        std::uint32_t thread = kNobody, epoch = 0, clock = 0, place = 0;
    };
    /// An access of any earlier block.
    struct Past {
        std::uint32_t block = 0, thread = kNobody, place = 0;
    };
    struct Word {
        std::uint32_t block = 0;  ///< the current block's number plus 1; 0: untouched
        Access writer;
        Access reader, other_reader;  ///< two different threads of the reader's epoch
        Past past_writer, past_reader;
    };

    Word& enter(std::size_t i, std::uint32_t block);
    static bool unordered(const Access& access, const Actor& who);
    static EarlierAccess earlier(const Word& word, const Access& access, bool wrote);
    static EarlierAccess earlier(const Past& past, bool wrote);

    std::vector<Word> words_;
    bool across_blocks_;
};

}  // namespace weft
