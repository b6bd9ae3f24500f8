#line 2 "weft_UnsharpMask.cu"
struct UnsharpMask_scalar {
    struct Members {
        float Amount;
    };
    template <class S> struct State {};
    template <class S, class B, class A_Input, class A_Grey, class A_Blurred, class A_Output>
    WEFT_INLINE static void Kernel(const Members& members, State<S>& state, typename S::M mask, A_Input Input, A_Grey Grey, A_Blurred Blurred, A_Output Output) {
#line 32 "pixel/unsharp_mask.h"
{
        const float grey = Grey();
        const float sharp = (1.0f + members.Amount) * grey - members.Amount * Blurred();
        const float ratio = grey == 0.0f || members.Amount == 0.0f ? 1.0f : sharp / grey;
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = plane < colours ? ratio * Input(plane) : Input(plane);
    }
    }
};
#line 21 "weft_UnsharpMask.cu"

// The structure that this kernel is compiled for.
struct Baked {
};
struct In_Input {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr int Colours = 1, Alpha = -1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = true, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eConstant;
};
struct In_Grey {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eConstant;
};
struct In_Blurred {
    static constexpr int Radius = 0, RadiusX = 0, RadiusY = 0, Count = 0, Planes = 1;
    static constexpr weft::Axis Axis = weft::eHorizontal;
    static constexpr bool kPixel = false, kColumns = false;
    static constexpr weft::Scale kScaleX = {1, 0, 1}, kScaleY = {1, 0, 1};
    static constexpr weft::BorderMode kBorder = weft::eConstant;
};
struct Out_Output {
    static constexpr int Planes = 1;
    static constexpr bool kPixel = true, kColumns = false;
};

// What the kernel is launched with.
struct weft_UnsharpMask_Args {
    weft::GpuRange range;
    weft::GpuPicture in_Input;
    weft::GpuPicture in_Grey;
    weft::GpuPicture in_Blurred;
    weft::GpuPicture out_Output;
    UnsharpMask_scalar::Members members;
};

// One element.
WEFT_INLINE void evaluate(const weft_UnsharpMask_Args& args, weft::Element e) {
    using S = weft::Scalar;
    float v_Output[1] = {};
    UnsharpMask_scalar::State<S> state{};
    UnsharpMask_scalar::Kernel<S, Baked>(args.members, state, S::M(true),
        weft::Input0D<weft::Bordered<In_Input>>(args.in_Input, e),
        weft::Input0D<weft::Bordered<In_Grey>>(args.in_Grey, e),
        weft::Input0D<weft::Bordered<In_Blurred>>(args.in_Blurred, e),
        weft::Output<Out_Output>(v_Output));
    weft::store<Out_Output>(args.out_Output, e, v_Output);
}

extern "C" __global__ void weft_UnsharpMask(const __grid_constant__ weft_UnsharpMask_Args args) {
    const weft::Element e = {args.range.x0 + weft::thread_u(), args.range.y0 + weft::thread_v(), weft::block_plane()};
    if (e.x < args.range.x1 && e.y < args.range.y1) evaluate(args, e);
}
