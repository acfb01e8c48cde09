//===- Slicing.h - Parts of layouts, copies and free bits -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of sixteen lanes and two warps reduces a 4x32 tile over its columns:
//
//   L = register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8]],
//       warp=[[0,16]] -> [4,32]
//
// After the reduction every lane of a row has the row's sum. The layout without
// the columns is the layout of the sums (the paper's slice, proposition 4.8):
//
//   sliceOutput(L, "dim1") = register=[[1],[2]], lane=[[0],[0],[0],[0]],
//                            warp=[[0]] -> [4]
//
// Lane and warp bits are free now: changing them does not change the element.
// In general a bit is free if its image is the xor of images of bits before it,
// where register bits come before lane, warp and block bits; in that order the
// free bits count the copies: here 2^4 lanes and 2 warps hold each sum.
//
//   freeBits(...) = {register: 0, lane: 0b1111, warp: 0b1}
//
// A thread has no use for copies in its own registers. withoutFreeRegisters
// drops the free registers, so that each thread computes every element once,
// and returns which values to keep and how to restore all registers:
//
//   M    = register=[[1],[0],[2]] -> [4]      registers r and r ^ 2 are equal
//   keep = register=[[1],[4]] -> [register:8]      registers 0, 1, 4, 5
//   less = register=[[1],[2]] -> [4]
//   back = register=[[1],[0],[2]] -> [register:4]  result 3 is source 1
//
// The other slice fixes an input: the part of warp 1 of L above is affine.
//
//   sliceInput(L, "warp", 1) = register=[[1,0],[2,0]],
//                              lane=[[0,1],[0,2],[0,4],[0,8]]
//                              -> [4,32] ^ [0,16]
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_SLICING_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_SLICING_H

#include "layouts/algebra/RegisterAction.h"

namespace f2layout {
inline namespace layouts {

/// L with the input fixed at this index, and without that input. Fails if there
/// is no such input, or the index is out of range.
llvm::Expected<LinearLayout> sliceInput(const LinearLayout &L,
                                        llvm::StringRef Name, uint64_t Index);

/// L without this output: the layout of a tensor after a reduction along the
/// dimension. Fails if there is no such output.
llvm::Expected<LinearLayout> sliceOutput(const LinearLayout &L,
                                         llvm::StringRef Name);

/// Bits of one input dimension, bit i of the word for bit i.
struct InputBits {
  std::string Name;
  uint64_t Bits = 0;
  bool operator==(const InputBits &O) const {
    return Name == O.Name && Bits == O.Bits;
  }
};

/// The bits whose image is the xor of images of bits before them, for every
/// input in L's order. The bits before a bit are the lower bits of the same
/// dimension, and all bits of dimensions that are earlier in the list register,
/// lane, warp, block, others.
std::vector<InputBits> freeBits(const LinearLayout &L);

/// The bits whose image is zero: the element does not depend on them at all.
/// All of them are free.
std::vector<InputBits> broadcastBits(const LinearLayout &L);

/// The registers to keep so that no thread holds an element twice: those in
/// which the free bits are 0.
struct FewerRegisters {
  RegisterAction Keep;      ///< From all registers to those that are kept.
  RegisterAction Broadcast; ///< Back: the kept register of each value.
  LinearLayout Layout;      ///< Keep.apply(L).
};
/// Fails if there is no dimension of that name.
llvm::Expected<FewerRegisters>
withoutFreeRegisters(const LinearLayout &L, llvm::StringRef Dim = "register");

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_SLICING_H
