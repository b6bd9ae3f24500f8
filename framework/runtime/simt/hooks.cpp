// The functions that kernels call, each handed to the block that runs on this thread of the host.
#include "runtime/simt/hooks.h"

#include "runtime/simt/block_run.h"

namespace weft {

namespace {

thread_local BlockRun* running = nullptr;

const SimtThread* thread() { return &running->indices(); }
char* shared_memory() { return running->shared(); }
void read(const void* address, unsigned bytes, SimtPlace place) {
    running->access(address, bytes, false, place);
}
void write(void* address, unsigned bytes, SimtPlace place) {
    running->access(address, bytes, true, place);
}
void sync_block(SimtPlace place) { running->sync_block(place); }
void sync_warp(unsigned mask, SimtPlace place) { running->sync_warp(mask, place); }
unsigned shuffle(unsigned mask, unsigned value, int source_lane, SimtPlace place) {
    return running->shuffle(mask, value, source_lane, place);
}

}  // namespace

RunningBlock::RunningBlock(BlockRun& run) { running = &run; }
RunningBlock::~RunningBlock() { running = nullptr; }

const SimtHooks& simt_hooks() {
    static constexpr SimtHooks hooks = {thread,     shared_memory, read,   write,
                                        sync_block, sync_warp,     shuffle};
    return hooks;
}

}  // namespace weft
