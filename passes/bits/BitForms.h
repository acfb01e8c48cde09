//===- BitForms.h - The bits of every integer and pointer of a function ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each value has two facts, computed from its operands' facts:
//
//                                   bits               sum
//   %row = lshr i32 %tid, 3         x3 x4 x5 ...       1 * [x3 x4 x5 ...]
//   %m   = mul i32 %row, %n         #0.0 #0.1 ...      1 * [#0]
//   %a   = add i32 %m, 12           #0.0 #0.1 #1.0 ... 1 * [#0] + 12
//   %q   = gep float, ptr %p, %a    p.0 p.1 #2.0 ...   1 * [p] + 4 * [#0] + 48
//
// The bits are affine forms (BitTable.h). They represent xor, masks and
// alignment. The sum (SymbolicInt.h) is a linear combination, modulo 2^width,
// of words of such bits. It represents differences: two pointers with the same
// symbolic part are as far apart as their constants, however little is known
// about p and n. Where an operation can be expressed in only one of the two,
// the other is derived from it. x ^ m has bits, and its sum is a constant plus
// one word; p + n has a sum, and its bits are computed column by column
// (BitWords.h).
//
// Meaning. The forms hold whenever the instruction is executed, by any thread,
// and its result is not poison; each symbol has the value that it has at that
// moment (a leaf: the value of its latest execution). At a place that two
// values dominate, the forms of both may be compared: a leaf that both use has
// one value there, since control cannot execute the leaf again and then reach
// that place without executing both. A value that is partly undef is assumed to
// be one value; a literal undef is another value at each use.
//
// A pointer's bits are those of the address in the address space in which it
// was made: an addrspacecast changes the number but not the place. The number
// that ptrtoint makes of a cast pointer is a leaf.
//
// Loops. A header phi that adds a constant in each iteration is start + step *
// iteration, where the iteration number is a leaf of the loop. Other header
// phis keep the bits that no iteration changes (i += n with a known multiple of
// 16; buffer ^= 1024). Other phis keep the bits on which all incoming values
// agree.
//
// Cost. Each value is visited once, with at most 64 columns of at most
// MaxSummands words each. Chains deeper than MaxDepth end in a leaf.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BITS_BITFORMS_H
#define F2LAYOUT_PASSES_BITS_BITFORMS_H

#include "passes/bits/BitWords.h"
#include "passes/evaluate/SymbolicInt.h"
#include "passes/launch/LaunchShape.h"
#include "passes/uniformity/BlockUniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include <memory>
#include <optional>

namespace llvm {
class AssumptionCache;
class ICmpInst;
class IntrinsicInst;
class ScalarEvolution;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// The facts of one value.
struct BitFacts {
  BitWord Bits;    ///< One per bit of the value.
  SymbolicInt Sum; ///< Of words of bits: BitForms::summands().
  llvm::ConstantRange Range;
  /// The pointer was cast to another address space on its way.
  bool IsCast = false;

  explicit BitFacts(unsigned Width) : Range(Width, /*isFullSet=*/true) {}
  unsigned width() const { return Bits.size(); }
};

/// The sum of a pointer. Its bits are more expensive: 64 columns.
struct AddressFacts {
  SymbolicInt Sum;
  unsigned Width = 0;
  bool IsCast = false;
};

/// Values, and a number of their low bits.
using LowZeros = llvm::DenseMap<const llvm::Value *, unsigned>;

/// The analyses that BitForms needs.
struct BitFormsContext {
  llvm::Function &F;
  const LaunchShape &Launch;
  /// Null if no caller needs Support; then all leaves vary.
  const BlockUniformity *Uniformity = nullptr;
  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  llvm::AssumptionCache *AC = nullptr;
  llvm::ScalarEvolution *SE = nullptr; ///< Ranges of loop counters.
  /// A hypothesis: so many low bits of these arguments and loaded values are
  /// zero. Then the forms hold where a test has shown that they are.
  const LowZeros *Hypothesis = nullptr;
};

class BitForms {
public:
  explicit BitForms(const BitFormsContext &C);

  /// No facts for a value that is not an integer or pointer of 1 to 64 bits.
  const BitFacts *of(const llvm::Value *V);
  /// The same for a pointer, without computing the bits of its sum.
  std::optional<AddressFacts> address(const llvm::Value *Pointer);

  /// One word of a sum.
  struct WordTerm {
    WordId Word = 0;
    uint64_t Coefficient = 1;
  };
  llvm::SmallVector<WordTerm, 4> summands(const SymbolicInt &Sum) const;

  BitTable &table() { return Table; }
  const llvm::Function &function() const { return C.F; }
  /// S, for a use in BB: after a loop that threads leave in different
  /// iterations, a value that is uniform inside the loop varies.
  Support supportIn(Support S, const llvm::BasicBlock *BB) const;
  /// The thread bits that exist: those of the index, and those of the lane if
  /// they do not follow from the index.
  uint64_t threadBits();

private:
  const BitFacts &lookup(const llvm::Value *V, unsigned Depth);
  BitFacts compute(const llvm::Value *V, unsigned Width, unsigned Depth);
  BitFacts computeOperator(const llvm::Operator *O, unsigned Width,
                           unsigned Depth);
  BitFacts computeBinary(const llvm::Operator *O, unsigned Depth);
  BitFacts sumOf(const BitFacts &A, const BitFacts &B, bool Minus);
  BitFacts computeLogic(unsigned Opcode, const llvm::Operator *O,
                        unsigned Depth);
  BitFacts computeComparison(const llvm::ICmpInst *I, unsigned Depth);
  BitFacts choice(Bit Condition, const BitFacts &A, const BitFacts &B);
  BitFacts computeSelect(const llvm::Operator *O, unsigned Depth);
  BitFacts computeGEP(const llvm::GEPOperator *G, unsigned Depth);
  SymbolicInt offsetOf(const llvm::Value *Index, unsigned Width,
                       unsigned Depth);
  AddressFacts addressOf(const llvm::Value *Pointer, unsigned Depth);
  std::optional<AddressFacts> addUp(const llvm::GEPOperator *G, unsigned Depth);
  BitFacts computeCast(const llvm::Operator *O, unsigned Width, unsigned Depth);
  BitFacts computeIntrinsic(const llvm::IntrinsicInst &I, unsigned Depth);
  BitFacts computeLaunchRead(const llvm::Value *V, LaunchRead R,
                             unsigned Width);
  BitFacts computeJoin(const llvm::PHINode &P, unsigned Depth);
  BitFacts computeHeader(const llvm::PHINode &P, const llvm::Loop &L,
                         unsigned Depth);
  BitWord turnOf(const llvm::Loop &L, unsigned Width);
  llvm::APInt keptByTurn(const llvm::PHINode &P, const llvm::Value *Next,
                         unsigned Steps, unsigned Depth);

  BitFacts constant(uint64_t C, unsigned Width);
  BitFacts leaf(const llvm::Value *V, unsigned Width);
  /// A value that is equal to no other, not even to the next use of V.
  BitFacts fresh(const llvm::Value *V, unsigned Width);
  BitFacts global(const llvm::GlobalVariable &G, unsigned Width);
  BitFacts threadIndex(unsigned Dim, unsigned Width);
  BitFacts lane(unsigned Width);
  BitFacts ofBits(BitWord Bits);
  BitFacts ofSum(SymbolicInt Sum, unsigned Width);
  /// Upper zeros that follow from the range, and bits that assumptions fix.
  void refine(BitFacts &Facts, const llvm::Value *V);

  SymbolicInt wordTerm(llvm::ArrayRef<Bit> Bits, uint64_t Coefficient,
                       unsigned Width);
  SymbolicInt termOfBits(llvm::ArrayRef<Bit> Bits);
  BitWord bitsOfTerm(const SymbolicInt &Sum, unsigned Width);
  SymbolicInt retarget(const SymbolicInt &Sum, unsigned From, unsigned To);
  std::optional<SymbolicInt> extendedInRange(const SymbolicInt &Sum,
                                             unsigned From, unsigned To,
                                             bool Signed);
  SymbolicInt extendedBy(const llvm::Operator *Extension, unsigned To,
                         unsigned Depth);
  SymbolicInt extended(const llvm::Value *V, unsigned To, bool Signed,
                       unsigned Depth);
  std::optional<SymbolicInt> extendedByFlags(const llvm::Operator *O,
                                             unsigned To, bool Signed,
                                             unsigned Depth);

  unsigned widthOf(const llvm::Value *V) const;
  uint64_t divergentLoops(const llvm::Loop *L);
  Support supportOf(const llvm::Value *V);

  BitFormsContext C;
  const llvm::DataLayout &DL;
  BitTable Table;
  BitWords Words;
  SymbolicIntTable Terms;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<BitFacts>> Memo;
  llvm::DenseMap<const llvm::Value *, AddressFacts> Addresses;
  /// Facts of values that are requested while they are being computed.
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<BitFacts>> Cyclic;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, SymbolicInt>
      Extensions;
  llvm::DenseMap<uint32_t, WordId> WordOfAtom;
  llvm::DenseMap<const llvm::Loop *, uint64_t> LoopMasks;
  llvm::SmallVector<const llvm::Loop *, 4> LoopsByPlace;
  llvm::DenseMap<std::pair<unsigned, unsigned>, const llvm::Value *>
      LaunchLeaves;
  std::vector<std::unique_ptr<BitFacts>> Undefined;
  unsigned NumFresh = 0;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BITS_BITFORMS_H
