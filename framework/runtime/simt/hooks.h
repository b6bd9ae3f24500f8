// The calls by which a GPU kernel that is compiled for the host reaches the SIMT checker. Read by
// the checker and, as text, by every kernel that it runs; so it includes nothing.
//
// A kernel's object defines `extern "C" const weft::SimtHooks* weft_simt_hooks`, which is set
// before the first launch. Places are the functor's source where the kernel text's #line says so.
#pragma once

namespace weft {

struct SimtIndex {
    unsigned x, y, z;
};

/// CUDA's built-in variables in the running thread.
struct SimtThread {
    SimtIndex thread_index, block_index, block_size, grid_size;
};

/// A place in source text.
struct SimtPlace {
    const char* file;
    int line;
};

struct SimtHooks {
    const SimtThread* (*thread)();
    /// The dynamic shared memory of the running thread's block.
    char* (*shared_memory)();

    /// Called before an access to global or shared memory. Where the access is a fault, the launch
    /// ends and the call does not return.
    void (*read)(const void* address, unsigned bytes, SimtPlace place);
    void (*write)(void* address, unsigned bytes, SimtPlace place);

    /// __syncthreads(), __syncwarp(mask).
    void (*sync_block)(SimtPlace place);
    void (*sync_warp)(unsigned mask, SimtPlace place);
    /// __shfl_sync and its like: the 32 bits that `source_lane` of the warp passed.
    unsigned (*shuffle)(unsigned mask, unsigned value, int source_lane, SimtPlace place);
};

}  // namespace weft
