// Two pictures combined by one of the compositor's operations.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Combines two pictures, A in front of B, by one of the standard compositing operations.
///
/// Colours are premultiplied. With a and b for the alphas, the operations make of every plane,
/// alpha included: over A + B(1-a), under A(1-b) + B, in A b, out A(1-b), atop A b + B(1-a), xor
/// A(1-b) + B(1-a), mask B a, stencil B(1-a), plus A + B, minus A - B, multiply A B, divide A/B and
/// 0 where B is 0, difference |A - B|, average (A + B)/2, min, max, screen A + B - A B and the
/// larger where that exceeds 1, overlay and hard-light 2 A B while B (overlay) or A (hard-light) is
/// at most 1/2 and from there screen with its double less 1, soft-light as the W3C defines it, with
/// A kept within 0 and 1 and B left alone outside them. Infinities and NaN are as the formulas make
/// them: an infinity that is multiplied by 0 is NaN.
///
/// Beyond its window a picture is nothing, zero in all channels; in it one without alpha is opaque.
/// What an operation multiplies by it, or divides, is nothing there too, even an infinity: in,
/// mask, multiply and divide are where both pictures are, out and hard-light where A is, atop,
/// stencil, overlay and soft-light where B is. A grey picture serves all colours. Other planes that
/// only one picture has are 0 in the other. The frame is B's.
class Merge : public Functor<Merge, eParallel> {
  public:
    enum Operation : int {
        eOver,
        eUnder,
        eIn,
        eOut,
        eAtop,
        eXor,
        eMask,
        eStencil,
        ePlus,
        eMinus,
        eMultiply,
        eDivide,
        eDifference,
        eAverage,
        eMin,
        eMax,
        eScreen,
        eOverlay,
        eHardLight,
        eSoftLight,
    };

  private:
    static constexpr const char* kOperations[] = {
        "over",    "under", "in",     "out",      "atop",       "xor",        "mask",
        "stencil", "plus",  "minus",  "multiply", "divide",     "difference", "average",
        "min",     "max",   "screen", "overlay",  "hard-light", "soft-light"};

    Indexer<eInput, ePixel> A;
    Indexer<eInput, ePixel> B;
    Indexer<eOutput, ePixel> Output;
    Baked<int> How;
    bool UnionAlpha;
    float Mix;
    int SeenA[4] = {}, SeenB[4] = {};  // their windows
    mFunctorIndexers(A, B, Output)
    mFunctorParameters(
        Parameter("operation", How.value)
            .Choices(kOperations)
            .Structure()
            .Label("Operation")
            .Help("How the two pictures are combined, A in front of B."),
        Parameter("union-alpha", UnionAlpha)
            .Label("Union of alphas")
            .Help("Makes alpha a + b - ab, whatever the operation makes of colours."),
        Parameter("mix", Mix)
            .Range(0.0, 1.0)
            .Label("Mix")
            .Help("Fades from B alone, 0, to the whole operation, 1."))

    /// For lights: never darker than either, and no brighter than 1 unless one of them is.
    static float screen(float a, float b) {
        const float larger = max(a, b);
        return larger > 1.0f ? larger : a + b - a * b;
    }

    static float hard_light(float a, float b) {
        return a <= 0.5f ? 2.0f * a * b : screen(2.0f * a - 1.0f, b);
    }

    static float soft_light(float a, float b) {
        const float amount = 2.0f * clamp(a, 0.0f, 1.0f) - 1.0f;
        const float inside = clamp(b, 0.0f, 1.0f);
        const float curve =
            inside <= 0.25f ? ((16.0f * inside - 12.0f) * inside + 4.0f) * inside : sqrt(inside);
        const float reach = amount <= 0.0f ? inside * (1.0f - inside) : curve - inside;
        return b + amount * reach;
    }

    /// Whether the operation makes nothing where A, or B, is nothing.
    static bool needs_a(int how) {
        return how == eIn || how == eOut || how == eMask || how == eMultiply || how == eDivide ||
               how == eHardLight;
    }
    static bool needs_b(int how) {
        return how == eIn || how == eAtop || how == eMask || how == eStencil || how == eMultiply ||
               how == eDivide || how == eOverlay || how == eSoftLight;
    }

    static float combine(int how, float a, float b, float alpha_a, float alpha_b) {
        switch (how) {
            case eOver: return a + b * (1.0f - alpha_a);
            case eUnder: return a * (1.0f - alpha_b) + b;
            case eIn: return a * alpha_b;
            case eOut: return a * (1.0f - alpha_b);
            case eAtop: return a * alpha_b + b * (1.0f - alpha_a);
            case eXor: return a * (1.0f - alpha_b) + b * (1.0f - alpha_a);
            case eMask: return b * alpha_a;
            case eStencil: return b * (1.0f - alpha_a);
            case ePlus: return a + b;
            case eMinus: return a - b;
            case eMultiply: return a * b;
            case eDivide: return b == 0.0f ? 0.0f : a / b;
            case eDifference: return abs(a - b);
            case eAverage: return 0.5f * a + 0.5f * b;
            case eMin: return min(a, b);
            case eMax: return max(a, b);
            case eScreen: return screen(a, b);
            case eOverlay: return hard_light(b, a);
            case eHardLight: return hard_light(a, b);
            default: return soft_light(a, b);
        }
    }

  public:
    explicit Merge(Operation operation = eOver, bool union_alpha = false, float mix = 1.0f)
        : How(operation), UnionAlpha(union_alpha), Mix(mix) {}

    static constexpr int kFrameOf = 1;
    Rect DataWindow(const ImageShape* inputs) const {
        const Rect &a = inputs[0].data_window, &b = inputs[1].data_window;
        if (UnionAlpha || (!needs_a(How) && !needs_b(How))) return hull(a, b);
        const Rect combined = !needs_b(How) ? a : !needs_a(How) ? b : intersect(a, b);
        return Mix == 1.0f ? combined : hull(combined, b);
    }

    void Measure() {
        keep_window(A.DataWindow, SeenA);
        keep_window(B.DataWindow, SeenB);
    }

    int Copies() const { return Mix == 0.0f ? 1 : -1; }

    void Kernel() {
        const float alpha_a = A.Alpha < 0 ? coverage(X(), Y(), SeenA) : A(A.Alpha);
        const float alpha_b = B.Alpha < 0 ? coverage(X(), Y(), SeenB) : B(B.Alpha);
        const bool nothing = (needs_a(How) && !within(X(), Y(), SeenA)) ||
                             (needs_b(How) && !within(X(), Y(), SeenB));
        for (int plane = 0; plane < Output.Planes; ++plane) {
            const bool matte = plane == Output.Alpha;
            const int plane_a =
                source_plane(plane, Output.Colours, Output.Alpha, A.Planes, A.Colours, A.Alpha);
            const int plane_b =
                source_plane(plane, Output.Colours, Output.Alpha, B.Planes, B.Colours, B.Alpha);
            const float a = plane_a < 0 ? (matte ? alpha_a : 0.0f) : A(plane_a);
            const float b = plane_b < 0 ? (matte ? alpha_b : 0.0f) : B(plane_b);
            const bool united = UnionAlpha && matte;
            const float combined = nothing ? 0.0f : combine(How, a, b, alpha_a, alpha_b);
            const float result = united ? a + b - a * b : combined;
            const float mixed = mix(b, result, Mix);
            Output(plane) = Mix == 0.0f ? b : Mix == 1.0f ? result : mixed;
        }
    }
};

}  // namespace weft::functors
