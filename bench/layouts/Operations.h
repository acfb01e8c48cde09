//===- Operations.h - The measured operations on layouts ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table serves the benchmark, which times all operations, and the counter,
// which runs one of them a given number of times so that its instructions can
// be counted.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_LAYOUTS_OPERATIONS_H
#define F2LAYOUT_BENCH_LAYOUTS_OPERATIONS_H

#include "bench/layouts/Forms.h"
#include "bench/layouts/Tiles.h"
#include "layouts/plan/Plan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace f2layout::bench {

/// The operands of all operations, constructed once.
struct Inputs {
  explicit Inputs(unsigned PerSide)
      : T(makeTile(PerSide)), Moves(makeConversion(T)), M(hopper()),
        F(PerSide) {}
  Tile T;
  Conversion Moves;
  Machine M;
  Forms F;
};

struct Operation {
  llvm::StringRef Name;
  /// Runs the operation once. The result depends on everything that was
  /// computed; ~0 means failure.
  uint64_t (*Run)(const Inputs &In);
};

llvm::ArrayRef<Operation> operations();

} // namespace f2layout::bench

#endif // F2LAYOUT_BENCH_LAYOUTS_OPERATIONS_H
