//===- LayoutQueries.h - Queries of layouts -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways to give a 16x16 tile of f16 to two warps, four elements a thread;
// B is A with rows and columns exchanged.
//
//   A = register=[[0,1],[1,0]], lane=[[0,2],[0,4],[0,8],[2,0],[4,0]],
//       warp=[[8,0]] -> [16,16]
//   B = register=[[1,0],[0,1]], lane=[[2,0],[4,0],[8,0],[0,2],[0,4]],
//       warp=[[0,8]] -> [16,16]
//
// The tile is in memory row by row, 32 bytes each. Which layout should load it?
//
//                                              A         B
//   elementsPerThread                          4         4
//   consecutiveRegisters                       2         1
//   contiguousElements                         2         2
//   minorToMajor, lanes                        1, 0      0, 1
//   coalescing: sectors of one register's load 4         8
//   ... of a load of two registers             4         none, not in order
//
// A should: its registers 0 and 1 are neighbours, and a warp touches four
// sectors of 32 bytes to load all of them. B reads two bytes of every four from
// eight rows. All answers come from the matrix and none from a table of
// elements, so they hold for every family of layouts.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTQUERIES_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTQUERIES_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// Registers of a thread, copies included; 1 if L has no registers.
uint64_t elementsPerThread(const LinearLayout &L);
/// The number of different elements among them.
uint64_t distinctElementsPerThread(const LinearLayout &L);

/// The number of copies of an element that is held: registers of one thread,
/// lanes of one warp, warps, and blocks that hold it. The product is the number
/// of all copies if L has no other inputs.
struct CopyCount {
  uint64_t Registers = 1, Lanes = 1, Warps = 1, Blocks = 1;
};
CopyCount countCopies(const LinearLayout &L);

/// The largest n = 2^k such that registers 0, ..., n - 1 of every thread hold n
/// consecutive elements in this order, the first a multiple of n, and so do the
/// next n registers. Elements are counted row by row, so a run may continue in
/// the next row.
uint64_t consecutiveRegisters(const LinearLayout &L);
/// The largest n = 2^k such that the elements of every thread fall into runs of
/// n consecutive elements, the first a multiple of n, in any registers.
uint64_t contiguousElements(const LinearLayout &L);
/// The same within one output dimension, all other coordinates being equal.
/// Fails if there is no such output.
llvm::Expected<uint64_t> contiguousElements(const LinearLayout &L,
                                            llvm::StringRef Output);

/// Numbers of the outputs in the order in which the bits of input In first move
/// along them; then the others, the last output first. If the image of a bit
/// moves in several outputs at once, the last of them comes first. Fails if
/// there is no such input.
llvm::Expected<llvm::SmallVector<unsigned>> minorToMajor(const LinearLayout &L,
                                                         llvm::StringRef In);

/// One access of a warp to global memory.
struct Coalescing {
  uint64_t Sectors = 0; ///< Touched by the access.
  uint64_t Bytes = 0;   ///< Requested by the lanes, each byte counted once.
  uint64_t Best = 0;    ///< The fewest sectors for that many bytes.
};

/// Every lane of a warp loads its registers 0, ..., Vector - 1 with one
/// instruction from a tensor that is stored row by row without gaps and begins
/// at a sector boundary. By symmetry all accesses of L to further registers, in
/// all warps, touch the same number of sectors.
///
/// The memory system serves global memory in aligned sectors; the number of
/// sectors that a warp touches determines the cost (CUDA C++ Best Practices
/// Guide, "Coalesced Access to Global Memory": 32 bytes).
///
/// Fails if a size is no power of two, if Vector registers are not consecutive
/// elements, and if a warp accesses 2^64 bits or more: bytes and sectors are
/// counted in words, whereas L may have any number of bits.
llvm::Expected<Coalescing> coalescing(const LinearLayout &L,
                                      unsigned ElementBits, uint64_t Vector = 1,
                                      unsigned SectorBytes = 32);

/// The paper's definition 4.10, of the linear part: onto, every image is zero
/// or moves along one output by a power of two, no two images are equal unless
/// zero.
bool isDistributed(const LinearLayout &L);
/// The paper's definition 4.14, of the linear part: one-to-one and onto, every
/// image has one or two bits in all.
bool isMemory(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTQUERIES_H
