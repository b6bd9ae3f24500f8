# weft_add_test(NAME [SOURCES files...] [USES targets...] [LABELS labels...] [ENVIRONMENT vars...]
#               [FILTER tests] [SHARDS n] [APART suites...] [LABELLED label suites...] [LABELLED_SHARDS n] [COST seconds]
#               [UNSANITIZED])
# A GoogleTest program of one library or of one kind, one test to ctest. The target weft_tests builds
# them all, weft_tests_LABEL those of a label, and neither what is built only to see whether it
# compiles. The label `threads` is for .ci/run, which repeats those tests under the thread sanitizer.
# Sources are compiled in units, as those of libraries are; preset `dev` compiles each alone.
#   FILTER       of which tests, as GoogleTest says it, A.*:B.*-C.*; of all where it is not given
#   SHARDS       what takes long is n tests to ctest, NAME.1 to NAME.n, of every n-th case each, which
#                run side by side
#   APART        suites, by how their names begin, that need a process in which nothing has run before,
#                or leave it changed: each is a test of its own, NAME.SUITE
#   LABELLED     suites, by how their names begin, that have one more label: they are tests of their own,
#                NAME.LABEL or LABELLED_SHARDS of them, so that a label selects them and no case runs twice
#   COST         about how long the longest of its tests takes in the slowest tree of .ci/run, 10 s where it
#                is not said: the longest begin first, so that they do not end alone
#   UNSANITIZED  left out of builds with sanitizers, where it would take long and find nothing that
#                other tests do not
#
# weft_add_to_test(NAME SOURCES files... [USES targets...] [UNSANITIZED])
# More sources of the same program, from another folder or with needs of their own.
#
# weft_add_command_test(NAME COMMAND words... [COST seconds])
# Any other test: a command that ends with 0. The first word may be a target.
#
# No test has so many seconds. cmake/run_test.py runs each, and stops it in an endless loop or in a
# deadlock, however busy the machine is.
add_custom_target(weft_tests)
find_program(WEFT_PYTHON python3 HINTS /usr/bin REQUIRED)

# Tests check speed nowhere: what they save is time to compile them.
set(WEFT_TEST_OPTIONS -Og)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND WEFT_TEST_OPTIONS -fpch-preprocess)  # for ccache
endif()

# The headers that every test includes, compiled once. An executable, as all that use them are.
add_executable(weft_test_headers EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/headers.cpp)
target_link_libraries(weft_test_headers PRIVATE
  weft_options fmt::fmt GTest::gtest GTest::gmock GTest::gtest_main)
target_compile_options(weft_test_headers PRIVATE ${WEFT_TEST_OPTIONS})
set_target_properties(weft_test_headers PROPERTIES
  WEFT_IS_TEST ON
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_precompile_headers(weft_test_headers PRIVATE
  <algorithm> <array> <cmath> <filesystem> <fstream> <functional> <limits> <map> <memory>
  <optional> <random> <set> <string> <thread> <variant> <vector>
  <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h>)

# What sanitized programs are told. LLVM's headers poison memory that its library, which is not
# sanitized, then uses: poisoning by hand is left out. So is what g++ 12's sanitizer does as libraries ask for
# memory of a thread: where that lies 16 bytes into a page, it takes what stands before it for its bounds, and the
# search for leaks crashes there.
set(WEFT_SANITIZER_ENVIRONMENT "")
if(WEFT_SANITIZE)
  set(suppressions ${PROJECT_SOURCE_DIR}/cmake/sanitizers)
  set(WEFT_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=allow_user_poisoning=0:intercept_tls_get_addr=0:malloc_context_size=8"
    "LSAN_OPTIONS=suppressions=${suppressions}/leaks.supp:print_suppressions=0"
    "TSAN_OPTIONS=suppressions=${suppressions}/threads.supp"
    "UBSAN_OPTIONS=print_stacktrace=1")
endif()

# How many of the cases of a list a test goes through: one in so many (tests/affordable.h).
set(WEFT_TEST_EVERY 1)
if(WEFT_SANITIZE STREQUAL thread)
  set(WEFT_TEST_EVERY 14)  # races are those of the executor, whatever it runs
elseif(WEFT_SANITIZE)
  set(WEFT_TEST_EVERY 12)
endif()

# Seconds of processor time between two lines of output of a test that is no endless loop.
set(WEFT_TEST_LOOP 600)
if(WEFT_SANITIZE)
  set(WEFT_TEST_LOOP 2400)
endif()

function(weft_add_command_test name)
  cmake_parse_arguments(ARG "" "COST" "COMMAND" ${ARGN})
  list(POP_FRONT ARG_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  add_test(NAME ${name}
           COMMAND ${WEFT_PYTHON} -I -S ${PROJECT_SOURCE_DIR}/cmake/run_test.py ${name}
                   --loop ${WEFT_TEST_LOOP} -- ${program} ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT 0)
  if(ARG_COST)
    set_tests_properties(${name} PROPERTIES COST ${ARG_COST})
  endif()
endfunction()

# weft_add_test_runs(NAME PROGRAM [FILTER tests] [SHARDS n] [COST seconds] [LABELS labels...]
#                    [ENVIRONMENT vars...])
# What FILTER names of a program, as GoogleTest does: one test to ctest, or n.
function(weft_add_test_runs name program)
  cmake_parse_arguments(ARG "" "FILTER;SHARDS;COST" "LABELS;ENVIRONMENT" ${ARGN})
  if(ARG_SHARDS)
    foreach(shard RANGE 1 ${ARG_SHARDS})
      math(EXPR index "${shard} - 1")
      weft_add_test_runs(${name}.${shard} ${program} FILTER ${ARG_FILTER} COST ${ARG_COST}
        LABELS ${ARG_LABELS}
        ENVIRONMENT ${ARG_ENVIRONMENT} GTEST_TOTAL_SHARDS=${ARG_SHARDS} GTEST_SHARD_INDEX=${index})
    endforeach()
    return()
  endif()
  set(filter "")
  if(ARG_FILTER)
    set(filter --gtest_filter=${ARG_FILTER})
  endif()
  weft_add_command_test(${name} COST ${ARG_COST} COMMAND ${program} ${filter})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}"
    ENVIRONMENT "${WEFT_TEST_KERNELS};${ARG_ENVIRONMENT};${WEFT_SANITIZER_ENVIRONMENT}")
endfunction()

function(weft_add_test name)
  cmake_parse_arguments(ARG "UNSANITIZED" "COST;FILTER;SHARDS;LABELLED_SHARDS" "SOURCES;USES;LABELS;ENVIRONMENT;APART;LABELLED" ${ARGN})
  if(NOT ARG_COST)
    set(ARG_COST 10)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE
    weft_options ${ARG_USES} fmt::fmt GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE ${WEFT_TEST_OPTIONS})
  target_compile_definitions(${name} PRIVATE WEFT_TEST_EVERY=${WEFT_TEST_EVERY})
  weft_compile_together(${name} 16)  # less than libraries, so that every core has a unit to compile
  set_target_properties(${name} PROPERTIES
    WEFT_IS_TEST ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_precompile_headers(${name} REUSE_FROM weft_test_headers)
  if(ARG_UNSANITIZED AND WEFT_SANITIZE)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  add_dependencies(weft_tests ${name})
  foreach(label ${ARG_LABELS})
    if(NOT TARGET weft_tests_${label})
      add_custom_target(weft_tests_${label})
    endif()
    add_dependencies(weft_tests_${label} ${name})
  endforeach()
  set(run COST ${ARG_COST} LABELS ${ARG_LABELS} ENVIRONMENT ${ARG_ENVIRONMENT})
  list(POP_FRONT ARG_LABELLED label)
  list(TRANSFORM ARG_LABELLED APPEND *)
  set(others ${ARG_APART})
  list(TRANSFORM others APPEND *)
  list(APPEND others ${ARG_LABELLED})
  list(JOIN others : others)
  set(filter "${ARG_FILTER}")
  if(others)
    if(filter MATCHES "-")
      string(APPEND filter ":${others}")
    else()
      string(APPEND filter "-${others}")
    endif()
  endif()
  weft_add_test_runs(${name} ${name} FILTER ${filter} SHARDS ${ARG_SHARDS} ${run})
  foreach(suite ${ARG_APART})
    weft_add_test_runs(${name}.${suite} ${name} FILTER ${suite}* ${run})
  endforeach()
  if(ARG_LABELLED)
    list(JOIN ARG_LABELLED : labelled)
    list(APPEND ARG_LABELS ${label})
    weft_add_test_runs(${name}.${label} ${name} FILTER ${labelled} SHARDS ${ARG_LABELLED_SHARDS}
      COST ${ARG_COST} LABELS ${ARG_LABELS} ENVIRONMENT ${ARG_ENVIRONMENT})
  endif()
endfunction()

function(weft_add_to_test name)
  cmake_parse_arguments(ARG "UNSANITIZED" "" "SOURCES;USES" ${ARGN})
  if(NOT (ARG_UNSANITIZED AND WEFT_SANITIZE))
    target_sources(${name} PRIVATE ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_USES})
  endif()
endfunction()

# weft_add_full_test(NAME PROGRAM [FILTER tests] [SHARDS n] [ENVIRONMENT vars...])
# What a test program takes hours for, of the tests that FILTER names: lists are gone through whole,
# random runs are long (tests/full_run.h). Has the label `full`, which usual runs leave out.
function(weft_add_full_test name program)
  cmake_parse_arguments(ARG "" "FILTER;SHARDS" "ENVIRONMENT" ${ARGN})
  weft_add_test_runs(${name} ${program} FILTER ${ARG_FILTER} SHARDS ${ARG_SHARDS} COST 600
    LABELS full ENVIRONMENT WEFT_TEST_FULL=1 ${ARG_ENVIRONMENT})
endfunction()
