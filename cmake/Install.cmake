# What `cmake --install` puts below the prefix, for LLVM 22:
#
#   bin/f2layout-22, f2sim-22, f2layout-try-22      links into
#   lib/f2layout-llvm22/
#     bin/                      the programs
#     lib/F2Layout.so           the plugin
#     lib/libF2Layout*.a        the libraries
#     layouts/, intrinsics/     their headers, included by these names
#     plugin/include/           f2layout.h for CUDA and HIP
#     cmake/                    for find_package(F2Layout)
#     tools/, scripts/, passes/ what f2layout-try reads
#     python/                   the Python module, if it was built
#   share/doc/f2layout-llvm22/
#
# The tree can be moved as a whole. Nothing in it names the folder in which it
# was built, and two of them, for two LLVMs, have no file in common. Programs
# that were not built are left out: the plugin alone may be installed.

include(CMakePackageConfigHelpers)

# The programs, and links to them with the LLVM in their names. They find an
# LLVM that is not the system's where it was when they were built.
if(NOT LLVM_DIR MATCHES "^/usr/lib/")
  set_target_properties(f2layout f2sim PROPERTIES
    INSTALL_RPATH_USE_LINK_PATH ON)
endif()
install(TARGETS f2layout f2sim RUNTIME DESTINATION ${F2_FOLDER}/bin OPTIONAL)
set(Links ${PROJECT_BINARY_DIR}/links)
file(MAKE_DIRECTORY ${Links})
file(CREATE_LINK ../tools/f2layout-try/f2layout-try ${Links}/f2layout-try SYMBOLIC)
install(FILES ${Links}/f2layout-try DESTINATION ${F2_FOLDER}/bin)
install(DIRECTORY tools/f2layout-try DESTINATION ${F2_FOLDER}/tools
  USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE
  PATTERN CMakeLists.txt EXCLUDE)
install(FILES scripts/assembly.py scripts/toolkits.sh
  DESTINATION ${F2_FOLDER}/scripts)
install(FILES passes/PassRegistry.def DESTINATION ${F2_FOLDER}/passes)

install(CODE "
  set(Prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  file(MAKE_DIRECTORY \"\${Prefix}/bin\")
  foreach(Program f2layout f2sim f2layout-try)
    set(Link \"\${Prefix}/bin/\${Program}-${LLVM_VERSION_MAJOR}\")
    if(EXISTS \"\${Prefix}/${F2_FOLDER}/bin/\${Program}\")
      message(STATUS \"Installing: \${Link}\")
      file(CREATE_LINK ../${F2_FOLDER}/bin/\${Program} \"\${Link}\" SYMBOLIC)
    else()
      message(STATUS \"Not built, so not installed: \${Program}\")
    endif()
  endforeach()")

# The plugin and the libraries.
install(TARGETS F2Layout f2_header EXPORT F2LayoutPlugin
  LIBRARY DESTINATION ${F2_FOLDER}/lib)
install(TARGETS F2LayoutLayouts F2LayoutIntrinsics f2_layouts f2_builder
  EXPORT F2LayoutLibraries ARCHIVE DESTINATION ${F2_FOLDER}/lib)
install(DIRECTORY layouts intrinsics DESTINATION ${F2_FOLDER}
  FILES_MATCHING PATTERN *.h PATTERN *.def)
install(DIRECTORY plugin/include DESTINATION ${F2_FOLDER}/plugin)

# The Python module, for the Python for which it was built.
if(TARGET F2LayoutPython)
  file(CREATE_LINK ../../bin/f2layout ${Links}/calculator SYMBOLIC)
  install(CODE "
    set(Native \"$<TARGET_FILE:F2LayoutPython>\")
    set(Folder \"\${CMAKE_INSTALL_PREFIX}/${F2_FOLDER}/python/f2layout\")
    if(EXISTS \"\${Native}\")
      file(INSTALL \"\${Native}\" ${Links}/calculator DESTINATION \"\${Folder}\")
      file(INSTALL ${PROJECT_SOURCE_DIR}/tools/python/f2layout/
        DESTINATION \"\${Folder}\"
        FILES_MATCHING PATTERN *.py PATTERN *.pyi PATTERN py.typed)
    else()
      message(STATUS \"Not built, so not installed: the Python module\")
    endif()")
endif()

# find_package(F2Layout).
set(F2_CMAKE ${F2_FOLDER}/cmake)
foreach(Part Plugin Libraries)
  install(EXPORT F2Layout${Part} DESTINATION ${F2_CMAKE}
    NAMESPACE F2Layout:: FILE F2Layout${Part}.cmake)
endforeach()
set(Generated ${PROJECT_BINARY_DIR}/cmake)
configure_package_config_file(cmake/F2LayoutConfig.cmake.in
  ${Generated}/F2LayoutConfig.cmake INSTALL_DESTINATION ${F2_CMAKE}
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
configure_file(cmake/F2LayoutConfigVersion.cmake.in
  ${Generated}/F2LayoutConfigVersion.cmake @ONLY)
install(FILES ${Generated}/F2LayoutConfig.cmake
  ${Generated}/F2LayoutConfigVersion.cmake cmake/F2LayoutEnable.cmake
  DESTINATION ${F2_CMAKE})

# Documents, at the places from which they link to each other.
set(F2_DOC share/doc/${F2_NAME})
install(FILES README.md DESTINATION ${F2_DOC})
install(FILES LICENSE DESTINATION ${F2_DOC} RENAME copyright)
install(DIRECTORY docs DESTINATION ${F2_DOC} FILES_MATCHING PATTERN *.md)
