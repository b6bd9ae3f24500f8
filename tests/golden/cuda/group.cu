#line 2 "weft_Mean_Mean.cu"
struct Mean_scalar {
    struct Members {
        float Scale;
    };
    template <class S> struct State {};
    template <class S, class B, class A_Input, class A_Output>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Output Output) {
#line 39 "neighbourhood/mean.h"
{
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y)
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) sum += Input(x, y);
        Output() = sum * members.Scale;
    }
    }
};
#line 19 "weft_Mean_Mean.cu"

// The structure that this kernel is compiled for, stage by stage.
// 0: mean1
struct Baked0 {
};
struct In0_Input {
    static constexpr int Radius = 0, RadiusX = 1, RadiusY = 1, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eMirror;
};
struct Out0_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};
// 1: mean2
struct Baked1 {
};
struct In1_Input {
    static constexpr int Radius = 0, RadiusX = 1, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eMirror;
};
struct Out1_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};
// mean1.Output in shared memory.
struct Tile0 {
    static constexpr bool kThreadsAlongY = false;
    static constexpr int kFirstU = -1, kFirstV = 0;
    static constexpr int kPitch = 34, kTilePlane = 272;
};

// What the kernel is launched with.
struct weft_Mean_Mean_Args {
    weft::GpuRange range;
    weft::GpuBounds inner;
    weft::GpuBounds domain0;
    weft::GpuBounds domain1;
    weft::GpuPicture in0;  // input
    weft::GpuPicture out0;  // mean2.Output
    float outside0;
    Mean_scalar::Members members0;
    Mean_scalar::Members members1;
};

// One element of mean1.
template <int kSides>
WEFT_INLINE void element0(const weft_Mean_Mean_Args& args, weft::Element first, int u, int v, float* shared) {
    using S = weft::Scalar;
    const weft::Spot at = weft::spot<false, weft::eMirror, kSides>(args.domain0, first, u, v);
    [[maybe_unused]] weft::Element e = at.e;
    float v0_Output[1] = {};  // mean1.Output
    {
        Mean_scalar::State<S> state{};
        Mean_scalar::Kernel<S, Baked0>(args.members0, state, S::M(true),
            weft::Input2D<weft::Bordered<In0_Input, kSides>>(args.in0, e),
            weft::Output<Out0_Output>(v0_Output));
    }
    weft::shared_store(shared + 0 + weft::tile_index<Tile0>(u, v), v0_Output[0]);
}

// One element of mean2.
template <int kSides>
WEFT_INLINE void element1(const weft_Mean_Mean_Args& args, weft::Element first, int u, int v, float* shared) {
    using S = weft::Scalar;
    const weft::Spot at = weft::spot<false, weft::eClamp, 0>(args.domain1, first, u, v);
    [[maybe_unused]] weft::Element e = at.e;
    float v1_Output[1] = {};  // mean2.Output
    {
        Mean_scalar::State<S> state{};
        Mean_scalar::Kernel<S, Baked1>(args.members1, state, S::M(true),
            weft::Input2D<weft::Tiled<In1_Input, Tile0>>(shared + 0, at, 0),
            weft::Output<Out1_Output>(v1_Output));
    }
    weft::device_store(weft::sample_address<false>(args.out0, {e.x, e.y, e.plane}), v1_Output[0]);
}

// A team's tile, from its first element to what the region ends with.
template <int kSides>
WEFT_INLINE void tile(const weft_Mean_Mean_Args& args, weft::Element first, float* shared, int extent_u, int extent_v) {
    using Team = weft::BlockTeam<32, 8>;
    WEFT_NO_UNROLL
    for (int i = Team::index(); i < 272; i += 256) {
        const int u = i % 34 - 1, v = i / 34;
        if (u < extent_u + 1 && v < extent_v)
            element0<kSides>(args, first, u, v, shared);
    }
    Team::sync();
    WEFT_NO_UNROLL
    for (int v = Team::v(); v < extent_v; v += 8)
        WEFT_NO_UNROLL
        for (int u = Team::u(); u < extent_u; u += 32)
            element1<kSides>(args, first, u, v, shared);
}

extern "C" __global__ void __launch_bounds__(256) weft_Mean_Mean(const __grid_constant__ weft_Mean_Mean_Args args) {
    WEFT_SHARED(shared);
    const weft::Element block = {args.range.x0 + static_cast<int>(blockIdx.x) * 32, args.range.y0 + static_cast<int>(blockIdx.y) * 8, weft::block_plane()};
    const int extent_u = args.range.x1 - block.x < 32 ? args.range.x1 - block.x : 32;
    const int extent_v = args.range.y1 - block.y < 8 ? args.range.y1 - block.y : 8;
    tile<15>(args, block, shared, extent_u, extent_v);
}
