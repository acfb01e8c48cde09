//===- MovedAtoms.cpp - How many atoms must change thread -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/MovedAtoms.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

using Vectors = SmallVector<uint64_t, 24>;

/// An affine map of points: the images of their bits, and of zero.
struct PointMap {
  Vectors Columns;
  uint64_t Offset = 0;

  /// The same without the low bits of the images.
  PointMap above(unsigned Bits) const {
    PointMap High;
    for (uint64_t Column : Columns)
      High.Columns.push_back(Column >> Bits);
    High.Offset = Offset >> Bits;
    return High;
  }
  Vectors imagesOf(ArrayRef<uint64_t> Points) const {
    BitMatrix Linear(64, Columns);
    Vectors Images;
    for (uint64_t X : Points)
      Images.push_back(Linear.apply(X));
    return Images;
  }
};

} // namespace

/// How many points the map sends into the span: none, or as many as its linear
/// part sends there.
static uint64_t pointsInto(const PointMap &Map, ArrayRef<uint64_t> Span) {
  Echelon<uint64_t> Reached;
  for (uint64_t V : Span)
    Reached.insert(V);
  unsigned Fixed = Reached.size();
  for (uint64_t V : Map.Columns)
    Reached.insert(V);
  if (Reached.reduce(Map.Offset))
    return 0;
  return uint64_t(1) << (Map.Columns.size() - (Reached.size() - Fixed));
}

static unsigned rankOf(ArrayRef<uint64_t> Span) {
  Echelon<uint64_t> Reached;
  for (uint64_t V : Span)
    Reached.insert(V);
  return Reached.size();
}

namespace {

/// Of a map from (register, thread) to the holder.
class MapCounter {
public:
  MapCounter(const AffineMove &A, unsigned LaneBits)
      : RegisterBits(A.RegisterColumns.size()) {
    Holder.Columns.append(A.RegisterColumns.begin(), A.RegisterColumns.end());
    Holder.Columns.append(A.ThreadColumns.begin(), A.ThreadColumns.end());
    Holder.Offset = A.Offset;
    Away = Holder.above(A.SourceRegisterBits);
    for (unsigned J = 0; J < A.ThreadBits; ++J)
      Away.Columns[RegisterBits + J] ^= uint64_t(1) << J;
    AwayWarp = Away.above(LaneBits);
  }

  MovedAtoms count() const {
    MovedAtoms N;
    countReceived(N);
    countGiven(N);
    return N;
  }

private:
  void countReceived(MovedAtoms &N) const;
  void countGiven(MovedAtoms &N) const;
  /// The map at register 0, of threads alone.
  PointMap ofThreads(const PointMap &Map) const {
    PointMap Threads;
    Threads.Columns.append(Map.Columns.begin() + RegisterBits,
                           Map.Columns.end());
    Threads.Offset = Map.Offset;
    return Threads;
  }
  ArrayRef<uint64_t> ofRegisters(const PointMap &Map) const {
    return ArrayRef<uint64_t>(Map.Columns).take_front(RegisterBits);
  }

  const unsigned RegisterBits;
  PointMap Holder;
  PointMap Away;     ///< The holder's thread xor the result's.
  PointMap AwayWarp; ///< The same for warps.
};

} // namespace

/// A thread wants 2^k atoms, a coset of what the register bits span. If its own
/// are among them, they are a coset of what leaves the thread alone; and so for
/// its warp's.
void MapCounter::countReceived(MovedAtoms &N) const {
  const unsigned Wanted = rankOf(ofRegisters(Holder));
  const uint64_t Threads = uint64_t(1)
                           << (Holder.Columns.size() - RegisterBits);
  auto PerThread = [&](const PointMap &Difference) {
    return uint64_t(1) << (Wanted - rankOf(ofRegisters(Difference)));
  };
  auto ThreadsWith = [&](const PointMap &Difference) {
    return pointsInto(ofThreads(Difference), ofRegisters(Difference));
  };
  const uint64_t Own = PerThread(Away), OwnWarps = PerThread(AwayWarp);
  const uint64_t HaveOwn = ThreadsWith(Away),
                 HaveOwnWarps = ThreadsWith(AwayWarp);
  N.NearReceived = HaveOwnWarps * OwnWarps - HaveOwn * Own;
  N.FarReceived = (Threads << Wanted) - HaveOwnWarps * OwnWarps;
  if (HaveOwnWarps)
    N.MostNearReceived = HaveOwn < HaveOwnWarps ? OwnWarps : OwnWarps - Own;
}

/// An atom is wanted at a coset of the kernel of the holder map. There the
/// difference of threads is a coset of the kernel's image.
void MapCounter::countGiven(MovedAtoms &N) const {
  const SmallVector<uint64_t> Copies = BitMatrix(64, Holder.Columns).kernel();
  const uint64_t Places = uint64_t(1) << Holder.Columns.size();
  const Vectors Warps = AwayWarp.imagesOf(Copies),
                Threads = Away.imagesOf(Copies);
  const unsigned WarpRank = rankOf(Warps), ThreadRank = rankOf(Threads);

  // Given to another warp: the difference of warps is not always zero.
  uint64_t Far = WarpRank ? Places : Places - pointsInto(AwayWarp, {});
  // Given within the warp: the difference of warps is zero somewhere, and that
  // of threads is not zero at every such place.
  uint64_t Near = pointsInto(AwayWarp, Warps);
  if (WarpRank == ThreadRank)
    Near -= pointsInto(Away, Threads);
  N.FarGiven = Far >> Copies.size();
  N.NearGiven = Near >> Copies.size();
}

/// Of a table.
static MovedAtoms countEntries(const Conversion &C) {
  MovedAtoms N;
  const size_t Sources = size_t(C.NumSources) * C.NumThreads;
  std::vector<bool> NearGiven(Sources), FarGiven(Sources);
  // Of each atom the last thread that got it: it counts once for each thread.
  std::vector<unsigned> GotBy(Sources, ~0u);
  for (unsigned T = 0; T < C.NumThreads; ++T) {
    uint64_t NearGot = 0;
    for (unsigned R = 0; R < C.NumResults; ++R) {
      Holder H = C.holder(R, T);
      if (H == DontCare || H.Thread == T)
        continue;
      size_t Atom = size_t(H.Thread) * C.NumSources + H.Register;
      if (GotBy[Atom] == T)
        continue;
      GotBy[Atom] = T;
      bool Crosses = unsigned(H.Thread) >> C.LaneBits != T >> C.LaneBits;
      (Crosses ? FarGiven : NearGiven)[Atom] = true;
      ++(Crosses ? N.FarReceived : N.NearReceived);
      NearGot += !Crosses;
    }
    N.MostNearReceived = std::max(N.MostNearReceived, NearGot);
  }
  N.NearGiven = count(NearGiven, true);
  N.FarGiven = count(FarGiven, true);
  return N;
}

MovedAtoms f2layout::countMovedAtoms(const Conversion &Atoms) {
  if (Atoms.hasTable())
    return countEntries(Atoms);
  return MapCounter(*Atoms.Affine, Atoms.LaneBits).count();
}
