#include "fake_driver/fake_launch.h"

#include <vector>

#include "runtime/simt/fibre.h"

namespace weft::fake {

namespace {

constexpr unsigned kLanes = 32;

enum class Where { kReady, kAtBlockBarrier, kAtWarpBarrier, kDone };

struct Thread {
    Fibre* fibre = nullptr;
    SimtThread place{};
    Where where = Where::kReady;
    unsigned mask = 0;      ///< of lanes it waits for
    unsigned shuffled = 0;  ///< what it gave to the last shuffle
};

/// A block under way. The hooks are plain functions: they find it here.
class Block {
  public:
    Block(void (*kernel)(const void*), const void* args, const Grid& grid)
        : kernel_(kernel), args_(args), shared_(grid.shared_bytes + alignof(std::max_align_t)) {
        const unsigned count = grid.threads[0] * grid.threads[1] * grid.threads[2];
        threads_.resize(count);
        for (unsigned i = 0; i < count; ++i) {
            SimtThread& place = threads_[i].place;
            place.thread_index = {i % grid.threads[0], i / grid.threads[0] % grid.threads[1],
                                  i / grid.threads[0] / grid.threads[1]};
            place.block_size = {grid.threads[0], grid.threads[1], grid.threads[2]};
            place.grid_size = {grid.blocks[0], grid.blocks[1], grid.blocks[2]};
            threads_[i].fibre = pool.take();
        }
    }
    /// Fibres of a deadlock stay where they are.
    ~Block() {
        running = nullptr;
        for (const Thread& thread : threads_)
            if (thread.fibre->idle()) pool.give(thread.fibre);
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// False: a deadlock.
    bool run(SimtIndex block) {
        running = this;
        for (Thread& thread : threads_) {
            thread.place.block_index = block;
            thread.where = Where::kReady;
            thread.fibre->start(&Block::enter, this);
        }
        // What the block before left in shared memory is not there for this one.
        for (std::byte& b : shared_) b = std::byte{0xff};
        while (!all_are(Where::kDone)) {
            bool moved = false;
            for (Thread& thread : threads_) {
                if (thread.where != Where::kReady) continue;
                moved = true;
                current_ = &thread;
                thread.fibre->resume();
            }
            if (!release() && !moved) return false;
        }
        return true;
    }

    static thread_local Block* running;

    Thread& current() { return *current_; }
    char* shared() { return reinterpret_cast<char*>(shared_.data()); }
    /// Leaves the running thread, which goes on once it is ready again.
    void wait(Where where) {
        current_->where = where;
        current_->fibre->suspend();
    }
    Thread& lane(int of_warp) {
        const auto self = static_cast<std::size_t>(current_ - threads_.data());
        return threads_[self / kLanes * kLanes + static_cast<std::size_t>(of_warp)];
    }

  private:
    static void enter(void* self) {
        Block& block = *static_cast<Block*>(self);
        block.kernel_(block.args_);
        block.current_->where = Where::kDone;
    }

    bool all_are(Where where) const {
        for (const Thread& thread : threads_)
            if (thread.where != where) return false;
        return true;
    }

    /// Lets threads go that have all arrived; false where none have.
    bool release() {
        bool released = false;
        bool all = true;
        for (const Thread& thread : threads_)
            all = all && (thread.where == Where::kAtBlockBarrier || thread.where == Where::kDone);
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            Thread& thread = threads_[i];
            const bool go = thread.where == Where::kAtBlockBarrier  ? all
                            : thread.where == Where::kAtWarpBarrier ? warp_is_complete(i)
                                                                    : false;
            if (!go) continue;
            released = true;
            if (thread.where == Where::kAtBlockBarrier)
                thread.where = Where::kReady;
            else
                release_warp(i);
        }
        return released;
    }
    template <class Visit>
    void for_lanes(std::size_t member, Visit visit) {
        const std::size_t first = member / kLanes * kLanes;
        for (std::size_t lane = 0; lane < kLanes && first + lane < threads_.size(); ++lane)
            if (threads_[member].mask >> lane & 1u) visit(threads_[first + lane]);
    }
    bool warp_is_complete(std::size_t member) {
        bool complete = true;
        for_lanes(member, [&](const Thread& f) {
            complete = complete && (f.where == Where::kAtWarpBarrier || f.where == Where::kDone);
        });
        return complete;
    }
    void release_warp(std::size_t member) {
        for_lanes(member, [&](Thread& f) {
            if (f.where == Where::kAtWarpBarrier) f.where = Where::kReady;
        });
    }

    void (*kernel_)(const void*);
    const void* args_;
    std::vector<std::byte> shared_;
    std::vector<Thread> threads_;
    Thread* current_ = nullptr;
    static thread_local FibrePool pool;  ///< from launch to launch
};

thread_local FibrePool Block::pool;
thread_local Block* Block::running = nullptr;

const SimtThread* thread() { return &Block::running->current().place; }
char* shared_memory() { return Block::running->shared(); }
void read(const void*, unsigned, SimtPlace) {}
void write(void*, unsigned, SimtPlace) {}
void sync_block(SimtPlace) { Block::running->wait(Where::kAtBlockBarrier); }
void sync_warp(unsigned mask, SimtPlace) {
    Block::running->current().mask = mask;
    Block::running->wait(Where::kAtWarpBarrier);
}
unsigned shuffle(unsigned mask, unsigned value, int source_lane, SimtPlace place) {
    Block::running->current().shuffled = value;
    sync_warp(mask, place);
    const unsigned received = Block::running->lane(source_lane).shuffled;
    sync_warp(mask, place);
    return received;
}

constexpr SimtHooks kHooks = {thread, shared_memory, read, write, sync_block, sync_warp, shuffle};

}  // namespace

cuda::Code run_launch(void (*kernel)(const void*), const SimtHooks** hooks, const void* args,
                      const Grid& grid) {
    *hooks = &kHooks;
    Block block(kernel, args, grid);
    for (unsigned z = 0; z < grid.blocks[2]; ++z)
        for (unsigned y = 0; y < grid.blocks[1]; ++y)
            for (unsigned x = 0; x < grid.blocks[0]; ++x)
                if (!block.run({x, y, z})) return cuda::kLaunchFailed;
    return cuda::kSuccess;
}

}  // namespace weft::fake
