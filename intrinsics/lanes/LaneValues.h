//===- LaneValues.h - Functions of the lane number ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans write functions of the lane as tables. This file turns a table into few
// instructions. They depend only on the lane, so they are emitted once, at a
// point outside of loops, for all steps that use them.
//
//   predicate                 table                  instructions
//   0xFFFF0000 of 32 lanes    a lane bit             lane & 16 != 0
//   0x000000F0                lanes x, y of z bits   lane & 28 == 4
//   0x00000FFF                the first lanes        lane < 12
//   0x96696996                any                    (0x96696996 >> lane) & 1
//     on AMD, where a predicate is a register of one bit a lane, the last one
//     needs no instruction but the constant (inverse.ballot).
//
//   function of the lane      how
//   lane ^ 5                  one xor
//   two values                select of a predicate
//   affine over F2            shifts and masks, see AffineForm.h
//   (11 lane + 3) % lanes     multiply, add, mask
//   any                       what output bits are affine as above; the others
//                             by predicates: bits that share one, by a select;
//                             else a bit of a rotated constant
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LANES_LANEVALUES_H
#define F2LAYOUT_INTRINSICS_LANES_LANEVALUES_H

#include "intrinsics/lanes/AffineForm.h"
#include "intrinsics/target/Target.h"
#include "llvm/IR/IRBuilder.h"
#include <map>
#include <vector>

namespace f2layout {
inline namespace intrinsics {

class LaneValues {
public:
  /// Values are emitted at Point (null: where At inserts), with At's debug
  /// location. A lane number may be given; otherwise it is read when it is
  /// first needed.
  LaneValues(const Target &T, const llvm::IRBuilder<> &At,
             llvm::Instruction *Point = nullptr, llvm::Value *Lane = nullptr);

  llvm::Value *lane();
  /// i1: bit lane of Mask. Constant when all lanes agree.
  llvm::Value *predicate(uint64_t Mask);
  /// i32: Table[lane].
  llvm::Value *table(llvm::ArrayRef<uint32_t> Table);
  /// i32: an affine function of the lane.
  llvm::Value *affine(const AffineForm &Form);

  const Target &target() const { return T; }
  uint64_t allLanes() const;

private:
  llvm::Value *emitPredicate(uint64_t Mask);
  llvm::Value *emitTable(llvm::ArrayRef<uint32_t> Table);
  llvm::Value *emitMixed(llvm::ArrayRef<uint32_t> Table);
  llvm::Value *emitBit(uint64_t Mask, unsigned Bit);

  const Target &T;
  llvm::IRBuilder<> B;
  llvm::Value *Lane;
  std::map<uint64_t, llvm::Value *> Predicates;
  std::map<std::vector<uint32_t>, llvm::Value *> Tables;
};

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LANES_LANEVALUES_H
