#line 2 "weft_DWT1D.cu"
struct DWT1D_scalar {
    struct Members {};
    template <class S> struct State {};
    template <class S, class B, class A_Input, class A_HighOutput, class A_LowOutput>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_HighOutput HighOutput, A_LowOutput LowOutput) {
#line 30 "neighbourhood/dwt1d.h"
{
        const float centre = Input();
        const float high = (centre - (Input(Input.Radius) + Input(-Input.Radius)) * 0.5f) * 0.5f;

        HighOutput() = high;
        LowOutput() = centre - high;
    }
    }
};
#line 18 "weft_DWT1D.cu"

// The structure that this kernel is compiled for.
struct Baked {
};
struct In_Input {
    static constexpr int Radius = 1, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eClamp;
    static constexpr bool kThreadsAlongY = false, kRealigned = false;
    static constexpr int kBlockU = 32, kBlockV = 8;
    static constexpr int kFirstU = -1, kFirstV = 0, kTileU = 34, kTileV = 8;
    static constexpr int kPitch = 34, kTilePlane = 272, kTilePlanes = 1;
};
struct Out_HighOutput {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};
struct Out_LowOutput {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};

// What the kernel is launched with.
struct weft_DWT1D_Args {
    weft::GpuRange range;
    weft::GpuPicture in_Input;
    weft::GpuPicture out_HighOutput;
    weft::GpuPicture out_LowOutput;
};

// One element.
WEFT_INLINE void evaluate(const weft_DWT1D_Args& args, weft::Element e, const float* shared) {
    using S = weft::Scalar;
    const DWT1D_scalar::Members members{};
    float v_HighOutput[1] = {};
    float v_LowOutput[1] = {};
    DWT1D_scalar::State<S> state{};
    DWT1D_scalar::Kernel<S, Baked>(members, state, S::M(true),
        weft::Input1D<weft::Shared<In_Input>>(shared + 0),
        weft::Output<Out_HighOutput>(v_HighOutput),
        weft::Output<Out_LowOutput>(v_LowOutput));
    weft::store<Out_HighOutput>(args.out_HighOutput, e, v_HighOutput);
    weft::store<Out_LowOutput>(args.out_LowOutput, e, v_LowOutput);
}

extern "C" __global__ void __launch_bounds__(256) weft_DWT1D(const __grid_constant__ weft_DWT1D_Args args) {
    WEFT_SHARED(shared);
    const weft::Element block = {args.range.x0 + static_cast<int>(blockIdx.x) * 32, args.range.y0 + static_cast<int>(blockIdx.y) * 8, weft::block_plane()};
    weft::copy_tile<In_Input>(shared + 0, args.in_Input, block, args.range.x1, args.range.y1);
    __syncthreads();
    const weft::Element e = {block.x + static_cast<int>(threadIdx.x), block.y + static_cast<int>(threadIdx.y), block.plane};
    if (e.x < args.range.x1 && e.y < args.range.y1) evaluate(args, e, shared);
}
