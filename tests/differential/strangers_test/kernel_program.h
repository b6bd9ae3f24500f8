// Prints and compiles a C++ program that runs the kernel texts of functors over small pictures.
#pragma once

#include <string>
#include <vector>

#include "core/module.h"
#include "plan/facts.h"

namespace weft::test {

/// Planar pictures, as harness::Picture of lane_accessors.h.
struct TestPicture {
    float* samples;
    int width, height, planes;
};

/// Runs one form of one functor over all pixels. `pictures`: one per indexer of its facts;
/// `members`: as TranslatedFunctor::read_members writes them.
using RunKernel = void (*)(const void* members, const TestPicture* pictures);

/// The functor's indexers that its kernel is handed, in the order of the facts.
std::vector<IndexerBase*> indexers_of(FunctorBase& functor, const FunctorFacts& facts);

/// The accessor metadata of one functor object, as C++ text.
std::string print_metadata(const FunctorBase& functor, const FunctorFacts& facts,
                           const std::string& prefix, const std::vector<int>& planes);

/// The program text for one functor object: both forms, as `run_NAME_scalar` and `run_NAME_simd`.
std::string print_program(const TranslatedFunctor& translated, const FunctorBase& functor,
                          const std::vector<int>& planes);

/// What a compiled program does where C++ leaves a result undefined.
enum class Undefined {
    kWraps,   ///< signed arithmetic wraps
    kCounted  ///< `int undefined_operations` of the object counts: overflow, bad shifts, divisions,
              ///< indices and conversions
};

/// Compiles `text` with `width` lanes into a shared object; returns its handle or null, with what
/// the compiler said in `log`.
void* compile_program(const std::string& text, int width, Undefined undefined, std::string& log);

}  // namespace weft::test
