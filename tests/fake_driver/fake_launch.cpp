#include "fake_driver/fake_launch.h"

#include <ucontext.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "runtime/simt/sanitizer_fibres.h"

namespace weft::fake {

namespace {

constexpr std::size_t kStackBytes = 128u << 10;
constexpr unsigned kLanes = 32;

enum class Where { kReady, kAtBlockBarrier, kAtWarpBarrier, kDone };

struct Fibre {
    ucontext_t context{};
    std::unique_ptr<char, decltype(&std::free)> stack{nullptr, &std::free};
    SimtThread thread{};
    void* fake_stack = nullptr;  ///< the address sanitizer's, while suspended
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
        fibres_.resize(count);
        for (unsigned i = 0; i < count; ++i) {
            Fibre& fibre = fibres_[i];
            fibre.stack.reset(static_cast<char*>(std::malloc(kStackBytes)));
            fibre.thread.thread_index = {i % grid.threads[0], i / grid.threads[0] % grid.threads[1],
                                         i / grid.threads[0] / grid.threads[1]};
            fibre.thread.block_size = {grid.threads[0], grid.threads[1], grid.threads[2]};
            fibre.thread.grid_size = {grid.blocks[0], grid.blocks[1], grid.blocks[2]};
        }
    }

    /// False: a deadlock.
    bool run(SimtIndex block) {
        running = this;
        for (Fibre& fibre : fibres_) {
            fibre.thread.block_index = block;
            fibre.where = Where::kReady;
            getcontext(&fibre.context);
            fibre.context.uc_stack.ss_sp = fibre.stack.get();
            fibre.context.uc_stack.ss_size = kStackBytes;
            fibre.context.uc_link = &scheduler_;
            makecontext(&fibre.context, &Block::enter, 0);
        }
        // What the block before left in shared memory is not there for this one.
        for (std::byte& b : shared_) b = std::byte{0xff};
        while (!all_are(Where::kDone)) {
            bool moved = false;
            for (Fibre& fibre : fibres_) {
                if (fibre.where != Where::kReady) continue;
                moved = true;
                current_ = &fibre;
                void* fake_stack = nullptr;
                sanitizer::start_switch(&fake_stack, fibre.stack.get(), kStackBytes);
                swapcontext(&scheduler_, &fibre.context);
                sanitizer::finish_switch(fake_stack, nullptr, nullptr);
            }
            if (!release() && !moved) return false;
        }
        return true;
    }

    static thread_local Block* running;

    Fibre& current() { return *current_; }
    char* shared() { return reinterpret_cast<char*>(shared_.data()); }
    /// Leaves the running thread, which goes on once it is ready again.
    void wait(Where where) {
        current_->where = where;
        Fibre* const self = current_;
        sanitizer::start_switch(&self->fake_stack, outside_bottom_, outside_bytes_);
        swapcontext(&self->context, &scheduler_);
        sanitizer::finish_switch(self->fake_stack, &outside_bottom_, &outside_bytes_);
    }
    Fibre& lane(int of_warp) {
        const auto self = static_cast<std::size_t>(current_ - fibres_.data());
        return fibres_[self / kLanes * kLanes + static_cast<std::size_t>(of_warp)];
    }

  private:
    static void enter() {
        Block& block = *running;
        sanitizer::finish_switch(nullptr, &block.outside_bottom_, &block.outside_bytes_);
        block.kernel_(block.args_);
        block.current_->where = Where::kDone;
        sanitizer::start_switch(nullptr, block.outside_bottom_, block.outside_bytes_);
    }

    bool all_are(Where where) const {
        for (const Fibre& fibre : fibres_)
            if (fibre.where != where) return false;
        return true;
    }

    /// Lets threads go that have all arrived; false where none have.
    bool release() {
        bool released = false;
        bool all = true;
        for (const Fibre& fibre : fibres_)
            all = all && (fibre.where == Where::kAtBlockBarrier || fibre.where == Where::kDone);
        for (std::size_t i = 0; i < fibres_.size(); ++i) {
            Fibre& fibre = fibres_[i];
            const bool go = fibre.where == Where::kAtBlockBarrier  ? all
                            : fibre.where == Where::kAtWarpBarrier ? warp_is_complete(i)
                                                                   : false;
            if (!go) continue;
            released = true;
            if (fibre.where == Where::kAtBlockBarrier)
                fibre.where = Where::kReady;
            else
                release_warp(i);
        }
        return released;
    }
    template <class Visit>
    void for_lanes(std::size_t member, Visit visit) {
        const std::size_t first = member / kLanes * kLanes;
        for (std::size_t lane = 0; lane < kLanes && first + lane < fibres_.size(); ++lane)
            if (fibres_[member].mask >> lane & 1u) visit(fibres_[first + lane]);
    }
    bool warp_is_complete(std::size_t member) {
        bool complete = true;
        for_lanes(member, [&](const Fibre& f) {
            complete = complete && (f.where == Where::kAtWarpBarrier || f.where == Where::kDone);
        });
        return complete;
    }
    void release_warp(std::size_t member) {
        for_lanes(member, [&](Fibre& f) {
            if (f.where == Where::kAtWarpBarrier) f.where = Where::kReady;
        });
    }

    void (*kernel_)(const void*);
    const void* args_;
    std::vector<std::byte> shared_;
    std::vector<Fibre> fibres_;
    ucontext_t scheduler_{};
    Fibre* current_ = nullptr;
    const void* outside_bottom_ = nullptr;  ///< the scheduler's stack
    std::size_t outside_bytes_ = 0;
};

thread_local Block* Block::running = nullptr;

const SimtThread* thread() { return &Block::running->current().thread; }
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
