//===- LaneStride.h - How far apart neighbouring lanes are ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Which stores are worth a look? Most addresses of a kernel are side
// by side in neighbouring lanes, the same in all of them, or unknown.
//
// Example.
//
//   i = blockIdx.x * blockDim.x + threadIdx.x         1
//   p + 12 * i + 4                                    12
//   p + 12 * index[i]                                 unknown
//   for (j = i; j < n; j += blockDim.x * gridDim.x)
//     p + 12 * j                                      12
//
// Algorithm. One walk over the operands, with a number for each value: by how
// much it grows from one lane to the next. The phi of a loop has the number of
// its start, if each iteration adds the same in all lanes.
//
// It is a guess, not a proof: rows of a block may end within a warp, sums may
// wrap, and lanes may be in different iterations. What is done with it must be
// tested at run time.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COALESCE_LANESTRIDE_H
#define F2LAYOUT_PASSES_COALESCE_LANESTRIDE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"
#include <optional>

namespace f2layout {
inline namespace passes {

class LaneStride {
public:
  LaneStride(const llvm::LoopInfo &LI, const llvm::DataLayout &DL)
      : LI(LI), DL(DL) {}
  /// Of an integer, or in bytes of a pointer; none if it is unknown.
  std::optional<int64_t> of(const llvm::Value *V, unsigned Depth = 0);

private:
  std::optional<int64_t> compute(const llvm::Instruction &I, unsigned Depth);
  std::optional<int64_t> ofBinary(const llvm::BinaryOperator &I,
                                  unsigned Depth);
  std::optional<int64_t> ofAddress(const llvm::GEPOperator &G, unsigned Depth);
  std::optional<int64_t> ofPhi(const llvm::PHINode &Phi, unsigned Depth);

  const llvm::LoopInfo &LI;
  const llvm::DataLayout &DL;
  llvm::DenseMap<const llvm::Value *, std::optional<int64_t>> Known;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COALESCE_LANESTRIDE_H
