//===- RuntimeStride.cpp - Conflicts of a stride that is not known --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/RuntimeStride.h"
#include "compat/LLVMCompat.h"
#include "layouts/machine/Wavefronts.h"
#include "passes/sharedmemory/accesses/AddressTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The integer that the only atom of Sym is; null if it is an operation on
/// others.
static const Value *valueOf(ThreadEval &Eval, SymId Sym, uint32_t Atom) {
  SmallVector<const Value *, 4> Leaves;
  Eval.terms().collectLeaves(Sym, Leaves);
  if (Leaves.size() != 1 || !Leaves.front()->getType()->isIntegerTy())
    return nullptr;
  const SymbolicInt Whole = Eval.eval(Leaves.front()).front();
  if (!Whole.Sym || SymbolicIntTable::isVarying(Whole.Sym))
    return nullptr;
  const unsigned Bits = Leaves.front()->getType()->getIntegerBitWidth();
  if (Bits < AddressTermBits || Bits > 64)
    return nullptr;
  // As evaluateSum() does.
  const SymbolicInt Leaf = Eval.terms().truncate(Whole, Bits, AddressTermBits);
  const ArrayRef<SymbolicIntTable::Summand> Sum =
      Eval.terms().summands(Leaf.Sym);
  return Sum.size() == 1 && Sum.front().first == Atom ? Leaves.front()
                                                      : nullptr;
}

std::optional<RuntimeStride> f2layout::runtimeStrideOf(ThreadEval &Eval,
                                                       const SharedObject &O,
                                                       const SharedAccess &A,
                                                       unsigned Lanes) {
  constexpr unsigned Width = AddressTermBits;
  if (A.isMatrix())
    return std::nullopt;
  const auto Terms = evaluateSum(
      Eval, sumOfAddress(A.pointerUse(), *O.Arrays.front(), Eval.layout()));
  if (!Terms || Terms->size() < Lanes)
    return std::nullopt;
  const SymbolicIntTable &Table = Eval.terms();
  RuntimeStride S;
  std::optional<uint32_t> Of;
  SymId Differs = 0;
  // Of each lane, what its address has more than that of the first one.
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    const SymbolicInt Here = (*Terms)[Lane], First = Terms->front();
    const SymbolicInt More = Eval.terms().sub(Here, First, Width);
    S.Added.push_back(SignExtend64<Width>(More.Const));
    S.Times.push_back(0);
    if (!More.Sym)
      continue;
    const ArrayRef<SymbolicIntTable::Summand> Sum = Table.summands(More.Sym);
    if (Sum.size() != 1 || (Of && *Of != Sum.front().first))
      return std::nullopt;
    Of = Sum.front().first;
    Differs = More.Sym;
    S.Times.back() = SignExtend64<Width>(Sum.front().second);
  }
  if (!Of)
    return std::nullopt;
  S.Of = valueOf(Eval, Differs, *Of);
  return S.Of ? std::optional(S) : std::nullopt;
}

StrideCount f2layout::countWith(const RuntimeStride &S, int64_t D,
                                unsigned Bytes, bool IsStore,
                                const Machine &M) {
  const unsigned Turn = M.Banks * M.BankBytes;
  int64_t Least = 0;
  SmallVector<int64_t, 64> At;
  for (auto [Times, Added] : zip_equal(S.Times, S.Added)) {
    At.push_back(Times * D + Added);
    Least = std::min(Least, At.back());
  }
  // A whole turn of the banks that brings all addresses above zero.
  const int64_t Base = alignTo(uint64_t(-Least), uint64_t(Turn));
  SmallVector<uint32_t, 64> Row(M.lanes(), ~0u);
  for (auto [Lane, Here] : enumerate(At))
    Row[Lane] = (Here + Base) & maskTrailingOnes<uint64_t>(30);
  return {countWavefronts(Row, Bytes, IsStore, M),
          countLeastWavefronts(Row, Bytes, IsStore, M)};
}

/// The largest set by a rest in which all values are as asked.
static std::optional<ValuesByRest>
largestSet(ArrayRef<unsigned> ByRest, unsigned Multiple,
           function_ref<bool(unsigned)> IsAsked) {
  for (unsigned Divisor = 1; Divisor <= ByRest.size(); Divisor *= 2)
    for (unsigned Rest = 0; Rest < Divisor; ++Rest) {
      bool All = true;
      for (unsigned D = Rest; D < ByRest.size() && All; D += Divisor)
        All = IsAsked(ByRest[D]);
      if (All)
        return ValuesByRest{Divisor * Multiple, Rest * Multiple};
    }
  return std::nullopt;
}

std::optional<StrideConflicts> f2layout::conflictsOf(const RuntimeStride &S,
                                                     unsigned Bytes,
                                                     bool IsStore,
                                                     const Machine &M) {
  const unsigned Turn = M.Banks * M.BankBytes;
  // Multiples of words turn through all banks earlier.
  const bool AreWords = all_of(S.Times, [&](int64_t Times) {
    return Times % int64_t(M.BankBytes) == 0;
  });
  std::vector<unsigned> ByRest;
  unsigned Least = ~0u;
  // So far from zero that different multiples are different words.
  const int64_t Far = int64_t(Turn) * 64;
  const unsigned Rests = AreWords ? M.Banks : Turn;
  for (unsigned Rest = 0; Rest < Rests; Rest += S.Multiple) {
    const StrideCount N = countWith(S, Far + Rest, Bytes, IsStore, M);
    ByRest.push_back(N.Wavefronts);
    Least = std::min(Least, N.Least);
  }
  const unsigned Most = *max_element(ByRest);
  if (Most == *min_element(ByRest) || Most < 2 * Least)
    return std::nullopt;
  const auto Worst =
      largestSet(ByRest, S.Multiple, [&](unsigned N) { return N == Most; });
  if (!Worst)
    return std::nullopt;
  StrideConflicts R;
  R.Ways = Most / Least;
  R.Worst = *Worst;
  R.Free =
      largestSet(ByRest, S.Multiple, [&](unsigned N) { return N == Least; });
  return R;
}

std::string ValuesByRest::text(StringRef Name) const {
  if (Divisor == 2)
    return (Name + (Rest ? " is odd" : " is even")).str();
  std::string Text = std::to_string(Divisor) + " divides " + Name.str();
  // The nearer multiple: d - 1 rather than d + 31.
  if (Rest)
    Text += 2 * Rest <= Divisor ? " - " + std::to_string(Rest)
                                : " + " + std::to_string(Divisor - Rest);
  return Text;
}

/// As the source calls it.
static std::string nameInSource(const Value &V) {
  for (const DbgVariableRecord *R : compat::variablesWith(V))
    if (R->getExpression()->getNumElements() == 0)
      return R->getVariable()->getName().str();
  return "";
}

std::string f2layout::nameOfStride(const Value &V) {
  if (std::string Name = nameInSource(V); !Name.empty())
    return Name;
  if (V.hasName())
    return V.getName().str();
  if (auto *A = dyn_cast<Argument>(&V))
    return "argument " + std::to_string(A->getArgNo() + 1);
  if (auto *Call = dyn_cast<CallBase>(&V))
    if (const Function *F = Call->getCalledFunction())
      if (F->getName().contains(".ntid.x"))
        return "blockDim.x";
  return "the stride";
}

std::string f2layout::textOfStride(const RuntimeStride &S, unsigned Bytes,
                                   bool IsStore, const Machine &M) {
  const auto Conflicts = conflictsOf(S, Bytes, IsStore, M);
  if (!Conflicts)
    return "";
  const std::string Name = nameOfStride(*S.Of);
  return "stride " + Name + ": " + std::to_string(Conflicts->Ways) +
         "-way conflict if " + Conflicts->Worst.text(Name) +
         (Conflicts->Free ? ", none if " + Conflicts->Free->text(Name) : "");
}
