//===- ColouredSchedule.cpp - Rounds of any table -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three ways to give every wanted atom a round, for tables that no F2 map
// describes:
//
// - By rule: round = (register + k lane) mod registers, seen from the source or
//   from the result, for small k. Where such a rule happens to be without
//   collisions it makes cheap words: with k = 0 every lane sends its register
//   number `round`, without a select. Example: 7 registers a lane, blocked to
//   striped. Element 7t + r goes to lane (7t + r) mod 32; as 7 is odd, the
//   lanes of one r all differ.
// - By edge colouring, which always works and takes the fewest rounds if every
//   atom is wanted once. Atoms that are wanted by the same lane of the same
//   lane travel together if narrow.
// - Greedily, where an atom is wanted by many lanes: all of them can take it in
//   one round.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/EdgeColouring.h"
#include "layouts/routes/ShufflePlan.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace f2layout;

namespace {

/// Atoms that go from one lane to another in one word.
struct Message {
  unsigned From, To;
  SmallVector<unsigned, 4> Atoms; ///< Source registers, increasing.
};

} // namespace

static std::vector<Message> collectMessages(const Conversion &C) {
  std::map<std::pair<unsigned, unsigned>, SmallVector<unsigned, 8>> Wanted;
  for (unsigned L = 0; L < C.NumThreads; ++L)
    for (unsigned R = 0; R < C.NumResults; ++R) {
      Holder H = C.holder(R, L);
      if (H != DontCare && H.Thread != L)
        Wanted[{H.Thread, L}].push_back(H.Register);
    }
  std::vector<Message> Messages;
  const size_t PerWord = 4 / atomBytes(C);
  for (auto &[Lanes, Atoms] : Wanted) {
    sort(Atoms);
    Atoms.erase(unique(Atoms), Atoms.end());
    for (ArrayRef<unsigned> Rest = Atoms; !Rest.empty();
         Rest = Rest.drop_front(std::min(PerWord, Rest.size())))
      Messages.push_back({Lanes.first, Lanes.second,
                          SmallVector<unsigned, 4>(Rest.take_front(PerWord))});
  }
  return Messages;
}

/// The schedule in which every message travels in the given round.
static Schedule makeSchedule(const Conversion &C, ArrayRef<Message> Messages,
                             ArrayRef<unsigned> RoundOf) {
  Schedule S;
  for (auto [M, Index] : zip(Messages, RoundOf)) {
    while (S.size() <= Index) {
      S.emplace_back();
      S.back().From.assign(C.NumThreads, 0xff);
    }
    S[Index].From[M.To] = M.From;
    for (unsigned R = 0; R < C.NumResults; ++R) {
      Holder H = C.holder(R, M.To);
      if (H.Thread == M.From && is_contained(M.Atoms, H.Register))
        S[Index].Passengers.push_back(
            {uint16_t(R), uint16_t(M.To), uint16_t(M.To)});
    }
  }
  erase_if(S, [](const Round &R) { return R.Passengers.empty(); });
  return S;
}

/// Round after round, lane after lane, the busiest first: each sends what most
/// of the lanes that are still free wait for.
static Schedule greedySchedule(const Conversion &C,
                               ArrayRef<Message> Messages) {
  using Group = std::vector<unsigned>; // Messages with one content.
  std::vector<std::map<SmallVector<unsigned, 4>, Group>> Groups(C.NumThreads);
  std::vector<unsigned> Load(C.NumThreads, 0);
  for (unsigned I = 0; I < Messages.size(); ++I) {
    Groups[Messages[I].From][Messages[I].Atoms].push_back(I);
    ++Load[Messages[I].From];
  }
  std::vector<unsigned> Senders(C.NumThreads);
  for (unsigned L = 0; L < C.NumThreads; ++L)
    Senders[L] = L;

  std::vector<unsigned> RoundOf(Messages.size(), ~0u);
  size_t Left = Messages.size();
  for (unsigned Now = 0; Left; ++Now) {
    std::vector<bool> Taken(C.NumThreads, false);
    stable_sort(Senders,
                [&](unsigned A, unsigned B) { return Load[A] > Load[B]; });
    for (unsigned L : Senders) {
      auto Waits = [&](unsigned I) {
        return RoundOf[I] == ~0u && !Taken[Messages[I].To];
      };
      const Group *Best = nullptr;
      size_t MostServed = 0;
      for (const auto &Entry : Groups[L]) {
        size_t Served = count_if(Entry.second, Waits);
        if (Served > MostServed) {
          MostServed = Served;
          Best = &Entry.second;
        }
      }
      if (!Best)
        continue;
      for (unsigned I : *Best)
        if (Waits(I)) {
          Taken[Messages[I].To] = true;
          RoundOf[I] = Now;
          --Load[L];
          --Left;
        }
    }
  }
  return makeSchedule(C, Messages, RoundOf);
}

/// One atom a round by a rule; nothing if two collide.
static std::optional<Schedule> ruleSchedule(const Conversion &C, bool BySource,
                                            unsigned Step) {
  const unsigned Rounds = BySource ? C.NumSources : C.NumResults;
  Schedule S(Rounds);
  std::vector<std::vector<unsigned>> Sent(
      Rounds, std::vector<unsigned>(C.NumThreads, ~0u));
  for (Round &R : S)
    R.From.assign(C.NumThreads, 0xff);
  for (unsigned L = 0; L < C.NumThreads; ++L)
    for (unsigned R = 0; R < C.NumResults; ++R) {
      Holder H = C.holder(R, L);
      if (H == DontCare)
        continue;
      unsigned Now =
          (BySource ? H.Register + Step * H.Thread : R + Step * L) % Rounds;
      unsigned &Word = Sent[Now][H.Thread];
      uint8_t &From = S[Now].From[L];
      if ((Word != ~0u && Word != H.Register) ||
          (From != 0xff && From != H.Thread))
        return std::nullopt;
      Word = H.Register;
      From = H.Thread;
      S[Now].Passengers.push_back({uint16_t(R), uint16_t(L), uint16_t(L)});
    }
  // A round in which nothing moves is dropped.
  erase_if(S, [](const Round &R) {
    return all_of(enumerate(R.From), [](const auto &E) {
      return E.value() == 0xff || E.value() == E.index();
    });
  });
  return S;
}

std::vector<Schedule> f2layout::colouredSchedules(const Conversion &Atoms) {
  std::vector<Schedule> All;
  if (Atoms.NumThreads != 1u << Atoms.LaneBits)
    return All;
  std::vector<Message> Messages = collectMessages(Atoms);

  std::vector<std::pair<unsigned, unsigned>> Edges;
  std::map<std::pair<unsigned, SmallVector<unsigned, 4>>, unsigned> Wanted;
  bool Once = true;
  for (const Message &M : Messages) {
    Edges.emplace_back(M.From, M.To);
    Once &= ++Wanted[{M.From, M.Atoms}] == 1;
  }
  All.push_back(makeSchedule(Atoms, Messages, colourEdges(Edges)));
  if (!Once) {
    Schedule Greedy = greedySchedule(Atoms, Messages);
    if (Greedy.size() < All[0].size())
      All[0] = std::move(Greedy);
  }

  // Rules that need no more rounds than that.
  constexpr unsigned MaxStep = 8, MaxRules = 3;
  for (unsigned Step = 0; Step < MaxStep && All.size() <= MaxRules; ++Step)
    for (bool BySource : {true, false})
      if (auto S = ruleSchedule(Atoms, BySource, Step))
        if (S->size() <= All[0].size())
          All.push_back(std::move(*S));
  return All;
}
