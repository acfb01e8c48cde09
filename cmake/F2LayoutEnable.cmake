# Puts the plugin on the device compilations of a target.
#
#   f2layout_enable(kernels)
#   f2layout_enable(kernels OPTIONS block=32x8 no-shared REMARKS)
#   f2layout_enable(kernels LANGUAGES CXX)    # sources with -x cuda or -x hip
#
# LANGUAGES  those whose compilations get it, CUDA and HIP if none are named.
#            CXX is for sources that are compiled as CUDA or HIP by options, as
#            those are that link hip::device.
# OPTIONS    as in clang, without -f2layout- (docs/options.md).
# REMARKS    says what was done and what was not.
#
# The target gets -Xarch_device -fpass-plugin=<plugin>, so that clang loads the
# plugin in compilations for a GPU only, and f2layout.h on its include path. With
# OPTIONS, the compilation for the host loads it as well, where it does nothing:
# clang has no way to give such options to the device's compilation alone, and
# they are unknown without the plugin. Sources that the target has at this point
# are compiled again when the plugin changes.
#
# Where ccache launches the compiler of such a language, it is told of the file
# of the plugin (CCACHE_EXTRAFILES). By itself it would take no notice of it, and
# answer with what another version of the plugin has made.
#
# It is an error if the compiler is not clang of the LLVM that the plugin was
# built for: the plugin would not load, or would not work.

# The LLVM of the plugin: an installed f2layout states it, a build has found it.
function(_f2layout_llvm Result)
  if(DEFINED F2Layout_LLVM_VERSION)
    set(${Result} ${F2Layout_LLVM_VERSION} PARENT_SCOPE)
  else()
    get_target_property(Version F2Layout::plugin F2LAYOUT_LLVM_VERSION)
    set(${Result} ${Version} PARENT_SCOPE)
  endif()
endfunction()

# Refuses a compiler that cannot load the plugin.
function(_f2layout_check_compiler Target Language)
  if(NOT DEFINED CMAKE_${Language}_COMPILER_ID)
    return() # Not a language of this project.
  endif()
  _f2layout_llvm(Expected)
  set(Id ${CMAKE_${Language}_COMPILER_ID})
  set(Version "${CMAKE_${Language}_COMPILER_VERSION}")
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" Series "${Expected}")
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" Found "${Version}")
  if(NOT Id STREQUAL "Clang" OR NOT Series STREQUAL Found)
    message(FATAL_ERROR
      "f2layout_enable(${Target}): the plugin was built for LLVM ${Expected}, "
      "but the ${Language} compiler is ${Id} ${Version} "
      "(${CMAKE_${Language}_COMPILER}). Set CMAKE_${Language}_COMPILER to the "
      "clang++ of LLVM ${Series}, or use an f2layout for this one.")
  endif()
endfunction()

# Makes ccache hash the plugin, too.
function(_f2layout_tell_ccache Target Language Plugin)
  get_target_property(Launcher ${Target} ${Language}_COMPILER_LAUNCHER)
  if(Launcher MATCHES "(^|/)ccache(;|$)")
    set_property(TARGET ${Target} PROPERTY ${Language}_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_EXTRAFILES=${Plugin} ${Launcher})
  endif()
endfunction()

function(f2layout_enable Target)
  cmake_parse_arguments(PARSE_ARGV 1 Arg "REMARKS" "" "LANGUAGES;OPTIONS")
  if(Arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "f2layout_enable(${Target}): unknown: ${Arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(Language ${Arg_LANGUAGES})
    if(NOT DEFINED CMAKE_${Language}_COMPILER_ID)
      message(FATAL_ERROR
        "f2layout_enable(${Target}): ${Language} is not a language of this project")
    endif()
  endforeach()
  if(NOT Arg_LANGUAGES)
    set(Arg_LANGUAGES CUDA HIP)
    if(NOT DEFINED CMAKE_CUDA_COMPILER_ID AND NOT DEFINED CMAKE_HIP_COMPILER_ID)
      message(WARNING
        "f2layout_enable(${Target}): neither CUDA nor HIP is a language of this "
        "project, so nothing is compiled with the plugin. LANGUAGES CXX is for "
        "sources that become CUDA or HIP by options.")
    endif()
  endif()
  foreach(Language ${Arg_LANGUAGES})
    _f2layout_check_compiler(${Target} ${Language})
  endforeach()

  set(Flags "-fpass-plugin=$<TARGET_FILE:F2Layout::plugin>")
  if(Arg_OPTIONS)
    # clang 19 reads -mllvm before it loads pass plugins, but after -load.
    _f2layout_llvm(Version)
    if(Version VERSION_LESS 22)
      list(APPEND Flags
        "SHELL:-Xclang -load -Xclang $<TARGET_FILE:F2Layout::plugin>")
    endif()
    foreach(Option ${Arg_OPTIONS})
      list(APPEND Flags "SHELL:-Xclang -mllvm -Xclang -f2layout-${Option}")
    endforeach()
  else()
    set(Flags "SHELL:-Xarch_device ${Flags}")
  endif()
  if(Arg_REMARKS)
    list(APPEND Flags -Rpass=f2layout -Rpass-missed=f2layout)
  endif()
  string(REPLACE ";" "," Languages "${Arg_LANGUAGES}")
  foreach(Flag ${Flags})
    target_compile_options(${Target} PRIVATE
      "$<$<COMPILE_LANGUAGE:${Languages}>:${Flag}>")
  endforeach()
  target_link_libraries(${Target} PRIVATE F2Layout::header)

  # Objects depend on the file of the plugin, and on the target that makes it.
  get_target_property(Sources ${Target} SOURCES)
  get_target_property(Plugin F2Layout::plugin F2LAYOUT_FILE)
  if(Sources)
    set_property(SOURCE ${Sources} TARGET_DIRECTORY ${Target}
      APPEND PROPERTY OBJECT_DEPENDS ${Plugin})
  endif()
  foreach(Language ${Arg_LANGUAGES})
    _f2layout_tell_ccache(${Target} ${Language} ${Plugin})
  endforeach()
  get_target_property(Imported F2Layout::plugin IMPORTED)
  if(NOT Imported)
    add_dependencies(${Target} F2Layout)
  endif()
endfunction()
