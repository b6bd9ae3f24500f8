# Installing Weft, so that another project finds it: find_package(Weft), then
#
#   target_link_libraries(app PRIVATE Weft::engine Weft::effects)
#   weft_add_functors(app MODULE mine HEADERS blur.h)
#
# Programs lie in bin: weft, weft-cc, which compiles kernels, and weft-translate, which the build of
# functors calls. Headers are included as they are here: "core/functor.h".
if(WEFT_TOOLS)
  return()  # a part of Weft
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/weft)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Weft)
set(libraries
  weft_core weft_support weft_graph weft_facts weft_plan weft_models weft_passes weft_emit
  weft_compile weft_runtime weft_runtime_cpu weft_runtime_gpu weft_runtime_cuda weft_runtime_simt
  weft_engine weft_functors weft_effects weft_options)

foreach(library ${libraries})
  string(REPLACE weft_ "" name ${library})
  get_target_property(folders ${library} INTERFACE_INCLUDE_DIRECTORIES)
  if(folders)
    list(TRANSFORM folders REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
    set_property(TARGET ${library} PROPERTY INTERFACE_INCLUDE_DIRECTORIES
      ${folders} $<INSTALL_INTERFACE:${headers}>)
  endif()
  set_property(TARGET ${library} PROPERTY EXPORT_NAME ${name})
endforeach()

install(TARGETS ${libraries} EXPORT WeftTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/weft)
install(TARGETS weft weft-cc weft-translate EXPORT WeftTargets)
install(TARGETS weft-pictures LIBRARY DESTINATION lib/weft)  # where weft looks for it
# A stranger's functors are compiled against the headers beside weft-cc.
foreach(root framework translator functors)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${root}/ DESTINATION ${headers}
    FILES_MATCHING PATTERN "*.h" PATTERN frontend EXCLUDE PATTERN preamble EXCLUDE
    PATTERN worker EXCLUDE)
endforeach()

install(EXPORT WeftTargets NAMESPACE Weft:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/WeftConfig.cmake.in
  ${PROJECT_BINARY_DIR}/WeftConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/WeftConfig.cmake ${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/WeftFunctors.cmake
  DESTINATION ${package})
