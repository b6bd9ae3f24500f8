#line 2 "weft_SparseConvolution.cu"
struct SparseConvolution_scalar {
    struct Members {
        struct { int count; float values[256]; } Taps;
    };
    template <class S> struct State {};
    template <class S, class B, class A_Input, class A_Output>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Output Output) {
#line 59 "neighbourhood/sparse_convolution.h"
{
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int i = 0; i < Input.Count; ++i) sum = weft::fma(weft::at(members.Taps.values, i), Input(i), sum);
        Output() = sum;
    }
    }
};
#line 18 "weft_SparseConvolution.cu"

// The structure that this kernel is compiled for.
struct Baked {
};
__constant__ constexpr weft::Offset offsets_Input[] = {{0, 0}, {-2, 0}, {2, 0}, {0, -2}, {0, 2}};
struct In_Input {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 5, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eClamp;
    static constexpr int Entries = 5;
    static WEFT_INLINE weft::Offset offset(int i) { return offsets_Input[i]; }
};
struct Out_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};

// What the kernel is launched with.
struct weft_SparseConvolution_Args {
    weft::GpuRange range;
    weft::GpuPicture in_Input;
    weft::GpuPicture out_Output;
    SparseConvolution_scalar::Members members;
};

// One element.
WEFT_INLINE void evaluate(const weft_SparseConvolution_Args& args, weft::Element e) {
    using S = weft::Scalar;
    float v_Output[1] = {};
    SparseConvolution_scalar::State<S> state{};
    SparseConvolution_scalar::Kernel<S, Baked>(args.members, state, S::M(true),
        weft::InputSparse<weft::Bordered<In_Input>>(args.in_Input, e),
        weft::Output<Out_Output>(v_Output));
    weft::store<Out_Output>(args.out_Output, e, v_Output);
}

extern "C" __global__ void weft_SparseConvolution(const __grid_constant__ weft_SparseConvolution_Args args) {
    const weft::Element e = {args.range.x0 + weft::thread_u(), args.range.y0 + weft::thread_v(), weft::block_plane()};
    if (e.x < args.range.x1 && e.y < args.range.y1) evaluate(args, e);
}
