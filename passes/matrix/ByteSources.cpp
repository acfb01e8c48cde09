//===- ByteSources.cpp - The values that supply the bytes of a value ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/ByteSources.h"
#include "compat/LLVMCompat.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned MostDepth = 32;

unsigned ByteSources::bytesOf(Type *Ty) const {
  if (!Ty->isIntOrIntVectorTy() && !Ty->isFPOrFPVectorTy())
    return 0;
  if (isa<ScalableVectorType>(Ty) || Ty->getScalarSizeInBits() % 8)
    return 0;
  const uint64_t Bytes = DL.getTypeSizeInBits(Ty).getFixedValue() / 8;
  return Bytes <= MaxAccessBytes ? Bytes : 0;
}

//===----------------------------------------------------------------------===//
// mov.b32 $0, {$1,$2}
//===----------------------------------------------------------------------===//

/// The text without blanks, and without braces around all of it.
static std::string compact(StringRef Text) {
  std::string Flat;
  for (char C : Text)
    if (!isSpace(C))
      Flat += C;
  StringRef Inner(Flat);
  if (Inner.starts_with("{mov") && Inner.ends_with("}"))
    return Inner.drop_front().drop_back().str();
  return Flat;
}

bool f2layout::isPackingAsm(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm || Asm->hasSideEffects() || Call.arg_empty() ||
      !compat::targetTriple(*Call.getModule()).isNVPTX())
    return false;
  std::string Wanted = "{$1";
  for (unsigned N = 2; N <= Call.arg_size(); ++N)
    Wanted += ",$" + std::to_string(N);
  const unsigned Bits = Call.getType()->getPrimitiveSizeInBits();
  Wanted = "mov.b" + std::to_string(Bits) + "$0," + Wanted + "};";
  unsigned Parts = 0;
  for (const Use &A : Call.args()) {
    if (A->getType() != Call.getArgOperand(0)->getType())
      return false;
    Parts += A->getType()->getPrimitiveSizeInBits();
  }
  return Parts == Bits && compact(Asm->getAsmString()) == Wanted;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static SourceBytes whole(Value *V, unsigned Bytes) {
  SourceBytes R;
  for (unsigned N = 0; N < Bytes; ++N)
    R.push_back({V, N});
  return R;
}

static std::optional<unsigned> wholeBytes(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  if (!C || C->getValue().uge(MaxAccessBytes * 8) || C->getZExtValue() % 8)
    return std::nullopt;
  return C->getZExtValue() / 8;
}

static SourceBytes shifted(const SourceBytes &From, int By) {
  SourceBytes R(From.size());
  for (int N = 0; N < int(From.size()); ++N)
    if (N - By >= 0 && N - By < int(From.size()))
      R[N] = From[N - By];
  return R;
}

/// Combines A and B if one of them is zero in each byte; empty if not.
static SourceBytes sideBySide(const SourceBytes &A, const SourceBytes &B) {
  SourceBytes R;
  if (A.size() != B.size())
    return R;
  for (auto [X, Y] : zip(A, B)) {
    if (X.Of && Y.Of)
      return {};
    R.push_back(X.Of ? X : Y);
  }
  return R;
}

/// The bytes that the mask keeps or clears as a whole; empty if it splits one.
static SourceBytes masked(const SourceBytes &From, const Value *Mask) {
  auto *C = dyn_cast<ConstantInt>(Mask);
  if (!C)
    return {};
  SourceBytes R;
  for (unsigned N = 0; N < From.size(); ++N) {
    const uint64_t Byte = C->getValue().extractBitsAsZExtValue(8, 8 * N);
    if (Byte != 0 && Byte != 0xff)
      return {};
    R.push_back(Byte ? From[N] : SourceByte());
  }
  return R;
}

SourceBytes ByteSources::ofInstruction(Instruction &I, unsigned Bytes) {
  auto Operand = [&](unsigned N) -> const SourceBytes & {
    return of(I.getOperand(N));
  };
  switch (I.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::Trunc: {
    SourceBytes R = Operand(0);
    if (!R.empty() && !I.getType()->isVectorTy())
      R.resize(Bytes);
    else
      R.clear();
    return R;
  }
  case Instruction::BitCast:
    return Operand(0);
  case Instruction::Shl:
  case Instruction::LShr:
    if (auto By = wholeBytes(I.getOperand(1)))
      return shifted(Operand(0),
                     I.getOpcode() == Instruction::Shl ? *By : -int(*By));
    return {};
  case Instruction::And:
    return I.getType()->isIntegerTy() ? masked(Operand(0), I.getOperand(1))
                                      : SourceBytes();
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add: {
    if (I.getType()->isVectorTy())
      return {};
    // Operand(1) may invalidate it.
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    const SourceBytes Left = Operand(0);
    return sideBySide(Left, Operand(1));
  }
  case Instruction::InsertElement: {
    SourceBytes R = Operand(0), Element = Operand(1);
    auto *Place = dyn_cast<ConstantInt>(I.getOperand(2));
    if (!Place || R.empty() || Element.empty() ||
        Place->getValue().uge(R.size() / Element.size()))
      return {};
    copy(Element, R.begin() + Place->getZExtValue() * Element.size());
    return R;
  }
  case Instruction::ExtractElement: {
    const SourceBytes &From = Operand(0);
    auto *Place = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!Place || From.empty() || Place->getValue().uge(From.size() / Bytes))
      return {};
    const auto *First = From.begin() + Place->getZExtValue() * Bytes;
    return SourceBytes(First, First + Bytes);
  }
  case Instruction::ShuffleVector: {
    SourceBytes From = Operand(0), R;
    const SourceBytes &Second = Operand(1);
    if (From.empty() || Second.empty())
      return {};
    From.append(Second.begin(), Second.end());
    const unsigned Size = I.getType()->getScalarSizeInBits() / 8;
    for (int Place : cast<ShuffleVectorInst>(I).getShuffleMask())
      for (unsigned N = 0; N < Size; ++N)
        R.push_back(Place < 0 ? SourceByte() : From[Place * Size + N]);
    return R;
  }
  case Instruction::Call: {
    auto &Call = cast<CallBase>(I);
    if (!isPackingAsm(Call))
      return {};
    SourceBytes R;
    for (const Use &A : Call.args()) {
      const SourceBytes &Part = of(A.get());
      if (Part.empty())
        return {};
      R.append(Part.begin(), Part.end());
    }
    return R;
  }
  default:
    return {};
  }
}

SourceBytes ByteSources::compute(Value *V, unsigned Bytes) {
  if (auto *C = dyn_cast<Constant>(V))
    return C->isNullValue() || isa<UndefValue>(C) ? SourceBytes(Bytes)
                                                  : whole(V, Bytes);
  if (auto *I = dyn_cast<Instruction>(V); I && Depth < MostDepth) {
    ++Depth;
    SourceBytes R = ofInstruction(*I, Bytes);
    --Depth;
    if (R.size() == Bytes)
      return R;
  }
  return whole(V, Bytes);
}

const SourceBytes &ByteSources::of(Value *V) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  const unsigned Bytes = bytesOf(V->getType());
  // A value that is a part of itself, in unreachable code, is its own source.
  Known[V] = whole(V, Bytes);
  SourceBytes Found = compute(V, Bytes);
  return Known[V] = std::move(Found);
}

void ByteSources::forEachJoin(
    ArrayRef<Instruction *> Parts,
    function_ref<void(Instruction &, const SourceBytes &)> Visit) {
  SmallPtrSet<const Value *, 16> Wanted(Parts.begin(), Parts.end()), Seen;
  SmallVector<Instruction *, 16> Work(Parts.begin(), Parts.end());
  for (unsigned N = 0; N < Work.size(); ++N)
    for (User *U : Work[N]->users()) {
      auto *I = dyn_cast<Instruction>(U);
      if (!I || !Seen.insert(I).second)
        continue;
      const SourceBytes Bytes = of(I); // Visit may call of().
      if (none_of(Bytes, [&](SourceByte B) { return Wanted.contains(B.Of); }))
        continue;
      Work.push_back(I);
      if (Bytes.size() >= 4 &&
          all_of(Bytes, [&](SourceByte B) { return Wanted.contains(B.Of); }))
        Visit(*I, Bytes);
    }
}
