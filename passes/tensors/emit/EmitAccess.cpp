//===- EmitAccess.cpp - Tensors from memory and to memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/emit/EmitAccess.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/AffineForm.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/Slicing.h"
#include "layouts/machine/Limits.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <map>

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value *ElementPlaces::first(IRBuilder<> &B, unsigned Dim) {
  const unsigned Rank = Table[L].outputs().size();
  First.resize(Rank, nullptr);
  if (First[Dim])
    return First[Dim];
  AffineForm Form;
  Form.Constant = uint32_t(Table.elementAt(L, 0)[Dim]);
  for (unsigned I = 0; I < Table.threadBits(); ++I)
    Form.Columns.push_back(uint32_t(Table.threadImage(L, I)[Dim]));
  return First[Dim] = emitAffine(B, Thread, Table.threadBits(), Form);
}

/// The bits of the coordinate that depend on the thread, or are set in register
/// 0 of thread 0.
uint64_t ElementPlaces::threadMask(unsigned Dim) const {
  uint64_t Mask = Table.elementAt(L, 0)[Dim];
  for (unsigned I = 0; I < Table.threadBits(); ++I)
    Mask |= Table.threadImage(L, I)[Dim];
  return Mask;
}

uint64_t ElementPlaces::distance(unsigned R, unsigned Dim) const {
  return Table.elementAt(L, R)[Dim] ^ Table.elementAt(L, 0)[Dim];
}

bool ElementPlaces::isSum(unsigned Dim) const {
  uint64_t OfRegisters = 0;
  for (unsigned I = 0; I < Table[L].inputBits("register"); ++I)
    OfRegisters |= Table.registerImage(L, I)[Dim];
  return (OfRegisters & threadMask(Dim)) == 0;
}

Value *ElementPlaces::coordinate(IRBuilder<> &B, unsigned R, unsigned Dim) {
  Value *Start = first(B, Dim);
  const uint64_t Distance = distance(R, Dim);
  if (!Distance)
    return Start;
  Value *D = B.getInt32(uint32_t(Distance));
  return isSum(Dim) ? compat::createDisjointOr(B, Start, D)
                    : B.CreateXor(Start, D);
}

Value *ElementPlaces::isFirstHolder(IRBuilder<> &B) const {
  uint64_t Mask = 0;
  for (const InputBits &Free : freeBits(Table[L])) {
    if (Free.Name == "lane")
      Mask |= Free.Bits;
    if (Free.Name == "warp")
      Mask |= Free.Bits << Table.laneBits();
  }
  if (!Mask)
    return nullptr;
  return B.CreateICmpEQ(B.CreateAnd(Thread, uint32_t(Mask)), B.getInt32(0));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

/// One access of a vector: its registers, in the order of memory.
struct Piece {
  SmallVector<int, 16> Registers;
};

/// What loads and stores share.
class Emitter {
public:
  Emitter(IRBuilder<> &B, const TensorCall &C, const GlobalAccess &G,
          const LayoutTable &Table, LayoutId L, Value *Thread)
      : B(B), C(C), G(G), Table(Table), L(L), Places(Table, L, Thread) {
    Width = G.width(Table, L, C.Type.elementBits());
    for (unsigned D = 0; D < C.Type.rank(); ++D)
      if (C.bound(D))
        Bounded.push_back(D);
  }

  Value *load();
  void stage(Value *To, const LinearLayout &Memory, unsigned Minor,
             bool IsAsync);
  void store(Value *Registers);

private:
  /// Pieces with the same condition.
  std::vector<std::vector<Piece>> groups() const;
  Value *conditionOf(const Piece &P);
  Value *addressOf(const Piece &P);
  Type *accessType() const {
    return Width == 1 ? C.Type.Element
                      : FixedVectorType::get(C.Type.Element, Width);
  }
  Align alignment() const {
    return Align(Width * uint64_t(C.Type.elementBits() / 8));
  }
  Value *scaled(Value *Elements) {
    return B.CreateMul(Elements, B.getInt64(C.Type.elementBits() / 8));
  }

  IRBuilder<> &B;
  const TensorCall &C;
  const GlobalAccess &G;
  const LayoutTable &Table;
  const LayoutId L;
  ElementPlaces Places;
  unsigned Width = 1;
  SmallVector<unsigned, 4> Bounded;
  Value *FirstAddress = nullptr;
};

} // namespace

std::vector<std::vector<Piece>> Emitter::groups() const {
  std::map<std::vector<uint64_t>, unsigned> RegisterAt;
  auto Place = [&](unsigned R) {
    const LayoutPoint P = Table.elementAt(L, R);
    return std::vector<uint64_t>(P.begin(), P.end());
  };
  const unsigned Count = Table.registers(L);
  for (unsigned R = 0; R < Count; ++R)
    RegisterAt[Place(R)] = R;
  std::map<std::vector<uint64_t>, size_t> Numbers;
  std::vector<std::vector<Piece>> Groups;
  for (unsigned R = 0; R < Count; ++R) {
    std::vector<uint64_t> At = Place(R);
    if (Width > 1 && At[*G.Minor] % Width)
      continue;
    Piece P;
    for (unsigned I = 0; I < Width; ++I) {
      P.Registers.push_back(int(RegisterAt.at(At)));
      if (Width > 1)
        ++At[*G.Minor];
    }
    std::vector<uint64_t> Distances;
    for (unsigned D : Bounded)
      Distances.push_back(Places.distance(R, D));
    const size_t Group =
        Numbers.try_emplace(Distances, Groups.size()).first->second;
    if (Group == Groups.size())
      Groups.emplace_back();
    Groups[Group].push_back(std::move(P));
  }
  return Groups;
}

/// Null if there are no bounds.
Value *Emitter::conditionOf(const Piece &P) {
  Value *All = nullptr;
  for (unsigned D : Bounded) {
    Value *At =
        B.CreateZExt(Places.coordinate(B, P.Registers[0], D), B.getInt64Ty());
    Value *Inside = B.CreateICmpSLT(At, C.bound(D));
    All = All ? B.CreateAnd(All, Inside) : Inside;
  }
  return All;
}

Value *Emitter::addressOf(const Piece &P) {
  const unsigned R = P.Registers[0];
  Value *Constant = nullptr; // Elements that are added to register 0's.
  bool Sums = true;
  for (unsigned D = 0; D < C.Type.rank(); ++D)
    Sums &= Places.isSum(D);
  auto Sum = [&](auto Coordinate) {
    Value *Total = B.getInt64(0);
    for (unsigned D = 0; D < C.Type.rank(); ++D)
      if (C.Type.Shape[D] > 1)
        Total = B.CreateAdd(Total, B.CreateMul(Coordinate(D), C.stride(D)));
    return Total;
  };
  if (!Sums)
    return B.CreateGEP(B.getInt8Ty(), C.base(), scaled(Sum([&](unsigned D) {
                         return B.CreateZExt(Places.coordinate(B, R, D),
                                             B.getInt64Ty());
                       })));
  if (!FirstAddress)
    FirstAddress =
        B.CreateGEP(B.getInt8Ty(), C.base(), scaled(Sum([&](unsigned D) {
                      return B.CreateZExt(Places.first(B, D), B.getInt64Ty());
                    })));
  Constant = scaled(
      Sum([&](unsigned D) { return B.getInt64(Places.distance(R, D)); }));
  return B.CreateGEP(B.getInt8Ty(), FirstAddress, Constant);
}

Value *Emitter::load() {
  const unsigned Count = Table.registers(L);
  Type *Registers = FixedVectorType::get(C.Type.Element, Count);
  const std::vector<std::vector<Piece>> Groups = groups();
  // What all of them use is computed before the first branch.
  addressOf(Groups.front().front());
  SmallVector<Value *, 16> Elements(Count);
  auto Take = [&](const Piece &P, Value *Loaded) {
    for (auto [I, R] : enumerate(P.Registers))
      Elements[R] =
          Width == 1 ? Loaded : B.CreateExtractElement(Loaded, uint64_t(I));
  };
  for (const std::vector<Piece> &Pieces : Groups) {
    Value *Condition = conditionOf(Pieces.front());
    SmallVector<Value *, 8> Loaded;
    auto LoadAll = [&] {
      for (const Piece &P : Pieces)
        Loaded.push_back(
            B.CreateAlignedLoad(accessType(), addressOf(P), alignment()));
    };
    if (!Condition) {
      LoadAll();
    } else {
      BasicBlock *Before = B.GetInsertBlock();
      Instruction *At = &*B.GetInsertPoint();
      Value *Other =
          Width == 1 ? C.other() : B.CreateVectorSplat(Width, C.other());
      Instruction *Then = SplitBlockAndInsertIfThen(Condition, At, false);
      B.SetInsertPoint(Then);
      LoadAll();
      BasicBlock *Inside = B.GetInsertBlock();
      B.SetInsertPoint(At);
      for (Value *&V : Loaded) {
        PHINode *Phi = PHINode::Create(accessType(), 2, "",
                                       At->getParent()->getFirstNonPHIIt());
        Phi->addIncoming(V, Inside);
        Phi->addIncoming(Other, Before);
        V = Phi;
      }
    }
    for (auto [P, V] : zip_equal(Pieces, Loaded))
      Take(P, V);
  }
  Value *All = PoisonValue::get(Registers);
  for (auto [R, V] : enumerate(Elements))
    All = B.CreateInsertElement(All, V, uint64_t(R));
  return All;
}

void Emitter::store(Value *Registers) {
  const std::vector<std::vector<Piece>> Groups = groups();
  addressOf(Groups.front().front());
  Value *Holder = Places.isFirstHolder(B);
  for (const std::vector<Piece> &Pieces : Groups) {
    Value *Condition = conditionOf(Pieces.front());
    if (Holder)
      Condition = Condition ? B.CreateAnd(Condition, Holder) : Holder;
    Instruction *At = &*B.GetInsertPoint();
    if (Condition)
      B.SetInsertPoint(SplitBlockAndInsertIfThen(Condition, At, false));
    for (const Piece &P : Pieces) {
      Value *V = Width == 1 ? B.CreateExtractElement(Registers,
                                                     uint64_t(P.Registers[0]))
                            : B.CreateShuffleVector(Registers, P.Registers);
      B.CreateAlignedStore(V, addressOf(P), alignment());
    }
    B.SetInsertPoint(At);
  }
}

/// The offset in Memory of register R's element, in bytes.
static AffineForm offsetIn(const LinearLayout &Memory,
                           const LinearLayout &Inverse,
                           const LayoutTable &Table, LayoutId L, unsigned R,
                           unsigned Bytes) {
  auto Offset = [&](const LayoutPoint &P) {
    return uint32_t(Inverse.applyFlat(Memory.flatten(P)) * Bytes);
  };
  AffineForm Form;
  Form.Constant = Offset(Table.elementAt(L, R));
  for (unsigned I = 0; I < Table.threadBits(); ++I)
    Form.Columns.push_back(Offset(Table.threadImage(L, I)));
  return Form;
}

void Emitter::stage(Value *To, const LinearLayout &Memory, unsigned Minor,
                    bool IsAsync) {
  if (G.Minor != Minor)
    Width = 1; // Neighbours here are none there.
  const LinearLayout Inverse = cantFail(invert(Memory));
  const unsigned Bytes = C.Type.elementBits() / 8;
  const unsigned Size = Width * Bytes;
  static constexpr Intrinsic::ID Copies[] = {
      Intrinsic::nvvm_cp_async_ca_shared_global_4,
      Intrinsic::nvvm_cp_async_ca_shared_global_8,
      Intrinsic::nvvm_cp_async_cg_shared_global_16};
  IsAsync &= Size >= 4 && Size <= 16;
  Instruction *At = &*B.GetInsertPoint();
  if (Value *Holder = Places.isFirstHolder(B))
    B.SetInsertPoint(SplitBlockAndInsertIfThen(Holder, At, false));
  SmallVector<std::pair<Value *, Value *>, 8> Late;
  const std::vector<std::vector<Piece>> Groups = groups();
  for (const Piece &P : Groups.front()) {
    Value *Offset =
        emitAffine(B, Places.thread(), Table.threadBits(),
                   offsetIn(Memory, Inverse, Table, L, P.Registers[0], Bytes));
    Value *Slot = B.CreateGEP(B.getInt8Ty(), To, Offset);
    Value *From = addressOf(P);
    if (IsAsync)
      B.CreateIntrinsic(Copies[Log2_32(Size / 4)], {},
                        {Slot, B.CreateAddrSpaceCast(From, B.getPtrTy(1))});
    else
      Late.push_back(
          {B.CreateAlignedLoad(accessType(), From, alignment()), Slot});
  }
  for (auto [V, Slot] : Late)
    B.CreateAlignedStore(V, Slot, alignment());
  B.SetInsertPoint(At);
}

bool f2layout::hasAsyncCopies(const Target &T) {
  StringRef Cpu = T.Cpu;
  unsigned Number = 0;
  return T.Maker == Vendor::NVIDIA && Cpu.consume_front("sm_") &&
         !Cpu.consumeInteger(10, Number) && Number >= 80;
}

void f2layout::emitTensorStage(IRBuilder<> &B, const TensorCall &C,
                               const GlobalAccess &G, const LayoutTable &Table,
                               LayoutId L, Value *Thread, Value *To,
                               const LinearLayout &Memory, unsigned Minor,
                               const Target &T) {
  Emitter(B, C, G, Table, L, Thread)
      .stage(To, Memory, Minor, hasAsyncCopies(T));
}

Value *f2layout::emitTensorLoad(IRBuilder<> &B, const TensorCall &C,
                                const GlobalAccess &G, const LayoutTable &Table,
                                LayoutId L, Value *Thread) {
  return Emitter(B, C, G, Table, L, Thread).load();
}

void f2layout::emitTensorStore(IRBuilder<> &B, const TensorCall &C,
                               const GlobalAccess &G, const LayoutTable &Table,
                               LayoutId L, Value *Thread, Value *Registers) {
  Emitter(B, C, G, Table, L, Thread).store(Registers);
}
