//===- HostVersion.h - Which LLVM has loaded the plugin ---------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's classes change with every minor version, and a plugin works only in
// the LLVM that it was built for. In another one it often does not load, since
// names are missing; the message is then the dynamic linker's and names no
// version. But names are looked up late, and where enough of them are there, it
// loads and would take one class for another:
//
//   $ clang++-23 -fpass-plugin=F2Layout.so ...
//   F2Layout.so: built for LLVM 22.1, but this is LLVM 23.1.0
//   error: unable to load plugin 'F2Layout.so': 'Wrong API version on ...'
//
// LLVM itself compares the version of its interface to plugins, which stays the
// same over many versions. So the plugin asks LLVM for its version, by a
// function of the C interface that has existed since LLVM 16. It asks before
// its own options are registered, which is the first thing that could fail. A
// compiler that does not offer the function is trusted.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PLUGIN_HOSTVERSION_H
#define F2LAYOUT_PLUGIN_HOSTVERSION_H

namespace f2layout {

/// Whether the LLVM of this process has the major and minor version that the
/// plugin was built for, or cannot be asked. Uses nothing of LLVM's C++.
bool hostVersionFits();

} // namespace f2layout

#endif // F2LAYOUT_PLUGIN_HOSTVERSION_H
