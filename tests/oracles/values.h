// Functors with other values than their defaults, by the names of their parameters.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"

namespace weft::test {

/// Sets a parameter of a functor by name, as --set does.
inline void set(FunctorBase& functor, const std::string& name, double value) {
    for (const ParameterRef& p : parameters_of(functor)) {
        if (p.name != name) continue;
        if (p.type == ParameterType::eFloat)
            *static_cast<float*>(p.value) = static_cast<float>(value);
        else if (p.type == ParameterType::eBool)
            *static_cast<bool*>(p.value) = value != 0;
        else
            *static_cast<int*>(p.value) = static_cast<int>(value);
        return;
    }
    ADD_FAILURE() << "no parameter " << name;
}

template <class F>
F with(F functor, const std::string& name, double value) {
    set(functor, name, value);
    return functor;
}

}  // namespace weft::test
