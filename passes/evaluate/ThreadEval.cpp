//===- ThreadEval.cpp - Run an address slice for every thread -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadEval.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

/// Deeper expressions are left unknown, so that no input exhausts the stack.
static constexpr unsigned MaxDepth = 400;

ThreadEval::ThreadEval(const Function &F, const EvalShape &Shape,
                       const BlockUniformity &Uniformity,
                       const DominatorTree &DT, const PostDominatorTree &PDT,
                       const LoopInfo &LI, SymbolicIntTable &Terms)
    : F(F), Shape(Shape), NumThreads(Shape.threads()), Uniformity(Uniformity),
      DT(DT), PDT(PDT), LI(LI), DL(F.getDataLayout()), Terms(Terms),
      Number(Terms.countEvaluation()) {}

unsigned ThreadEval::widthOf(const Value *V) const {
  Type *Ty = V->getType();
  if (Ty->isPointerTy())
    return std::min<unsigned>(64, DL.getIndexTypeSizeInBits(Ty));
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64)
    return Ty->getIntegerBitWidth();
  return 0;
}

ArrayRef<SymbolicInt> ThreadEval::eval(const Value *V) {
  return lookup(V, 0).Values;
}

/// The value is computed from operands that each read the index or the lane
/// alone and do not change under the blur; then rows make no difference to it.
bool ThreadEval::isGroupedByParts(const Value *V, ThreadEval &Blurred,
                                  DenseMap<const Value *, bool> &Known) {
  auto [It, New] = Known.try_emplace(V, false);
  if (!New)
    return It->second;
  bool Same = eval(V) == Blurred.eval(V);
  uint8_t Mixed = ReadsX | ReadsLane;
  if (!Same || (reads(V) & Mixed) != Mixed)
    return Known[V] = Same;
  auto *O = dyn_cast<Operator>(V);
  if (!O || isa<PHINode, CallBase, LoadInst>(O))
    return false;
  return Known[V] = all_of(O->operands(), [&](const Use &U) {
           return isGroupedByParts(U.get(), Blurred, Known);
         });
}

void ThreadEval::keepGrouped(SmallVectorImpl<const Value *> &Values,
                             unsigned Bits) {
  EvalShape Row = Shape;
  Row.BlurBits = Bits;
  ThreadEval First(F, Row, Uniformity, DT, PDT, LI, Terms);
  llvm::erase_if(Values,
                 [&](const Value *V) { return eval(V) != First.eval(V); });
  DenseMap<const Value *, bool> Known;
  auto Middle =
      std::stable_partition(Values.begin(), Values.end(), [&](const Value *V) {
        return isGroupedByParts(V, First, Known);
      });
  SmallVector<const Value *, 8> Rest(Middle, Values.end());
  Values.erase(Middle, Values.end());
  Row.Size[0] = longestOfTwoRows();
  for (Row.LaneShift = 1; Row.LaneShift < 1u << Row.LaneBits && !Rest.empty();
       ++Row.LaneShift) {
    Row.BlurBits = 0;
    ThreadEval Exact(F, Row, Uniformity, DT, PDT, LI, Terms);
    Row.BlurBits = Bits;
    ThreadEval Blurred(F, Row, Uniformity, DT, PDT, LI, Terms);
    llvm::erase_if(
        Rest, [&](const Value *V) { return Exact.eval(V) != Blurred.eval(V); });
  }
  append_range(Values, Rest);
}

bool ThreadEval::differsInRows(const Value *V) {
  ArrayRef<SymbolicInt> Values = eval(V);
  uint8_t Reads = reads(V);
  if (Reads & (ReadsY | ReadsZ | ReadsLane))
    return true;
  return (Reads & ReadsX) && !all_equal(Values.take_front(longestOfTwoRows()));
}

uint8_t ThreadEval::reads(const Value *V) const {
  auto It = Memo.find(V);
  return It == Memo.end() ? 0 : It->second->Reads;
}

ThreadEval::Entry &ThreadEval::lookup(const Value *V, unsigned Depth) {
  auto It = Memo.find(V);
  if (It != Memo.end() && It->second)
    return *It->second;
  if (It != Memo.end() || Depth > MaxDepth) {
    // A cycle that is not a recognised induction, or too deep.
    Unknown = uniformOr(V, 0);
    return Unknown;
  }
  Memo[V] = nullptr;
  auto New = std::make_unique<Entry>(compute(V, Depth + 1));
  return *(Memo[V] = std::move(New));
}

ThreadEval::Entry ThreadEval::constant(uint64_t C) {
  Entry E;
  E.Values.assign(NumThreads, SymbolicInt{0, C});
  return E;
}

/// Values of the loops around BB are the same for all threads outside of the
/// loops too: no thread leaves one earlier than another.
bool ThreadEval::leavesLoopsTogether(const BasicBlock *BB) const {
  for (const Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (const BasicBlock *E : Exiting)
      if (!Uniformity.hasUniformBranch(E))
        return false;
  }
  return true;
}

/// A leaf: opaque if all threads agree on it, else one unknown per thread.
ThreadEval::Entry ThreadEval::uniformOr(const Value *V, uint8_t Reads) {
  Entry E;
  E.Reads = Reads;
  unsigned Width = std::max(1u, widthOf(V));
  auto *I = dyn_cast<Instruction>(V);
  if (widthOf(V) && Uniformity.isUniform(V) &&
      (!I || leavesLoopsTogether(I->getParent()))) {
    KnownBits Known(Width);
    if (V->getType()->isIntegerTy())
      Known = computeKnownBits(V, DL);
    E.Values.assign(NumThreads, Terms.opaque(V, Known));
    return E;
  }
  return varies(V, Reads);
}

/// A leaf of which nothing is known.
ThreadEval::Entry ThreadEval::varies(const Value *V, uint8_t Reads) {
  return variesFrom(Terms.varying(V), Reads);
}

ThreadEval::Entry ThreadEval::variesFrom(SymId First, uint8_t Reads) {
  Entry E;
  E.Reads = Reads;
  E.Values.reserve(NumThreads);
  for (unsigned T = 0; T < NumThreads; ++T)
    E.Values.push_back({First + T, 0});
  return E;
}

static bool isVarying(SymbolicInt A) {
  return SymbolicIntTable::isVarying(A.Sym);
}

SymId ThreadEval::derived(const Value *V, unsigned As) {
  return Terms.varying(V, Number << 8 | As);
}

/// Computes V in every thread by applying Each to A and B. If A or B varies in
/// a thread, so does V.
template <typename Fn>
ThreadEval::Entry ThreadEval::zip(const Value *V, const Entry &A,
                                  const Entry &B, Fn Each, unsigned As) {
  Entry R;
  R.Reads = A.Reads | B.Reads;
  R.Values.reserve(NumThreads);
  std::optional<SymId> First;
  for (unsigned T = 0; T < NumThreads; ++T) {
    const SymbolicInt X = A.Values[T], Y = B.Values[T];
    if (!isVarying(X) && !isVarying(Y)) {
      R.Values.push_back(Each(X, Y));
      continue;
    }
    if (!First)
      First = derived(V, As);
    R.Values.push_back({*First + T, 0});
  }
  return R;
}

/// Replaces A by V, which is Each of A, in the same way.
template <typename Fn>
void ThreadEval::map(const Value *V, Entry &A, Fn Each, unsigned As) {
  std::optional<SymId> First;
  for (unsigned T = 0; T < NumThreads; ++T) {
    SymbolicInt &X = A.Values[T];
    if (!isVarying(X)) {
      X = Each(X);
      continue;
    }
    if (!First)
      First = derived(V, As);
    X = {*First + T, 0};
  }
}

/// Returns the symbolic part that all threads share, or nothing if they differ.
std::optional<SymId> ThreadEval::sharedSym(const Entry &E) {
  const SymId First = E.Values.front().Sym;
  if (SymbolicIntTable::isVarying(First) ||
      any_of(E.Values, [=](SymbolicInt X) { return X.Sym != First; }))
    return std::nullopt;
  return First;
}

ThreadEval::Entry ThreadEval::sum(const Value *V, Entry A, const Entry &B,
                                  unsigned Width, unsigned As) {
  const std::optional<SymId> X = sharedSym(A), Y = sharedSym(B);
  if (!X || !Y)
    return zip(
        V, A, B,
        [&](SymbolicInt P, SymbolicInt Q) { return Terms.add(P, Q, Width); },
        As);
  const SymId Sym = Terms.add({*X, 0}, {*Y, 0}, Width).Sym;
  const uint64_t Mask = lowBits(Width);
  for (unsigned T = 0; T < NumThreads; ++T)
    A.Values[T] = {Sym, (A.Values[T].Const + B.Values[T].Const) & Mask};
  A.Reads |= B.Reads;
  return A;
}

void ThreadEval::scale(const Value *V, Entry &A, uint64_t Factor,
                       unsigned Width, unsigned As) {
  const std::optional<SymId> X = sharedSym(A);
  if (!X)
    return map(
        V, A, [&](SymbolicInt P) { return Terms.mul(P, Factor, Width); }, As);
  const SymId Sym = Terms.mul({*X, 0}, Factor, Width).Sym;
  const uint64_t Mask = lowBits(Width);
  for (SymbolicInt &P : A.Values)
    P = {Sym, (P.Const * Factor) & Mask};
}

/// Constants are extended directly. With one symbolic part in all threads, the
/// extension distributes over the sum in every thread if it does so for the
/// largest constant.
void ThreadEval::extend(const Value *V, Entry &A, unsigned From, unsigned To,
                        bool Signed) {
  const std::optional<SymId> X = sharedSym(A);
  const uint64_t Mask = lowBits(To);
  if (X && *X == 0) {
    for (SymbolicInt &P : A.Values)
      P.Const =
          (Signed ? uint64_t(SignExtend64(P.Const, From)) : P.Const) & Mask;
    return;
  }
  if (X) {
    uint64_t Most = 0;
    for (const SymbolicInt &P : A.Values)
      Most = std::max(Most, P.Const);
    const SymbolicInt R = Terms.extend({*X, Most}, From, To, Signed);
    if (Most && R.Const == Most) {
      for (SymbolicInt &P : A.Values)
        P.Sym = R.Sym;
      return;
    }
  }
  map(
      V, A, [&](SymbolicInt P) { return Terms.extend(P, From, To, Signed); },
      2 * To + Signed);
}

/// Applies Each to the constants of both, thread by thread.
template <typename Fn>
static void combine(std::vector<SymbolicInt> &A,
                    const std::vector<SymbolicInt> &B, Fn Each) {
  for (unsigned T = 0; T < A.size(); ++T)
    A[T].Const = Each(A[T].Const, B[T].Const);
}

/// Computes operations on constants in machine words; returns false if a thread
/// has no constant, or for an operation that is not handled here.
bool ThreadEval::combineConstants(Entry &A, const Entry &B, unsigned Opcode,
                                  unsigned Width) {
  const auto IsZero = [](SymbolicInt X) { return X.Sym == 0; };
  if (!all_of(A.Values, IsZero) || !all_of(B.Values, IsZero))
    return false;
  const uint64_t Mask = lowBits(Width);
  const auto IsShift = [&](SymbolicInt X) { return X.Const < Width; };
  const auto IsNotZero = [](SymbolicInt X) { return X.Const != 0; };
  switch (Opcode) {
  case Instruction::Sub:
    combine(A.Values, B.Values,
            [=](uint64_t X, uint64_t Y) { return (X - Y) & Mask; });
    break;
  case Instruction::Mul:
    combine(A.Values, B.Values,
            [=](uint64_t X, uint64_t Y) { return (X * Y) & Mask; });
    break;
  case Instruction::And:
    combine(A.Values, B.Values, [](uint64_t X, uint64_t Y) { return X & Y; });
    break;
  case Instruction::Or:
    combine(A.Values, B.Values, [](uint64_t X, uint64_t Y) { return X | Y; });
    break;
  case Instruction::Xor:
    combine(A.Values, B.Values, [](uint64_t X, uint64_t Y) { return X ^ Y; });
    break;
  case Instruction::Shl:
    if (!all_of(B.Values, IsShift))
      return false;
    combine(A.Values, B.Values,
            [=](uint64_t X, uint64_t Y) { return (X << Y) & Mask; });
    break;
  case Instruction::LShr:
    if (!all_of(B.Values, IsShift))
      return false;
    combine(A.Values, B.Values, [](uint64_t X, uint64_t Y) { return X >> Y; });
    break;
  case Instruction::UDiv:
    if (!all_of(B.Values, IsNotZero))
      return false;
    combine(A.Values, B.Values, [](uint64_t X, uint64_t Y) { return X / Y; });
    break;
  case Instruction::URem:
    if (!all_of(B.Values, IsNotZero))
      return false;
    combine(A.Values, B.Values, [](uint64_t X, uint64_t Y) { return X % Y; });
    break;
  default:
    return false;
  }
  A.Reads |= B.Reads;
  return true;
}

ThreadEval::Entry ThreadEval::compute(const Value *V, unsigned Depth) {
  unsigned Width = widthOf(V);
  if (!Width)
    return uniformOr(V, 0);
  if (auto *C = dyn_cast<ConstantInt>(V))
    return constant(C->getZExtValue());
  if (isa<ConstantPointerNull>(V))
    return constant(0);
  if (auto *G = dyn_cast<GlobalVariable>(V)) {
    Entry E;
    E.Values.assign(NumThreads,
                    Terms.opaque(canonicalShared(G), KnownBits(Width)));
    return E;
  }
  if (isa<UndefValue>(V))
    return varies(V);
  if (auto R = classifyLaunchRead(V))
    return computeLaunchRead(V, *R);
  if (auto *P = dyn_cast<PHINode>(V))
    return computePhi(P, Depth);
  if (auto *C = dyn_cast<CallBase>(V))
    return computeCall(C, Depth);
  if (auto *O = dyn_cast<Operator>(V))
    return computeOperator(O, Depth);
  return uniformOr(V, 0);
}

ThreadEval::Entry ThreadEval::computeLaunchRead(const Value *V, LaunchRead R) {
  unsigned Lanes = 1u << Shape.LaneBits;
  Entry E;
  auto PerThread = [&](uint8_t Reads, auto Fn) {
    E.Reads = Reads;
    E.Values.reserve(NumThreads);
    uint64_t Mask = lowBits(widthOf(V));
    for (unsigned T = 0; T < NumThreads; ++T)
      E.Values.push_back({0, Fn(T) & Mask});
    return E;
  };
  auto LaneOf = [&](unsigned T) -> uint64_t {
    unsigned L = (T + Shape.LaneShift) % Lanes;
    return Shape.BlurBits ? L & lowBits(Shape.BlurBits) : L;
  };
  const auto &Size = Shape.Size;
  switch (R.K) {
  case LaunchRead::ThreadIndex:
    if (R.Dim == 0)
      return PerThread(ReadsX, [&](unsigned T) -> uint64_t {
        unsigned X = T % Size[0];
        return X >> Shape.BlurBits << Shape.BlurBits;
      });
    if (R.Dim == 1)
      return PerThread(ReadsY, [&](unsigned T) -> uint64_t {
        return T / Size[0] % Size[1];
      });
    return PerThread(ReadsZ, [&](unsigned T) -> uint64_t {
      return T / (Size[0] * Size[1]);
    });
  case LaunchRead::Lane:
    return PerThread(ReadsLane, LaneOf);
  case LaunchRead::LaneMask:
    return PerThread(ReadsLane, [&](unsigned T) -> uint64_t {
      uint64_t Eq = 1ull << LaneOf(T), Lt = Eq - 1;
      uint64_t All = lowBits(Lanes);
      uint64_t By[5] = {Eq, Lt, Lt | Eq, All & ~(Lt | Eq), All & ~Lt};
      return By[R.Dim < 5 ? R.Dim : 0];
    });
  case LaunchRead::WarpSize:
    return constant(Lanes);
  case LaunchRead::BlockSize:
    if (Shape.SizeIsExact && R.Dim < 3)
      return PerThread(ReadsSize,
                       [&](unsigned) -> uint64_t { return Size[R.Dim]; });
    return uniformOr(V, ReadsSize);
  case LaunchRead::BlockIndex:
  case LaunchRead::GridSize:
    return uniformOr(V, 0);
  }
  return uniformOr(V, 0);
}

/// Chains of sums share operands, and each operand may be asked for twice.
const ThreadEval::Entry &ThreadEval::extended(const Value *V, unsigned To,
                                              bool Signed, unsigned Depth) {
  std::pair<const Value *, unsigned> Key = {V, To * 2 + Signed};
  auto [It, First] = Extensions.try_emplace(Key);
  if (!First && It->second)
    return *It->second;
  if (!First) // a sum of itself, in code that never runs
    return Unknown = variesFrom(derived(V, 2 * To + Signed), 0);
  auto New = std::make_unique<Entry>(computeExtended(V, To, Signed, Depth));
  return *(Extensions[Key] = std::move(New));
}

/// ext(a + b) is ext(a) + ext(b) where the flags say that a + b does not wrap;
/// a wrapped sum is poison and may be anything.
ThreadEval::Entry ThreadEval::computeExtended(const Value *V, unsigned To,
                                              bool Signed, unsigned Depth) {
  unsigned From = widthOf(V);
  if (auto *O = dyn_cast<BinaryOperator>(V); O && Depth < MaxDepth) {
    bool NoWrap = false;
    if (isa<OverflowingBinaryOperator>(O))
      NoWrap = Signed ? O->hasNoSignedWrap() : O->hasNoUnsignedWrap();
    if (auto *D = dyn_cast<PossiblyDisjointInst>(O))
      NoWrap = D->isDisjoint();
    if (NoWrap && (O->getOpcode() == Instruction::Add ||
                   O->getOpcode() == Instruction::Or)) {
      Entry A = extended(O->getOperand(0), To, Signed, Depth + 1);
      const Entry &B = extended(O->getOperand(1), To, Signed, Depth + 1);
      return sum(V, std::move(A), B, To, 2 * To + Signed);
    }
    auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
    if (NoWrap && C &&
        (O->getOpcode() == Instruction::Mul ||
         (O->getOpcode() == Instruction::Shl && C->getValue().ult(From)))) {
      APInt Factor =
          O->getOpcode() == Instruction::Mul
              ? (Signed ? C->getValue().sext(To) : C->getValue().zext(To))
              : APInt::getOneBitSet(To, C->getZExtValue());
      Entry A = extended(O->getOperand(0), To, Signed, Depth + 1);
      scale(V, A, Factor.getZExtValue(), To, 2 * To + Signed);
      return A;
    }
  }
  Entry E = lookup(V, Depth);
  extend(V, E, From, To, Signed);
  return E;
}

ThreadEval::Entry ThreadEval::pointerCast(const Operator *O, unsigned Depth) {
  const Value *Source = O->getOperand(0);
  unsigned From = widthOf(Source), To = widthOf(O);
  if (!From)
    return uniformOr(O, 0);
  Entry E = lookup(Source, Depth);
  if (From == To)
    return E;
  // The pointer's object stays; its offset is re-expressed in the new width.
  auto IsObject = [](const Value *V) { return isa<GlobalVariable>(V); };
  map(O, E, [&](SymbolicInt X) {
    SymId Rest = 0;
    const Value *Object = Terms.splitOpaque(X.Sym, From, IsObject, Rest);
    if (!Object)
      return From > To ? Terms.truncate(X, From, To)
                       : Terms.extend(X, From, To, false);
    SymbolicInt Offset = {Rest, X.Const};
    Offset = From > To ? Terms.truncate(Offset, From, To)
                       : Terms.extend(Offset, From, To, true);
    return Terms.add(Terms.opaque(Object, KnownBits(To)), Offset, To);
  });
  return E;
}

ThreadEval::Entry ThreadEval::computeBinary(const Operator *O, unsigned Depth) {
  unsigned Opcode = O->getOpcode(), Aux = 0;
  if (auto *Cmp = dyn_cast<ICmpInst>(O))
    Aux = Cmp->getPredicate();
  unsigned Width = widthOf(O->getOperand(0));
  if (!Width)
    return uniformOr(O, 0);
  bool Disjoint = isa<PossiblyDisjointInst>(O) &&
                  cast<PossiblyDisjointInst>(O)->isDisjoint();
  if (Disjoint)
    Opcode = Instruction::Add;
  Entry A = lookup(O->getOperand(0), Depth);
  const Entry &B = lookup(O->getOperand(1), Depth);
  if (combineConstants(A, B, Opcode, Width))
    return A;
  if (Opcode == Instruction::Add && sharedSym(A) && sharedSym(B))
    return sum(O, std::move(A), B, Width);
  Entry R = zip(O, A, B, [&](SymbolicInt X, SymbolicInt Y) {
    return foldBinary(Terms, Opcode, Aux, X, Y, Width);
  });
  // A constant is added to what varies, or there is nothing left of it.
  const bool IsSum =
      Opcode == Instruction::Add || (Opcode == Instruction::Xor && Width == 1);
  const bool IsProduct =
      Opcode == Instruction::And || Opcode == Instruction::Mul;
  for (unsigned T = 0; (IsSum || IsProduct) && T < NumThreads; ++T) {
    SymbolicInt X = A.Values[T], Y = B.Values[T];
    if (isVarying(Y))
      std::swap(X, Y);
    if (!isVarying(X) || !Y.isConst())
      continue;
    if (IsSum)
      R.Values[T] = Terms.add(X, Y, Width);
    else if (Y.Const == 0)
      R.Values[T] = {0, 0};
  }
  return R;
}

/// V is neither undef nor poison when At runs. Arguments of kernels are bits
/// that the host passed, and special registers hold bits too.
static bool isDefined(const Value *V, const Instruction *At,
                      const DominatorTree &DT, unsigned Depth = 0) {
  if (isa<Argument>(V) || classifyLaunchRead(V) ||
      isGuaranteedNotToBeUndefOrPoison(V, /*AC=*/nullptr, At, &DT))
    return true;
  auto *O = dyn_cast<Operator>(V);
  if (!O || isa<PHINode>(O) || Depth == 4 || canCreateUndefOrPoison(O))
    return false;
  return all_of(O->operands(), [&](const Use &U) {
    return isDefined(U.get(), At, DT, Depth + 1);
  });
}

/// Computes V, which is P ? X : Y, in thread T.
SymbolicInt ThreadEval::select(const Value *V, SymbolicInt P, SymbolicInt X,
                               SymbolicInt Y, unsigned Width, unsigned T) {
  if (P.isConst())
    return P.Const ? X : Y;
  if (X == Y)
    return X;
  if (isVarying(P) || isVarying(X) || isVarying(Y))
    return {derived(V) + T, 0};
  return Terms.operation(Instruction::Select, 0, {P, X, Y}, Width,
                         KnownBits(Width));
}

ThreadEval::Entry ThreadEval::computeOperator(const Operator *O,
                                              unsigned Depth) {
  unsigned Width = widthOf(O);
  switch (O->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::ICmp:
    return computeBinary(O, Depth);
  case Instruction::ZExt:
  case Instruction::SExt: {
    bool Signed = O->getOpcode() == Instruction::SExt;
    if (!widthOf(O->getOperand(0)))
      return uniformOr(O, 0);
    return extended(O->getOperand(0), Width, Signed, Depth);
  }
  case Instruction::Trunc: {
    unsigned From = widthOf(O->getOperand(0));
    if (!From)
      return uniformOr(O, 0);
    Entry E = lookup(O->getOperand(0), Depth);
    map(O, E, [&](SymbolicInt X) { return Terms.truncate(X, From, Width); });
    return E;
  }
  case Instruction::Select: {
    Entry C = lookup(O->getOperand(0), Depth);
    if (!widthOf(O->getOperand(0)))
      return uniformOr(O, 0);
    Entry A = lookup(O->getOperand(1), Depth);
    const Entry &B = lookup(O->getOperand(2), Depth);
    Entry R;
    R.Reads = A.Reads | B.Reads | C.Reads;
    for (unsigned T = 0; T < NumThreads; ++T)
      R.Values.push_back(
          select(O, C.Values[T], A.Values[T], B.Values[T], Width, T));
    return R;
  }
  case Instruction::GetElementPtr:
    return computeGEP(cast<GEPOperator>(O), Depth);
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return pointerCast(O, Depth);
  case Instruction::Freeze:
    // Where there is nothing to freeze, it is a copy; else each execution in
    // each thread may choose a value of its own.
    if (isDefined(O->getOperand(0), cast<FreezeInst>(O), DT))
      return lookup(O->getOperand(0), Depth);
    return varies(O);
  case Instruction::Load:
    if (auto *L = dyn_cast<LoadInst>(O); L && L->isSimple())
      if (auto *P = dyn_cast<Constant>(L->getPointerOperand()))
        if (auto *C =
                dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConstPtr(
                    const_cast<Constant *>(P), L->getType(), DL)))
          return constant(C->getZExtValue());
    return uniformOr(O, 0);
  default:
    return uniformOr(O, 0);
  }
}

ThreadEval::Entry ThreadEval::computeGEP(const GEPOperator *G, unsigned Depth) {
  unsigned Width = widthOf(G);
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Fixed(DL.getIndexTypeSizeInBits(G->getType()), 0);
  if (!widthOf(G->getPointerOperand()) || Width != Fixed.getBitWidth() ||
      !G->collectOffset(DL, Width, Variable, Fixed))
    return uniformOr(G, 0);
  Entry R = lookup(G->getPointerOperand(), Depth);
  for (SymbolicInt &T : R.Values)
    T = Terms.add(T, {0, Fixed.getZExtValue()}, Width);
  for (auto &[Index, Scale] : Variable) {
    unsigned From = widthOf(Index);
    if (!From)
      return uniformOr(G, 0);
    Entry E = From < Width ? extended(Index, Width, /*Signed=*/true, Depth)
                           : lookup(Index, Depth);
    if (From > Width)
      map(G, E, [&](SymbolicInt I) { return Terms.truncate(I, From, Width); });
    scale(G, E, Scale.getZExtValue(), Width);
    R = sum(G, std::move(R), E, Width);
  }
  return R;
}

/// phi [start, entry], [phi + step, latch] is start + step * (iteration of the
/// loop); the loop's header stands for the iteration.
std::optional<ThreadEval::Entry> ThreadEval::induction(const PHINode *P,
                                                       unsigned Depth) {
  const Loop *L = LI.getLoopFor(P->getParent());
  if (!L || L->getHeader() != P->getParent() || P->getNumIncomingValues() != 2)
    return std::nullopt;
  unsigned Back = L->contains(P->getIncomingBlock(0)) ? 0 : 1;
  if (L->contains(P->getIncomingBlock(1 - Back)) ||
      !leavesLoopsTogether(P->getParent()))
    return std::nullopt;
  unsigned Width = widthOf(P);
  std::optional<uint64_t> Step;
  const Value *Next = P->getIncomingValue(Back);
  if (auto *O = dyn_cast<BinaryOperator>(Next)) {
    auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
    if (C && O->getOperand(0) == P && O->getOpcode() == Instruction::Add)
      Step = C->getZExtValue();
  } else if (auto *G = dyn_cast<GEPOperator>(Next)) {
    APInt Offset(DL.getIndexTypeSizeInBits(G->getType()), 0);
    if (G->getPointerOperand() == P && Offset.getBitWidth() == Width &&
        G->accumulateConstantOffset(DL, Offset))
      Step = Offset.getZExtValue();
  }
  if (!Step)
    return std::nullopt;
  Entry E = lookup(P->getIncomingValue(1 - Back), Depth);
  SymbolicInt Iteration =
      Terms.mul(Terms.opaque(P->getParent(), KnownBits(Width)), *Step, Width);
  map(P, E, [&](SymbolicInt X) { return Terms.add(X, Iteration, Width); });
  return E;
}

ThreadEval::Entry ThreadEval::computePhi(const PHINode *P, unsigned Depth) {
  const BasicBlock *Join = P->getParent();
  if (LI.isLoopHeader(Join)) {
    if (auto E = induction(P, Depth))
      return *E;
    return uniformOr(P, 0);
  }
  const auto *Node = DT.getNode(Join);
  const auto *IDom = Node ? Node->getIDom() : nullptr;
  if (!IDom)
    return uniformOr(P, 0);
  // Follow each thread from the immediate dominator to the join.
  Entry R;
  std::optional<Entry> Leaf;
  for (unsigned T = 0; T < NumThreads; ++T) {
    const BasicBlock *At = IDom->getBlock();
    const BasicBlock *Pred = nullptr;
    for (unsigned Steps = 0; Steps < 32 && At; ++Steps) {
      const BasicBlock *Next = At->getSingleSuccessor();
      if (auto *Br = dyn_cast<BranchInst>(At->getTerminator());
          Br && Br->isConditional()) {
        Entry &C = lookup(Br->getCondition(), Depth);
        R.Reads |= C.Reads;
        if (!C.Values[T].isConst())
          break;
        Next = Br->getSuccessor(C.Values[T].Const ? 0 : 1);
      }
      if (Next == Join) {
        Pred = At;
        break;
      }
      At = Next;
    }
    if (Pred) {
      Entry &E = lookup(P->getIncomingValueForBlock(Pred), Depth);
      R.Reads |= E.Reads;
      R.Values.push_back(E.Values[T]);
      continue;
    }
    // Which way it came does not matter if all bring one constant.
    std::optional<SymbolicInt> Common;
    for (const Value *In : P->incoming_values()) {
      Entry &E = lookup(In, Depth);
      R.Reads |= E.Reads;
      if (!E.Values[T].isConst() || (Common && *Common != E.Values[T])) {
        Common.reset();
        break;
      }
      Common = E.Values[T];
    }
    if (!Common) {
      if (!Leaf)
        Leaf = uniformOr(P, 0);
      Common = Leaf->Values[T];
    }
    R.Values.push_back(*Common);
  }
  return R;
}

/// A function of its integer operands alone: bitreverse, ctpop, fshl...
static bool isFunctionOfOperands(const IntrinsicInst &I) {
  return I.hasFnAttr(Attribute::Speculatable) && I.doesNotAccessMemory() &&
         !I.isConvergent() && I.arg_size() > 0 && I.getType()->isIntegerTy() &&
         all_of(I.args(),
                [](const Use &A) { return A->getType()->isIntegerTy(); });
}

/// By LLVM's own folding, thread by thread.
ThreadEval::Entry ThreadEval::computeFunction(const IntrinsicInst &I,
                                              unsigned Depth) {
  SmallVector<Entry, 3> Operands;
  for (const Use &A : I.args()) {
    if (!widthOf(A))
      return uniformOr(&I, 0);
    Operands.push_back(lookup(A, Depth));
  }
  Entry R;
  for (const Entry &E : Operands)
    R.Reads |= E.Reads;
  for (unsigned T = 0; T < NumThreads; ++T) {
    SmallVector<Constant *, 3> Constants;
    for (auto [Operand, E] : zip_equal(I.args(), Operands))
      if (E.Values[T].isConst())
        Constants.push_back(
            ConstantInt::get(Operand->getType(), E.Values[T].Const));
    Constant *Folded =
        Constants.size() == Operands.size()
            ? ConstantFoldCall(&I, I.getCalledFunction(), Constants)
            : nullptr;
    auto *Value = dyn_cast_or_null<ConstantInt>(Folded);
    if (!Value)
      return uniformOr(&I, R.Reads);
    R.Values.push_back({0, Value->getZExtValue()});
  }
  return R;
}

ThreadEval::Entry ThreadEval::computeCall(const CallBase *C, unsigned Depth) {
  auto *I = dyn_cast<IntrinsicInst>(C);
  if (!I)
    return uniformOr(C, 0);
  CmpInst::Predicate P;
  switch (I->getIntrinsicID()) {
  case Intrinsic::umin:
    P = CmpInst::ICMP_ULT;
    break;
  case Intrinsic::umax:
    P = CmpInst::ICMP_UGT;
    break;
  case Intrinsic::smin:
    P = CmpInst::ICMP_SLT;
    break;
  case Intrinsic::smax:
    P = CmpInst::ICMP_SGT;
    break;
  default:
    return isFunctionOfOperands(*I) ? computeFunction(*I, Depth)
                                    : uniformOr(C, 0);
  }
  unsigned Width = widthOf(C);
  Entry A = lookup(I->getArgOperand(0), Depth);
  const Entry &B = lookup(I->getArgOperand(1), Depth);
  return zip(C, A, B, [&](SymbolicInt X, SymbolicInt Y) {
    SymbolicInt First = foldBinary(Terms, Instruction::ICmp, P, X, Y, Width);
    if (First.isConst())
      return First.Const ? X : Y;
    return Terms.operation(Instruction::Select, 0, {First, X, Y}, Width,
                           KnownBits(Width));
  });
}

std::optional<Path> ThreadEval::pathCondition(const BasicBlock *From,
                                              const BasicBlock *To) const {
  return f2layout::pathCondition(From, To, DT, PDT, LI);
}
