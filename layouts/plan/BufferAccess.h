//===- BufferAccess.h - Registers to and from a buffer in memory ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads hold a tile, a buffer in shared memory holds the same tile, and both
// layouts are known. Which accesses does a thread make? Eight halves of four
// lanes go to a buffer whose rows of 4 are swizzled by xor with the row:
//
//   Threads = register=[[1,0]], lane=[[0,1],[0,2]]            -> [2,4]
//   Memory  = offset=[[0,1],[0,2],[1,1]]                      -> [2,4]
//
//   register 0 of lane t to byte 2 t
//   register 1 of lane t to byte 2 (t ^ 5)
//
// Two stores, as no two registers are neighbours. With
// register=[[0,1]], lane=[[0,2],[1,0]] instead they are, in every second lane
// the other way round, and one wide access will not do; without the swizzle it
// would:
//
//   Memory  = offset=[[0,1],[0,2],[1,0]] -> [2,4]
//   registers 0, 1 of lane t to byte 4 t, one store of 4 bytes
//
// Algorithm. From place to element to offset is a composition of layouts, and
// its widest vectors are those of Vectorisation.h. Registers that hold copies
// of others are left out before: one of each is stored, and what is loaded goes
// to all of them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_BUFFERACCESS_H
#define F2LAYOUT_LAYOUTS_PLAN_BUFFERACCESS_H

#include "layouts/algebra/LinearLayout.h"
#include "layouts/plan/Plan.h"
#include <vector>

namespace f2layout {
inline namespace layouts {

/// One access of every thread.
struct BufferAccess {
  /// Of the first element, from the beginning of the buffer, as a function of
  /// the linear thread index; a multiple of the access's width.
  ThreadAddress Address;
  /// Registers by increasing address.
  llvm::SmallVector<unsigned, 8> Registers;
};

struct BufferAccesses {
  unsigned Elements = 1; ///< Of one access; a power of two.
  std::vector<BufferAccess> Accesses;
  /// For every register that of its copies that is accessed; itself, if so.
  std::vector<unsigned> CopyOf;
};

/// The accesses of a distributed layout to a buffer in a memory layout, at most
/// MaxBytes wide. ElementBits is 8, 16, 32 or 64; MaxBytes a power of two, at
/// least an element.
///
/// Fails if Threads has other inputs than register, lane, warp and block, if
/// its blocks hold different parts, if Memory is no one-to-one map from offset
/// alone, if the tensors differ, for 2^16 registers or 2^28 bytes and more, and
/// for more than 2^10 threads.
llvm::Expected<BufferAccesses> bufferAccesses(const LinearLayout &Threads,
                                              const LinearLayout &Memory,
                                              unsigned ElementBits,
                                              unsigned MaxBytes);

/// From register, lane and warp to the offset, in elements, at which Memory has
/// what they hold. Of the first example above:
///
///   register=[[5]], lane=[[1],[2]] -> [offset:8]
///
/// Fails as bufferAccesses does.
llvm::Expected<LinearLayout> bufferOffsets(const LinearLayout &Threads,
                                           const LinearLayout &Memory,
                                           unsigned ElementBits);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_BUFFERACCESS_H
