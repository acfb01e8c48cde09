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
// This is one access of 128 bits, but without looking through the xor, no
// difference of two of these pointers is a constant. And in
//
//   for (i = 0; i < 4; ++i)
//     x[i] = p[t * 4 + (i ^ (t & 3))];
//
// no difference is a constant: thread 1 reads element 1 first. But the four
// together are 16 bytes in every thread; one wide load and a permutation of
// registers do the same.
//
// Algorithm. The address of each access is a sum of words of affine bits
// (BitForms.h). Accesses of one kind in one block form a class if their sums
// agree except for constants, for complements and for the lowest bits. The
// remaining difference depends on few symbols: offsets from the class's base
// are computed for every value of those. If there are no symbols, the sorted
// offsets form runs without a gap. If there are some, a run is an aligned piece
// that its accesses fill whatever the values of the symbols are; the order of
// the accesses depends on them.
//
// The alignment of a run comes from the known zero bits of its base, from the
// alignment that the accesses state, and from LLVM's knowledge about the
// pointers there. It determines how the run is cut into pieces of powers of
// two: the accesses that the machine can make for it.
//
// Over threads. An address is constant over those thread bits on which it
// cannot depend. It is consecutive over the low bits of threadIdx.x, or of the
// lane, that the address holds just above the bits within the run, in any
// order, and on which nothing else in the address depends: the threads that
// differ in these bits access that many neighbouring runs.
//
// These are facts about addresses. Callers must decide whether accesses may be
// moved past the instructions between them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITY_H
#define F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITY_H

#include "passes/bits/BitForms.h"
#include "passes/support/PassBases.h"
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
  /// Bits of one element of the type: 8 to 64, and fewer for vectors of small
  /// integers, which are packed.
  unsigned ElementBits = 0;
  unsigned Run = 0; ///< Index in Contiguity::runs().
  /// For accesses of a run with a fixed order: the offset in the run, in bytes.
  uint64_t Offset = 0;
};

/// How the addresses of threads that differ in some bits of their index are
/// related.
struct ThreadFacts {
  /// Thread bits (threadPlace) that do not change the address.
  uint64_t Constant = 0;
  /// The threads that differ in this many low bits of the index in Dim...
  unsigned ConsecutiveBits = 0;
  ThreadDim Dim = DimX;
  /// ... access neighbouring runs, in the order of threads or in another one.
  bool InOrder = true;
  /// If not zero: whatever the index is, the thread with the next index in Dim
  /// accesses the run that begins this many bytes later.
  int64_t Stride = 0;
};

/// Accesses that together access each byte of a range of memory once.
struct ContiguousRun {
  /// Indices into Contiguity::accesses(), in the order of addresses. If that
  /// order depends on the thread, it is the one where all Choices are zero.
  llvm::SmallVector<unsigned, 8> Accesses;
  /// Loads of bytes that an access above already loads.
  llvm::SmallVector<unsigned, 2> Repeats;
  uint64_t Bytes = 0;
  /// The address is Residue modulo Align, both in bytes; Align is at most 256.
  uint64_t Align = 1, Residue = 0;
  /// The widest accesses that can replace the run, in bytes, by address.
  llvm::SmallVector<unsigned, 4> Pieces;
  /// The forms that decide the order; empty if there is only one order. For
  /// each value v of them (bit n of v is Choices[n]), Positions has the offset
  /// of each of Accesses, in bytes.
  llvm::SmallVector<Bit, 4> Choices;
  std::vector<llvm::SmallVector<uint32_t, 8>> Positions;
  ThreadFacts Threads;
  /// Why no piece is wider; empty if the machine has no wider access.
  std::string Limit;
  /// The value whose alignment limits the width; null if something else does.
  const llvm::Value *Unaligned = nullptr;
  /// The pieces that the run would have if that value were a multiple of 256.
  /// It may be no better: then something else limits the width, too.
  llvm::SmallVector<unsigned, 4> PiecesIfAligned;
  /// The array, if this module may align it to 16 and that would help, and the
  /// pieces that the run would then have. Null otherwise.
  const llvm::GlobalVariable *Raise = nullptr;
  llvm::SmallVector<unsigned, 4> PiecesIfRaised;

  unsigned widest() const;
  bool hasFixedOrder() const { return Choices.empty(); }
};

/// The facts of one function, which must not change while they are in use.
class Contiguity {
public:
  explicit Contiguity(const BitFormsContext &C);
  /// Only the given accesses, in the order of the function, without the facts
  /// that only printers and remarks need: ThreadFacts, Limit, Raise.
  Contiguity(const BitFormsContext &C,
             llvm::ArrayRef<llvm::Instruction *> Accesses);
  Contiguity(Contiguity &&) = default;

  llvm::ArrayRef<ContiguousAccess> accesses() const { return Accesses; }
  llvm::ArrayRef<ContiguousRun> runs() const { return Runs; }
  /// The run of a load or store; null if its address is not known.
  const ContiguousRun *runOf(const llvm::Instruction *I) const;
  /// The accesses of R that form each of its Pieces, by address.
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

/// The analyses of F that Contiguity needs. If no caller needs facts about
/// threads, the uniformity analysis is left out.
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
using ContiguityPrinterPass = AnalysisPrinterPass<ContiguityAnalysis>;

/// The widest access to memory in this address space, in bytes: 16, and 32 in
/// global memory from sm_100 and PTX 8.8 on (PTX ISA, ld and st: .v8.b32).
unsigned widestAccess(const llvm::Function &F, unsigned AddressSpace);

/// An array of shared memory whose alignment this module may choose.
bool mayBeAligned(const llvm::GlobalVariable &G);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITY_H
