//===- LinkPhase.h - Where a module is on its way through a link ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device function may yet become a part of kernels that say more of its
// launch; its layout calls wait for that. How long, depends on what runs behind
// the link:
//
//   clang -O2 -flto=thin    Before      ld.lld --lto-O2    Part
//   clang -O0 -flto=thin    LastChance  ld.lld --lto-O0    nothing runs
//   clang -flto             Before      ld.lld             Whole
//   clang                   Whole
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_LINKPHASE_H
#define F2LAYOUT_PASSES_SUPPORT_LINKPHASE_H

namespace f2layout {
inline namespace passes {

enum class LinkPhase {
  Before,     ///< Passes will run behind the link.
  LastChance, ///< None will, though a link follows: ThinLTO at -O0.
  Part,       ///< ThinLTO's backend: other modules may have copied functions.
  Whole       ///< The module is all there is.
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_LINKPHASE_H
