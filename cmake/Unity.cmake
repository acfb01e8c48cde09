# Compiling several source files together. Most of the time of a compilation is spent
# in headers and in the templates that they have, which the files of a unit share. So
# a build from scratch takes a quarter less time. A build after a change takes longer,
# and ccache finds less; so this is for those who build once, as scripts/demo.sh does.
#
#   f2_unite(Target)     after its sources are known
#
# units.py says which files can be together, and is asked again when one of them
# changes.
option(F2LAYOUT_UNITY "Compile several source files together" OFF)

function(f2_unite Target)
  if(NOT F2LAYOUT_UNITY)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  get_target_property(Sources ${Target} SOURCES)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/units.py 12 ${PROJECT_SOURCE_DIR}
      ${Sources}
    OUTPUT_VARIABLE Units OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${Sources})
  string(REPLACE ";" "|" Units "${Units}")
  string(REPLACE "\n" ";" Units "${Units}")
  set(Number 0)
  foreach(Unit IN LISTS Units)
    string(REPLACE "|" ";" Unit "${Unit}")
    math(EXPR Number "${Number} + 1")
    set_source_files_properties(${Unit} PROPERTIES UNITY_GROUP ${Number})
  endforeach()
  set_target_properties(${Target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
