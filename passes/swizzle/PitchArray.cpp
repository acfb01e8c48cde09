//===- PitchArray.cpp - An array whose rows get another pitch -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/PitchArray.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/changes/SharedMemoryBudget.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RewriteKind.h"
#include "passes/swizzle/CountedAccesses.h"
#include "passes/swizzle/PitchEmit.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

#define DEBUG_TYPE "f2layout-readdress"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

static RewriteKind Pitches("f2layout-pitch",
                           "Arrays whose rows get another pitch");

static unsigned whole(double N) { return unsigned(std::lround(N)); }

/// Of one pad, that of rows; of several, what each adds.
static std::string distances(const SwizzleMap &Map) {
  const RowPad &First = Map.Pads.front();
  if (Map.Pads.size() == 1)
    return std::to_string(First.Interval + First.Pad) + " instead of " +
           std::to_string(First.Interval) + " bytes apart";
  std::string Text = "farther apart, ";
  for (const RowPad &P : Map.Pads)
    Text += (&P == &First ? "" : " and ") + std::to_string(P.Pad) +
            " bytes after each " + std::to_string(P.Interval);
  return Text;
}

ArrayGrowth f2layout::growthOfArrays(const Function &F,
                                     SharedMemoryInfo &Memory, const Target &T,
                                     const KernelEvals &Evals, bool Grow) {
  const std::optional<uint64_t> Now =
      sharedBytes(Memory.objects(/*WithMatrices=*/true));
  if (!Grow)
    return {0, "no-grow is given"};
  if (!Now)
    return {0, "the launch decides the size of another array"};
  if (!callsNobody(F))
    return {0, "unknown code may have arrays of its own"};
  const unsigned Threads = Evals.shapeForCosts().threads();
  const uint64_t Resident = std::max(affordableBytes(T, Threads),
                                     bytesForSameBlocks(T, Threads, *Now));
  const std::pair<uint64_t, StringRef> Limits[] = {
      {T.MaxSharedBytes, "static arrays can take no more"},
      {Resident, "fewer blocks would run at a time"},
      {*Now + *Now / 4, "a quarter of what the kernel has is the most"}};
  const auto &Most = *min_element(Limits, less_first());
  return {Most.first > *Now ? Most.first - *Now : 0, Most.second,
          Most.first == T.MaxSharedBytes};
}

bool f2layout::applyPitch(Function &F, const SharedObject &O, Align Need,
                          const PitchPlan &P, KernelRemarks &Remarks) {
  Instruction &At = *O.Accesses.front().I;
  if (!Pitches.mayRewrite(Remarks, DEBUG_TYPE, At))
    return false;
  const uint64_t Bytes = P.Map.bytes(O.Bytes);
  Remarks.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Repitched", At);
    R.Subject = O.name();
    R.Worth = P.Before.Clocks - P.After.Clocks + 1;
    R << "rows of shared array " << NV("Array", O.name()) << " are "
      << NV("Distances", distances(P.Map)) << ": the "
      << NV("Accesses", unsigned(O.Accesses.size())) << countedAccesses(O)
      << " take " << NV("WavefrontsBefore", whole(P.Before.Wavefronts))
      << " -> ";
    R.count("WavefrontsAfter", whole(P.After.Wavefronts),
            vocabularyOf(F).Wavefront);
    R << ", and the array takes " << NV("MoreBytes", Bytes - O.Bytes)
      << " bytes more";
    return R;
  });
  GlobalVariable *Own = resizedArray(F, *O.Arrays.front(), Need, Bytes);
  const unsigned Layout = F.getContext().getMDKindID(LayoutMetadata);
  Own->eraseMetadata(Layout);
  Own->addAttribute(PitchAttribute);
  for (const SharedAccess &A : O.Accesses)
    A.I->setMetadata(Layout, nullptr);
  emitPitch(F, O, *Own, P);
  return true;
}

static Refusal refusal(const Function &F, const SharedObject &O,
                       const PitchPlan &Wanted, const Twine &But) {
  return {"PitchStays",
          (Twine(distances(Wanted.Map)) + ", its accesses would take " +
           Twine(whole(Wanted.Before.Wavefronts)) + " -> " +
           vocabularyOf(F).wavefronts(whole(Wanted.After.Wavefronts)) +
           ", but " + But)
              .str(),
          O.Accesses.front().I};
}

/// Rows of the better pitch, which the source may declare.
static std::string declareRows(const PitchPlan &Wanted, StringRef And = "") {
  const RowPad &Rows = Wanted.Map.Pads.front();
  return "; rows of " + std::to_string(Rows.Interval + Rows.Pad) +
         " bytes in the source" + And.str() + " would do";
}

Refusal f2layout::refusalOfPitch(const Function &F, const SharedObject &O,
                                 const PitchPlan &Wanted,
                                 const ArrayGrowth &Growth) {
  if (O.Dynamic)
    return refusal(
        F, O, Wanted,
        "the launch decides the size of dynamic shared memory" +
            declareRows(Wanted, ", and a larger size at the launch,"));
  const uint64_t More = Wanted.Map.bytes(O.Bytes) - O.Bytes;
  return refusal(
      F, O, Wanted,
      "the array may not grow so much: " + Twine(More) + " bytes, where " +
          (Growth.Bytes ? "only " + std::to_string(Growth.Bytes) + " are left, "
                        : "none is left, ") +
          "since " + Growth.Limit + (Growth.IsHard ? "" : declareRows(Wanted)));
}

Refusal f2layout::refusalOfShape(const Function &F, const SharedObject &O,
                                 const PitchPlan &Wanted,
                                 const std::array<unsigned, 3> &Size) {
  return refusal(F, O, Wanted,
                 "the block's size is not known; " + shapeAdvice(F, Size));
}
