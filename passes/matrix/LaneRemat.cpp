//===- LaneRemat.cpp - Recompute a value for another lane -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/LaneRemat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace f2layout;

/// Longer computations are not copied, so that no input overflows the stack.
static constexpr unsigned MostDepth = 256;

//===----------------------------------------------------------------------===//
// What can be copied
//===----------------------------------------------------------------------===//

/// V belongs to a loop that lanes have left in different iterations before they
/// reach In: what another lane computed there is no longer available.
bool LaneRemat::isOfOtherIteration(const Value *V, const BasicBlock &In) {
  auto *I = dyn_cast<Instruction>(V);
  const BitFacts *Facts = I ? Warp.forms().of(V) : nullptr;
  if (!Facts)
    return false;
  const Support S = Warp.forms().table().support(Facts->Bits);
  return Warp.forms().supportIn(S, &In).Varies &&
         !Warp.forms().supportIn(S, I->getParent()).Varies;
}

bool LaneRemat::dependsOnLane(const Value *V, const BasicBlock &In) {
  if (isa<Constant>(V) || isa<Argument>(V))
    return false;
  const BitFacts *Facts = Warp.forms().of(V);
  if (!Facts)
    return true;
  const Support S =
      Warp.forms().supportIn(Warp.forms().table().support(Facts->Bits), &In);
  return S.Varies || (S.Threads & Warp.lanePlaces());
}

/// A function of its operands alone, wherever it is executed.
static bool isPureFunction(const Instruction &I) {
  if (!I.getType()->isIntOrPtrTy() || !isSafeToSpeculativelyExecute(&I))
    return false;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->doesNotAccessMemory() && !Call->isConvergent() &&
           all_of(Call->args(),
                  [](const Use &A) { return A->getType()->isIntegerTy(); });
  return isa<BinaryOperator, CastInst, GetElementPtrInst, SelectInst, ICmpInst>(
      I);
}

/// All lanes of the warp arrived over the same edge.
const Value *LaneRemat::obstacleOfPhi(const PHINode &P) {
  for (unsigned N = 0; N < P.getNumIncomingValues(); ++N) {
    const BasicBlock *From = P.getIncomingBlock(N);
    if (!Warp.uniformity().isUniformlyReached(From) ||
        !Warp.uniformity().hasUniformBranch(From))
      return &P;
    if (const Value *No = search(P.getIncomingValue(N), *From))
      return No;
  }
  return nullptr;
}

const Value *LaneRemat::search(const Value *V, const BasicBlock &In) {
  if (!dependsOnLane(V, In))
    return nullptr;
  if (Depth == MostDepth || isOfOtherIteration(V, In))
    return V;
  SaveAndRestore Deeper(Depth, Depth + 1);
  // A value that is requested while it is being searched is in a cycle of phis.
  // It is assumed to have no obstacle until one is found.
  auto [It, New] = Obstacles.try_emplace(V, nullptr);
  if (!New)
    return It->second;
  Searched.push_back(V);
  const Value *No = nullptr;
  auto *I = dyn_cast<Instruction>(V);
  if (auto R = classifyLaunchRead(V))
    No = R->K == LaunchRead::ThreadIndex || R->K == LaunchRead::Lane ? nullptr
                                                                     : V;
  else if (auto *P = dyn_cast<PHINode>(V))
    No = obstacleOfPhi(*P);
  else if (!I || !isPureFunction(*I))
    No = V;
  else
    for (const Use &U : I->operands())
      if ((No = search(U.get(), *I->getParent())))
        break;
  return Obstacles[V] = No;
}

/// Values computed after At must be computable before it, too.
static const Value *hoistObstacle(const Value *V, const Instruction *At,
                                  const DominatorTree &DT,
                                  SmallPtrSetImpl<const Value *> &Seen) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Seen.insert(V).second || DT.dominates(I, At))
    return nullptr;
  if (Seen.size() > MostDepth)
    return V;
  if (isa<PHINode>(I) || classifyLaunchRead(I) || !isPureFunction(*I))
    return I;
  for (const Use &U : I->operands())
    if (const Value *No = hoistObstacle(U.get(), At, DT, Seen))
      return No;
  return nullptr;
}

const Value *LaneRemat::obstacle(const Value *V, const Instruction *At) {
  Searched.clear();
  const Value *No = search(V, *At->getParent());
  if (!No) {
    SmallPtrSet<const Value *, 16> Seen;
    return hoistObstacle(V, At, DT, Seen);
  }
  // Results found on the way may rest on a value that has an obstacle.
  for (const Value *Of : Searched)
    if (!Obstacles.lookup(Of))
      Obstacles.erase(Of);
  return No;
}

//===----------------------------------------------------------------------===//
// Where copies are inserted
//===----------------------------------------------------------------------===//

Value *LaneRemat::note(Value *V) {
  if (isa<Instruction>(V))
    Created.insert(V);
  return V;
}

/// Inserts after the operands, and after the originals if all of them are
/// before At; otherwise at At.
void LaneRemat::insertAfter(IRBuilder<> &B, ArrayRef<const Value *> Operands,
                            ArrayRef<const Value *> Originals,
                            Instruction *At) {
  Instruction *Last = nullptr;
  auto Take = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (I && (!Last || DT.dominates(Last, I)))
      Last = const_cast<Instruction *>(I);
  };
  for (const Value *V : Originals)
    if (auto *I = dyn_cast<Instruction>(V); I && !DT.dominates(I, At)) {
      B.SetInsertPoint(At);
      return;
    }
  for_each(Originals, Take);
  for_each(Operands, Take);
  BasicBlock::iterator Point =
      Last ? isa<PHINode>(Last) ? Last->getParent()->getFirstInsertionPt()
                                : std::next(Last->getIterator())
           : F.getEntryBlock().getFirstInsertionPt();
  BasicBlock *Block = Last ? Last->getParent() : &F.getEntryBlock();
  while (Point != Block->end() && Created.contains(&*Point) && &*Point != At)
    ++Point;
  B.SetInsertPoint(Block, Point);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// threadIdx or the lane number in the other lane.
Value *LaneRemat::otherIndex(Instruction &Read, LaunchRead R, Instruction *At) {
  SmallVector<std::pair<unsigned, unsigned>, 6> Moves;
  uint64_t Replaced = 0;
  for (auto [N, Place] : enumerate(Warp.laneBits())) {
    const bool OfLane = R.K == LaunchRead::Lane;
    if (!OfLane && Place.Dim != R.Dim)
      continue;
    const unsigned To = OfLane ? unsigned(N) : Place.Number;
    Replaced |= uint64_t(1) << To;
    if (Map.From[N] != LaneMap::Zero)
      Moves.push_back({Map.From[N], To});
  }
  Value *Other = gathered(Moves);
  IRBuilder<> B(F.getContext());
  insertAfter(B, {&Read, Other}, {&Read}, At);
  Other = note(B.CreateZExtOrTrunc(Other, Read.getType()));
  Value *Kept =
      note(B.CreateAnd(&Read, ConstantInt::get(Read.getType(), ~Replaced)));
  return note(B.CreateOr(Kept, Other));
}

Value *LaneRemat::copyPhi(PHINode &P) {
  PHINode *New = PHINode::Create(P.getType(), P.getNumIncomingValues(), "",
                                 P.getIterator());
  New->setDebugLoc(P.getDebugLoc());
  note(New);
  // Recorded before its operands, which may lead back to it.
  Done[{{&P}, {}, Map}].push_back(New);
  for (unsigned N = 0; N < P.getNumIncomingValues(); ++N) {
    BasicBlock *From = P.getIncomingBlock(N);
    New->addIncoming(merge({P.getIncomingValue(N)}, {}, From->getTerminator()),
                     From);
  }
  return New;
}

Value *LaneRemat::copy(Value *V, Instruction *At) {
  if (!dependsOnLane(V, *At->getParent())) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || DT.dominates(I, At))
      return V;
  }
  auto *I = cast<Instruction>(V);
  if (auto R = classifyLaunchRead(V))
    return otherIndex(*I, *R, At);
  if (auto *P = dyn_cast<PHINode>(V))
    return copyPhi(*P);
  return mergeSame({V}, {}, At);
}

/// Operand N of one of the computations. The operands of x + y and y + z are
/// matched so that y is in the same place.
static Value *operandAsIn(const Instruction &First, const Instruction &I,
                          unsigned N) {
  const bool Swaps = I.isCommutative() && isa<BinaryOperator>(I) &&
                     I.getOperand(0) != First.getOperand(0) &&
                     I.getOperand(1) != First.getOperand(1) &&
                     (I.getOperand(0) == First.getOperand(1) ||
                      I.getOperand(1) == First.getOperand(0));
  return I.getOperand(Swaps ? 1 - N : N);
}

/// One copy of instructions that differ only in their operands.
Value *LaneRemat::mergeSame(const Values &Ways, const Bits &Choosers,
                            Instruction *At) {
  auto *First = cast<Instruction>(Ways[0]);
  Values Operands;
  for (unsigned N = 0; N < First->getNumOperands(); ++N) {
    Values Each;
    for (Value *W : Ways)
      Each.push_back(operandAsIn(*First, *cast<Instruction>(W), N));
    Operands.push_back(merge(Each, Choosers, At));
  }
  Instruction *New = First->clone();
  for (auto [N, Operand] : enumerate(Operands))
    New->setOperand(N, Operand);
  for (Value *W : Ways)
    New->andIRFlags(W);
  New->dropUnknownNonDebugMetadata();
  IRBuilder<> B(F.getContext());
  SmallVector<const Value *, 4> Before(Operands.begin(), Operands.end());
  SmallVector<const Value *, 4> Originals(Ways.begin(), Ways.end());
  insertAfter(B, Before, Originals, At);
  B.Insert(New);
  New->setDebugLoc(First->getDebugLoc());
  return note(New);
}

/// GEPs to different fields of a structure, whose indices must be constants.
static bool differInFields(const Instruction &I, const Instruction &J) {
  auto *G = dyn_cast<GetElementPtrInst>(&I);
  if (!G)
    return false;
  for (auto It = gep_type_begin(G), End = gep_type_end(G); It != End; ++It) {
    const unsigned N = std::distance(gep_type_begin(G), It) + 1;
    if (It.isStruct() && G->getOperand(N) != J.getOperand(N))
      return true;
  }
  return false;
}

static bool isAlike(const Value *A, const Value *B) {
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  return I && J && !isa<PHINode>(I) && !classifyLaunchRead(I) &&
         !classifyLaunchRead(J) && isPureFunction(*I) && isPureFunction(*J) &&
         I->isSameOperationAs(J) && !differInFields(*I, *J);
}

/// Some of the values are x op constant and others x: the latter are x op 0.
Value *LaneRemat::mergeWithPlain(const Values &Ways, const Bits &Choosers,
                                 Instruction *At) {
  BinaryOperator *Some = nullptr;
  for (Value *W : Ways)
    if (auto *O = dyn_cast<BinaryOperator>(W);
        O && isa<ConstantInt>(O->getOperand(1)) &&
        is_contained({Instruction::Add, Instruction::Or, Instruction::Xor},
                     O->getOpcode()))
      Some = O;
  if (!Some)
    return nullptr;
  Values Left, Right;
  for (Value *W : Ways) {
    auto *O = dyn_cast<BinaryOperator>(W);
    const bool Duplicates = O && O->getOpcode() == Some->getOpcode() &&
                            isa<ConstantInt>(O->getOperand(1));
    Left.push_back(Duplicates ? O->getOperand(0) : W);
    Right.push_back(Duplicates ? O->getOperand(1)
                               : ConstantInt::get(Some->getType(), 0));
  }
  if (!all_equal(Left))
    return nullptr;
  Value *X = merge(Left, Choosers, At), *Y = merge(Right, Choosers, At);
  IRBuilder<> B(F.getContext());
  SmallVector<const Value *, 4> Originals(Ways.begin(), Ways.end());
  insertAfter(B, {X, Y}, Originals, At);
  return note(B.CreateBinOp(Some->getOpcode(), X, Y));
}

Value *LaneRemat::select(const Values &Ways, const Bits &Choosers,
                         Instruction *At) {
  const size_t Half = Ways.size() / 2;
  const Bits Lower(Choosers.begin(), std::prev(Choosers.end()));
  Value *Low = merge(Values(Ways.begin(), Ways.begin() + Half), Lower, At);
  Value *High = merge(Values(Ways.begin() + Half, Ways.end()), Lower, At);
  Value *Is = isSet(Choosers.back());
  IRBuilder<> B(F.getContext());
  SmallVector<const Value *, 4> Originals(Ways.begin(), Ways.end());
  insertAfter(B, {Low, High, Is}, Originals, At);
  return note(B.CreateSelect(Is, High, Low));
}

Value *LaneRemat::build(const Values &Ways, const Bits &Choosers,
                        Instruction *At) {
  if (Ways.size() == 1)
    return copy(Ways[0], At);
  if (all_of(Ways, [](Value *V) {
        auto *C = dyn_cast<ConstantInt>(V);
        return C && C->getBitWidth() <= 64;
      })) {
    SmallVector<int64_t, 8> Table;
    for (Value *V : Ways)
      Table.push_back(cast<ConstantInt>(V)->getSExtValue());
    return choice(Table, Choosers, Ways[0]->getType());
  }
  if (Value *V = mergeWithPlain(Ways, Choosers, At))
    return V;
  if (all_of(Ways, [&](Value *V) { return isAlike(Ways[0], V); }))
    return mergeSame(Ways, Choosers, At);
  return select(Ways, Choosers, At);
}

Value *LaneRemat::merge(Values Ways, const Bits &Choosers, Instruction *At) {
  Bits Deciding = Choosers;
  // Drop bits that decide nothing here.
  for (unsigned N = Deciding.size(); N-- > 0;) {
    auto Other = [&](size_t W) { return Ways[W ^ (size_t(1) << N)]; };
    if (!all_of(seq<size_t>(0, Ways.size()),
                [&](size_t W) { return Ways[W] == Other(W); }))
      continue;
    Values Rest;
    for (size_t W = 0; W < Ways.size(); ++W)
      if (!(W >> N & 1))
        Rest.push_back(Ways[W]);
    Ways = std::move(Rest);
    Deciding.erase(Deciding.begin() + N);
  }
  Key K = {{Ways.begin(), Ways.end()}, Deciding, Map};
  auto Known = Done.find(K);
  if (Known != Done.end())
    for (Value *V : Known->second)
      if (!isa<Instruction>(V) || DT.dominates(cast<Instruction>(V), At))
        return V;
  Value *New = build(Ways, Deciding, At);
  auto &All = Done[K];
  if (!is_contained(All, New))
    All.push_back(New);
  return New;
}

Value *LaneRemat::compute(ArrayRef<Value *> Ways, ArrayRef<unsigned> Choosers,
                          const LaneMap &By, Instruction *At) {
  Map = By;
  return merge(Values(Ways), Bits(Choosers.begin(), Choosers.end()), At);
}

Value *LaneRemat::sum(Value *Pointer, Value *Bytes, Value *Original,
                      Instruction *At) {
  if (auto *C = dyn_cast<ConstantInt>(Bytes); C && C->isZero())
    return Pointer;
  IRBuilder<> B(F.getContext());
  insertAfter(B, {Pointer, Bytes}, {Original}, At);
  return note(B.CreatePtrAdd(Pointer, Bytes));
}
