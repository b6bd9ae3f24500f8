// FunctorFacts: what the translator learnt about a functor, as a value.
//
// JSON form (TranslatedFunctor::facts; `weft-translate --dump-facts` prints the same):
//   name, file, line, summary, dependence ("parallel", "moving-average", "recurrence",
//   "reduction"), indexers: [{name, direction ("input", "output"), granularity ("component",
//   "pixel"),
//               freedom ("0d", "1d", "2d", "sparse", "random"),
//               taps: [{x, y, loops: [{variable, first, last, step}]}] | "dense",
//               asks_planes,
//               asks_roles}],
//   members:  [{name, type ("float", "int", "bool", "unsigned"), count, array, baked}],
//   state:    the same as members,
//   operations: {fp, integer, special, functions, loads, stores}   each an IntExpr in text form,
//   accumulation (of an eAccumulation functor): {planes, loops: [as of taps],
//               reads: [{indexer, x, y, plane, loops}], kept, term: as operations},
//   places, any_order, selects, positional and watched (where true), divergent, simd, scalar_reason
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/types.h"
#include "support/result.h"

namespace weft {

/// An integer expression over a functor's structure, evaluated once the structure is bound.
/// Text form: prefix, blanks between, e.g. "(* 2 Input.Radius)", "(neg Input.Radius)", "(+ i 1)".
/// Names are "Indexer.Radius|RadiusX|RadiusY|Count|Planes|Axis", baked members, or loop variables.
/// Operators: + - * / neg min max (/ truncates, as in C++); lists ("list.count" of a member
/// FloatList) read as members.
struct IntExpr {
    std::string text;

    friend bool operator==(const IntExpr&, const IntExpr&) = default;
};

/// A loop around a tap: the variable takes first, first+step, ... while <= last.
struct TapLoop {
    std::string variable;
    IntExpr first, last;
    int step = 1;

    friend bool operator==(const TapLoop&, const TapLoop&) = default;
};

/// One access in the body: where it reads relative to the element, for all values of its loops.
/// For an e1D indexer x is the offset along the axis; for eSparse it is the index in the list.
struct Tap {
    IntExpr x{"0"}, y{"0"};
    std::vector<TapLoop> loops;

    friend bool operator==(const Tap&, const Tap&) = default;
};

struct IndexerFacts {
    std::string name;
    Direction direction = eInput;
    Granularity granularity = eComponent;
    Freedom freedom = e0D;
    bool dense = false;       ///< the taps could not be shown: anything within the radius
    std::vector<Tap> taps;    ///< of an input that is not dense
    bool asks_planes = true;  ///< some body asks for `Planes`, as far as is known
    bool asks_roles = false;  ///< some body asks for `Colours` or `Alpha`

    friend bool operator==(const IndexerFacts&, const IndexerFacts&) = default;
};

struct MemberFacts {
    std::string name;
    std::string type;  ///< "float", "int", "unsigned" or "bool"; FloatList members are two entries:
                       ///< "Name.count" (int) and "Name.values" (float, count = capacity); the
                       ///< domain of an indexer is "Indexer.Domain" (int, x0, y0, x1, y1)
    int count = 1;     ///< entries of an array
    bool array = false;
    bool baked = false;

    friend bool operator==(const MemberFacts&, const MemberFacts&) = default;
};

/// Operations per element, evaluated over loops where their bounds are known, an upper bound where
/// branches differ.
struct OperationFacts {
    IntExpr fp{"0"}, integer{"0"}, special{"0"}, loads{"0"}, stores{"0"};
    IntExpr functions{"0"};  ///< of special: those that are neither divisions nor square roots

    friend bool operator==(const OperationFacts&, const OperationFacts&) = default;
};

/// Where a term reads an input, for all values of its own loops: in the picture's coordinates, of
/// `X`, `Y` and `Plane`, which are the element's, of the variables of all loops around it, of edges
/// ("A.Domain.x0"), members and structure. Scales are not in it: the place is that around which the
/// input is read, plus the offset. A coordinate that depends on anything else is empty.
struct TermRead {
    std::string indexer;
    IntExpr x, y, plane;
    std::vector<TapLoop> loops;  ///< within the term

    friend bool operator==(const TermRead&, const TermRead&) = default;
};

/// What Kernel() of an eAccumulation functor is made of, and its text in parts
/// (docs/kernel-text.md): Begin(), a Term() for all values of `loops`, the last the innermost, and
/// End(). All of it for each value of `planes`, where it has any.
struct AccumulationFacts {
    std::vector<TapLoop> planes;  ///< none, or the one loop around it all
    std::vector<TapLoop> loops;   ///< of terms; bounds are of members and structure
    std::vector<TermRead> reads;
    int kept = 0;         ///< numbers that pass from part to part and differ between lanes
    OperationFacts term;  ///< of one term

    friend bool operator==(const AccumulationFacts&, const AccumulationFacts&) = default;
};

struct FunctorFacts {
    std::string name;
    std::string file;
    int line = 0;
    std::string summary;  ///< the class's doc comment
    Dependence dependence = eParallel;
    std::vector<IndexerFacts> indexers;  ///< in order; of inputs those that the kernel uses
    std::vector<MemberFacts> members;
    std::vector<MemberFacts> state;
    OperationFacts operations;
    std::optional<AccumulationFacts> accumulation;
    bool any_order = false;     ///< a reduction that comes to the same in any order of elements
    bool selects = false;       ///< it only selects among samples, and may do so among their codes
    bool places = false;        ///< the kernel asks where its element lies, in which plane included
    bool positional = false;    ///< it asks for X() or Y()
    bool watched = false;       ///< some loop may go on for long, and looks whether to stop
    bool divergent = false;     ///< control flow depends on pixel values
    bool simd = true;           ///< simd_text is present
    std::string scalar_reason;  ///< where simd is false: why

    friend bool operator==(const FunctorFacts&, const FunctorFacts&) = default;
};

/// The JSON form, indented by 2; facts_from_json gives an equal value back.
std::string facts_to_json(const FunctorFacts& facts);

/// Reads the JSON form. An error (ErrorKind::kFunctor) names the field and what was found there.
/// Fields it does not know are ignored.
Result<FunctorFacts> facts_from_json(const std::string& text);

/// Values for the names in an IntExpr.
using Bindings = std::map<std::string, std::int64_t>;

/// Evaluates `expr` in 64 bits. Malformed text, an unbound name, a division by zero or an overflow
/// is an error (ErrorKind::kFunctor) that quotes the text and the column.
Result<std::int64_t> evaluate(const IntExpr& expr, const Bindings& bindings);

}  // namespace weft
