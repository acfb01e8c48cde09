//===- BufferAccess.h - Registers to and from a buffer in memory ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads hold a tile, a buffer in shared memory holds the same tile, and both
// layouts are known. This file computes the accesses of a thread. Eight halves
// of four lanes go to a buffer whose rows of 4 are swizzled by xor with the
// row:
//
//   Threads = register=[[1,0]], lane=[[0,1],[0,2]]            -> [2,4]
//   Memory  = offset=[[0,1],[0,2],[1,1]]                      -> [2,4]
//
//   register 0 of lane t to byte 2 t
//   register 1 of lane t to byte 2 (t ^ 5)
//
// There are two stores, as no two registers are neighbours. With
// register=[[0,1]], lane=[[0,2],[1,0]] they are neighbours, but in reverse
// order in every second lane, so one wide access does not suffice. Without the
// swizzle it does:
//
//   Memory  = offset=[[0,1],[0,2],[1,0]] -> [2,4]
//   registers 0, 1 of lane t to byte 4 t, one store of 4 bytes
//
// Algorithm. The map from place to element to offset is a composition of
// layouts, and Vectorisation.h finds its widest vectors. Registers that hold
// copies of others are dropped first: one register of each set is stored, and a
// loaded value goes to all of them.
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
  /// The address of the first element, from the beginning of the buffer, as a
  /// function of the linear thread index; a multiple of the access's width.
  ThreadAddress Address;
  /// Registers by increasing address.
  llvm::SmallVector<unsigned, 8> Registers;
};

struct BufferAccesses {
  unsigned Elements = 1; ///< Of one access; a power of two.
  std::vector<BufferAccess> Accesses;
  /// For every register the one of its copies that is accessed, which may be
  /// the register itself.
  std::vector<unsigned> CopyOf;
};

/// The accesses of a distributed layout to a buffer in a memory layout, at most
/// MaxBytes wide. ElementBits is 8, 16, 32 or 64; MaxBytes a power of two, at
/// least an element.
///
/// Fails if Threads has inputs other than register, lane, warp and block, if
/// its blocks hold different parts, if Memory is not a one-to-one map from the
/// single input offset, if the tensors differ, for 2^16 registers or 2^28 bytes
/// and more, and for more than 2^10 threads.
llvm::Expected<BufferAccesses> bufferAccesses(const LinearLayout &Threads,
                                              const LinearLayout &Memory,
                                              unsigned ElementBits,
                                              unsigned MaxBytes);

/// The map from register, lane and warp to the offset, in elements, at which
/// Memory has what they hold. For the first example above:
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
