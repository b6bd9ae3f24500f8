# weft_add_test(NAME SOURCES files... [USES targets...] [LABELS labels...] [ENVIRONMENT vars...]
#               [TIMEOUT seconds])
# A GoogleTest program, one test to ctest, stopped after TIMEOUT (300 s; four times as much under
# sanitizers). The target weft_tests builds them all, weft_tests_LABEL those of a label, and neither
# what is built only to see whether it compiles. The label `threads` is for .ci/run, which repeats
# those tests under the thread sanitizer.
add_custom_target(weft_tests)

# What sanitized programs are told. LLVM's headers poison memory that its library, which is not
# sanitized, then uses: poisoning by hand is left out.
set(WEFT_SANITIZER_ENVIRONMENT "")
if(WEFT_SANITIZE)
  set(suppressions ${PROJECT_SOURCE_DIR}/cmake/sanitizers)
  set(WEFT_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=allow_user_poisoning=0"
    "LSAN_OPTIONS=suppressions=${suppressions}/leaks.supp:print_suppressions=0"
    "TSAN_OPTIONS=suppressions=${suppressions}/threads.supp"
    "UBSAN_OPTIONS=print_stacktrace=1")
endif()

# How many of the cases of a list a test goes through: one in so many (tests/affordable.h).
set(WEFT_TEST_EVERY 1)
if(WEFT_SANITIZE)
  set(WEFT_TEST_EVERY 5)
endif()

function(weft_add_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;USES;LABELS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(WEFT_SANITIZE)
    math(EXPR ARG_TIMEOUT "4 * ${ARG_TIMEOUT}")
  endif()
  list(APPEND ARG_ENVIRONMENT ${WEFT_SANITIZER_ENVIRONMENT})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE
    weft_options ${ARG_USES} GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE WEFT_TEST_EVERY=${WEFT_TEST_EVERY})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_dependencies(weft_tests ${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  foreach(label ${ARG_LABELS})
    if(NOT TARGET weft_tests_${label})
      add_custom_target(weft_tests_${label})
    endif()
    add_dependencies(weft_tests_${label} ${name})
  endforeach()
  if(ARG_ENVIRONMENT)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${ARG_ENVIRONMENT}")
  endif()
endfunction()
