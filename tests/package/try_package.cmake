# Installs BUILD, then configures, builds and runs PROJECT against nothing but what is installed.
set(folder ${BUILD}/package-test)
unset(ENV{DESTDIR})
set(ENV{WEFT_CACHE_DIR} ${BUILD}/test-cache)
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
file(REMOVE_RECURSE ${folder})
