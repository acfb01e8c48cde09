//===- BankTraffic.h - Wavefronts of shared accesses, without running -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. An access of a warp to shared memory takes one wavefront, or two, or
// 32, and nothing in the source says so:
//
//   __shared__ float tile[32][32];
//   tile[threadIdx.y][threadIdx.x] = v;     // 1 wavefront a warp
//   w = tile[threadIdx.x][threadIdx.y];     // 32
//
// A profiler shows it after a run on the right GPU. But addresses are functions
// of the thread's index, and the compiler can evaluate them.
//
// print<f2layout-banks> lists every shared access of a kernel:
//
//   bank conflicts in 'k' on sm_90, blocks of 32x32x1:
//     line 3: store of 4 bytes to tile: 32 wavefronts in 32 warps
//     line 4: load of 4 bytes from tile: 1024 wavefronts in 32 warps, 32 would do
//
// and f2layout-banks says the same in analysis remarks, of accesses that could
// take fewer. Such an access has as many wavefronts as the words that it needs
// take where they are spread evenly over the banks: what a swizzle or a padding
// of the array may come to, if other accesses allow it.
//
// Algorithm. Every address is evaluated for every thread of a block (ThreadEval,
// AccessFacts), its predicate likewise, and wavefronts are counted warp by warp.
// What all threads add alike (a loop counter times a row) turns the banks by as
// many places and changes nothing, if it is known to be a multiple of a bank's
// width; else all cases are counted, and the worst is said. An access that is
// wider than it is aligned goes in pieces, as the code generator cuts it.
//
// ldmatrix, stmatrix and ds_read_tr are accesses of rows by the lanes that point
// at them (MatrixRows.h).
//
// Where the launch does not state a shape, one-dimensional blocks are counted by
// their first warp, and a kernel that reads threadIdx.y by the likeliest shape.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_BANKTRAFFIC_H
#define F2LAYOUT_PASSES_PRICE_BANKTRAFFIC_H

#include "intrinsics/Target.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/sharedmemory/FunctionAnalyses.h"
#include "passes/sharedmemory/SharedObjects.h"
#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// One access of an array, by all warps of a block, once each.
struct AccessTraffic {
  const llvm::Instruction *I = nullptr;
  unsigned Object = 0; ///< Index in BankTraffic::objects().
  unsigned Bytes = 0;  ///< Of a thread, or a row of matrices.
  bool IsStore = false;
  bool IsMatrix = false;
  /// Why nothing is known; empty if the rest is.
  std::string Why;
  unsigned Warps = 0;                 ///< That come there.
  unsigned Wavefronts = 0, Least = 0; ///< Of all of them together.
  unsigned Worst = 0;                 ///< The most of one warp.
  /// Some lanes may be masked off, or the base's place in its bank is unknown:
  /// Wavefronts are the most there can be.
  bool AtMost = false;

  bool hasConflicts() const { return Why.empty() && Wavefronts > Least; }
};

class BankTraffic {
public:
  BankTraffic(const FunctionAnalyses &C, const EvalShape &Shape,
              const Target &T);

  llvm::ArrayRef<AccessTraffic> accesses() const { return Accesses; }
  llvm::ArrayRef<SharedObject> objects() const { return Objects; }
  const EvalShape &shape() const { return Shape; }
  llvm::StringRef nameOf(const AccessTraffic &A) const;
  void print(llvm::raw_ostream &OS) const;

private:
  EvalShape Shape;
  llvm::ArrayRef<SharedObject> Objects;
  std::vector<AccessTraffic> Accesses; ///< In the order of the code.
};

/// The shape that stands for a launch: see above.
EvalShape shapeForBanks(const LaunchShape &L);

/// f2layout-banks: remarks.
class BanksPass : public llvm::PassInfoMixin<BanksPass> {
  Options Opts;

public:
  explicit BanksPass(Options Opts = {}) : Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName);
};

/// print<f2layout-banks>
class BanksPrinterPass : public llvm::PassInfoMixin<BanksPrinterPass> {
  Options Opts;
  llvm::raw_ostream &OS;

public:
  BanksPrinterPass(Options Opts, llvm::raw_ostream &OS)
      : Opts(std::move(Opts)), OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_BANKTRAFFIC_H
