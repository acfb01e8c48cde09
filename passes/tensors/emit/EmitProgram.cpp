//===- EmitProgram.cpp - Tensors become registers -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/emit/EmitProgram.h"
#include "intrinsics/calls/LayoutCalls.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "intrinsics/steps/Barrier.h"
#include "passes/tensors/emit/EmitAccess.h"
#include "passes/tensors/emit/EmitDot.h"
#include "passes/tensors/emit/InlineMap.h"
#include "passes/tensors/emit/SlotRings.h"
#include "passes/tensors/staging/StagedRead.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

namespace {

class ProgramEmitter {
public:
  ProgramEmitter(Function &F, const EmitTensorsContext &C)
      : F(F), P(C.P), Table(C.Table), C(C), B(F.getContext()),
        Rings(F, C.Staged, C.T, C.DT), Values(C.All.all().size()),
        Places(Values.size(), nullptr) {}
  void run();

private:
  Value *valueOf(unsigned Id);
  /// In the operation's order, since this emits what they are converted by.
  SmallVector<Value *, 3> operandsOf(const Instance &I);
  Type *registersOf(const Instance &I) const;
  void findPlaces();
  Instruction *placeOfConversion(unsigned Id) const;
  Instruction *placeOfRead(NodeId N) const;
  SmallVector<unsigned, 4> nearRegisters(unsigned Id) const;
  void emit(NodeId N);
  Value *make(const Instance &I);
  Value *makeOperation(const Instance &I);
  Value *convert(Value *V, LayoutId From, LayoutId To);
  Value *iota(const Instance &I);
  Value *map(const Instance &I);
  Value *rename(const Instance &I);
  RegisterAction actionOf(const Instance &I) const;
  unsigned sourceOf(unsigned Id, unsigned Register) const;
  void fillPhis();
  void erase();
  LayoutId layoutOf(unsigned Id) const { return C.All.all()[Id].Layout; }

  Function &F;
  const TensorProgram &P;
  const LayoutTable &Table;
  const EmitTensorsContext &C;
  IRBuilder<> B;
  Value *Thread = nullptr;
  SlotRings Rings;
  InlineMap Maps;
  std::vector<Value *> Values;       ///< By instance.
  std::vector<Instruction *> Places; ///< Of conversions: before which.
  std::vector<SmallVector<unsigned, 4>> Users;   ///< Instances by instance.
  SmallPtrSet<const Instruction *, 8> Barriers;  ///< Waits that have one.
  SmallPtrSet<const BasicBlock *, 8> Operations; ///< Blocks that have some.
};

} // namespace

Type *ProgramEmitter::registersOf(const Instance &I) const {
  // Of what is on its way, the number of the slot.
  if (P[I.Node].Staged)
    return Type::getInt32Ty(F.getContext());
  return FixedVectorType::get(P[I.Node].Type.Element,
                              Table.registers(I.Layout));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The first place behind the instruction where others may stand.
static Instruction *behind(Instruction *I) {
  if (isa<PHINode>(I))
    return &*I->getParent()->getFirstInsertionPt();
  return I->getNextNode();
}

/// Where instance U uses an operand: the instruction, or the end of the block
/// that a phi's operand comes from.
static SmallVector<Instruction *, 2> usesIn(const TensorProgram &P,
                                            const Instance &U, unsigned Id) {
  auto *I = cast<Instruction>(P[U.Node].V);
  auto *Phi = dyn_cast<PHINode>(I);
  if (!Phi || U.From)
    return {I};
  SmallVector<Instruction *, 2> Uses;
  for (auto [Index, Operand] : enumerate(U.Operands))
    if (Operand == Id)
      Uses.push_back(Phi->getIncomingBlock(Index)->getTerminator());
  return Uses;
}

Instruction *ProgramEmitter::placeOfConversion(unsigned Id) const {
  const Instance &I = C.All.all()[Id];
  auto *Def = cast<Instruction>(P[I.Node].V);
  BasicBlock *Common = nullptr;
  for (unsigned U : Users[Id])
    for (Instruction *Use : usesIn(P, C.All.all()[U], Id))
      Common = Common
                   ? C.DT.findNearestCommonDominator(Common, Use->getParent())
                   : Use->getParent();
  // All threads reach it together if they do so with an operation in it.
  if (!Common || !Operations.contains(Common) || Common == Def->getParent() ||
      C.Loops.getLoopDepth(Common) >= C.Loops.getLoopDepth(Def->getParent()))
    return behind(Def);
  return &*Common->getFirstInsertionPt();
}

/// What is waited for is read where it is used first, behind copies that begin
/// in between: until the next barrier, no slot is taken from it (Staging.h).
Instruction *ProgramEmitter::placeOfRead(NodeId N) const {
  auto *Wait = cast<Instruction>(P[N].V);
  if (any_of(C.All.of(N),
             [&](unsigned Id) { return C.All.all()[Id].From.has_value(); }))
    return Wait;
  SmallPtrSet<const Instruction *, 4> Users;
  for (NodeId U : P[N].Users)
    Users.insert(cast<Instruction>(P[U].V));
  for (Instruction *At = Wait->getNextNode(); At; At = At->getNextNode()) {
    if (Users.contains(At) && !isa<PHINode>(At))
      return At;
    if (Barriers.contains(At))
      break;
  }
  return Wait;
}

/// Registers that a product wants next to each other, if one uses the instance:
/// through maps and shape operations, which only rename registers.
SmallVector<unsigned, 4> ProgramEmitter::nearRegisters(unsigned Id) const {
  // So many operations lie between a read and a product at most.
  constexpr unsigned MostBetween = 16;
  SmallVector<unsigned, 8> Path{Id};
  for (unsigned Step = 0; Step <= MostBetween; ++Step) {
    const unsigned Last = Path.back();
    std::optional<unsigned> Next;
    for (unsigned U : Users[Last]) {
      const Instance &I = C.All.all()[U];
      const TensorNode &N = P[I.Node];
      if (I.From)
        continue;
      if (N.is(TensorOp::Dot) && I.Operands[2] != Last) {
        SmallVector<unsigned, 4> Near =
            fragmentRegisters(*C.Ops.dotChoice(I.Node, I.Layout), Table,
                              I.Operands[0] == Last ? 0 : 1);
        for (unsigned At : reverse(ArrayRef(Path).drop_front()))
          for (unsigned &Register : Near)
            Register = sourceOf(At, Register);
        return Near;
      }
      if (!Next && !I.Operands.empty() && I.Operands[0] == Last &&
          (N.is(TensorOp::Map) || N.isShapeOp()))
        Next = U;
    }
    if (!Next)
      break;
    Path.push_back(*Next);
  }
  return {};
}

void ProgramEmitter::findPlaces() {
  const ArrayRef<Instance> All = C.All.all();
  Users.resize(All.size());
  for (unsigned Id = 0; Id < All.size(); ++Id) {
    for (unsigned Operand : All[Id].Operands)
      Users[Operand].push_back(Id);
    if (All[Id].From)
      Users[*All[Id].From].push_back(Id);
  }
  for (const TensorNode &N : P.nodes())
    if (N.K == TensorNode::Operation)
      Operations.insert(cast<Instruction>(N.V)->getParent());
  for (unsigned Id = 0; Id < All.size(); ++Id)
    if (All[Id].From)
      Places[Id] = placeOfConversion(Id);
  for (NodeId N = 0; N < P.size(); ++N)
    if (P[N].is(TensorOp::Wait) && C.Staged.wait(N).Waits)
      Barriers.insert(cast<Instruction>(P[N].V));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value *ProgramEmitter::valueOf(unsigned Id) {
  if (Values[Id])
    return Values[Id];
  const Instance &I = C.All.all()[Id];
  IRBuilder<>::InsertPointGuard Guard(B);
  if (I.From) {
    Value *From = valueOf(*I.From);
    B.SetInsertPoint(Places[Id]);
    return Values[Id] = convert(From, layoutOf(*I.From), I.Layout);
  }
  assert(P[I.Node].K == TensorNode::Undefined && "made in order");
  return Values[Id] = isa<PoisonValue>(P[I.Node].V)
                          ? PoisonValue::get(registersOf(I))
                          : UndefValue::get(registersOf(I));
}

SmallVector<Value *, 3> ProgramEmitter::operandsOf(const Instance &I) {
  SmallVector<Value *, 3> Of;
  for (unsigned Operand : I.Operands)
    Of.push_back(valueOf(Operand));
  return Of;
}

/// Elements of one bit travel as bytes.
Value *ProgramEmitter::convert(Value *V, LayoutId From, LayoutId To) {
  if (From == To)
    return V;
  auto *Ty = cast<FixedVectorType>(V->getType());
  const bool Narrow = Ty->getElementType()->isIntegerTy(1);
  if (Narrow)
    V = B.CreateZExt(V,
                     FixedVectorType::get(B.getInt8Ty(), Ty->getNumElements()));
  V = emitConvert(B, V, Table[From], Table[To]);
  if (Narrow)
    V = B.CreateTrunc(V,
                      FixedVectorType::get(B.getInt1Ty(), Table.registers(To)));
  return V;
}

Value *ProgramEmitter::iota(const Instance &I) {
  ElementPlaces Elements(Table, I.Layout, Thread);
  Value *V = PoisonValue::get(registersOf(I));
  const TensorNode &N = P[I.Node];
  for (unsigned R = 0; R < Table.registers(I.Layout); ++R)
    V = B.CreateInsertElement(
        V,
        B.CreateZExtOrTrunc(Elements.coordinate(B, R, N.Call.Axis),
                            N.Type.Element),
        uint64_t(R));
  return V;
}

Value *ProgramEmitter::map(const Instance &I) {
  Value *V = PoisonValue::get(registersOf(I));
  for (unsigned R = 0; R < Table.registers(I.Layout); ++R) {
    SmallVector<Value *, 4> Arguments;
    for (unsigned Operand : I.Operands)
      Arguments.push_back(
          B.CreateExtractElement(valueOf(Operand), uint64_t(R)));
    V = B.CreateInsertElement(
        V, Maps.emit(B, *P[I.Node].Call.Mapped, Arguments), uint64_t(R));
  }
  return V;
}

/// What becomes of registers in a shape operation.
RegisterAction ProgramEmitter::actionOf(const Instance &I) const {
  return cantFail(P[I.Node].Call.Shape->registers(
      Table[layoutOf(I.Operands[0])], Table[I.Layout]));
}

/// The register of the first operand of a map or shape operation that a
/// register of the result is made of.
unsigned ProgramEmitter::sourceOf(unsigned Id, unsigned Register) const {
  const Instance &I = C.All.all()[Id];
  const TensorNode &N = P[I.Node];
  if (!N.isShapeOp())
    return Register;
  const unsigned First =
      N.is(TensorOp::Split) ? N.Call.Which * Table.registers(I.Layout) : 0;
  return unsigned(actionOf(I).source(First + Register));
}

Value *ProgramEmitter::rename(const Instance &I) {
  const TensorCall &Call = P[I.Node].Call;
  const RegisterAction Action = actionOf(I);
  const unsigned Count = Table.registers(I.Layout);
  // Of the two results of a split, the list has one after the other.
  const unsigned First = Call.Op == TensorOp::Split ? Call.Which * Count : 0;
  SmallVector<int, 16> Mask;
  for (unsigned R = 0; R < Count; ++R)
    Mask.push_back(int(Action.source(First + R)));
  Value *V = valueOf(I.Operands[0]);
  if (I.Operands.size() == 1)
    return B.CreateShuffleVector(V, Mask);
  return B.CreateShuffleVector(V, valueOf(I.Operands[1]), Mask);
}

Value *ProgramEmitter::makeOperation(const Instance &I) {
  const TensorNode &N = P[I.Node];
  const TensorCall &Call = N.Call;
  SmallVector<Value *, 3> Of;
  switch (Call.Op) {
  case TensorOp::Load:
    return emitTensorLoad(B, Call, C.Prices.access(I.Node), Table, I.Layout,
                          Thread);
  case TensorOp::Store:
    emitTensorStore(B, Call, C.Prices.access(I.Node), Table, I.Layout, Thread,
                    valueOf(I.Operands[0]));
    return nullptr;
  case TensorOp::Stage: {
    if (std::optional<Staging::Wait> Before = C.Staged.waitBefore(I.Node))
      Rings.wait(B, *Before);
    auto [Slot, Address] = Rings.next(B, C.Staged.ringOf(I.Node));
    emitTensorStage(B, Call, C.Prices.access(I.Node), Table, I.Layout, Thread,
                    Address, Rings.memory(C.Staged.ringOf(I.Node)),
                    Rings.minor(C.Staged.ringOf(I.Node)), C.T);
    Rings.commit(B);
    return Slot;
  }
  case TensorOp::Wait: {
    const unsigned Ring = C.Staged.ringOf(I.Node);
    // Of several instances the first one waits.
    if (C.All.of(I.Node).front() == unsigned(&I - C.All.all().data()))
      Rings.wait(B, C.Staged.wait(I.Node));
    B.SetInsertPoint(placeOfRead(I.Node));
    return emitStagedRead(B, N.Type, Rings.minor(Ring), Table, I.Layout, Thread,
                          Rings.address(B, Ring, valueOf(I.Operands[0])),
                          nearRegisters(unsigned(&I - C.All.all().data())),
                          C.T);
  }
  case TensorOp::Splat:
    return B.CreateVectorSplat(Table.registers(I.Layout),
                               Call.Call->getArgOperand(0));
  case TensorOp::Iota:
    return iota(I);
  case TensorOp::Map:
    return map(I);
  case TensorOp::Trans:
  case TensorOp::Reshape:
  case TensorOp::ExpandDims:
  case TensorOp::Broadcast:
  case TensorOp::Join:
  case TensorOp::Split:
    return rename(I);
  case TensorOp::Reduce:
    return emitReduce(B, Call.Line, valueOf(I.Operands[0]), Call.Axis,
                      Table[layoutOf(I.Operands[0])], Table[I.Layout]);
  case TensorOp::Scan:
    return emitScan(B, Call.Line, valueOf(I.Operands[0]), Call.Axis,
                    Call.Reverse, Call.Exclusive, Table[I.Layout]);
  case TensorOp::Gather:
    Of = operandsOf(I);
    return emitGather(B, Of[0], Of[1], Call.Axis,
                      Table[layoutOf(I.Operands[0])], Table[I.Layout]);
  case TensorOp::Dot:
    Of = operandsOf(I);
    return emitDot(B, *C.Ops.dotChoice(I.Node, I.Layout), Table, Thread, Of[0],
                   Of[1], Of[2]);
  case TensorOp::Convert:
    return convert(valueOf(I.Operands[0]), layoutOf(I.Operands[0]), I.Layout);
  }
  llvm_unreachable("covered switch");
}

Value *ProgramEmitter::make(const Instance &I) {
  const TensorNode &N = P[I.Node];
  auto *Origin = cast<Instruction>(N.V);
  B.SetInsertPoint(Origin);
  SmallVector<Value *, 3> Of;
  switch (N.K) {
  case TensorNode::Phi:
    return B.CreatePHI(registersOf(I), I.Operands.size(), Origin->getName());
  case TensorNode::Select:
    Of = operandsOf(I);
    return B.CreateSelect(Origin->getOperand(0), Of[0], Of[1]);
  case TensorNode::Operation:
    return makeOperation(I);
  case TensorNode::Undefined:
    break;
  }
  llvm_unreachable("undefined values are made where they are used");
}

void ProgramEmitter::emit(NodeId N) {
  if (P[N].K == TensorNode::Undefined)
    return;
  for (unsigned Id : C.All.of(N)) {
    const Instance &I = C.All.all()[Id];
    if (!I.From && !Values[Id])
      Values[Id] = make(I);
  }
}

void ProgramEmitter::fillPhis() {
  const ArrayRef<Instance> All = C.All.all();
  for (unsigned Id = 0; Id < All.size(); ++Id) {
    const Instance &I = All[Id];
    if (I.From || P[I.Node].K != TensorNode::Phi)
      continue;
    auto *Old = cast<PHINode>(P[I.Node].V);
    auto *New = cast<PHINode>(Values[Id]);
    for (auto [Index, Operand] : enumerate(I.Operands))
      New->addIncoming(valueOf(Operand), Old->getIncomingBlock(Index));
  }
}

void ProgramEmitter::erase() {
  for (const TensorNode &N : P.nodes()) {
    if (N.K == TensorNode::Undefined)
      continue;
    auto *I = cast<Instruction>(N.V);
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
  }
}

void ProgramEmitter::run() {
  findPlaces();
  B.SetInsertPoint(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Thread = emitLinearThread(C.T, B, C.OneDimension);
  for (NodeId N = 0; N < P.size(); ++N)
    emit(N);
  fillPhis();
  erase();
  Maps.finish();
  removeUnreachableBlocks(F); // Operations there are not replaced.
  Rings.finish();
}

void f2layout::emitTensors(Function &F, const EmitTensorsContext &Context) {
  ProgramEmitter(F, Context).run();
}
