//===- CallChecks.cpp - Do layout calls fit the launch? -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CallChecks.h"
#include "layouts/LayoutAlgebra.h"
#include "layouts/LayoutDims.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {

class ThreadChecks {
public:
  ThreadChecks(const Target &T, const LaunchShape &Launch, CallFaults &Faults)
      : T(T), Launch(Launch), Faults(Faults) {}

  void check(const LayoutCall &C, const LinearLayout &L, const Twine &Which);

private:
  std::string wrongWarps(uint64_t Warps);

  const Target &T;
  const LaunchShape &Launch;
  CallFaults &Faults;
  std::optional<uint64_t> Stated; ///< Warps, by the first layout.
};

} // namespace

static std::string counted(uint64_t N, StringRef What) {
  return (Twine(N) + " " + What + (N == 1 ? "" : "s")).str();
}

/// Why there cannot be so many warps; empty if there can.
std::string ThreadChecks::wrongWarps(uint64_t Warps) {
  const uint64_t Threads = Warps << T.M.LaneBits;
  if (Launch.ExactThreads) {
    const unsigned Lanes = T.M.lanes(), Exact = *Launch.ExactThreads;
    if (Threads == Exact)
      return "";
    return "expected " + counted(divideCeil(Exact, Lanes), "warp") + " of " +
           counted(Lanes, "lane") + " in a block of " +
           counted(Exact, "thread") + "; warps that hold copies have bits at " +
           "element 0";
  }
  if (Threads < Launch.MinThreads || Threads > Launch.MaxThreads)
    return "that is " + counted(Threads, "thread") + ", expected " +
           Launch.boundsText() + " as the launch bounds say";
  if (!Stated)
    Stated = Warps;
  if (*Stated != Warps)
    return "expected " + std::to_string(*Stated) +
           " as in the function's first layout; warps that hold copies have "
           "bits at element 0";
  return "";
}

void ThreadChecks::check(const LayoutCall &C, const LinearLayout &L,
                         const Twine &Which) {
  if (!hasThreads(L))
    return Faults.add(*C.Call, "the " + Which +
                                   " layout has inputs other than register, "
                                   "lane, warp, block");
  if (L.inputBits("lane") != T.M.LaneBits)
    return Faults.add(*C.Call,
                      "the " + Which + " layout has 2^" +
                          Twine(L.inputBits("lane")) + " lanes, expected " +
                          Twine(T.M.lanes()) + ", the warp of " + T.Cpu +
                          "; lanes that hold copies have bits at element 0");
  const unsigned WarpBits = L.inputBits("warp");
  if (WarpBits > 10)
    return Faults.add(*C.Call, "the " + Which + " layout has 2^" +
                                   Twine(WarpBits) +
                                   " warps, expected at most 1024 threads");
  const uint64_t Warps = uint64_t(1) << WarpBits;
  std::string Why = wrongWarps(Warps);
  if (!Why.empty())
    Faults.add(*C.Call, "the " + Which + " layout has " +
                            counted(Warps, "warp") + ", " + Why);
}

void f2layout::checkThreads(ArrayRef<LayoutCall> Calls, const Target &T,
                            const LaunchShape &Launch, CallFaults &Faults) {
  ThreadChecks Checks(T, Launch, Faults);
  for (const LayoutCall &C : Calls) {
    Checks.check(C, C.Threads, C.exchanges() ? "source" : "threads'");
    if (C.exchanges())
      Checks.check(C, C.Other, "destination");
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Bytes from the address to the end of its array, where both are known.
static std::optional<uint64_t> bytesBehind(const Value *Address,
                                           const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  auto *G = dyn_cast<GlobalVariable>(
      Address->stripAndAccumulateConstantOffsets(DL, Offset, true));
  if (!G || !G->hasInitializer() || Offset.isNegative())
    return std::nullopt;
  const uint64_t Bytes = DL.getTypeAllocSize(G->getValueType());
  return Bytes - std::min(Bytes, Offset.getZExtValue());
}

static void checkBuffer(const LayoutCall &C, CallFaults &Faults) {
  const unsigned Bits = C.Other.inputBits() + Log2_32(C.ElementBits / 8);
  std::optional<uint64_t> There =
      bytesBehind(C.address(), C.Call->getDataLayout());
  if (There && (Bits >= 32 || *There < uint64_t(1) << Bits))
    Faults.add(*C.Call, "the memory layout takes 2^" + Twine(Bits) +
                            " bytes, expected at most the " + Twine(*There) +
                            " that the buffer has");
}

void f2layout::checkTensor(const LayoutCall &C, CallFaults &Faults) {
  if (C.Kind == LayoutCallKind::Gather)
    return; // ScratchPlaces.h: the tensors may differ in one dimension.
  if (Error E = checkSameElements(C.Other, C.Threads))
    return Faults.add(*C.Call, toString(std::move(E)));
  if (C.Kind != LayoutCallKind::Convert)
    return checkBuffer(C, Faults);
  if (C.Threads.inputBits("block") != C.Other.inputBits("block"))
    Faults.add(*C.Call, "the source layout has 2^" +
                            Twine(C.Threads.inputBits("block")) +
                            " blocks, the destination layout 2^" +
                            Twine(C.Other.inputBits("block")) +
                            ", expected the same");
}

//===----------------------------------------------------------------------===//
// Divergence
//===----------------------------------------------------------------------===//

static bool isThreadIndex(const Value *V) {
  std::optional<LaunchRead> Read = classifyLaunchRead(V);
  return Read &&
         (Read->K == LaunchRead::ThreadIndex || Read->K == LaunchRead::Lane ||
          Read->K == LaunchRead::LaneMask);
}

/// What V is computed from: operands, and for a load of a local variable what
/// is stored to it.
static void addSources(const Value *V,
                       SmallSetVector<const Value *, 32> &Seen) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    const Value *Variable = Load->getPointerOperand()->stripPointerCasts();
    if (isa<AllocaInst>(Variable))
      for (const User *U : Variable->users())
        if (auto *Store = dyn_cast<StoreInst>(U))
          Seen.insert(Store->getValueOperand());
    return;
  }
  for (const Value *Operand : I->operands())
    if (isa<Instruction>(Operand))
      Seen.insert(Operand);
}

static bool comesFromThreadIndex(const Value *Condition) {
  SmallSetVector<const Value *, 32> Seen;
  Seen.insert(Condition);
  for (unsigned I = 0; I < Seen.size(); ++I) {
    const Value *V = Seen[I];
    if (isThreadIndex(V))
      return true;
    // What others compute from it may be the same for all threads.
    if (!isa<CallBase>(V))
      addSources(V, Seen);
  }
  return false;
}

const Instruction *f2layout::findDivergence(BlockUniformity &U,
                                            const Instruction &At) {
  const BasicBlock *BB = At.getParent();
  SmallPtrSet<const BasicBlock *, 8> Assumed;
  while (const Instruction *Why = U.divergenceOf(BB)) {
    if (!Why->isTerminator())
      return nullptr;
    if (Why->getNumOperands() && comesFromThreadIndex(Why->getOperand(0)))
      return Why;
    if (!Assumed.insert(Why->getParent()).second)
      return nullptr;
    U.assumeUniformBranch(Why->getParent());
  }
  return nullptr;
}
