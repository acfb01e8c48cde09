//===- LaneValues.cpp - Functions of the lane number ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/LaneValues.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

LaneValues::LaneValues(const Target &T, const IRBuilder<> &At,
                       Instruction *Point, Value *Lane)
    : T(T), B(At.GetInsertBlock(), At.GetInsertPoint()), Lane(Lane) {
  if (Point)
    B.SetInsertPoint(Point);
  B.SetCurrentDebugLocation(At.getCurrentDebugLocation());
}

uint64_t LaneValues::allLanes() const {
  return maskTrailingOnes<uint64_t>(T.M.lanes());
}

Value *LaneValues::lane() {
  if (!Lane)
    Lane = emitLane(T, B);
  return Lane;
}

Value *LaneValues::predicate(uint64_t Mask) {
  Mask &= allLanes();
  if (Mask == 0 || Mask == allLanes())
    return B.getInt1(Mask != 0);
  Value *&P = Predicates[Mask];
  if (!P)
    P = emitPredicate(Mask);
  return P;
}

Value *LaneValues::table(ArrayRef<uint32_t> Table) {
  assert(Table.size() == T.M.lanes() && "one entry per lane");
  if (all_equal(Table))
    return B.getInt32(Table[0]);
  Value *&V = Tables[Table.vec()];
  if (!V)
    V = emitTable(Table);
  return V;
}

Value *LaneValues::affine(const AffineForm &Form) {
  std::vector<uint32_t> Table(T.M.lanes());
  for (unsigned L = 0; L < Table.size(); ++L)
    Table[L] = Form.at(L);
  return table(Table);
}

namespace {

/// The lanes whose bits Care are as in Value.
struct SubCube {
  unsigned Care, Value;
};

} // namespace

/// Mask as a subcube of the lanes, if it is one.
static std::optional<SubCube> asSubCube(uint64_t Mask, unsigned LaneBits) {
  unsigned First = countr_zero(Mask);
  unsigned Free = 0;
  for (unsigned J = 0; J < LaneBits; ++J)
    if (Mask >> (First ^ (1u << J)) & 1)
      Free |= 1u << J;
  unsigned Care = maskTrailingOnes<unsigned>(LaneBits) & ~Free;
  for (unsigned L = 0; L < (1u << LaneBits); ++L)
    if ((Mask >> L & 1) != ((L & Care) == (First & Care)))
      return std::nullopt;
  return SubCube{Care, First & Care};
}

namespace {

/// First + Step * lane, modulo the number of lanes.
struct Progression {
  uint32_t First, Step;
};

} // namespace

static std::optional<Progression> asProgression(ArrayRef<uint32_t> Table) {
  const uint32_t Mask = Table.size() - 1;
  if (Table.size() < 2)
    return std::nullopt;
  const Progression P{Table[0], (Table[1] - Table[0]) & Mask};
  for (uint32_t L = 0; L < Table.size(); ++L)
    if (Table[L] != ((P.First + P.Step * L) & Mask))
      return std::nullopt;
  return P;
}

/// A predicate that is not a single comparison is a bit of a constant. (A
/// parity of two bits would be no cheaper, one of more bits more expensive.)
Value *LaneValues::emitPredicate(uint64_t Mask) {
  uint64_t Others = allLanes() & ~Mask;
  for (bool Negate : {false, true}) {
    uint64_t M = Negate ? Others : Mask;
    if (std::optional<SubCube> Cube = asSubCube(M, T.M.LaneBits)) {
      bool WholeLane = Cube->Care == T.M.lanes() - 1;
      Value *Bits = WholeLane ? lane() : B.CreateAnd(lane(), Cube->Care);
      bool IsBit = isPowerOf2_32(Cube->Care) && Cube->Value;
      Value *Ref = B.getInt32(IsBit ? 0 : Cube->Value);
      return B.CreateICmp(IsBit != Negate ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ,
                          Bits, Ref);
    }
    if (isMask_64(M))
      return B.CreateICmp(Negate ? CmpInst::ICMP_UGE : CmpInst::ICMP_ULT,
                          lane(), B.getInt32(popcount(M)));
  }
  Type *MaskTy = B.getIntNTy(T.M.lanes());
  Constant *Bits = ConstantInt::get(MaskTy, Mask);
  if (T.Maker == Vendor::AMD)
    return B.CreateIntrinsic(Intrinsic::amdgcn_inverse_ballot, {MaskTy},
                             {Bits});
  Value *Shifted = B.CreateLShr(Bits, B.CreateZExtOrTrunc(lane(), MaskTy));
  return B.CreateTrunc(Shifted, B.getInt1Ty());
}

Value *LaneValues::emitTable(ArrayRef<uint32_t> Table) {
  // Two values, of which more than one bit differs, are a select.
  uint32_t Other = *find_if(Table, [&](uint32_t V) { return V != Table[0]; });
  bool TwoValues =
      all_of(Table, [&](uint32_t V) { return V == Table[0] || V == Other; });
  if (TwoValues && !isPowerOf2_32(Table[0] ^ Other)) {
    uint64_t Mask = 0;
    for (unsigned L = 0; L < Table.size(); ++L)
      Mask |= uint64_t(Table[L] == Other) << L;
    return B.CreateSelect(predicate(Mask), B.getInt32(Other),
                          B.getInt32(Table[0]));
  }
  if (std::optional<AffineForm> Form = fitAffineForm(Table))
    return emitAffine(B, lane(), T.M.LaneBits, *Form);
  if (std::optional<Progression> P = asProgression(Table)) {
    Value *Product = B.CreateMul(lane(), B.getInt32(P->Step));
    Value *Sum = B.CreateAdd(Product, B.getInt32(P->First));
    return B.CreateAnd(Sum, uint32_t(Table.size() - 1));
  }
  return emitMixed(Table);
}

static bool isZero(Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isZero();
}

/// Splits the output bits into those that are affine functions of the lane and
/// those that are not.
Value *LaneValues::emitMixed(ArrayRef<uint32_t> Table) {
  std::vector<uint32_t> AffinePart(Table.size(), 0);
  std::map<uint64_t, uint32_t> BitsOfMask; // Predicate mask -> output bits.
  uint32_t Flipped = 0;
  for (unsigned Bit = 0; Bit < 32; ++Bit) {
    std::vector<uint32_t> Column(Table.size());
    uint64_t Mask = 0;
    for (unsigned L = 0; L < Table.size(); ++L) {
      Column[L] = Table[L] & (1u << Bit);
      Mask |= uint64_t(Table[L] >> Bit & 1) << L;
    }
    if (fitAffineForm(Column)) {
      for (unsigned L = 0; L < Table.size(); ++L)
        AffinePart[L] |= Column[L];
      continue;
    }
    if (Mask & 1) { // A mask and its complement share a predicate.
      Mask = allLanes() & ~Mask;
      Flipped |= 1u << Bit;
    }
    BitsOfMask[Mask] |= 1u << Bit;
  }
  for (uint32_t &V : AffinePart)
    V ^= Flipped;

  Value *Sum = table(AffinePart);
  for (auto [Mask, Bits] : BitsOfMask) {
    Value *Part;
    if (isPowerOf2_32(Bits))
      Part = emitBit(Mask, countr_zero(Bits));
    else
      Part = B.CreateSelect(predicate(Mask), B.getInt32(Bits), B.getInt32(0));
    // Bits that are flipped meet a constant one: hence xor.
    Sum = isZero(Sum) ? Part : B.CreateXor(Sum, Part);
  }
  return Sum;
}

/// Bit `lane` of Mask, at position Bit. NVIDIA rotates a constant so that the
/// wanted bit arrives there, two instructions with the mask.
Value *LaneValues::emitBit(uint64_t Mask, unsigned Bit) {
  if (T.Maker == Vendor::AMD)
    return B.CreateSelect(predicate(Mask), B.getInt32(1u << Bit),
                          B.getInt32(0));
  Value *Constant = B.getInt32(rotl(uint32_t(Mask), int(Bit)));
  Value *Rotated = B.CreateIntrinsic(Intrinsic::fshr, {B.getInt32Ty()},
                                     {Constant, Constant, lane()});
  return B.CreateAnd(Rotated, 1u << Bit);
}

} // namespace intrinsics
} // namespace f2layout
