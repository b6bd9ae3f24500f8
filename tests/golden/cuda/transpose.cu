#line 2 "weft_transpose.cu"
// A picture by rows is copied into one by columns.
struct weft_transpose_Args {
    weft::GpuRange range;
    weft::GpuPicture from;
    weft::GpuPicture to;
};

extern "C" __global__ void weft_transpose(const __grid_constant__ weft_transpose_Args args) {
    WEFT_SHARED(tile);
    const weft::Element block = {args.range.x0 + static_cast<int>(blockIdx.y) * 32, args.range.y0 + static_cast<int>(blockIdx.x) * 32, weft::block_plane()};
    weft::transpose_tile<true>(tile, args.from, args.to, block, args.range.x1, args.range.y1);
}
