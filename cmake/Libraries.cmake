# The libraries that other projects link, by the same names whether they find
# an installed f2layout or add its sources:
#
#   F2Layout::layouts   layouts/
#   F2Layout::builder   intrinsics/, which emits calls on IR, and layouts/
#
# The plugin links the same archives but no LLVM, which the compiler that loads
# it has. Programs need LLVM, so what they link is a target of its own that adds
# it.

# All that is installed for one LLVM is in one folder, in the places it has in
# this repository, so that those for several LLVMs can stand side by side.
set(F2_NAME f2layout-llvm${LLVM_VERSION_MAJOR})
set(F2_FOLDER lib/${F2_NAME})

# LLVM's shared library, or the parts that it needs of the static ones.
function(f2_llvm_libraries Result)
  if(TARGET LLVM)
    set(${Result} LLVM PARENT_SCOPE)
  else()
    llvm_map_components_to_libnames(Names core support targetparser)
    set(${Result} ${Names} PARENT_SCOPE)
  endif()
endfunction()

# Offers the archive Target to other projects as F2Layout::Name.
function(f2_public_library Name Target)
  set_target_properties(${Target} PROPERTIES EXPORT_NAME ${Name}-archive)
  f2_llvm_libraries(Libraries)
  add_library(f2_${Name} INTERFACE)
  target_link_libraries(f2_${Name} INTERFACE ${Target}
    $<BUILD_INTERFACE:${Libraries}> $<INSTALL_INTERFACE:F2Layout::llvm>)
  target_include_directories(f2_${Name} INTERFACE
    $<INSTALL_INTERFACE:${F2_FOLDER}>)
  target_compile_features(f2_${Name} INTERFACE cxx_std_17)
  set_target_properties(f2_${Name} PROPERTIES EXPORT_NAME ${Name})
  add_library(F2Layout::${Name} ALIAS f2_${Name})
endfunction()
