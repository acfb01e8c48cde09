//===- Vocabulary.h - What a vendor calls its groups of lanes -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. NVIDIA calls 32 lanes that run together a warp, and one pass of an
// access through the banks a wavefront. AMD calls the lanes a wavefront, or
// wave for short, and its counters count cycles of the LDS. "This takes 8
// wavefronts" is right on one target and misleads on the other.
//
//              lanes   a pass through the banks   in a profiler
//   NVIDIA     warp    wavefront                  l1tex__data_pipe_lsu_
//                                                 wavefronts_mem_shared
//   AMD        wave    LDS cycle                  SQ_LDS_BANK_CONFLICT,
//                                                 SQ_LDS_IDX_ACTIVE
//
// Rule. Code and names of remark arguments use NVIDIA's words for both. Texts
// that a user reads take them from here.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_VOCABULARY_H
#define F2LAYOUT_INTRINSICS_TARGET_VOCABULARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include <string>

namespace f2layout {
inline namespace intrinsics {

/// Plurals end in an s.
struct Vocabulary {
  llvm::StringLiteral Warp, Wavefront;
  /// What the source calls a barrier of the lanes of a warp that orders memory.
  llvm::StringLiteral WarpBarrier;

  /// "4 wavefronts", "1 LDS cycle".
  std::string wavefronts(uint64_t N) const {
    return std::to_string(N) + " " + Wavefront.str() + (N == 1 ? "" : "s");
  }
  /// A text of the planner, which does not know the vendor, in these words. It
  /// must not contain names of the user's.
  std::string spell(llvm::StringRef Text) const;
};

/// That of the target that F is compiled for.
const Vocabulary &vocabularyOf(const llvm::Function &F);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_VOCABULARY_H
