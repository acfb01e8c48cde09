//===- LinkPhase.h - How far a module has come through a link -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device function may still become a part of kernels that state more about
// its launch, so its layout calls wait for that. How long they can wait depends
// on the passes that run after the link:
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
  Before,     ///< Passes will run after the link.
  LastChance, ///< A link follows, but no passes: ThinLTO at -O0.
  Part,       ///< ThinLTO's backend: other modules may have copied functions.
  Whole       ///< The module is the whole program.
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_LINKPHASE_H
