//===- SharedAccess.h - Loads and stores of plans -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan's shared address is Constant ^ (an F2-linear function of the thread).
// The accesses of a plan differ mostly in the constant, so the thread part is
// worth computing once:
//
//   addresses           thread part (columns)    constants
//   row r of a tile     16 t ^ swizzle(t)        0, 512, 1024, 1536
//
//     %t = ...                                  ; once, outside of loops
//     %p = getelementptr i8, %scratch, %t
//     load <4 x i32>, %p
//     load <4 x i32>, (getelementptr i8, %p, 512)   ; an immediate offset
//
// Bits of a constant that are in no column can be added; those that are in some
// column must be xored first, which makes another thread part.
//
// Plans of one warp add the warp's number times the stride of its slice.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_SHAREDACCESS_H
#define F2LAYOUT_INTRINSICS_STEPS_SHAREDACCESS_H

#include "intrinsics/lanes/LaneValues.h"
#include "intrinsics/steps/EmitContext.h"
#include "layouts/plan/Plan.h"
#include <map>
#include <utility>

namespace f2layout {
inline namespace intrinsics {

class SharedEmitter {
public:
  SharedEmitter(const Plan &P, EmitContext &C, LaneValues &Lanes);

  /// Emits the step, whose words are Stored; a store narrower than a word takes
  /// the bytes from First on.
  void store(const Step &S, llvm::ArrayRef<llvm::Value *> Stored,
             unsigned First);
  /// Emits a step that stores this value, of the step's size.
  void storeElement(const Step &S, llvm::Value *Element);
  /// The loaded value, of the step's size.
  llvm::Value *loadElement(const Step &S, llvm::Type *Ty);
  /// The words that the step loads.
  llvm::SmallVector<llvm::Value *, 4> load(const Step &S);

  /// The same for matrices.
  void storeMatrix(const Step &S, llvm::ArrayRef<llvm::Value *> Stored);
  llvm::SmallVector<llvm::Value *, 4> loadMatrix(const Step &S);

private:
  struct Pointer {
    llvm::Value *Address;
    llvm::Align Alignment;
  };
  Pointer pointerFor(const Step &S);
  llvm::Value *threadPart(const AffineForm &Linear);
  llvm::Value *threadOffset(const AffineForm &Form);
  llvm::Value *warpOffset();
  llvm::Align alignmentOf(const Step &S) const;

  const Plan &P;
  EmitContext &C;
  LaneValues &Lanes;
  /// Integers that depend only on the thread are emitted here: at the lane
  /// point, or at the builder if the thread index is not known there.
  llvm::IRBuilder<> ThreadB;
  using Columns = llvm::SmallVector<uint32_t, 10>;
  std::map<Columns, llvm::Value *> ThreadParts;
  llvm::Value *Slice = nullptr;
  /// Scratch plus the offset of the thread, by columns and constant.
  std::map<std::pair<Columns, uint32_t>, llvm::Value *> Bases;
};

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_SHAREDACCESS_H
