//===- ArrayParts.cpp - Bytes of its own for every exchange ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ArrayParts.h"
#include "passes/OwnArray.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// Words that every thread holds during an exchange at the least.
static unsigned leastRegisters(ArrayRef<TripPlan *> Trips) {
  unsigned Words = 0;
  for (const TripPlan *P : Trips)
    Words = std::max<unsigned>({Words, P->Best->NumInputs,
                                unsigned(P->Best->Outputs.size())});
  return Words + OtherRegisters;
}

/// How many bytes a block may have without another one less on its processor; 0
/// if the size of blocks is not known.
static uint64_t freeBytes(ArrayRef<TripPlan *> Trips, const RoundTrips &R,
                          const TripContext &C, const Target &T) {
  std::optional<unsigned> Threads = C.Launch.ExactThreads;
  if (!Threads)
    Threads = C.Launch.BoundThreads;
  if (!Threads && R.shape().SizeIsExact)
    Threads = R.shape().threads();
  if (!Threads || !T.Resident.SharedBytes)
    return 0;
  uint64_t Blocks = std::min<uint64_t>(
      T.Resident.Threads / *Threads,
      T.Resident.Registers / (*Threads * leastRegisters(Trips)));
  uint64_t Each = T.Resident.SharedBytes / std::max<uint64_t>(Blocks, 1);
  return Each > T.Resident.KeptBytes
             ? std::min<uint64_t>(Each - T.Resident.KeptBytes, T.MaxSharedBytes)
             : 0;
}

/// Shared memory of the kernel besides that object; none if that is not known.
static std::optional<uint64_t> otherBytes(const RoundTrips &R,
                                          unsigned Object) {
  uint64_t Bytes = 0;
  for (auto [I, O] : enumerate(R.objects())) {
    if (O.Dynamic)
      return std::nullopt;
    if (I != Object)
      Bytes += alignTo(O.Bytes, Align(16));
  }
  return Bytes;
}

/// In the order in which the function has them.
static SmallVector<TripPlan *, 8>
blockTrips(MutableArrayRef<TripPlan> Plans, unsigned Object,
           const TripContext &C) {
  SmallVector<TripPlan *, 8> Trips;
  for (TripPlan &P : Plans)
    if (P.Trip->Object == Object && P.Best && P.Best->usesMemory() &&
        P.Best->Group == Scope::Block)
      Trips.push_back(&P);
  DenseMap<const BasicBlock *, unsigned> Place;
  for (const BasicBlock &BB : C.F)
    Place.insert({&BB, Place.size()});
  stable_sort(Trips, [&](const TripPlan *A, const TripPlan *B) {
    const Instruction *I = A->Trip->At->At, *J = B->Trip->At->At;
    if (I->getParent() != J->getParent())
      return Place.lookup(I->getParent()) < Place.lookup(J->getParent());
    return I->comesBefore(J);
  });
  return Trips;
}

/// Begins of the parts, and the end of the last.
static SmallVector<uint64_t, 4> partBegins(ArrayRef<TripPlan *> Trips,
                                           ArrayRef<unsigned> PartOf) {
  SmallVector<uint64_t, 4> Bytes(*max_element(PartOf) + 1);
  uint64_t Alignment = 16;
  for (auto [P, Part] : zip(Trips, PartOf)) {
    Bytes[Part] = std::max<uint64_t>(Bytes[Part], P->Best->ScratchBytes);
    Alignment = std::max<uint64_t>(Alignment, P->Best->ScratchAlign);
  }
  SmallVector<uint64_t, 4> Begins = {0};
  for (uint64_t Size : Bytes)
    Begins.push_back(alignTo(Begins.back() + Size, Alignment));
  return Begins;
}

SmallVector<PartedArray, 2>
f2layout::giveParts(MutableArrayRef<TripPlan> Plans, const RoundTrips &R,
                    const TripContext &C, const Target &T, bool MayGrow) {
  SmallVector<PartedArray, 2> Parted;
  for (auto [I, O] : enumerate(R.objects())) {
    SmallVector<TripPlan *, 8> Trips = blockTrips(Plans, I, C);
    std::optional<uint64_t> Others = otherBytes(R, I);
    if (Trips.size() < 2 || !Others || O.Arrays.size() != 1 ||
        !canOwnArray(C.F, *O.Arrays.front()))
      continue;
    SmallVector<unsigned, 8> PartOf;
    for (unsigned K = 0; K < Trips.size(); ++K)
      PartOf.push_back(K % 2);
    if (Trips.size() % 2)
      PartOf.back() = 2;
    SmallVector<uint64_t, 4> Begins = partBegins(Trips, PartOf);
    if (Begins.back() > O.Bytes &&
        (!MayGrow || *Others + Begins.back() > freeBytes(Trips, R, C, T)))
      continue;
    for (auto [P, Part] : zip(Trips, PartOf))
      P->FirstByte = Begins[Part];
    Parted.push_back({unsigned(I), unsigned(Trips.size()), Begins.back(),
                      Trips.front()->Trip->At});
  }
  return Parted;
}
