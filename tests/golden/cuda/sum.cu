#line 2 "weft_Sum.cu"
struct Sum_scalar {
    struct Members {};
    template <class S> struct State {};
    template <class S, class B, class A_A, class A_B_2, class A_Output>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_A A, A_B_2 B_2, A_Output Output) {
#line 16 "point/sum.h"
{ Output() = A() + B_2(); }
    }
};
#line 12 "weft_Sum.cu"

// The structure that this kernel is compiled for.
struct Baked {
};
struct In_A {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
};
struct In_B {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
};
struct Out_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};

// What the kernel is launched with.
struct weft_Sum_Args {
    weft::GpuRange range;
    weft::GpuPicture in_A;
    weft::GpuPicture in_B;
    weft::GpuPicture out_Output;
};

// One element.
WEFT_INLINE void evaluate(const weft_Sum_Args& args, weft::Element e) {
    using S = weft::Scalar;
    const Sum_scalar::Members members{};
    float v_Output[1] = {};
    Sum_scalar::State<S> state{};
    Sum_scalar::Kernel<S, Baked>(members, state, S::M(true),
        weft::Input0D<weft::Global<In_A>>(args.in_A, e),
        weft::Input0D<weft::Global<In_B>>(args.in_B, e),
        weft::Output<Out_Output>(v_Output));
    weft::store<Out_Output>(args.out_Output, e, v_Output);
}

extern "C" __global__ void weft_Sum(const __grid_constant__ weft_Sum_Args args) {
    const weft::Element e = {args.range.x0 + weft::thread_u(), args.range.y0 + weft::thread_v(), weft::block_plane()};
    if (e.x < args.range.x1 && e.y < args.range.y1) evaluate(args, e);
}
