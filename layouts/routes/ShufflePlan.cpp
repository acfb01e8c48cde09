//===- ShufflePlan.cpp - Conversions in rounds of shuffles ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/ShufflePlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Runs a schedule, tracking the place of every wanted atom.
class Realiser {
public:
  Realiser(const Conversion &C, const Style &Choices)
      : C(C), Choices(Choices), Lanes(1u << C.LaneBits), P(startPlan(C)),
        B(P, atomBytes(C), Choices), Slots(B.slots()),
        Where(size_t(C.NumResults) * Lanes) {}

  std::optional<Plan> run(const Schedule &S);

private:
  struct Place {
    Spot S;
    unsigned Lane = 0;
  };
  Place &place(unsigned Register, unsigned Lane) {
    return Where[Register * Lanes + Lane];
  }
  bool ride(const Round &R);
  bool load(const Round &R, std::vector<SmallVector<Spot, 4>> &Cargo,
            std::vector<SmallVector<uint8_t, 4>> &Wanted);
  Wish pack(ArrayRef<SmallVector<Spot, 4>> Cargo,
            ArrayRef<SmallVector<uint8_t, 4>> Slots) const;

  const Conversion &C;
  const Style &Choices;
  const unsigned Lanes;
  Plan P;
  WordBuilder B;
  const unsigned Slots;
  std::vector<Place> Where;
};

} // namespace

/// The distinct atoms that each lane sends, and the slots that they will have
/// in the end.
bool Realiser::load(const Round &R, std::vector<SmallVector<Spot, 4>> &Cargo,
                    std::vector<SmallVector<uint8_t, 4>> &Final) {
  for (const Passenger &Who : R.Passengers) {
    const Place &At = place(Who.Register, Who.Lane);
    if (!At.S || R.From[Who.ToLane] != At.Lane)
      return false;
    if (is_contained(Cargo[At.Lane], At.S))
      continue;
    Cargo[At.Lane].push_back(At.S);
    Final[At.Lane].push_back(Who.Register % Slots);
    if (Cargo[At.Lane].size() > Slots)
      return false;
  }
  return true;
}

static bool areDistinct(ArrayRef<uint8_t> Values) {
  unsigned Seen = 0;
  for (uint8_t V : Values) {
    if (Seen >> V & 1)
      return false;
    Seen |= 1u << V;
  }
  return true;
}

/// Decides the slot of each atom in the word of its lane.
static std::vector<SmallVector<uint8_t, 4>>
assignSlots(ArrayRef<SmallVector<Spot, 4>> Cargo,
            ArrayRef<SmallVector<uint8_t, 4>> Final, bool ForReceiver) {
  std::vector<SmallVector<uint8_t, 4>> Present, Counted;
  bool PresentFits = true, FinalFits = true;
  for (unsigned L = 0; L < Cargo.size(); ++L) {
    Present.emplace_back();
    Counted.emplace_back();
    for (const Spot &S : Cargo[L]) {
      Present.back().push_back(S.Slot);
      Counted.back().push_back(Counted.back().size());
    }
    PresentFits &= areDistinct(Present.back());
    FinalFits &= areDistinct(Final[L]);
  }
  if (ForReceiver && FinalFits)
    return Final.vec();
  return PresentFits ? Present : Counted;
}

bool Realiser::ride(const Round &R) {
  std::vector<SmallVector<Spot, 4>> Cargo(Lanes);
  std::vector<SmallVector<uint8_t, 4>> Final(Lanes);
  if (!load(R, Cargo, Final))
    return false;
  std::vector<SmallVector<uint8_t, 4>> SlotOf =
      assignSlots(Cargo, Final, Choices.PlaceForReceiver);
  Wish W = B.emptyWish();
  for (unsigned L = 0; L < Lanes; ++L)
    for (unsigned I = 0; I < Cargo[L].size(); ++I)
      W[L][SlotOf[L][I]] = Cargo[L][I];
  Word Got = B.shuffle(B.build(W), R.From);

  for (const Passenger &Who : R.Passengers) {
    Place &At = place(Who.Register, Who.Lane);
    unsigned I = find(Cargo[At.Lane], At.S) - Cargo[At.Lane].begin();
    At = {{Got, SlotOf[At.Lane][I]}, Who.ToLane};
  }
  return true;
}

std::optional<Plan> Realiser::run(const Schedule &S) {
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned L = 0; L < Lanes; ++L) {
      Holder H = C.holder(R, L);
      if (H != DontCare)
        place(R, L) = {{H.Register / Slots, uint8_t(H.Register % Slots)},
                       H.Thread};
    }
  for (const Round &R : S)
    if (!ride(R))
      return std::nullopt;

  for (unsigned O = 0; O < wordsOf(C, C.NumResults); ++O) {
    Wish W = B.emptyWish();
    for (unsigned R = O * Slots; R < std::min((O + 1) * Slots, C.NumResults);
         ++R)
      for (unsigned L = 0; L < Lanes; ++L) {
        const Place &At = place(R, L);
        if (At.S && At.Lane != L)
          return std::nullopt;
        W[L][R % Slots] = At.S;
      }
    P.Outputs.push_back(B.build(W));
  }
  P.By = Route::Shuffle;
  return std::move(P);
}

/// The styles worth trying; the first two are tried on every schedule, the
/// others on the schedule that does best with those.
static std::vector<Style> stylesFor(const Conversion &Atoms, bool Affine) {
  if (atomBytes(Atoms) == 4) {
    if (Affine)
      return {{Style::Linear, Style::Chain, false}};
    return {{Style::Linear, Style::Chain, false},
            {Style::Ring, Style::Chain, false}};
  }
  std::vector<Style> Styles{{Style::Linear, Style::Chain, false}};
  if (Affine)
    Styles.push_back({Style::Linear, Style::ByNumber, true});
  else
    Styles.push_back({Style::Digits, Style::Chain, false});
  for (Style::Merge Merging :
       {Style::Chain, Style::ByHalves, Style::ByNumber, Style::BySlot})
    for (bool ForReceiver : {false, true})
      Styles.push_back({Style::Linear, Merging, ForReceiver});
  if (!Affine)
    Styles.push_back({Style::Ring, Style::Chain, false});
  return Styles;
}

std::optional<Plan> f2layout::realise(const Conversion &Atoms,
                                      const Schedule &S, const Style &Choices) {
  return Realiser(Atoms, Choices).run(S);
}

/// Some atom changes lanes more than once.
static bool goesByOtherLanes(const Schedule &S) {
  return any_of(S, [](const Round &R) {
    return any_of(R.Passengers,
                  [](const Passenger &P) { return P.ToLane != P.Lane; });
  });
}

std::vector<Plan> f2layout::planShuffles(const Conversion &Atoms,
                                         const Machine &M,
                                         const PlanOptions &O) {
  std::vector<Plan> Plans;
  auto Propose = [&](const std::vector<Schedule> &Schedules, bool Affine) {
    std::vector<Style> Styles = stylesFor(Atoms, Affine);
    const Schedule *Best = nullptr;
    double Least = 0;
    auto Try = [&](const Schedule &S, const Style &Choices) {
      std::optional<Plan> P = realise(Atoms, S, Choices);
      if (!P)
        return;
      pricePlan(*P, M);
      if (!Best || P->Cost.Clocks < Least) {
        Best = &S;
        Least = P->Cost.Clocks;
      }
      Plans.push_back(std::move(*P));
    };
    for (const Schedule &S : Schedules)
      for (const Style &Choices : ArrayRef(Styles).take_front(2))
        Try(S, Choices);
    if (const Schedule *Chosen = Best)
      for (const Style &Choices :
           ArrayRef(Styles).drop_front(std::min<size_t>(2, Styles.size())))
        Try(*Chosen, Choices);
  };
  if (Atoms.Affine) {
    std::vector<Schedule> Schedules =
        affineSchedules(Atoms, *Atoms.Affine, M, O.AllLanes ? 8 : 32);
    if (!O.AllLanes)
      erase_if(Schedules, goesByOtherLanes);
    Propose(Schedules, true);
  }
  bool Onto =
      Atoms.Affine && !Plans.empty() && Atoms.NumSources == Atoms.NumResults;
  if (!Onto)
    Propose(colouredSchedules(withTable(Atoms)), false);
  return Plans;
}
