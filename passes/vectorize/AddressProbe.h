//===- AddressProbe.h - Rule out neighbours by an example -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are neighbours if they are neighbours in every thread and for all
// arguments. So one example rules most pairs out. In thread 13, where p is 7 <<
// 24,
//
//   p + 4 * t          is 117440564
//   p + 4 * (t + 128)  is 117441076
//
// and the two accesses are not adjacent. Numbers are far cheaper than forms. An
// example is never taken for a proof: accesses that have neighbours in it are
// analyzed in full, and accesses that have none keep their code.
//
// Values that are not computed get different numbers that are typical for such
// values: multiples of 4096.
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
  /// The value of an integer or pointer of at most 64 bits in the example.
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
