//===- ContiguityRuns.h - Addresses that fall into runs -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the algorithm of Contiguity.h. An address is cut in two,
//
//   p + 16 * t + 4 * (i ^ (t & 3))
//     = [p] + 32 * [x1 x2 ...]                           base
//       + 16 * x0 + 8 * (x1 ^ i1) + 4 * (x0 ^ i0)        residue
//
// such that accesses with equal bases form a class. The residue contains the
// bits below 2^WindowBits, and the complements of bits above. Within a class
// the residues are evaluated for every value of the forms in which they differ.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYRUNS_H
#define F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYRUNS_H

#include "passes/contiguity/Contiguity.h"

namespace f2layout {
inline namespace passes {

/// Weight * Form, Form being 0 or 1.
struct WeightedBit {
  int64_t Weight = 0;
  Bit Form;
  bool operator==(const WeightedBit &O) const {
    return Weight == O.Weight && Form == O.Form;
  }
  bool operator<(const WeightedBit &O) const {
    return std::make_pair(Weight, Form.Code) <
           std::make_pair(O.Weight, O.Form.Code);
  }
};

struct CutAddress {
  /// Equal for equal bases, in whatever order they were added up.
  std::vector<uint64_t> Base;
  llvm::SmallVector<WeightedBit, 8> Residue; ///< Sorted.
  uint64_t Constant = 0;
  unsigned Width = 64;
};

/// The bits of words with their weights.
std::vector<WeightedBit> expandWords(const BitTable &Table,
                                     llvm::ArrayRef<BitForms::WordTerm> Words);

CutAddress cutAddress(BitForms &Forms, const AddressFacts &Address);

/// Alignment: the address is Residue modulo Modulus.
struct AlignFact {
  uint64_t Modulus = 1, Residue = 0;
  /// What is known about Address + Offset if this is known about Address.
  AlignFact plus(int64_t Offset) const {
    return {Modulus, (Residue + Offset) & (Modulus - 1)};
  }
};

/// The alignment of the sum of Words and Constant.
AlignFact alignOf(const BitTable &Table,
                  llvm::ArrayRef<BitForms::WordTerm> Words, uint64_t Constant);

/// Cuts an address of Width bits that is the sum of Words and a constant.
ThreadFacts threadFacts(BitForms &Forms,
                        llvm::ArrayRef<BitForms::WordTerm> Words,
                        uint64_t Bytes, unsigned Width,
                        const llvm::BasicBlock *BB);

/// Cuts a run of accesses into aligned powers of two. Sizes are those of the
/// accesses in the order of their addresses; no access is cut.
llvm::SmallVector<unsigned, 4> cutRun(llvm::ArrayRef<unsigned> Sizes,
                                      AlignFact Align, unsigned Widest);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYRUNS_H
