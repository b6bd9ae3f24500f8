// What every functor and effect does to pictures that are at rest, flat, or not finite.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"

namespace weft::test {

/// "amount=0 mix=1", one by one.
std::vector<std::pair<std::string, std::string>> settings_of(const std::string& text);

/// Sets parameters to them; what cannot be set is reported to the running test.
void set_all(Graph& graph, const std::string& text);

/// At which settings a functor or an effect gives one of its inputs as it is, in every bit.
struct Rest {
    std::string name;
    std::string settings;  ///< "amount=0 mix=1"; "" are the defaults
    int input = 0;         ///< which input it is
    std::string never;     ///< why there are no such settings; empty where there are
};

/// All functors: some have several rows.
const std::vector<Rest>& functors_at_rest();

/// All effects.
const std::vector<Rest>& effects_at_rest();

/// Settings, as in Rest, at which a functor does something; "" where it does at its defaults.
std::string settings_at_work(const std::string& functor);

/// Whether an effect leaves a flat picture as it is, but for rounding, at its defaults.
struct Flat {
    std::string name;
    std::string not_kept;  ///< what it makes of it instead, and why; empty where it is kept
};

/// All effects.
const std::vector<Flat>& effects_on_flat();

}  // namespace weft::test
