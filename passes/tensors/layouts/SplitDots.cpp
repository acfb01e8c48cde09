//===- SplitDots.cpp - Matrix products in pieces along k ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/layouts/SplitDots.h"
#include "passes/tensors/layouts/DotLayouts.h"
#include "passes/tensors/program/TensorCall.h"
#include "llvm/IR/InstIterator.h"
#include <map>

using namespace llvm;
using namespace f2layout;

/// Products that would fit, but not comfortably, are cut down to half of this.
static constexpr uint64_t ShortestCut = 16;

namespace {

/// Halves of tensors along one dimension.
class Halves {
public:
  explicit Halves(const DenseMap<const Value *, TensorCall> &Calls)
      : Calls(Calls) {}
  /// The first (0) or second (1) half of V along the dimension, made before At.
  Value *half(Value *V, unsigned Dim, unsigned Which, Instruction *At);

private:
  Value *halfOfLoad(const TensorCall &Call, unsigned Dim, unsigned Which,
                    Instruction *At);
  static Value *halfOfOther(Value *V, unsigned Dim, unsigned Which,
                            Instruction *At);

  const DenseMap<const Value *, TensorCall> &Calls;
};

} // namespace

static SmallVector<uint64_t, 4> halfShape(const TensorType &Type,
                                          unsigned Dim) {
  SmallVector<uint64_t, 4> Shape = Type.Shape;
  Shape[Dim] /= 2;
  return Shape;
}

/// A function that a map applies to elements, and that writes to memory.
static bool mapsWithWrites(const Value *Argument) {
  const auto *F = dyn_cast<Function>(Argument);
  return F && any_of(instructions(*F),
                     [](const Instruction &I) { return I.mayWriteToMemory(); });
}

/// Whether a load reads the same at At, behind it: nothing in between writes
/// to memory or waits for threads, but for waits of staged tensors: they order
/// no memory of the program's.
static bool canMoveTo(const Instruction &Load, const Instruction &At) {
  if (Load.getParent() != At.getParent())
    return false;
  auto Writes = [](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && isTensorFunction(*Callee))
      return tensorOpOf(Callee->getName()) == TensorOp::Store ||
             any_of(Call->args(), mapsWithWrites);
    return I.mayWriteToMemory();
  };
  for (const Instruction *I = &Load; I != &At; I = I->getNextNode())
    if (!I || Writes(*I))
      return false;
  return true;
}

/// A load from further on, and its bound as much less. It stands as late as
/// possible, so that not all parts are held at once.
Value *Halves::halfOfLoad(const TensorCall &Call, unsigned Dim, unsigned Which,
                          Instruction *At) {
  IRBuilder<> B(canMoveTo(*Call.Call, *At) ? At : Call.Call);
  TensorBuilder T(B);
  const unsigned Rank = Call.Type.rank();
  SmallVector<Value *, 4> Strides, Bounds;
  for (unsigned D = 0; D < Rank; ++D) {
    Strides.push_back(Call.stride(D));
    if (Value *Bound = Call.bound(D))
      Bounds.push_back(Bound);
  }
  Value *Base = Call.base();
  const SmallVector<uint64_t, 4> Shape = halfShape(Call.Type, Dim);
  if (Which) {
    Value *Skipped = B.getInt64(Shape[Dim]);
    Base = B.CreateGEP(Call.Type.Element, Base,
                       B.CreateMul(Strides[Dim], Skipped));
    // A negative bound counts as zero, or the difference could wrap.
    if (!Bounds.empty())
      Bounds[Dim] = B.CreateSub(
          B.CreateBinaryIntrinsic(Intrinsic::smax, Bounds[Dim], B.getInt64(0)),
          Skipped);
  }
  return T.load(Base, Call.Type.Element, Shape, Strides, Bounds, Call.other());
}

/// x, 2 y, z  ->  x, 2, y, z  ->  x, y, z, 2
Value *Halves::halfOfOther(Value *V, unsigned Dim, unsigned Which,
                           Instruction *At) {
  IRBuilder<> B(At);
  TensorBuilder T(B);
  SmallVector<uint64_t, 4> Shape =
      halfShape(*TensorType::of(V->getType()), Dim);
  SmallVector<unsigned, 4> Order;
  for (unsigned D = 0; D <= Shape.size(); ++D)
    if (D != Dim)
      Order.push_back(D);
  Order.push_back(Dim);
  Shape.insert(Shape.begin() + Dim, 2);
  return T.split(T.trans(T.reshape(V, Shape), Order), Which);
}

Value *Halves::half(Value *V, unsigned Dim, unsigned Which, Instruction *At) {
  auto Found = Calls.find(V);
  // Once for each half.
  if (Found == Calls.end() || !V->hasOneUse())
    return halfOfOther(V, Dim, Which, At);
  const TensorCall &Call = Found->second;
  switch (Call.Op) {
  case TensorOp::Load:
    return halfOfLoad(Call, Dim, Which, At);
  case TensorOp::Splat: {
    IRBuilder<> B(At);
    return TensorBuilder(B).splat(Call.Call->getArgOperand(0),
                                  halfShape(Call.Type, Dim));
  }
  case TensorOp::Map: {
    if (any_of(instructions(*Call.Mapped),
               [](const Instruction &I) { return I.mayReadOrWriteMemory(); }))
      return halfOfOther(V, Dim, Which, At); // It stays where it is.
    SmallVector<Value *, 3> Parts;
    for (Value *Operand : Call.Tensors)
      Parts.push_back(half(Operand, Dim, Which, At));
    IRBuilder<> B(At);
    return TensorBuilder(B).map(Call.Mapped, Parts);
  }
  default:
    return halfOfOther(V, Dim, Which, At);
  }
}

static void splitDot(const TensorCall &Call,
                     const DenseMap<const Value *, TensorCall> &Calls) {
  Halves Parts(Calls);
  Value *Sum = Call.Tensors[2];
  for (unsigned Which = 0; Which < 2; ++Which) {
    Value *A = Parts.half(Call.Tensors[0], 1, Which, Call.Call),
          *B = Parts.half(Call.Tensors[1], 0, Which, Call.Call);
    IRBuilder<> Builder(Call.Call);
    Sum = TensorBuilder(Builder).dot(A, B, Sum, Call.MayRound);
  }
  Call.Call->replaceAllUsesWith(Sum);
  // What only the whole product used.
  SmallVector<Instruction *, 8> Dead{Call.Call};
  while (!Dead.empty()) {
    Instruction *I = Dead.pop_back_val();
    SmallVector<Value *, 4> Operands(I->operand_values());
    I->eraseFromParent();
    for (Value *V : Operands)
      if (auto *Operand = dyn_cast<Instruction>(V))
        if (Calls.count(Operand) && Operand->use_empty() &&
            !is_contained(Dead, Operand))
          Dead.push_back(Operand);
  }
}

namespace {

/// Cuts products of one function.
class Splitter {
public:
  Splitter(Function &F, const Target &T, unsigned LaneBits, unsigned WarpBits)
      : F(F), T(T), LaneBits(LaneBits), WarpBits(WarpBits) {}
  /// Cuts one product; returns false if there is none to cut.
  bool splitOne();

private:
  bool isTooLarge(const TensorCall &Dot);
  bool isTooLarge(const TensorType &A, const TensorType &B,
                  const TensorCall &Dot) const;

  Function &F;
  const Target &T;
  const unsigned LaneBits, WarpBits;
  /// By the types of the operands, and whether they may be rounded.
  std::map<std::tuple<Type *, Type *, Type *, bool>, bool> Known;
};

} // namespace

/// Whether the product is better cut into two.
bool Splitter::isTooLarge(const TensorType &A, const TensorType &B,
                          const TensorCall &Dot) const {
  auto Choices = [&](uint64_t K) {
    TensorType OfA = A, OfB = B;
    OfA.Shape[1] = OfB.Shape[0] = K;
    LayoutTable Table(LaneBits, WarpBits);
    return dotLayouts({OfA, OfB, Dot.Type, Dot.MayRound}, Table, T);
  };
  const uint64_t K = A.Shape[1];
  const std::vector<DotChoice> Own = Choices(K);
  if (Own.empty())
    return K > 1 && !Choices(1).empty();
  return K >= ShortestCut && all_of(Own, [&](const DotChoice &C) {
           return C.FactorWords > comfortableFactorWords(T);
         });
}

bool Splitter::isTooLarge(const TensorCall &Dot) {
  Type *A = Dot.Tensors[0]->getType(), *B = Dot.Tensors[1]->getType();
  auto [It, New] =
      Known.try_emplace({A, B, Dot.Tensors[2]->getType(), Dot.MayRound}, false);
  if (New)
    It->second = isTooLarge(*TensorType::of(A), *TensorType::of(B), Dot);
  return It->second;
}

bool Splitter::splitOne() {
  CallFaults Faults;
  DenseMap<const Value *, TensorCall> Calls;
  SmallVector<TensorCall, 4> Dots;
  for (TensorCall &Call : readTensorCalls(F, Faults)) {
    if (Call.Op == TensorOp::Dot)
      Dots.push_back(Call);
    Calls.insert({Call.Call, Call});
  }
  if (!Faults.empty())
    return false;
  const auto *TooLarge =
      find_if(Dots, [&](const TensorCall &Dot) { return isTooLarge(Dot); });
  if (TooLarge == Dots.end())
    return false;
  splitDot(*TooLarge, Calls);
  return true;
}

bool f2layout::splitDots(Function &F, const Target &T, unsigned LaneBits,
                         unsigned WarpBits) {
  Splitter Cut(F, T, LaneBits, WarpBits);
  bool Changed = false;
  while (Cut.splitOne())
    Changed = true;
  return Changed;
}
