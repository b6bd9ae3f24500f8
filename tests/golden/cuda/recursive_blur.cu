#line 2 "weft_RecursiveBlur.cu"
struct RecursiveBlur_scalar {
    struct Members {
        float Amount;
    };
    template <class S> struct State {
        typename S::F Last;
    };
    template <class S, class B, class A_Input, class A_Output>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Output Output) {
#line 42 "scan/recursive_blur.h"
{
        state.Last = (1.0f - members.Amount) * state.Last + members.Amount * Input();
        Output() = members.Amount == 1.0f ? Input() : state.Last;
    }
    }
    template <class S, class B, class A_Input, class A_Output>
    WEFT_INLINE static void Initialise(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Output Output) {
#line 40 "scan/recursive_blur.h"
{ state.Last = Input(); }
    }
};
#line 24 "weft_RecursiveBlur.cu"

// The structure that this kernel is compiled for.
struct Baked {
};
struct In_Input {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eConstant;
};
struct Out_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};

// What the kernel is launched with.
struct weft_RecursiveBlur_Args {
    weft::GpuRange range;
    weft::GpuPicture in_Input;
    weft::GpuPicture out_Output;
    RecursiveBlur_scalar::Members members;
};

// The elements of a line along x, from its first element on.
WEFT_INLINE void advance(const weft_RecursiveBlur_Args& args, weft::Element e, weft::Segment segment) {
    using S = weft::Scalar;
    RecursiveBlur_scalar::State<S> state{};
    e.x = segment.begin;
    {
        float v_Output[1] = {};
        RecursiveBlur_scalar::Initialise<S, Baked>(args.members, state, S::M(true),
            weft::Input0D<weft::Bordered<In_Input>>(args.in_Input, e),
            weft::Output<Out_Output>(v_Output));
    }
    for (; e.x < segment.end; ++e.x) {
        float v_Output[1] = {};
        RecursiveBlur_scalar::Kernel<S, Baked>(args.members, state, S::M(true),
            weft::Input0D<weft::Bordered<In_Input>>(args.in_Input, e),
            weft::Output<Out_Output>(v_Output));
        weft::store<Out_Output>(args.out_Output, e, v_Output);
    }
}

extern "C" __global__ void weft_RecursiveBlur(const __grid_constant__ weft_RecursiveBlur_Args args) {
    const int y = args.range.y0 + weft::thread_v();
    if (y < args.range.y1)
        advance(args, {y, y, weft::block_plane()}, weft::whole_line(args.range.x0, args.range.x1, weft::thread_u()));
}
