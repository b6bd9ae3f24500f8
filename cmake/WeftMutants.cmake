# Seeded defects of the product, all in one build and off until $WEFT_MUTANT names one: docs/mutants.md.
#
# weft_seeded_sources(VARIABLE) replaces, in a list of a library's sources, those that have seeds by
# copies in the build tree. weft_add_library() calls it; whoever includes this has to do nothing.
option(WEFT_MUTANTS "Compile the seeded mutants in (docs/mutants.md)" OFF)
set(WEFT_MUTANT_SEEDS ${PROJECT_SOURCE_DIR}/tests/mutants/seeds CACHE PATH "Folder of the seeds of WEFT_MUTANTS")

if(NOT WEFT_MUTANTS)
  function(weft_seeded_sources name variable)
  endfunction()
  return()
endif()

find_program(WEFT_PYTHON python3 REQUIRED)
set(weft_seeds_script ${PROJECT_SOURCE_DIR}/tests/mutants/seeds.py)
file(GLOB weft_seed_files CONFIGURE_DEPENDS ${WEFT_MUTANT_SEEDS}/*.seeds)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${weft_seed_files} ${weft_seeds_script})
execute_process(COMMAND ${WEFT_PYTHON} -B ${weft_seeds_script} files ${WEFT_MUTANT_SEEDS}
  OUTPUT_VARIABLE weft_seeded_files ERROR_VARIABLE weft_seeds_error RESULT_VARIABLE weft_seeds_failed
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(weft_seeds_failed)
  message(FATAL_ERROR "WEFT_MUTANTS: ${weft_seeds_error}")
endif()
string(REPLACE "\n" ";" weft_seeded_files "${weft_seeded_files}")
set_property(GLOBAL PROPERTY WEFT_SEEDED_FILES ${weft_seeded_files})

function(weft_seeded_sources name variable)
  get_property(seeded GLOBAL PROPERTY WEFT_SEEDED_FILES)
  set(sources "")
  foreach(source IN LISTS ${variable})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE path)
    file(RELATIVE_PATH file ${PROJECT_SOURCE_DIR} ${path})
    if(NOT file IN_LIST seeded)
      list(APPEND sources ${source})
      continue()
    endif()
    set(copy ${PROJECT_BINARY_DIR}/mutants/sources/${file})
    add_custom_command(
      OUTPUT ${copy}
      COMMAND ${WEFT_PYTHON} -B ${weft_seeds_script} copy
              ${PROJECT_SOURCE_DIR} ${WEFT_MUTANT_SEEDS} ${file} ${copy}
      DEPENDS ${path} ${weft_seeds_script} ${weft_seed_files}
      COMMENT "Seeding ${file}" VERBATIM)
    list(APPEND sources ${copy})
    set_property(GLOBAL APPEND PROPERTY WEFT_SEEDED_IN "{\"file\": \"${file}\", \"library\": \"${name}\", \"archive\": \"$<TARGET_FILE:${name}>\"}")
    set_property(GLOBAL APPEND PROPERTY WEFT_SEEDED_DONE ${file})
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# When all libraries are there: what run_mutants.py reads.
function(weft_finish_mutants)
  get_property(seeded GLOBAL PROPERTY WEFT_SEEDED_FILES)
  get_property(done GLOBAL PROPERTY WEFT_SEEDED_DONE)
  list(REMOVE_ITEM seeded ${done} "")
  if(seeded)
    list(JOIN seeded ", " names)
    message(FATAL_ERROR "WEFT_MUTANTS: no library is made of ${names}, which ${WEFT_MUTANT_SEEDS} has seeds for")
  endif()
  get_property(entries GLOBAL PROPERTY WEFT_SEEDED_IN)
  list(JOIN entries ",\n  " text)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/mutants/manifest.json CONTENT
    "{\"source\": \"${PROJECT_SOURCE_DIR}\", \"seeds\": \"${WEFT_MUTANT_SEEDS}\", \"sources\": [\n  ${text}\n]}\n")
endfunction()
cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL weft_finish_mutants)
