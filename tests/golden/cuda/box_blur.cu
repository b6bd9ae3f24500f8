#line 2 "weft_BoxBlur.cu"
struct BoxBlur_scalar {
    struct Members {
        float Scale;
    };
    template <class S> struct State {
        typename S::F Sum;
    };
    template <class S, class B, class A_Input, class A_Output>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Output Output) {
#line 44 "scan/box_blur.h"
{
        const float entering = Input(Input.Radius);
        state.Sum += entering;
        Output() = Input.Radius == 0 ? entering : state.Sum * members.Scale;
        state.Sum -= Input(-Input.Radius);
    }
    }
    template <class S, class B, class A_Input, class A_Output>
    WEFT_INLINE static void Initialise(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Output Output) {
#line 39 "scan/box_blur.h"
{
        state.Sum = 0.0f;
        for (int i = -Input.Radius; i < Input.Radius; ++i) state.Sum += Input(i);
    }
    }
};
#line 29 "weft_BoxBlur.cu"

// The structure that this kernel is compiled for.
struct Baked {
};
struct In_Input {
    static constexpr int Radius = 2, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eClamp;
};
struct Out_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = false, kColumns = false;
};

// What the kernel is launched with.
struct weft_BoxBlur_Args {
    weft::GpuRange range;
    weft::GpuPicture in_Input;
    weft::GpuPicture out_Output;
    BoxBlur_scalar::Members members;
};

// The elements of a segment along x, from restart to restart; those before the
// region only lead up to it.
WEFT_INLINE void advance(const weft_BoxBlur_Args& args, weft::Element e, weft::Segment segment) {
    using S = weft::Scalar;
    const int period = args.range.restart_period;
    for (int restart = segment.begin; restart < segment.end; restart += period) {
        BoxBlur_scalar::State<S> state{};
        e.x = restart;
        {
            float v_Output[1] = {};
            BoxBlur_scalar::Initialise<S, Baked>(args.members, state, S::M(true),
                weft::Input1D<weft::Bordered<In_Input>>(args.in_Input, e),
                weft::Output<Out_Output>(v_Output));
        }
        const int stop = segment.end - restart < period ? segment.end : restart + period;
        const int first = args.range.x0 < stop ? args.range.x0 : stop;
        for (; e.x < first; ++e.x) {
            float v_Output[1] = {};
            BoxBlur_scalar::Kernel<S, Baked>(args.members, state, S::M(true),
                weft::Input1D<weft::Bordered<In_Input>>(args.in_Input, e),
                weft::Output<Out_Output>(v_Output));
        }
        for (; e.x < stop; ++e.x) {
            float v_Output[1] = {};
            BoxBlur_scalar::Kernel<S, Baked>(args.members, state, S::M(true),
                weft::Input1D<weft::Bordered<In_Input>>(args.in_Input, e),
                weft::Output<Out_Output>(v_Output));
            weft::store<Out_Output>(args.out_Output, e, v_Output);
        }
    }
}

extern "C" __global__ void weft_BoxBlur(const __grid_constant__ weft_BoxBlur_Args args) {
    const int y = args.range.y0 + weft::thread_v();
    if (y < args.range.y1)
        advance(args, {y, y, weft::block_plane()}, weft::scan_segment(args.range, args.range.x0, args.range.x1, weft::thread_u()));
}
