//===- BankTraffic.h - Wavefronts of shared accesses, by evaluation -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. An access of a warp to shared memory takes one wavefront, or two, or
// 32, and the source does not show it:
//
//   __shared__ float tile[32][32];
//   tile[threadIdx.y][threadIdx.x] = v;     // 1 wavefront a warp
//   w = tile[threadIdx.x][threadIdx.y];     // 32
//
// A profiler shows it after a run on the right GPU. But addresses are functions
// of the thread index, so the compiler can evaluate them.
//
// print<f2layout-banks> lists every shared access of a kernel:
//
//  bank conflicts in 'k' on sm_90, blocks of 32x32x1:
//   line 3: store of 4 bytes to tile: 32 wavefronts in 32 warps
//   line 4: load of 4 bytes from tile: 1024 wavefronts in 32 warps, minimum 32
//
// and f2layout-banks reports the accesses that could take fewer as analysis
// remarks. Such an access takes more wavefronts than its words would take if
// they were spread evenly over the banks. A swizzle or padding of the array may
// reach the lower number, if the other accesses allow it.
//
// Algorithm. Every address is evaluated for every thread of a block
// (ThreadEval, AccessFacts), and so is its predicate; wavefronts are counted
// warp by warp. An amount that all threads add alike (a loop counter times a
// row) rotates the banks and changes nothing if it is known to be a multiple of
// a bank's width. Otherwise all cases are counted, and the worst one is
// reported. An access that is wider than its alignment is cut into pieces, as
// the code generator does.
//
// Where lanes are a value of the run time apart, the printer and a remark say
// which values cause conflicts (RuntimeStride.h).
//
// ldmatrix, stmatrix and ds_read_tr are accesses of rows by the lanes that
// point at them (MatrixRows.h). wmma.load and wmma.store are counted by their
// rows, though the array's other accesses may not be known (FragmentRows.h).
//
// Where the launch does not state a shape, the first warp stands for
// one-dimensional blocks, and a kernel that reads threadIdx.y is counted for
// the most likely shape. The remarks pass over shapes in which a thread would
// leave an array.
//
// Neighbours. f2layout-access and the code generator join accesses that follow
// each other. The remarks count them as they will run, as one access (Joined).
// The printer lists what is there.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_BANKTRAFFIC_H
#define F2LAYOUT_PASSES_PRICE_BANKTRAFFIC_H

#include "intrinsics/target/Target.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/price/JoinedAccesses.h"
#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "passes/support/PassBases.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// One access to an array, by all warps of a block, once each.
struct AccessTraffic {
  const llvm::Instruction *I = nullptr;
  unsigned Object = 0; ///< Index in BankTraffic::objects().
  unsigned Bytes = 0;  ///< Of a thread, or of a row of matrices.
  bool IsStore = false;
  bool IsMatrix = false;
  /// Why nothing is known; if it is empty, the other members are valid.
  std::string Why;
  /// A run-time stride, if that is why: "stride d: 32-way conflict if 32
  /// divides d".
  std::string Stride;
  unsigned Warps = 0;                 ///< Warps that run it.
  unsigned Wavefronts = 0, Least = 0; ///< Of all warps together.
  unsigned Worst = 0;                 ///< The maximum of one warp.
  /// Some lanes may be masked off, or the base's offset in its bank is unknown:
  /// Wavefronts is an upper bound.
  bool AtMost = false;
  /// In a block of this shape, a thread would leave the array.
  bool LeavesArray = false;

  bool hasConflicts() const { return Why.empty() && Wavefronts > Least; }
};

class BankTraffic {
public:
  /// Accesses that Joined does not contain stay alone.
  BankTraffic(const FunctionAnalyses &C, const EvalShape &Shape,
              const Target &T, const JoinedBytes &Joined = JoinedBytes());

  llvm::ArrayRef<AccessTraffic> accesses() const { return Accesses; }
  llvm::ArrayRef<SharedObject> objects() const { return Objects; }
  const EvalShape &shape() const { return Shape; }
  /// No block has this shape, if the kernel is right.
  bool isImpossible() const;
  std::string nameOf(const AccessTraffic &A) const;
  void print(llvm::raw_ostream &OS) const;

private:
  void countFragment(const llvm::CallBase &Call, unsigned Threads,
                     const Machine &M);

  EvalShape Shape;
  llvm::ArrayRef<SharedObject> Objects;
  std::vector<AccessTraffic> Accesses; ///< In program order.
};

/// The shape that represents a launch, as described above.
EvalShape shapeForBanks(SharedMemoryInfo &Memory, const LaunchShape &L);

/// f2layout-banks: remarks.
class BanksPass : public PassWithOptions<BanksPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

/// print<f2layout-banks>
class BanksPrinterPass : public PrinterPass<BanksPrinterPass> {
  Options Opts;

public:
  BanksPrinterPass(Options Opts, llvm::raw_ostream &OS)
      : PrinterPass(OS), Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_BANKTRAFFIC_H
