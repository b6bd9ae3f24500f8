// One compiler for all cases of a test program: its workers and its cache are shared.
#pragma once

#include <memory>

#include "compile/host_compiler.h"

namespace weft::test {

/// By cmake/WeftTestKernels.cmake.
inline const std::shared_ptr<HostCompiler>& shared_compiler() {
    static const std::shared_ptr<HostCompiler> compiler = [] {
        CompilerOptions options;
        options.worker = WEFT_TEST_WORKER;
        options.cache_dir = WEFT_TEST_CACHE;
        return std::shared_ptr<HostCompiler>(make_host_compiler(options));
    }();
    return compiler;
}

/// The widest vectors there are: widths around it are tried.
inline constexpr int kLanes = 16;

}  // namespace weft::test
