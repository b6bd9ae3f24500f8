// Light of a coloured screen taken off what stands in front of it.
#pragma once

#include "core/functor.h"
#include "screen_colour.h"

namespace weft::functors {

/// Removes the screen's colour where it exceeds what the other two allow.
///
/// The limit is the average, the larger or the smaller of the two others. What is removed may be
/// given back in part to all three, as grey, so that edges do not darken. Colours are the first
/// three planes; planes after them, alpha first, pass unchanged, and so do pictures of fewer
/// planes.
class Despill : public Functor<Despill, eParallel> {
    static constexpr const char* kLimits[] = {"average", "larger", "smaller"};

  public:
    enum Limit : int { eAverage, eLarger, eSmaller };

  private:
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Screen;
    Baked<int> Allowed;
    float Amount;
    float Restore;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("screen", Screen.value)
            .Choices(kScreenColours)
            .Structure()
            .Label("Screen")
            .Help("The colour of the screen."),
        Parameter("limit", Allowed.value)
            .Choices(kLimits)
            .Structure()
            .Label("Limit")
            .Help("How much of the screen's colour may stay, from the two others."),
        Parameter("amount", Amount)
            .Range(0.0, 1.0)
            .Label("Amount")
            .Help("How much of the excess is removed: 0 changes nothing."),
        Parameter("restore", Restore)
            .Range(0.0, 1.0)
            .Label("Restore")
            .Help("How much of what was removed is added to all three colours, as grey."))

  public:
    explicit Despill(ScreenColour screen = eGreenScreen, Limit limit = eAverage,
                     float amount = 1.0f, float restore = 0.0f)
        : Screen(screen), Allowed(limit), Amount(amount), Restore(restore) {}

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const bool colour = Input.Planes >= 3;
        const int filled = Screen;
        const float screen = Input(colour ? filled : 0);
        const float next = Input(colour ? (filled + 1) % 3 : 0);
        const float last = Input(colour ? (filled + 2) % 3 : 0);
        float limit = 0.5f * next + 0.5f * last;
        if (Allowed == eLarger) limit = max(next, last);
        if (Allowed == eSmaller) limit = min(next, last);
        const float spill = Amount * max(screen - limit, 0.0f);
        const float grey = Restore * spill;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            if (!colour || plane > 2 || Amount == 0.0f) {
                Output(plane) = value;
            } else {
                Output(plane) = (plane == filled ? value - spill : value) + grey;
            }
        }
    }
};

}  // namespace weft::functors
