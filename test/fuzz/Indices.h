//===- Indices.h - Random indices of arrays ---------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generator keeps the greatest value that an index can have. If it is below
// the array's size, the index needs no mask, as in kernels that people write.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_FUZZ_INDICES_H
#define F2LAYOUT_TEST_FUZZ_INDICES_H

#include "test/fuzz/Decisions.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout::fuzz {

/// A value of 32 bits that is at most Most.
struct Bounded {
  llvm::Value *V = nullptr;
  uint64_t Most = ~0u;
};

class Indices {
public:
  /// Begin: what an index may start with; the first one is the thread's.
  Indices(Decisions &D, llvm::IRBuilder<> &B) : D(D), B(B) {}

  /// An index below Size, at the builder's place.
  llvm::Value *below(uint64_t Size, llvm::ArrayRef<Bounded> Begin);

private:
  Bounded step(Bounded X, llvm::ArrayRef<Bounded> Begin);

  Decisions &D;
  llvm::IRBuilder<> &B;
};

} // namespace f2layout::fuzz

#endif // F2LAYOUT_TEST_FUZZ_INDICES_H
