// Parameters: the single declaration from which panels, --set, documents and manuals follow.
//
// A functor names its parameters once, beside the members they set:
//
//   float Threshold;
//   mFunctorParameters(
//       Parameter("threshold", Threshold).Range(0.0, 1.0).Label("Threshold")
//           .Help("Details smaller than this are removed."))
//
// The default of a parameter is the member's value in a default-constructed functor.
#pragma once

#include "core/types.h"

namespace weft {

/// The types a parameter may have.
enum class ParameterType : int { eFloat, eInt, eBool, eAxis, eChoice, eFloatList, eOffsetList };

/// What a parameter and those declared after it mean together, so that an editor can set them as
/// one: by a handle on the picture, a colour picker, a curve.
enum class ParameterGroup : int {
    eNone,
    /// Two floats, x and y of a point of the first input (of the output where there is none) as
    /// fractions of its domain: 0 is the left side or the top, 1 the right side or the bottom.
    ePoint,
    /// Two floats, a displacement in pixels: to the right, and downwards.
    eShift,
    /// Three floats, red, green and blue; or one float list of one number or those three. 1 is
    /// white.
    eColour,
    /// One float list: points of a curve that an artist draws, input before output; none: the line
    /// from (0, 0) through (1, 1).
    eCurve,
};

/// The unit of a value. Lengths in pixels are scaled where a graph is rendered for pictures of
/// another size (graph/scaled.h).
enum class ParameterUnit : int {
    eNone,
    ePixels,  ///< along the functor's Axis parameter; without one, in every direction
    ePixelsAlongX,
    ePixelsAlongY,
};

/// The most values that a choice can have.
inline constexpr int kMaxChoices = 48;

/// A parameter of one functor object: what it is, and the member that holds its value.
/// Built by Parameter() and handed to a ParameterVisitor; strings must outlive the program.
struct ParameterRef {
    /// In documents and on the command line: lower case, words joined by '-'.
    const char* name = "";
    const char* label = "";  ///< for people
    const char* help = "";   ///< one or two sentences, units included
    ParameterType type = ParameterType::eFloat;
    double minimum = -3.0e38;
    double maximum = 3.0e38;
    const char* choices[kMaxChoices] = {};  ///< eChoice: names, one per value from 0
    int choice_count = 0;
    int capacity = 0;                              ///< eFloatList: entries that fit
    bool structure = false;                        ///< baked into kernels: a change recompiles
    ParameterGroup group = ParameterGroup::eNone;  ///< that begins with this parameter
    ParameterUnit unit = ParameterUnit::eNone;
    void* value = nullptr;         ///< float*, int*, bool*, Axis*, FloatList<>* or OffsetList*
    int* list_count = nullptr;     ///< eFloatList: its count
    float* list_values = nullptr;  ///< eFloatList: its values

    /// The closed range of valid values, in the parameter's own unit.
    constexpr ParameterRef Range(double lo, double hi) const {
        ParameterRef p = *this;
        p.minimum = lo;
        p.maximum = hi;
        return p;
    }
    constexpr ParameterRef Label(const char* text) const {
        ParameterRef p = *this;
        p.label = text;
        return p;
    }
    constexpr ParameterRef Help(const char* text) const {
        ParameterRef p = *this;
        p.help = text;
        return p;
    }
    /// Marks a value as a length in pixels (ParameterUnit).
    constexpr ParameterRef Pixels() const { return in(ParameterUnit::ePixels); }
    constexpr ParameterRef PixelsAlongX() const { return in(ParameterUnit::ePixelsAlongX); }
    constexpr ParameterRef PixelsAlongY() const { return in(ParameterUnit::ePixelsAlongY); }
    /// Marks a value as structure: radii, axes, offsets, level counts. Axes and offset lists are
    /// structure by themselves.
    constexpr ParameterRef Structure() const {
        ParameterRef p = *this;
        p.structure = true;
        return p;
    }
    /// Begins a group of parameters; those declared next are the rest of it.
    constexpr ParameterRef Begins(ParameterGroup what) const {
        ParameterRef p = *this;
        p.group = what;
        return p;
    }
    /// Names the values of an int parameter, from 0.
    template <int N>
    constexpr ParameterRef Choices(const char* const (&names)[N]) const {
        static_assert(N <= kMaxChoices, "a choice has at most kMaxChoices values");
        ParameterRef p = *this;
        p.type = ParameterType::eChoice;
        for (int i = 0; i < N; ++i) p.choices[i] = names[i];
        p.choice_count = N;
        p.minimum = 0;
        p.maximum = N - 1;
        return p;
    }

  private:
    constexpr ParameterRef in(ParameterUnit measure) const {
        ParameterRef p = *this;
        p.unit = measure;
        return p;
    }
};

namespace detail {
inline ParameterRef parameter(const char* name, ParameterType type, void* value) {
    ParameterRef p;
    p.name = name;
    p.label = name;
    p.type = type;
    p.value = value;
    return p;
}
}  // namespace detail

inline ParameterRef Parameter(const char* name, float& v) {
    return detail::parameter(name, ParameterType::eFloat, &v);
}
inline ParameterRef Parameter(const char* name, int& v) {
    return detail::parameter(name, ParameterType::eInt, &v).Range(-2147483647, 2147483647);
}
inline ParameterRef Parameter(const char* name, bool& v) {
    return detail::parameter(name, ParameterType::eBool, &v).Range(0, 1);
}
inline ParameterRef Parameter(const char* name, Axis& v) {
    return detail::parameter(name, ParameterType::eAxis, &v).Range(0, 1).Structure();
}
inline ParameterRef Parameter(const char* name, OffsetList& v) {
    return detail::parameter(name, ParameterType::eOffsetList, &v)
        .Range(-kMaxRadius, kMaxRadius)
        .Structure();
}
template <int Capacity>
ParameterRef Parameter(const char* name, FloatList<Capacity>& v) {
    ParameterRef p = detail::parameter(name, ParameterType::eFloatList, &v);
    p.capacity = Capacity;
    p.list_count = &v.count;
    p.list_values = v.values;
    return p;
}

/// Receives a functor's parameters, in declaration order.
class ParameterVisitor {
  public:
    virtual void parameter(const ParameterRef&) = 0;

  protected:
    ~ParameterVisitor() = default;
};

namespace detail {
template <class... P>
void visit_parameters(ParameterVisitor& visitor, const P&... parameters) {
    (visitor.parameter(parameters), ...);
}
}  // namespace detail

}  // namespace weft
