//===- CallChecks.cpp - Check layout calls against the launch -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/calls/CallChecks.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/plan/ThreadChecks.h"
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

  void check(const LayoutCall &C, const LinearLayout &L, const Twine &Which) {
    if (Error E = find(L, Which))
      Faults.add(*C.Call, toString(std::move(E)));
  }

private:
  Error find(const LinearLayout &L, const Twine &Which);
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

/// Why there cannot be that many warps; empty if there can.
std::string ThreadChecks::wrongWarps(uint64_t Warps) {
  const uint64_t Threads = Warps << T.M.LaneBits;
  if (Launch.ExactThreads) {
    const unsigned Lanes = T.M.lanes(), Exact = *Launch.ExactThreads;
    if (Threads == Exact)
      return "";
    return "expected " + counted(divideCeil(Exact, Lanes), "warp") + " of " +
           counted(Lanes, "lane") + " in a block of " +
           counted(Exact, "thread") + copiesHint("warps");
  }
  if (Threads < Launch.MinThreads || Threads > Launch.MaxThreads)
    return "that is " + counted(Threads, "thread") + ", expected " +
           Launch.boundsText() + " as the launch bounds say";
  if (!Stated)
    Stated = Warps;
  if (*Stated != Warps)
    return "expected " + std::to_string(*Stated) +
           " as in the function's first layout" + copiesHint("warps");
  return "";
}

Error ThreadChecks::find(const LinearLayout &L, const Twine &Which) {
  if (Error E = checkThreadInputs(L, Which))
    return E;
  if (Error E = checkLanes(L, Which, T.M.LaneBits, ", the warp of " + T.Cpu))
    return E;
  if (Error E = checkThreadCount(L, Which))
    return E;
  const uint64_t Warps = uint64_t(1) << L.inputBits("warp");
  std::string Why = wrongWarps(Warps);
  if (!Why.empty())
    return createStringError(Which + " has " + counted(Warps, "warp") + ", " +
                             Why);
  return Error::success();
}

void f2layout::checkThreads(ArrayRef<LayoutCall> Calls, const Target &T,
                            const LaunchShape &Launch, CallFaults &Faults) {
  ThreadChecks Checks(T, Launch, Faults);
  for (const LayoutCall &C : Calls) {
    Checks.check(C, C.Threads,
                 C.exchanges() ? "the source layout" : "the threads' layout");
    if (C.exchanges() && C.Kind != LayoutCallKind::Scan)
      Checks.check(C, C.Other, "the destination layout");
  }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Bytes from the address to the end of its array, if both are known.
static std::optional<uint64_t> bytesFrom(const Value *Address,
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
      bytesFrom(C.address(), C.Call->getDataLayout());
  if (There && (Bits >= 32 || *There < uint64_t(1) << Bits))
    Faults.add(*C.Call, "the memory layout takes 2^" + Twine(Bits) +
                            " bytes, expected at most the " + Twine(*There) +
                            " that the buffer has");
}

void f2layout::checkTensor(const LayoutCall &C, CallFaults &Faults) {
  // Tensors that differ in one dimension are compared by placesOfGather and
  // planReduction.
  if (C.Kind == LayoutCallKind::Gather || C.isAlongAxis())
    return;
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
