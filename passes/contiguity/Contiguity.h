//===- Contiguity.h - Which accesses are neighbours in memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread loads a row of a swizzled tile, element by element:
//
//   for (i = 0; i < 8; ++i)                   // half s[64][64], unrolled
//     x[i] = s[row][(col * 8 + i) ^ ((row & 7) << 3)];
//
// That is one access of 128 bits, but no difference of two of these pointers is
// a constant to who cannot look through the xor. And here
//
//   for (i = 0; i < 4; ++i)
//     x[i] = p[t * 4 + (i ^ (t & 3))];
//
// none is: thread 1 reads element 1 first. But the four together are 16 bytes
// in every thread; a wide load and a choice of registers do the same.
//
// Algorithm. The address of each access is a sum of words of affine bits
// (BitForms.h). Accesses of one kind in one block, whose sums agree but for
// constants, for complements and for the lowest bits, make a class. What they
// differ in depends on few symbols: offsets from the class's base are computed
// for every value of those. Where there are none, the sorted offsets fall into
// runs without a gap. Where there are some, a run is an aligned piece that its
// accesses fill whatever the symbols are; the order in which they do so depends
// on them.
//
// A run's alignment is what of its base's bits is known to be zero, what the
// accesses promise by their align, and what LLVM knows of the pointers there.
// By it the run is cut into pieces of powers of two: the accesses that the
// machine could make of it.
//
// Over threads: constant are those thread bits that the address cannot depend
// on. Consecutive are the low bits of threadIdx.x, or of the lane, that the
// address holds just above the bits within the run, in any order, and that
// nothing else in the address depends on: the threads that differ in them touch
// that many neighbouring runs.
//
// These are facts of addresses. Whether accesses may be moved together past
// what stands between them is for who moves them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITY_H
#define F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITY_H

#include "passes/bits/BitForms.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include <memory>
#include <string>

namespace f2layout {
inline namespace passes {

/// One load or store.
struct ContiguousAccess {
  llvm::Instruction *I = nullptr;
  unsigned Bytes = 0;
  /// Bits of one element of the type: 8 to 64, and less for vectors of small
  /// integers, which are packed.
  unsigned ElementBits = 0;
  unsigned Run = 0; ///< Index in Contiguity::runs().
  /// The accesses of a run with fixed order: bytes from the run's beginning.
  uint64_t Offset = 0;
};

/// What threads that differ in some bits of their index have to do with each
/// other's addresses.
struct ThreadFacts {
  /// Thread bits (threadPlace) that change nothing.
  uint64_t Constant = 0;
  /// The threads that differ in this many low bits of the index in Dim...
  unsigned ConsecutiveBits = 0;
  ThreadDim Dim = DimX;
  /// ... access neighbouring runs, in the order of threads or in another one.
  bool InOrder = true;
  /// Not zero: the thread with the next index in Dim, whatever the index is,
  /// accesses the run that begins this many bytes later.
  int64_t Stride = 0;
};

/// Accesses that together touch each byte of a stretch of memory once.
struct ContiguousRun {
  /// Of Contiguity::accesses(), in the order of their addresses; if that
  /// depends on the thread, in the order they have where all Choices are zero.
  llvm::SmallVector<unsigned, 8> Accesses;
  /// Loads of what an access above loads already.
  llvm::SmallVector<unsigned, 2> Repeats;
  uint64_t Bytes = 0;
  /// The address is Residue modulo Align, both in bytes, Align at most 256.
  uint64_t Align = 1, Residue = 0;
  /// The accesses that could do the work, in bytes, by address.
  llvm::SmallVector<unsigned, 4> Pieces;
  /// The forms that decide the order; empty if there is one order. Positions
  /// has, for each value v of them (bit n of v is Choices[n]), the position of
  /// each of Accesses, in bytes.
  llvm::SmallVector<Bit, 4> Choices;
  std::vector<llvm::SmallVector<uint32_t, 8>> Positions;
  ThreadFacts Threads;
  /// Why no piece is wider; empty if the machine has none wider.
  std::string Limit;
  /// The value that would have to be a multiple of more; null if that is not
  /// the limit.
  const llvm::Value *Unaligned = nullptr;
  /// If the array were aligned to 16, which is up to this module, the pieces
  /// would be these; null otherwise.
  const llvm::GlobalVariable *Raise = nullptr;
  llvm::SmallVector<unsigned, 4> PiecesIfRaised;

  unsigned widest() const;
  bool hasFixedOrder() const { return Choices.empty(); }
};

/// Facts of one function; it must not change while they are in use.
class Contiguity {
public:
  explicit Contiguity(const BitFormsContext &C);
  /// Of some accesses, in the order of the function, and without what only
  /// people read: ThreadFacts, Limit, Raise.
  Contiguity(const BitFormsContext &C,
             llvm::ArrayRef<llvm::Instruction *> Accesses);
  Contiguity(Contiguity &&) = default;

  llvm::ArrayRef<ContiguousAccess> accesses() const { return Accesses; }
  llvm::ArrayRef<ContiguousRun> runs() const { return Runs; }
  /// The run that a load or store belongs to; null if its address is not known.
  const ContiguousRun *runOf(const llvm::Instruction *I) const;
  /// The accesses of R that each of its Pieces consists of, by address.
  std::vector<llvm::SmallVector<llvm::Instruction *, 8>>
  accessesByPiece(const ContiguousRun &R) const;
  /// The bits of any integer or pointer.
  BitForms &forms() { return *Forms; }

  void print(llvm::raw_ostream &OS) const;

private:
  friend class RunFinder;
  void add(llvm::Instruction &I, const llvm::DominatorTree &DT);

  llvm::Function *F;
  bool InFull;
  std::unique_ptr<BitForms> Forms;
  std::vector<ContiguousAccess> Accesses;
  std::vector<ContiguousRun> Runs;
  llvm::DenseMap<const llvm::Instruction *, unsigned> AccessOf;
};

/// The analyses of F that Contiguity asks; if nobody wants facts about threads,
/// without that of who differs.
BitFormsContext bitFormsContext(llvm::Function &F,
                                llvm::FunctionAnalysisManager &AM,
                                bool AboutThreads = true);

class ContiguityAnalysis : public llvm::AnalysisInfoMixin<ContiguityAnalysis> {
  friend llvm::AnalysisInfoMixin<ContiguityAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = Contiguity;
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

/// print<f2layout-contiguity>
class ContiguityPrinterPass
    : public llvm::PassInfoMixin<ContiguityPrinterPass> {
  llvm::raw_ostream &OS;

public:
  explicit ContiguityPrinterPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// The widest access of memory in this address space, in bytes: 16, and 32 in
/// global memory from sm_100 and PTX 8.8 on (PTX ISA, ld and st: .v8.b32).
unsigned widestAccess(const llvm::Function &F, unsigned AddressSpace);

/// An array of shared memory whose alignment this module may choose.
bool mayBeAligned(const llvm::GlobalVariable &G);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITY_H
