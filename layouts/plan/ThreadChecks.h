//===- ThreadChecks.h - Does a layout fit the threads of a block? ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever reads a layout that a user states has to check it against the machine
// before planning:
//
//   lane=[[1],...,[16]] on gfx942     the source layout has 2^5 lanes, expected
//                                     64, the warp of gfx942; lanes that hold
//                                     copies have bits at element 0
//
// Each check takes the subject of its message ("the source layout") and fails
// with what is there and what is expected.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_THREADCHECKS_H
#define F2LAYOUT_LAYOUTS_PLAN_THREADCHECKS_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/Twine.h"

namespace f2layout {
inline namespace layouts {

/// The inputs are register, lane, warp and block, or some of them.
llvm::Error checkThreadInputs(const LinearLayout &L, const llvm::Twine &Which);

/// A warp has 2^LaneBits lanes. Whose says which warp: "as on the target", or
/// ", the warp of sm_90".
llvm::Error checkLanes(const LinearLayout &L, const llvm::Twine &Which,
                       unsigned LaneBits, const llvm::Twine &Whose);

/// A block has at most MaxBlockThreads threads.
llvm::Error checkThreadCount(const LinearLayout &L, const llvm::Twine &Which);

/// A thread has at most 2^MostBits registers.
llvm::Error checkRegisterCount(const LinearLayout &L, const llvm::Twine &Which,
                               unsigned MostBits);

/// Every block holds the same elements. Why ends the message: "shared memory is
/// one block's".
llvm::Error checkOneBlock(const LinearLayout &L, const llvm::Twine &Which,
                          const llvm::Twine &Why);

/// What ends a message about too few threads of one kind, such as "lanes".
std::string copiesHint(llvm::StringRef Threads);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_THREADCHECKS_H
