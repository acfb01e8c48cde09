//===- ContiguityFind.h - The search for runs -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYFIND_H
#define F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYFIND_H

#include "passes/contiguity/ContiguityChoices.h"
#include "passes/contiguity/ContiguityRuns.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// Fills in a Contiguity whose accesses are collected.
class RunFinder {
public:
  RunFinder(Contiguity &Result, const BitFormsContext &C)
      : Result(Result), Forms(Result.forms()), C(C) {}
  void run();

private:
  using Members = llvm::SmallVector<unsigned, 8>; ///< Indices of accesses.
  /// One access of a class, with the part of its address that differs.
  struct Part {
    unsigned Access = 0;
    int64_t Constant = 0; ///< From the class's first access.
    llvm::SmallVector<WeightedBit, 4> Own;
  };

  void collectSegments();
  void cut(unsigned N, const AddressFacts &Address);
  void findInClass(llvm::ArrayRef<unsigned> Class);
  /// Accesses whose residues agree: runs by sorted offsets.
  void findFixed(llvm::ArrayRef<Part> Parts, bool OnlyWide,
                 llvm::SmallVectorImpl<Part> &Rest);
  void findFixedAmongEqual(llvm::ArrayRef<Part> Parts, bool OnlyWide,
                           llvm::SmallVectorImpl<Part> &Rest);
  /// Aligned pieces that are filled whatever the values of the symbols are.
  void findPermuted(llvm::ArrayRef<Part> Parts,
                    llvm::SmallVectorImpl<Part> &Rest);
  void takePieces(llvm::SmallVectorImpl<Part> &Parts, const ChoiceBasis &Basis,
                  int64_t Origin, uint64_t Size);
  bool takePiece(llvm::ArrayRef<Part> Parts, const ChoiceBasis &Basis,
                 int64_t Begin, uint64_t Size);
  void addAlone(unsigned Access, llvm::StringRef Why);

  bool isDone(const ContiguousRun &R) const;
  void finishFixed(ContiguousRun &R);
  void finishPermuted(ContiguousRun &R, llvm::ArrayRef<Part> Parts,
                      int64_t Begin);
  using WordTerms = llvm::SmallVector<BitForms::WordTerm, 4>;
  void finish(ContiguousRun &R, const WordTerms &Words, uint64_t Constant,
              AlignFact Known);
  void raise(ContiguousRun &R, WordTerms Words, uint64_t Constant);
  std::string limitOf(ContiguousRun &R, const WordTerms &Words);
  std::string alignmentLimit(ContiguousRun &R, const WordTerms &Words);
  AlignFact knownAlign(const ContiguousRun &R);
  llvm::SmallVector<unsigned, 8> sizesOf(const ContiguousRun &R) const;
  const ContiguousAccess &access(unsigned N) const {
    return Result.Accesses[N];
  }
  const llvm::GlobalVariable *arrayOf(const BitForms::WordTerm &S);
  unsigned widestOf(const ContiguousRun &R) const;
  int64_t offsetIn(const Part &P, const ChoiceBasis &Basis,
                   uint64_t Case) const;

  Contiguity &Result;
  BitForms &Forms;
  const BitFormsContext &C;
  std::vector<CutAddress> Cuts; ///< By access, without bases.
  std::vector<unsigned> BaseOf; ///< By access: the first one with its base.
  std::map<std::vector<uint64_t>, unsigned> Bases;
  /// By symbolic part and width: an access, and the constant of its sum.
  llvm::DenseMap<std::pair<uint32_t, unsigned>, std::pair<unsigned, uint64_t>>
      CutOfSum;
  /// The number of the sequence of instructions that an access is in. No
  /// instruction of a sequence may end the thread.
  std::vector<unsigned> Segments;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYFIND_H
