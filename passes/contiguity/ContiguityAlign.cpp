//===- ContiguityAlign.cpp - The alignment of runs ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/Target.h"
#include "passes/contiguity/ContiguityFind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

/// The alignment that an array of shared memory may get without a loss.
static constexpr uint64_t RaisedAlign = 16;

unsigned f2layout::widestAccess(const Function &F, unsigned AddressSpace) {
  StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  unsigned Generation = 0;
  if (!compat::targetTriple(*F.getParent()).isNVPTX() || AddressSpace != 1 ||
      !Cpu.consume_front("sm_") || Cpu.consumeInteger(10, Generation) ||
      Generation < 100)
    return 16;
  const unsigned Version = askedPtx(F);
  return Version == 0 || Version >= 88 ? 32 : 16;
}

bool f2layout::mayBeAligned(const GlobalVariable &G) {
  return G.getAddressSpace() == SharedSpace && G.hasLocalLinkage() &&
         !G.isDeclaration() && !G.hasSection();
}

unsigned ContiguousRun::widest() const {
  return Pieces.empty() ? 0 : *llvm::max_element(Pieces);
}

unsigned RunFinder::widestOf(const ContiguousRun &R) const {
  return widestAccess(C.F,
                      getLoadStoreAddressSpace(access(R.Accesses.front()).I));
}

SmallVector<unsigned, 8> RunFinder::sizesOf(const ContiguousRun &R) const {
  SmallVector<unsigned, 8> Sizes;
  for (unsigned A : R.Accesses)
    Sizes.push_back(access(A).Bytes);
  return Sizes;
}

/// The alignment that follows from known low bits.
static AlignFact alignOfKnown(const KnownBits &Known) {
  KnownBits Low = Known.zextOrTrunc(64);
  unsigned Count = std::min(8u, unsigned((Low.Zero | Low.One).countr_one()));
  uint64_t Modulus = 1ull << Count;
  return {Modulus, Low.One.getZExtValue() & (Modulus - 1)};
}

/// The alignment that follows from the accesses of a run with one order that
/// are executed whenever the first one is, and from LLVM's knowledge about the
/// lowest pointer. Assumptions may be about any of the pointers.
AlignFact RunFinder::knownAlign(const ContiguousRun &R) {
  const unsigned First = *llvm::min_element(R.Accesses);
  const bool AskAll = C.AC && !C.AC->assumptions().empty();
  AlignFact Best;
  auto Take = [&](AlignFact Fact, unsigned A) {
    Fact = Fact.plus(int64_t(0 - access(A).Offset));
    if (Fact.Modulus > Best.Modulus)
      Best = Fact;
  };
  for (unsigned A : R.Accesses) {
    const bool IsLowest = A == R.Accesses.front();
    const bool IsSure = Segments[A] == Segments[First];
    const Instruction *I = access(A).I;
    if (IsSure)
      Take({getLoadStoreAlignment(I).value(), 0}, A);
    if (IsLowest || (AskAll && IsSure && Best.Modulus < widestOf(R)))
      Take(alignOfKnown(computeKnownBits(getLoadStorePointerOperand(I),
                                         C.F.getDataLayout(), C.AC,
                                         IsSure ? I : access(First).I, &C.DT)),
           A);
  }
  return Best;
}

/// The array that a word is the address of, if its alignment may be raised.
const GlobalVariable *RunFinder::arrayOf(const BitForms::WordTerm &S) {
  BitTable &T = Forms.table();
  ArrayRef<Bit> Bits = T.bits(S.Word);
  if (Bits.empty() || T.symbolsOf(Bits.front()).size() != 1)
    return nullptr;
  const BitSymbol &Symbol = T.symbol(T.symbolsOf(Bits.front()).front());
  if (Symbol.K != BitSymbol::Leaf)
    return nullptr;
  auto *G = dyn_cast<GlobalVariable>(T.leafValue(Symbol.Index));
  return G && mayBeAligned(*G) ? G : nullptr;
}

/// The pieces of the run if an array had a larger alignment.
void RunFinder::raise(ContiguousRun &R, WordTerms Words, uint64_t Constant) {
  const GlobalVariable *Array = nullptr;
  for (const BitForms::WordTerm &S : Words)
    if (const GlobalVariable *G = arrayOf(S); G && !Array)
      Array = G;
  if (!Array)
    return;
  llvm::erase_if(Words, [&](const auto &S) { return arrayOf(S) == Array; });
  AlignFact Raised = alignOf(Forms.table(), Words, Constant);
  Raised.Modulus = std::min(Raised.Modulus, RaisedAlign);
  Raised = Raised.plus(0);
  if (Raised.Modulus <= R.Align)
    return;
  auto Pieces = cutRun(sizesOf(R), Raised, widestOf(R));
  if (Pieces == R.Pieces)
    return;
  R.Raise = Array;
  R.PiecesIfRaised = Pieces;
}

/// The part of an address with the smallest alignment.
static Bit leastAligned(const BitTable &T, ArrayRef<BitForms::WordTerm> Words) {
  uint64_t Least = 0;
  Bit Lowest;
  for (const WeightedBit &W : expandWords(T, Words)) {
    uint64_t Weight = W.Weight, Align = Weight & (0 - Weight);
    if (!Align || (Least && Align >= Least))
      continue;
    Least = Align;
    Lowest = W.Form;
  }
  return Lowest;
}

/// The value of which a form is one bit; null if it is more than that.
static const Value *leafOf(const BitTable &T, Bit Form) {
  ArrayRef<SymbolId> Symbols = T.symbolsOf(Form);
  if (Symbols.size() != 1 || T.symbol(Symbols.front()).K != BitSymbol::Leaf)
    return nullptr;
  return T.leafValue(T.symbol(Symbols.front()).Index);
}

/// A statement of V's alignment makes the term a multiple of 256: in 20 * V, as
/// in an array of structures of five words, V itself would have to be one.
static bool mayBeStated(const BitTable &T, const BitForms::WordTerm &S,
                        const Value *V) {
  return isPowerOf2_64(S.Coefficient) &&
         any_of(T.bits(S.Word), [&](Bit B) { return leafOf(T, B) == V; });
}

std::string RunFinder::alignmentLimit(ContiguousRun &R,
                                      const WordTerms &Words) {
  const Bit Form = leastAligned(Forms.table(), Words);
  R.Unaligned = leafOf(Forms.table(), Form);
  if (!Result.InFull)
    return "";
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "only known to be aligned to " << R.Align << " because of ";
  if (R.Unaligned)
    R.Unaligned->printAsOperand(OS, /*PrintType=*/false,
                                Forms.function().getParent());
  else
    Forms.table().print(OS, Form);
  return Text;
}

std::string RunFinder::limitOf(ContiguousRun &R, const WordTerms &Words) {
  unsigned Widest = widestOf(R);
  if (R.widest() >= Widest || (!Result.InFull && R.Pieces.size() == 1))
    return "";
  if (R.Pieces.size() == 1)
    return R.Accesses.size() == 1 ? "no neighbour" : "no further neighbour";
  if (R.Align < Widest && R.Align <= R.widest())
    return alignmentLimit(R, Words);
  if (R.Residue % Widest)
    return "begins " + std::to_string(R.Residue % Widest) +
           " past a multiple of " +
           std::to_string(std::min<uint64_t>(R.Align, Widest));
  return std::to_string(R.Bytes) + " bytes are no power of two";
}

void RunFinder::finish(ContiguousRun &R, const WordTerms &Words,
                       uint64_t Constant, AlignFact Known) {
  AlignFact Align = alignOf(Forms.table(), Words, Constant);
  if (Known.Modulus > Align.Modulus)
    Align = Known;
  R.Align = Align.Modulus;
  R.Residue = Align.Residue;
  R.Pieces = cutRun(sizesOf(R), Align, widestOf(R));
  R.Limit = limitOf(R, Words);
  if (R.Unaligned) {
    WordTerms Others = Words;
    llvm::erase_if(Others, [&](const BitForms::WordTerm &S) {
      return mayBeStated(Forms.table(), S, R.Unaligned);
    });
    R.PiecesIfAligned = cutRun(
        sizesOf(R), alignOf(Forms.table(), Others, Constant), widestOf(R));
  }
  if (Result.InFull)
    raise(R, Words, Constant);
  if (Result.InFull)
    R.Threads =
        threadFacts(Forms, Words, R.Bytes, Cuts[R.Accesses.front()].Width,
                    access(R.Accesses.front()).I->getParent());
  Result.Runs.push_back(R);
}

/// One access that is aligned to its size, so that only printers and remarks
/// need more facts.
bool RunFinder::isDone(const ContiguousRun &R) const {
  if (Result.InFull || R.Accesses.size() != 1)
    return false;
  const ContiguousAccess &A = access(R.Accesses.front());
  return getLoadStoreAlignment(A.I).value() >= A.Bytes;
}

void RunFinder::finishFixed(ContiguousRun &R) {
  if (isDone(R)) {
    R.Align = std::min<uint64_t>(
        256, getLoadStoreAlignment(access(R.Accesses.front()).I).value());
    R.Pieces.push_back(R.Bytes);
    Result.Runs.push_back(R);
    return;
  }
  const AddressFacts Lowest =
      *Forms.address(getLoadStorePointerOperand(access(R.Accesses.front()).I));
  const WordTerms Words = Forms.summands(Lowest.Sum);
  const uint64_t Constant = Lowest.Sum.Const;
  const bool Enough =
      !Result.InFull &&
      alignOf(Forms.table(), Words, Constant).Modulus >= widestOf(R);
  finish(R, Words, Constant, Enough ? AlignFact() : knownAlign(R));
}

/// The words of one access without the bits that decide its position in the
/// piece, which begins at Begin from the class's first constant.
void RunFinder::finishPermuted(ContiguousRun &R, ArrayRef<Part> Parts,
                               int64_t Begin) {
  const Part &P = Parts.front();
  const AddressFacts Any =
      *Forms.address(getLoadStorePointerOperand(access(P.Access).I));
  // Another word may have the same bit at the same place; only one is removed.
  SmallVector<WeightedBit, 4> Own = P.Own;
  auto Take = [&](uint64_t Weight, Bit Form) {
    auto *It = llvm::find(Own, WeightedBit{int64_t(Weight), Form});
    if (It == Own.end())
      return false;
    Own.erase(It);
    return true;
  };
  WordTerms Words;
  uint64_t Constant = Any.Sum.Const - P.Constant + Begin;
  for (BitForms::WordTerm S : Forms.summands(Any.Sum)) {
    const bool Minus = !isPowerOf2_64(S.Coefficient);
    const uint64_t Weight =
        Minus ? 0 - SignExtend64(S.Coefficient, Any.Width) : S.Coefficient;
    if (isPowerOf2_64(Weight)) {
      BitWord Bits(Forms.table().bits(S.Word));
      for (auto [N, B] : enumerate(Bits)) {
        // As cutAddress complements it.
        if (B.isZero() || !Take(Weight << N, Minus ? ~B : B))
          continue;
        Constant -= Minus ? Weight << N : 0;
        B = Bit();
      }
      S.Word = Forms.table().word(Bits);
    }
    if (S.Word)
      Words.push_back(S);
  }
  for (auto [N, A] : enumerate(R.Accesses))
    if (R.hasFixedOrder())
      Result.Accesses[A].Offset =
          N ? Result.Accesses[R.Accesses[N - 1]].Offset +
                  access(R.Accesses[N - 1]).Bytes
            : 0;
  finish(R, Words, Constant, AlignFact());
}

void RunFinder::addAlone(unsigned Access, StringRef Why) {
  ContiguousRun R;
  const ContiguousAccess &A = access(Access);
  R.Accesses.push_back(Access);
  R.Bytes = A.Bytes;
  R.Align = std::min<uint64_t>(256, getLoadStoreAlignment(A.I).value());
  R.Pieces.push_back(A.Bytes);
  R.Limit = Why.str();
  Result.Runs.push_back(R);
}
