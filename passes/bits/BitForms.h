//===- BitForms.h - The bits of every integer and pointer of a function ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two facts of each value, from its operands' facts:
//
//                                   bits               sum
//   %row = lshr i32 %tid, 3         x3 x4 x5 ...       1 * [x3 x4 x5 ...]
//   %m   = mul i32 %row, %n         #0.0 #0.1 ...      1 * [#0]
//   %a   = add i32 %m, 12           #0.0 #0.1 #1.0 ... 1 * [#0] + 12
//   %q   = gep float, ptr %p, %a    p.0 p.1 #2.0 ...   1 * [p] + 4 * [#0] + 48
//
// The bits are affine forms (BitTable.h). They know xor, masks, alignment. The
// sum (SymbolicInt.h) is a linear combination, modulo 2^width, of words of such bits.
// It knows differences: two pointers with the same symbolic part are as far
// apart as their constants, however little is known of p and n. Either is made
// from the other where an operation speaks only one language: of x ^ m there
// are bits, and its sum is a constant plus one word; of p + n there is a sum,
// and its bits are computed column by column (BitWords.h).
//
// Meaning. Whenever the instruction is executed, by any thread, and its result
// is not poison: the forms hold, each symbol having the value it has at that
// moment (leaves: that of their latest execution). At a place that two values
// dominate, forms of both may be compared: a leaf that both use has one value
// there, since nothing can execute the leaf again and then come by without
// executing both. A value that is partly undef is taken to be one value; a
// literal undef is another one at each use.
//
// A pointer's bits are those of the address in the address space that it was
// made in: an addrspacecast changes the number and not the place. The number
// that ptrtoint makes of a cast pointer is a leaf.
//
// Loops. A header's phi that adds a constant in each turn is start + step *
// turn, where the turn is a leaf of the loop. Other phis of headers keep the
// bits that no turn changes (i += n with a known multiple of 16; buffer ^=
// 1024). Joins keep the bits that all ways agree on.
//
// Cost. Each value is looked at once, at most 64 columns of at most MaxSummands
// words each. Chains deeper than MaxDepth end in a leaf.
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

/// What is known of one value.
struct BitFacts {
  BitWord Bits;    ///< As many as the value is wide.
  SymbolicInt Sum; ///< Of words of bits: BitForms::summands().
  llvm::ConstantRange Range;
  /// The pointer was cast to another address space on its way.
  bool IsCast = false;

  explicit BitFacts(unsigned Width) : Range(Width, /*isFullSet=*/true) {}
  unsigned width() const { return Bits.size(); }
};

/// What is known of a pointer as a sum. Its bits are dearer: 64 columns.
struct AddressFacts {
  SymbolicInt Sum;
  unsigned Width = 0;
  bool IsCast = false;
};

/// The analyses that BitForms asks.
struct BitFormsContext {
  llvm::Function &F;
  const LaunchShape &Launch;
  /// Null where nobody asks for Support: then all leaves vary.
  const BlockUniformity *Uniformity = nullptr;
  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  llvm::AssumptionCache *AC = nullptr;
  llvm::ScalarEvolution *SE = nullptr; ///< Ranges of loop counters.
};

class BitForms {
public:
  explicit BitForms(const BitFormsContext &C);

  /// Nothing for what is no integer and no pointer of 1 to 64 bits.
  const BitFacts *of(const llvm::Value *V);
  /// The same of a pointer, without the bits of what it adds up to.
  std::optional<AddressFacts> address(const llvm::Value *Pointer);

  /// One word of a sum.
  struct WordTerm {
    WordId Word = 0;
    uint64_t Coefficient = 1;
  };
  llvm::SmallVector<WordTerm, 4> summands(const SymbolicInt &Sum) const;

  BitTable &table() { return Table; }
  const llvm::Function &function() const { return C.F; }
  /// S, for a value that is used in BB: after a loop that threads leave one by
  /// one, what is uniform inside varies.
  Support supportIn(Support S, const llvm::BasicBlock *BB) const;
  /// The thread bits that there are: of the index, and of the lane if that is
  /// not known from the index.
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
  /// A value that nobody else has, not even the next use of V.
  BitFacts fresh(const llvm::Value *V, unsigned Width);
  BitFacts global(const llvm::GlobalVariable &G, unsigned Width);
  BitFacts threadIndex(unsigned Dim, unsigned Width);
  BitFacts lane(unsigned Width);
  BitFacts ofBits(BitWord Bits);
  BitFacts ofSum(SymbolicInt Sum, unsigned Width);
  /// Upper zeros by the range, and bits that assumptions name.
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
  uint64_t loopsLeftApart(const llvm::Loop *L);
  Support supportOf(const llvm::Value *V);

  BitFormsContext C;
  const llvm::DataLayout &DL;
  BitTable Table;
  BitWords Words;
  SymbolicIntTable Terms;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<BitFacts>> Memo;
  llvm::DenseMap<const llvm::Value *, AddressFacts> Addresses;
  /// Facts of values that are asked for while they are computed.
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<BitFacts>> Cyclic;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, SymbolicInt>
      Extensions;
  llvm::DenseMap<uint32_t, WordId> WordOfAtom;
  llvm::DenseMap<const llvm::Loop *, uint64_t> LoopMasks;
  llvm::SmallVector<const llvm::Loop *, 4> LeftApart;
  llvm::DenseMap<std::pair<unsigned, unsigned>, const llvm::Value *>
      LaunchLeaves;
  std::vector<std::unique_ptr<BitFacts>> Undefined;
  unsigned NumFresh = 0;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BITS_BITFORMS_H
