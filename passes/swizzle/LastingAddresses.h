//===- LastingAddresses.h - Registers that new addresses take -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The accesses of an array are often at constant distances, and share
// the register of one address. After a swizzle each may need an address of its
// own. Where one address is used by several accesses, it stays in a register
// between them:
//
//   %a = s[p], %b = s[q]; s[p] = min(%a, %b); s[q] = max(%a, %b)    two
//   ... 50 such stages, each with other p and q                     still two
//
// Algorithm. The lifetime of an address goes from its first access to its last
// one, in an order of the blocks in which loops stay together. An address that
// is computed outside of a loop lasts as long as the loop. The answer is the
// largest number of lifetimes at one place.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_LASTINGADDRESSES_H
#define F2LAYOUT_PASSES_SWIZZLE_LASTINGADDRESSES_H

#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class LoopInfo;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// The order of the instructions of a function, while it does not change.
class LastingAddresses {
public:
  LastingAddresses(const llvm::Function &F, const llvm::LoopInfo &LI);
  /// How many addresses of the array may be in registers at a time, if none is
  /// at a constant distance of another any more: those that are used again.
  unsigned of(const SharedObject &O) const;

private:
  std::pair<unsigned, unsigned>
  lifetimeOf(const llvm::Value *P,
             llvm::ArrayRef<const llvm::Instruction *> Uses) const;

  const llvm::LoopInfo &LI;
  /// Where an instruction is in an order of the blocks in which a loop's blocks
  /// are not far apart: the order in which they first run.
  llvm::DenseMap<const llvm::Instruction *, unsigned> At;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_LASTINGADDRESSES_H
