// Indexed functors: small C++ function objects with access metadata (active-library, listing 2).
//
//   class DWT1D : public Functor<DWT1D, eParallel> {
//       Indexer<eInput, eComponent, e1D> Input;
//       Indexer<eOutput, eComponent> HighOutput;
//       Indexer<eOutput, eComponent> LowOutput;
//       mFunctorIndexers(Input, HighOutput, LowOutput)
//       mFunctorParameters(Parameter("radius", Input.Radius).Structure().Range(1, 256))
//     public:
//       explicit DWT1D(Axis axis = eHorizontal, int radius = 1) : Input(axis, radius) {}
//       void Kernel() { ... }
//   };
//
// A functor is default-constructible and copyable. Its optional parts:
//   Prepare()      derives members from parameters (weights from a sigma)
//   Shape(inputs), Shape(output, inputs)   say how large the outputs are, where they are not as
//                  large as the inputs together: generators, crops, other numbers of planes
//   kFrameOf       a constant: the number of the input whose frame the outputs have; else the first
//   DataWindow(inputs) says what part of the outputs may hold anything but zeros, of a functor that
//                  reads anywhere, as one that moves a picture does, or makes zeros where one of
//                  its inputs is nothing, whatever the others hold
//   Measure()      derives members from the indexers' Domain and Planes, once pictures are known
//   Copies()       the number of the input that all outputs equal, bit for bit, where parameters
//                  make the functor an identity; else -1
//   Initialise()   builds a state: a moving average's wherever the graph says, a recurrence's once,
//                  at the first element of each line, a reduction's before its first element
//   Combine(other), Result()   of a reduction: takes in what another part of the picture came to;
//                  writes one element of the outputs (core/reduction.h)
// An eAccumulation functor has no more than an eParallel one: it declares that its Kernel() adds
// terms in loops to local variables, which devices then do for a tile of elements together. Kernels
// may ask where their element lies: X(), Y(), Plane(). Members of type Baked<int> or Baked<float>
// become constants of the kernel, all other members are arguments. What a kernel may contain is
// docs/functor-contract.md.
#pragma once

#include "core/host_call.h"
#include "core/image_shape.h"
#include "core/indexer.h"
#include "core/math.h"
#include "core/parameter.h"
#include "core/type_name.h"
#include "core/types.h"

namespace weft {

/// A member that is compiled into the kernel as a constant: loop bounds, levels. T: int, float,
/// bool.
template <class T>
struct Baked {
    T value{};
    constexpr Baked(T v = T{}) : value(v) {}
    constexpr operator T() const { return value; }
};

/// Receives a functor's indexers, in the order of mFunctorIndexers.
class IndexerVisitor {
  public:
    virtual void indexer(const char* name, int name_length, IndexerBase&) = 0;

  protected:
    ~IndexerVisitor() = default;
};

/// Befriended by every functor; the translator's output specialises it to read kernel members.
template <class Derived>
struct FunctorAccess;

/// A functor as the graph and the reference executor see it.
class FunctorBase {
  public:
    virtual ~FunctorBase() = default;

    virtual const char* name() const = 0;  ///< the class name, without namespaces
    virtual Dependence dependence() const = 0;
    virtual FunctorBase* clone() const = 0;  ///< a new copy, owned by the caller
    virtual int object_size() const = 0;     ///< of the object, its members included, in bytes

    virtual void visit_indexers(IndexerVisitor&) = 0;
    virtual void visit_parameters(ParameterVisitor&) {}

    virtual void prepare() = 0;     ///< after parameters changed: derive what depends on them
    virtual void measure() = 0;     ///< after Domains became known: derive what depends on them
    virtual void initialise() = 0;  ///< the reference: rebuild the state at the cursor
    virtual void kernel() = 0;      ///< the reference: one element at the cursor
    /// Reductions: takes in the state of `other`, of the same class, whose elements come later.
    virtual void combine(const FunctorBase& other) = 0;
    virtual void result() = 0;  ///< reductions: one element of the outputs at the cursor

    /// Whether the functor has a Shape().
    virtual bool has_shape() const = 0;
    /// What Shape() returns for output number `output`; `inputs` are the shapes of all inputs, in
    /// order. Requires has_shape().
    virtual ImageShape shape(int output, const ImageShape* inputs) const = 0;

    /// The number of the input whose frame the outputs have, where there is no Shape().
    virtual int frame_input() const = 0;

    /// Whether the functor has a DataWindow().
    virtual bool has_data_window() const = 0;
    /// What DataWindow() returns: the part of the outputs that may hold anything but zeros, where
    /// each input holds zeros beyond its window, whatever its domain. Requires has_data_window().
    virtual Rect data_window(const ImageShape* inputs) const = 0;

    /// Whether the functor has a Measure().
    virtual bool has_measure() const = 0;
    /// The number of the input that all outputs equal with the present parameters, wherever both
    /// are defined: same values, the sign of a zero included, and NaN where it has NaN. -1 where
    /// the functor computes something, or may. Requires prepare().
    virtual int copied_input() const = 0;

    /// Why prepare(), or a measure(), shape() or copied_input() after it, was aborted; kNone where
    /// none was. What an aborted one left or returned must not be used.
    const HostFault& fault() const { return fault_; }

    /// Moves the reference's cursor: what X(), Y() and Plane() tell.
    void move_to(int x, int y, int plane) {
        x_ = x;
        y_ = y;
        plane_ = plane;
    }

    /// Whether the reference asked for X() or Y() since this was last asked.
    bool asked_place() {
        const bool asked = asked_place_;
        asked_place_ = false;
        return asked;
    }

    /// The axis along which a moving average or a recurrence runs.
    Axis ScanAxis = eHorizontal;
    /// Whether a recurrence runs from the last element of each line to the first: leftwards or
    /// upwards. A moving average never does.
    bool ScanBackwards = false;

  protected:
    /// Where the element lies, in the picture's coordinates; the plane is 0 where some indexer is
    /// ePixel.
    int X() const {
        asked_place_ = true;
        return x_;
    }
    int Y() const {
        asked_place_ = true;
        return y_;
    }
    int Plane() const { return plane_; }

    /// Calls a host function within HostCall's bounds; what it throws becomes fault().
    template <class Call>
    void call_bounded(const char* function, const Call& call) const {
        try {
            const HostCall bounded(function);
            call();
        } catch (const HostFault& fault) {
            fault_ = fault;
        } catch (...) {
            fault_ = {HostFault::kException, function};
        }
    }
    /// Clears fault(), before another attempt.
    void forget_fault() { fault_ = {}; }

  private:
    mutable HostFault fault_;
    mutable bool asked_place_ = false;
    int x_ = 0, y_ = 0, plane_ = 0;
};

/// The base of every functor. Derived is the functor's own class.
template <class Derived, Dependence D>
// A class that derives from another's Functor<> is refused by the translator, with a better message
// than a private constructor would give. NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility)
class Functor : public FunctorBase {
  public:
    static constexpr Dependence kDependence = D;

    const char* name() const final { return type_name<Derived>(); }
    Dependence dependence() const final { return D; }
    FunctorBase* clone() const final { return new Derived(self()); }
    int object_size() const final { return static_cast<int>(sizeof(Derived)); }

    void prepare() final {
        this->forget_fault();
        if constexpr (requires(Derived& d) { d.Prepare(); })
            this->call_bounded("Prepare()", [this] { self().Prepare(); });
        if (this->fault().kind != HostFault::kNone) forget_reach();
        struct Counter final : IndexerVisitor {
            void indexer(const char*, int, IndexerBase& i) override { i.Count = i.Offsets.count; }
        } counter;
        self().visit_indexers(counter);
    }
    void measure() final {
        if constexpr (requires(Derived& d) { d.Measure(); })
            this->call_bounded("Measure()", [this] { self().Measure(); });
    }
    bool has_measure() const final {
        return requires(Derived& d) { d.Measure(); };
    }
    int copied_input() const final {
        int input = -1;
        if constexpr (requires(const Derived& d) { d.Copies(); })
            this->call_bounded("Copies()", [&] { input = self().Copies(); });
        return input;
    }
    bool has_shape() const final { return shapes_all() || shapes_each(); }
    ImageShape shape(int output, const ImageShape* inputs) const final {
        ImageShape shape;
        if constexpr (shapes_all())
            this->call_bounded("Shape()", [&] { shape = self().Shape(inputs); });
        else if constexpr (shapes_each())
            this->call_bounded("Shape()", [&] { shape = self().Shape(output, inputs); });
        return shape;
    }
    int frame_input() const final {
        if constexpr (requires { Derived::kFrameOf; }) return Derived::kFrameOf;
        return 0;
    }
    bool has_data_window() const final {
        return requires(const Derived& d, const ImageShape* inputs) { d.DataWindow(inputs); };
    }
    Rect data_window(const ImageShape* inputs) const final {
        Rect window;
        if constexpr (requires(const Derived& d) { d.DataWindow(inputs); })
            this->call_bounded("DataWindow()", [&] { window = self().DataWindow(inputs); });
        return window;
    }
    void initialise() final {
        if constexpr (!is_elementwise(D)) {
            static_assert(
                requires(Derived& d) { d.Initialise(); },
                "a functor with a state needs a public Initialise() that builds it");
            self().Initialise();
        }
    }
    void kernel() final {
        static_assert(
            requires(Derived& d) { d.Kernel(); }, "a functor needs a public void Kernel()");
        self().Kernel();
    }
    void combine([[maybe_unused]] const FunctorBase& other) final {
        if constexpr (D == eReduction) {
            static_assert(
                requires(Derived& d, const Derived& o) { d.Combine(o); },
                "a reduction needs a public void Combine(const its own class&)");
            self().Combine(static_cast<const Derived&>(other));
        }
    }
    void result() final {
        if constexpr (D == eReduction) {
            static_assert(
                requires(Derived& d) { d.Result(); },
                "a reduction needs a public void Result() that writes its outputs");
            self().Result();
        }
    }

    /// Delayed evaluation: records this functor as a node reading and writing `images`, given in
    /// the order of mFunctorIndexers. Nothing runs. record() lives in graph/image.h.
    template <class... Images>
    void operator()(Images&&... images) const {
        record(self(), static_cast<Images&&>(images)...);
    }

  private:
    static constexpr bool shapes_all() {
        return requires(const Derived& d, const ImageShape* inputs) { d.Shape(inputs); };
    }
    static constexpr bool shapes_each() {
        return requires(const Derived& d, const ImageShape* inputs) { d.Shape(0, inputs); };
    }
    /// Resets what the reach of a read depends on: an aborted Prepare() may leave any values there.
    void forget_reach() {
        struct Forgetful final : IndexerVisitor {
            void indexer(const char*, int, IndexerBase& i) override {
                i.Radius = i.RadiusX = i.RadiusY = i.Offsets.count = 0;
                i.Axis = eHorizontal;
                i.ScaleX = i.ScaleY = {};
            }
        } forgetful;
        self().visit_indexers(forgetful);
        this->ScanAxis = eHorizontal;
        this->ScanBackwards = false;
    }
    Derived& self() { return static_cast<Derived&>(*this); }
    const Derived& self() const { return static_cast<const Derived&>(*this); }
};

namespace detail {
/// Hands the indexers to the visitor with their names, cut from the macro's own argument text.
template <class... I>
void visit_indexers(IndexerVisitor& visitor, const char* names, I&... indexers) {
    auto next = [&](IndexerBase& indexer) {
        while (*names == ' ' || *names == ',') ++names;
        int length = 0;
        while (names[length] != '\0' && names[length] != ',' && names[length] != ' ') ++length;
        visitor.indexer(names, length, indexer);
        names += length;
    };
    (next(indexers), ...);
}
}  // namespace detail

/// What a functor type offers to a library: its name and how to make one.
struct FunctorType {
    const char* name;
    /// A new default-constructed functor, prepared; owned by the caller. Throws the HostFault where
    /// the constructor is aborted. That happens at every call or at none: one trial when the
    /// functor is loaded is enough.
    FunctorBase* (*create)();
};

/// The FunctorType of a functor class.
template <class Derived>
const FunctorType& functor_type() {
    static_assert(
        requires { Derived(); },
        "a functor needs a public default constructor: its defaults are its parameters' "
        "defaults");
    static const FunctorType type{type_name<Derived>(), []() -> FunctorBase* {
                                      FunctorBase* f = [] {
                                          const HostCall bounded("the constructor");
                                          return new Derived();
                                      }();
                                      f->prepare();
                                      return f;
                                  }};
    return type;
}

}  // namespace weft

/// Names the indexers of a functor, in the order in which images are passed to it.
#define mFunctorIndexers(...)                                                    \
  public:                                                                        \
    void visit_indexers(::weft::IndexerVisitor& weft_visitor) override {         \
        ::weft::detail::visit_indexers(weft_visitor, #__VA_ARGS__, __VA_ARGS__); \
    }                                                                            \
    template <class>                                                             \
    friend struct ::weft::FunctorAccess;                                         \
                                                                                 \
  private:

/// Declares the parameters of a functor: a list of Parameter(name, member) descriptors.
#define mFunctorParameters(...)                                              \
  public:                                                                    \
    void visit_parameters(::weft::ParameterVisitor& weft_visitor) override { \
        using ::weft::Parameter;                                             \
        ::weft::detail::visit_parameters(weft_visitor, __VA_ARGS__);         \
    }                                                                        \
                                                                             \
  private:
