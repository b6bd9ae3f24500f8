# Installs BUILD, then configures, builds and runs PROJECT against nothing but what is installed; kernels are
# kept in CACHE.
set(folder ${BUILD}/package-test)
unset(ENV{DESTDIR})
set(ENV{WEFT_CACHE_DIR} ${CACHE})
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${folder})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/installed)
run(${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${folder}/project
    -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_PREFIX_PATH=${folder}/installed)
run(${CMAKE_COMMAND} --build ${folder}/project)
# Kernels are compiled by the installed weft-cc: there is none beside the program.
set(ENV{PATH} "${folder}/installed/bin:/usr/bin:/bin")
run(${folder}/project/own_functor)
# The installed command takes the header as it is, and the picture module is found.
run(${folder}/installed/bin/weft info Scanlines --functors ${PROJECT}/scanlines.h)
# The plug-ins bring their compiler and all that it needs.
set(code ${folder}/installed/OFX/Plugins/Weft.ofx.bundle/Contents/Linux-x86-64)
file(GLOB libraries RELATIVE ${code}/lib ${code}/lib/*)
foreach(library ${libraries})
  if(IS_SYMLINK ${code}/lib/${library})
    message(FATAL_ERROR "installed as a link: ${code}/lib/${library}")
  endif()
endforeach()
run(${HOSTS}/check_bundle.sh ${code}/Weft.ofx)
# These serve the shell and the program below as well.
list(FILTER libraries EXCLUDE REGEX "^lib(tinfo|fmt)\\.")
file(GLOB system /lib/*-linux-gnu /usr/lib/*-linux-gnu)
set(hidden ${folder}/installed/bin/weft-cc ${BUILD}/bin/weft-cc)
foreach(library ${libraries})
  foreach(place ${system})
    list(APPEND hidden ${place}/${library})
  endforeach()
endforeach()
set(ENV{WEFT_CACHE_DIR} ${folder}/cache)
execute_process(COMMAND ${HOSTS}/hidden.sh ${hidden} -- ${BUILD}/tests/render_elsewhere ${code}/Weft.ofx weft.gain
  RESULT_VARIABLE answer)
if(NOT answer EQUAL 0 AND NOT answer EQUAL 77)
  message(FATAL_ERROR "the installed bundle does not render where its libraries are not installed: ${answer}")
endif()
file(REMOVE_RECURSE ${folder})
