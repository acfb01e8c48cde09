//===- AddressProbe.h - Which accesses may be neighbours at all -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are neighbours if they are so in every thread and for all arguments.
// So one example rules most pairs out: in thread 13, where p is 7 << 24,
//
//   p + 4 * t          is 117440564
//   p + 4 * (t + 128)  is 117441076
//
// and neither access is beside the other. Numbers are far cheaper than forms.
// What an example says is never taken for a proof: who has neighbours in it is
// looked at in full, and who has none keeps the code that it had.
//
// Values that are not computed get numbers that fit what is usually known of
// them, multiples of 4096, each another one.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ADDRESSPROBE_H
#define F2LAYOUT_PASSES_VECTORIZE_ADDRESSPROBE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

namespace llvm {
class GEPOperator;
class IntrinsicInst;
} // namespace llvm

namespace f2layout {
inline namespace passes {

class AddressProbe {
public:
  explicit AddressProbe(const llvm::DataLayout &DL) : DL(DL) {}
  /// An integer or pointer of at most 64 bits, in the example.
  uint64_t of(const llvm::Value *V, unsigned Depth = 0);

private:
  uint64_t compute(const llvm::Value *V, unsigned Depth);
  uint64_t addUp(const llvm::GEPOperator &G, unsigned Depth);
  uint64_t ofCall(const llvm::IntrinsicInst &I, unsigned Depth);
  uint64_t unknown(const llvm::Value *V);

  const llvm::DataLayout &DL;
  llvm::DenseMap<const llvm::Value *, uint64_t> Memo;
  unsigned Unknowns = 0;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ADDRESSPROBE_H
