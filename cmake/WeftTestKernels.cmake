# Where tests have their kernels from.

# One cache for all build trees of a checkout. Its keys hold what compiled (docs/compiling.md), so that trees
# share what is the same and nothing else. It may lie anywhere, and be kept for the next checkout.
set(WEFT_TEST_CACHE ${PROJECT_SOURCE_DIR}/build/kernel-cache CACHE PATH
  "Folder of the kernels that tests compile")

# What compiles kernels where the compiler is not what is tested: this tree's own, or another tree's of the
# same sources, so that a tree with sanitizers loads what a tree without them compiled.
set(WEFT_TEST_WORKER "$<TARGET_FILE:weft-cc>" CACHE FILEPATH "The weft-cc that tests compile kernels with")

# For the environment of tests, and of what they start. This tree's own weft-cc is found as ever.
set(WEFT_TEST_KERNELS "WEFT_CACHE_DIR=${WEFT_TEST_CACHE}")
set(WEFT_TEST_WORKER_TARGET weft-cc)
if(NOT WEFT_TEST_WORKER STREQUAL "$<TARGET_FILE:weft-cc>")
  list(APPEND WEFT_TEST_KERNELS "WEFT_CC=${WEFT_TEST_WORKER}")
  set(WEFT_TEST_WORKER_TARGET "")
endif()

# weft_needs_test_worker(TARGET): builds what compiles kernels with TARGET, or with all that link it where
# it is an interface.
function(weft_needs_test_worker target)
  if(WEFT_TEST_WORKER_TARGET)
    add_dependencies(${target} ${WEFT_TEST_WORKER_TARGET})
  endif()
endfunction()
