//===- AffineSchedule.cpp - Rounds of an F2 map ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Result register r of lane t wants source register a r + b t of source lane
// c r + d t (offsets aside). In a round every lane must send to exactly one
// other, but for fixed r the lanes c r + d t need not differ: if d is singular,
// several lanes want a register of one lane, and none of another.
//
// So rounds are numbered not by r but by a label r + C t, with a free matrix C:
// lane t receives its register (label + C t) in the round of that label. Its
// source lane is then c label + (d + c C) t. If L = d + c C is invertible,
// every lane sends once in every round. Such a C exists whenever the map is
// onto.
//
//   Example: 2x4 tile of Conversion.h, wanted (r, t1 t0) held by register t1,
//   lane (t0, r). d sends (t1 t0) to (t0, 0): lanes 0 and 2 both want lane 0.
//   With C t = t1 the source lane is label + t1 in its low bit: lane 2 takes
//   its register 1 while lane 0 takes register 0.
//
// Labels with the same c label have the same lanes and travel packed in one
// word, if atoms are narrow. If L = 1 and c label is zero, they stay.
//
// The choice of C determines the cost: selects in the receiver (rank of C) and
// in the sender (rank of B = b + a C), and the labels that stay if L = 1.
//
// In the code a, b, c, d are the members of Blocks, C is called LabelShift and
// L SourceLane (LaneLabelling.h, which writes C1 for C).
//
// Maps that are not onto (broadcasts, partial reads) leave L singular. Lanes
// that then share a source lane may be served in one round if they want the
// same register: if the kernel of L lies in that of B. Otherwise the label gets
// free extra bits, some rows of B: one round for each value of them.
//
// Several stages. w = L^-1 c has rank q, so a label travels by
//   t + w label = t + u_1 v_1(label) + ... + u_q v_q(label).
// One stage takes 2^q classes of labels, each a round even if the word is not
// full. Stage by stage, each u_i moves only the half of the labels with
// v_i(label) = 1. With few words the latter is cheaper.
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneLabelling.h"
#include "layouts/routes/ShufflePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// Rounds of one choice
//===----------------------------------------------------------------------===//

class Scheduler {
public:
  Scheduler(const Conversion &Conv, const Blocks &M, const Labelling &Lab)
      : Conv(Conv), M(M), Lab(Lab), Lanes(1u << M.LaneBits),
        Labels(1u << M.RegisterBits), PerWord(4 / atomBytes(Conv)) {}

  Schedule oneStage(bool SendToSelf) const;
  /// The first stage takes Merged of the bits of w, each other bit takes a
  /// separate stage. Only for an invertible map and L.
  Schedule stages(unsigned Merged) const;
  /// The rank of w.
  unsigned rank() const { return M.LaneOfRegister.rank(); }

private:
  /// The label at each position (as of a register) of each lane.
  using Positions = std::vector<std::vector<unsigned>>;
  unsigned sourceOf(unsigned Label, unsigned T) const {
    return M.RegisterOfRegister.apply(Label ^ Lab.LabelShift.apply(T)) ^
           M.RegisterOfLane.apply(T) ^ M.RegisterOffset;
  }
  std::optional<unsigned> pairingBit(const Positions &At,
                                     function_ref<bool(unsigned)> Leaves) const;
  void addExchange(Schedule &S, Positions &At, uint64_t U,
                   function_ref<bool(unsigned)> Leaves,
                   function_ref<unsigned(unsigned, unsigned)> Home) const;
  void settle(Schedule &S, const Positions &At,
              function_ref<unsigned(unsigned, unsigned)> Home) const;
  void addRounds(Schedule &S, ArrayRef<unsigned> OfLabels,
                 ArrayRef<uint8_t> From, uint64_t Extra,
                 function_ref<unsigned(unsigned, unsigned)> ToLane) const;

  const Conversion &Conv;
  const Blocks &M;
  const Labelling &Lab;
  const unsigned Lanes, Labels, PerWord;
};

} // namespace

/// Rounds that carry the labels, as many to a word as fit, for the lanes with
/// the given extra bits.
void Scheduler::addRounds(
    Schedule &S, ArrayRef<unsigned> OfLabels, ArrayRef<uint8_t> From,
    uint64_t Extra, function_ref<unsigned(unsigned, unsigned)> ToLane) const {
  for (; !OfLabels.empty(); OfLabels = OfLabels.drop_front(
                                std::min<size_t>(PerWord, OfLabels.size()))) {
    Round R;
    R.From = From.vec();
    for (unsigned Label : OfLabels.take_front(PerWord))
      for (unsigned T = 0; T < Lanes; ++T) {
        unsigned Register = Label ^ Lab.LabelShift.apply(T);
        if (Lab.ExtraLabel.apply(T) == Extra && Conv.isWanted(Register, T))
          R.Passengers.push_back(
              {uint16_t(Register), uint16_t(T), uint16_t(ToLane(Label, T))});
      }
    if (!R.Passengers.empty())
      S.push_back(std::move(R));
  }
}

Schedule Scheduler::oneStage(bool SendToSelf) const {
  Schedule S;
  // Class by class of labels with the same c label.
  SmallVector<uint64_t> Kernel = M.LaneOfRegister.kernel();
  Kernel = reduceBasis(Kernel);
  for (uint64_t Extra = 0; Extra < uint64_t(1) << Lab.ExtraLabel.rows();
       ++Extra)
    for (unsigned First = 0; First < Labels; ++First) {
      if (remainder(Kernel, First) != First)
        continue;
      std::vector<unsigned> Class;
      for (unsigned I = 0; I < 1u << Kernel.size(); ++I)
        Class.push_back(First ^ BitMatrix(M.RegisterBits, Kernel).apply(I));
      std::vector<uint8_t> From(Lanes);
      for (unsigned T = 0; T < Lanes; ++T)
        From[T] = M.LaneOfRegister.apply(First) ^ Lab.SourceLane.apply(T) ^
                  M.LaneOffset;
      if (isIdentity(From) && !SendToSelf)
        continue;
      addRounds(S, Class, From, Extra, [](unsigned, unsigned T) { return T; });
    }
  return S;
}

Schedule Scheduler::stages(unsigned Merged) const {
  Schedule S;
  BitMatrix W = *Lab.SourceLane.inverse() * M.LaneOfRegister;
  SmallVector<uint64_t> U = W.image();
  BitMatrix Basis(M.LaneBits, U);
  std::vector<uint64_t> Coordinates; // v of each label.
  for (unsigned Label = 0; Label < Labels; ++Label)
    Coordinates.push_back(*Basis.solve(W.apply(Label)));

  uint64_t Low = maskTrailingOnes<uint64_t>(Merged);
  for (uint64_t Value = 0; Value <= Low; ++Value) {
    std::vector<unsigned> Class;
    for (unsigned Label = 0; Label < Labels; ++Label)
      if ((Coordinates[Label] & Low) == Value)
        Class.push_back(Label);
    std::vector<uint8_t> From(Lanes);
    for (unsigned T = 0; T < Lanes; ++T)
      From[T] = Lab.SourceLane.apply(T ^ Basis.apply(Value)) ^ M.LaneOffset;
    if (!isIdentity(From))
      addRounds(S, Class, From, 0, [&](unsigned Label, unsigned T) {
        return T ^ Basis.apply(Coordinates[Label] & ~Low);
      });
  }

  Positions At(Lanes, std::vector<unsigned>(Labels));
  for (unsigned Label = 0; Label < Labels; ++Label)
    for (unsigned T = 0; T < Lanes; ++T)
      At[T ^ Basis.apply(Coordinates[Label] & ~Low)]
        [S.empty() ? sourceOf(Label, T) : Label] = Label;
  for (unsigned I = Merged; I < U.size(); ++I) {
    uint64_t Later = ~maskTrailingOnes<uint64_t>(I + 1);
    auto Home = [&](unsigned Label, unsigned Lane) -> unsigned {
      return Lane ^ Basis.apply(Coordinates[Label] & Later);
    };
    addExchange(
        S, At, U[I],
        [&](unsigned Label) { return Coordinates[Label] >> I & 1; }, Home);
    if (PerWord == 1 && I + 1 < U.size())
      settle(S, At, Home);
  }
  return S;
}

/// The bit by which every lane can pair its positions so that one label of each
/// pair leaves. Returns std::nullopt if there is none.
std::optional<unsigned>
Scheduler::pairingBit(const Positions &At,
                      function_ref<bool(unsigned)> Leaves) const {
  for (unsigned Bit = M.RegisterBits; Bit-- > 0;) {
    bool Fits = true;
    for (const std::vector<unsigned> &Lane : At)
      for (unsigned P = 0; P < Labels && Fits; ++P)
        Fits = Leaves(Lane[P]) != Leaves(Lane[P ^ 1u << Bit]);
    if (Fits)
      return Bit;
  }
  return std::nullopt;
}

/// Lanes that differ by U exchange half of their labels. Seen from a lane that
/// is: of each pair of positions one leaves, and what comes takes its place.
/// So one word of each pair is selected to be sent, and two when it has come.
void Scheduler::addExchange(
    Schedule &S, Positions &At, uint64_t U, function_ref<bool(unsigned)> Leaves,
    function_ref<unsigned(unsigned, unsigned)> Home) const {
  std::vector<uint8_t> From(Lanes);
  for (unsigned T = 0; T < Lanes; ++T)
    From[T] = T ^ U;
  std::optional<unsigned> Bit = pairingBit(At, Leaves);
  // The positions whose labels leave, in the order in which they go.
  std::vector<std::vector<unsigned>> Leaving(Lanes);
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    for (unsigned P = 0; P < Labels; ++P)
      if (Leaves(At[Lane][P]))
        Leaving[Lane].push_back(P);
    sort(Leaving[Lane], [&](unsigned X, unsigned Y) {
      if (Bit)
        return (X & ~(1u << *Bit)) < (Y & ~(1u << *Bit));
      return At[Lane][X] < At[Lane][Y];
    });
  }
  Positions Before = At;
  for (unsigned First = 0; First < Labels / 2; First += PerWord) {
    Round R;
    R.From = From;
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      for (unsigned I = First; I < std::min(First + PerWord, Labels / 2); ++I) {
        unsigned Label = Before[Lane][Leaving[Lane][I]], To = Lane ^ U;
        At[To][Leaving[To][I]] = Label;
        unsigned T = Home(Label, To),
                 Register = Label ^ Lab.LabelShift.apply(T);
        if (Conv.isWanted(Register, T))
          R.Passengers.push_back(
              {uint16_t(Register), uint16_t(T), uint16_t(To)});
      }
    if (!R.Passengers.empty())
      S.push_back(std::move(R));
  }
}

/// Makes the word of each position, as a round from every lane to itself, so
/// that later stages select from that and not from all that it is made of.
void Scheduler::settle(Schedule &S, const Positions &At,
                       function_ref<unsigned(unsigned, unsigned)> Home) const {
  for (unsigned P = 0; P < Labels; ++P) {
    Round R;
    for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
      unsigned Label = At[Lane][P], T = Home(Label, Lane);
      unsigned Register = Label ^ Lab.LabelShift.apply(T);
      R.From.push_back(Lane);
      if (Conv.isWanted(Register, T))
        R.Passengers.push_back(
            {uint16_t(Register), uint16_t(T), uint16_t(Lane)});
    }
    if (!R.Passengers.empty())
      S.push_back(std::move(R));
  }
}

std::vector<Schedule> f2layout::affineSchedules(const Conversion &Atoms,
                                                const AffineMove &A,
                                                const Machine &Mach,
                                                unsigned Limit) {
  if (Atoms.NumThreads != 1u << Atoms.LaneBits)
    return {};
  Blocks M(A, Atoms.LaneBits);
  std::vector<Labelling> Labellings;
  for (const BitMatrix &LabelShift : proposeLabellings(M, 64))
    Labellings.emplace_back(M, LabelShift);
  // Fewest extra bits, then fewest selects; a handful goes on.
  stable_sort(Labellings, [](const Labelling &X, const Labelling &Y) {
    return std::pair(X.ExtraLabel.rows(), X.SelectRank) <
           std::pair(Y.ExtraLabel.rows(), Y.SelectRank);
  });
  unsigned Staying = 0;
  std::stable_partition(
      Labellings.begin(), Labellings.end(), [&](const Labelling &X) {
        return X.SourceLane == BitMatrix::identity(M.LaneBits) && Staying++ < 2;
      });
  if (Labellings.size() > 5)
    Labellings.erase(Labellings.begin() + 5, Labellings.end());

  SmallVector<uint64_t> Columns(ArrayRef<uint64_t>(A.RegisterColumns));
  append_range(Columns, A.ThreadColumns);
  const bool Invertible =
      BitMatrix(A.SourceRegisterBits + A.ThreadBits, Columns)
          .inverse()
          .has_value();
  std::vector<std::pair<double, Schedule>> All;
  const unsigned Words = wordsOf(Atoms, Atoms.NumResults);
  for (const Labelling &Lab : Labellings) {
    if (Lab.ExtraLabel.rows() > 8)
      continue;
    Scheduler Sch(Atoms, M, Lab);
    auto Add = [&](Schedule S) {
      double Shuffles =
          count_if(S, [](const Round &R) { return !isIdentity(R.From); });
      double Clocks = std::max(Shuffles * Mach.Costs.Shuffle,
                               Words * Lab.SelectRank * Mach.Costs.Select);
      All.emplace_back(Clocks, std::move(S));
    };
    Add(Sch.oneStage(false));
    if (Lab.SourceLane == BitMatrix::identity(M.LaneBits) && Sch.rank() > 0)
      Add(Sch.oneStage(true));
    if (Invertible && Lab.SourceLane.inverse())
      for (unsigned Merged = 0; Merged < Sch.rank(); ++Merged)
        Add(Sch.stages(Merged));
  }
  stable_sort(All,
              [](const auto &X, const auto &Y) { return X.first < Y.first; });
  std::vector<Schedule> Best;
  for (auto &S : All)
    if (Best.size() < Limit)
      Best.push_back(std::move(S.second));
  return Best;
}
