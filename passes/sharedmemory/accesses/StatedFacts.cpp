//===- StatedFacts.cpp - Addresses by evaluation and by metadata ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/accesses/StatedFacts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// The evaluation holds for every block: either its shape is exact, or the
/// value does not depend on the position in the block.
static bool holdsInAnyShape(const ThreadEval &Eval, uint8_t Reads) {
  return Eval.shape().SizeIsExact || !(Reads & ReadsIndex);
}

/// The threads that certainly run the access, whenever the kernel is run.
static BitVector runningThreads(ThreadEval &Eval, const Instruction &I) {
  BitVector Running(Eval.threads());
  const Function &F = *I.getFunction();
  auto Way = Eval.pathCondition(&F.getEntryBlock(), I.getParent());
  if (!Way)
    return Running;
  uint8_t Reads = 0;
  const std::vector<ThreadGuard> Guards = evaluateGuard(Eval, *Way, Reads);
  if (!holdsInAnyShape(Eval, Reads))
    return Running;
  for (unsigned T = 0; T < Eval.threads(); ++T)
    Running[T] = Guards[T].always();
  return Running;
}

/// The first of the threads that run the access for which the two differ.
static std::optional<Contradiction> compare(ThreadEval &Eval,
                                            const SharedAccess &A,
                                            const AccessFacts &Evaluated,
                                            ArrayRef<int64_t> Stated) {
  if (!holdsInAnyShape(Eval, Evaluated.Reads) ||
      (Evaluated.Sym == 0 && ArrayRef<int64_t>(Evaluated.At) == Stated))
    return std::nullopt;
  const BitVector Running = runningThreads(Eval, *A.I);
  for (unsigned T : Running.set_bits()) {
    Contradiction C;
    C.Thread = T;
    C.Stated = Stated[T];
    if (Evaluated.Sym != 0)
      return C;
    C.Evaluated = Evaluated.At[T];
    if (C.Stated != *C.Evaluated)
      return C;
  }
  return std::nullopt;
}

static AccessFacts statedFacts(ArrayRef<int64_t> Offsets) {
  AccessFacts R;
  R.Known = R.Stated = true;
  R.At = Offsets.vec();
  return R;
}

ObjectFacts
f2layout::evaluateObject(ThreadEval &Eval, const SharedObject &O,
                         const StatedLayouts &Stated,
                         SmallVectorImpl<Contradiction> *Contradictions) {
  ObjectFacts Result;
  std::vector<AccessFacts> &Facts = Result.Accesses;
  for (const SharedAccess &A : O.Accesses)
    Facts.push_back(evaluateAccess(Eval, O, A));
  auto OffsetsOf = [&](unsigned A) {
    ArrayRef<int64_t> Offsets = Stated.offsets(O.Accesses[A].I);
    return Offsets.size() == Eval.threads() ? Offsets : ArrayRef<int64_t>();
  };
  bool Wrong = false, AnyShape = true, Any = false;
  for (unsigned A = 0; A < Facts.size(); ++A) {
    ArrayRef<int64_t> Offsets = OffsetsOf(A);
    Any |= !Offsets.empty();
    AnyShape &=
        !Offsets.empty() || (Facts[A].Known && !(Facts[A].Reads & ReadsIndex));
    if (Offsets.empty() || !Facts[A].Known)
      continue;
    if (auto C = compare(Eval, O.Accesses[A], Facts[A], Offsets)) {
      Wrong = true;
      C->Access = A;
      if (Contradictions)
        Contradictions->push_back(*C);
    } else if (Facts[A].Sym != 0 || ArrayRef<int64_t>(Facts[A].At) != Offsets) {
      Wrong = true; // perhaps only in threads that do not run it
    }
  }
  const bool Exact = Eval.shape().SizeIsExact;
  Result.WantsShape = Any && !Wrong && !Exact && !AnyShape;
  if (Wrong || Result.WantsShape)
    return Result;
  for (unsigned A = 0; A < Facts.size(); ++A)
    if (ArrayRef<int64_t> Offsets = OffsetsOf(A);
        !Offsets.empty() && !(Exact && Facts[A].Known))
      Facts[A] = statedFacts(Offsets);
  return Result;
}
