//===- BankTraffic.cpp - Wavefronts of shared accesses, by evaluation -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/BankTraffic.h"
#include "layouts/machine/Limits.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/Plan.h"
#include "passes/evaluate/UnknownPart.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/price/FragmentRows.h"
#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Counts one access.
class AccessCounter {
public:
  AccessCounter(const FunctionAnalyses &C, ThreadEval &Eval, const Target &T,
                const SharedObject &O, const SharedAccess &A, unsigned Bytes)
      : C(C), Eval(Eval), M(T.M), O(O), A(A), Bytes(Bytes),
        Alignment(Bytes > A.Bytes ? std::max(A.alignment(), Align(Bytes))
                                  : A.alignment()) {}
  void count(AccessTraffic &R);

private:
  void findActive(AccessTraffic &R);
  bool leavesArray() const;
  std::string strideText() const;
  Align alignmentOfBase() const;
  SmallVector<unsigned, 16> placesOfBase(Align Base) const;
  void countWarp(unsigned First, ArrayRef<unsigned> Places, AccessTraffic &R);
  std::pair<unsigned, unsigned> wavefronts(ArrayRef<uint32_t> Lanes) const;

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const Machine &M;
  const SharedObject &O;
  const SharedAccess &A;
  const unsigned Bytes; ///< Of A and what is joined with it.
  const Align Alignment;
  AccessFacts Facts;
  BitVector Active;
};

} // namespace

/// The threads that run the access, as far as the thread index decides.
void AccessCounter::findActive(AccessTraffic &R) {
  Active.resize(Eval.threads(), true);
  if (A.isMatrix())
    for (unsigned Thread = 0; Thread < Active.size(); ++Thread)
      if (Thread % M.lanes() >= A.RowLanes)
        Active.reset(Thread);
  R.AtMost |= !removeUnmet(Eval, A, Active);
  const BasicBlock &Entry = C.F.getEntryBlock();
  std::optional<Path> P = Eval.pathCondition(&Entry, A.I->getParent());
  if (!P) {
    R.AtMost = true;
    return;
  }
  uint8_t Reads = 0;
  const std::vector<ThreadGuard> Guards = evaluateGuard(Eval, *P, Reads);
  const ThreadGuard *Coming = nullptr;
  for (auto [Thread, Guard] : enumerate(Guards)) {
    if (Guard.Never) {
      Active.reset(Thread);
      continue;
    }
    // A condition that is the same in all threads masks off no single thread.
    R.AtMost |= Coming && Guard.Needs != Coming->Needs;
    Coming = &Guard;
  }
}

/// Some thread that runs the access would leave the array.
bool AccessCounter::leavesArray() const {
  if (O.Dynamic || Active.none())
    return false;
  int64_t First = Facts.At[Active.find_first()], Last = First;
  for (unsigned Thread : Active.set_bits()) {
    First = std::min<int64_t>(First, Facts.At[Thread]);
    Last = std::max<int64_t>(Last, Facts.At[Thread]);
  }
  if (!Facts.Sym && (First < 0 || Last + Bytes > int64_t(O.Bytes)))
    return true;
  return Last - First + Bytes > int64_t(O.Bytes);
}

/// Alignment of the part that is added to the known offsets: the array's
/// address, and the part of the address that is the same in all threads.
Align AccessCounter::alignmentOfBase() const {
  Align Least(MaxAccessBytes);
  for (const GlobalVariable *G : O.Arrays)
    Least = std::min(Least, G->getAlign().value_or(Align(1)));
  const unsigned Zeros = trailingZeros(Eval.terms(), Facts);
  return std::min(Least, Align(uint64_t(1) << std::min(Zeros, 4u)));
}

/// The possible positions of the base within the widest access, such that the
/// accessed addresses have the alignment that the access states.
SmallVector<unsigned, 16> AccessCounter::placesOfBase(Align Base) const {
  SmallVector<unsigned, 16> Places;
  for (unsigned Place = 0; Place < MaxAccessBytes; Place += Base.value()) {
    bool Fits = all_of(Active.set_bits(), [&](unsigned Thread) {
      return isAligned(Alignment, uint64_t(Facts.At[Thread]) + Place);
    });
    if (Fits)
      Places.push_back(Place);
  }
  return Places;
}

/// How much of an access the code generator makes in one piece: the aligned
/// part; on AMD all of it, or two halves by ds_read2 and ds_write2 if that is
/// their alignment.
static unsigned pieceOf(unsigned Left, uint64_t Alignment, const Machine &M) {
  const unsigned Most = std::min(Left, MaxAccessBytes);
  if (M.CutsUnaligned)
    return bit_floor(unsigned(std::min<uint64_t>(Most, Alignment)));
  return Most >= 8 && Alignment * 2 == Most ? Most / 2 : Most;
}

/// The wavefronts that these lanes take, and the minimum for their words.
std::pair<unsigned, unsigned>
AccessCounter::wavefronts(ArrayRef<uint32_t> Lanes) const {
  unsigned Sum = 0, Least = 0;
  for (unsigned Done = 0; Done < Bytes;) {
    const unsigned Size =
        pieceOf(Bytes - Done, MinAlign(Alignment.value(), Done), M);
    SmallVector<uint32_t, 64> Piece(Lanes);
    for (uint32_t &Address : Piece)
      if (Address != ~0u)
        Address += Done;
    Sum += countWavefronts(Piece, Size, A.isStore(), M);
    Least += countLeastWavefronts(Piece, Size, A.isStore(), M);
    Done += Size;
  }
  return {Sum, Least};
}

void AccessCounter::countWarp(unsigned First, ArrayRef<unsigned> Places,
                              AccessTraffic &R) {
  std::pair<unsigned, unsigned> Worst;
  for (unsigned Place : Places) {
    SmallVector<uint32_t, 64> Lanes(M.lanes(), ~0u);
    for (unsigned Lane = 0; Lane < M.lanes(); ++Lane)
      if (First + Lane < Active.size() && Active[First + Lane])
        // Banks repeat, so only differences count.
        Lanes[Lane] =
            (Facts.At[First + Lane] + Place) & maskTrailingOnes<uint64_t>(30);
    std::pair<unsigned, unsigned> Found = wavefronts(Lanes);
    R.AtMost |= Place != Places.front() && Found != Worst;
    Worst = std::max(Worst, Found);
  }
  R.Warps += Worst.first != 0;
  R.Wavefronts += Worst.first;
  R.Least += Worst.second;
  R.Worst = std::max(R.Worst, Worst.first);
}

/// Empty if it has none, or one without conflicts.
std::string AccessCounter::strideText() const {
  const auto Stride = runtimeStrideOf(Eval, O, A, M.lanes());
  return Stride ? textOfStride(*Stride, Bytes, A.isStore(), M) : "";
}

void AccessCounter::count(AccessTraffic &R) {
  Facts = evaluateInArray(Eval, O, A);
  if (!Facts.Known) {
    R.Why = "the address is not known in every thread: " +
            findUnknownPart(Eval, A.pointerUse().get()).text();
    R.Stride = strideText();
    return;
  }
  findActive(R);
  R.LeavesArray = !R.AtMost && leavesArray();
  SmallVector<unsigned, 16> Places = placesOfBase(alignmentOfBase());
  if (Places.empty()) {
    R.Why = "its addresses are not aligned as it states";
    return;
  }
  for (unsigned First = 0; First < Active.size(); First += M.lanes())
    countWarp(First, Places, R);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

EvalShape f2layout::shapeForBanks(SharedMemoryInfo &Memory,
                                  const LaunchShape &L) {
  if (L.Exact)
    return statedShape(L);
  if (L.ReadsDim[1] || L.ReadsDim[2])
    return Memory.tileShape(L).value_or(likelyShapes(L).front());
  EvalShape S = statedShape(L);
  S.Size = {1u << L.LaneBits, 1, 1};
  return S;
}

bool BankTraffic::isImpossible() const {
  return any_of(Accesses, [](const AccessTraffic &A) { return A.LeavesArray; });
}

BankTraffic::BankTraffic(const FunctionAnalyses &C, const EvalShape &Shape,
                         const Target &T, const JoinedBytes &Joined)
    : Shape(Shape), Objects(C.Memory.objects(/*WithMatrices=*/true)) {
  if (Objects.empty())
    return;
  ThreadEval &Eval = C.Memory.evaluation(Shape);
  DenseMap<const Instruction *, AccessTraffic> Found;
  for (auto [Index, O] : enumerate(Objects))
    for (const SharedAccess &A : O.Accesses) {
      if (A.IsFragment)
        continue; // by its rows, below
      AccessTraffic R;
      R.I = A.I;
      R.Object = Index;
      const auto Together = Joined.find(A.I);
      R.Bytes = Together == Joined.end() ? A.Bytes : Together->second;
      if (R.Bytes == 0)
        continue;
      R.IsStore = A.isStore();
      R.IsMatrix = A.isMatrix() && !A.isCopy();
      AccessCounter(C, Eval, T, O, A, R.Bytes).count(R);
      Found.try_emplace(A.I, std::move(R));
    }
  for (const Instruction &I : instructions(C.F)) {
    if (auto It = Found.find(&I); It != Found.end())
      Accesses.push_back(std::move(It->second));
    else if (auto *Call = dyn_cast<CallBase>(&I))
      countFragment(*Call, Eval.threads(), T.M);
  }
}

/// All warps are taken to come there.
void BankTraffic::countFragment(const CallBase &Call, unsigned Threads,
                                const Machine &M) {
  const std::optional<FragmentAccess> A = fragmentOf(Call);
  const Value *Array = A ? getUnderlyingObject(Call.getArgOperand(0)) : nullptr;
  const auto *Of = find_if(Objects, [&](const SharedObject &O) {
    return is_contained(O.Arrays, Array);
  });
  if (Of == Objects.end())
    return;
  AccessTraffic R;
  R.I = &Call;
  R.Object = Of - Objects.begin();
  R.Bytes = A->pieceBytes();
  R.IsStore = A->IsStore;
  R.IsMatrix = true;
  R.Warps = divideCeil(Threads, M.lanes());
  auto *Constant = dyn_cast<ConstantInt>(A->Distance);
  if (!Constant) {
    R.Why = "the distance of its rows is not known";
    R.Stride = textOfStride(piecesOf(*A).front(), R.Bytes, R.IsStore, M);
  }
  for (const RuntimeStride &S : piecesOf(*A))
    if (Constant) {
      const StrideCount N =
          countWith(S, Constant->getSExtValue(), R.Bytes, R.IsStore, M);
      R.Worst += N.Wavefronts;
      R.Wavefronts += N.Wavefronts * R.Warps;
      R.Least += N.Least * R.Warps;
    }
  Accesses.push_back(std::move(R));
}
