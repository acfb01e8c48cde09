//===- AffineCheck.cpp - A plan proved by composing its steps -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An origin is a word: the number of a byte among the input words of a thread
// in the low bits, the thread above them. A byte is an origin for thread 0 and
// the number of a linear part, which many bytes share.
//
// Selects, permutes and shuffles choose by lane. Their bytes are computed for
// every lane, fitted by those of lane 0 and of the lane bits, and compared.
//
//===----------------------------------------------------------------------===//

#include "layouts/check/AffineCheck.h"
#include "layouts/check/AffineMemory.h"
#include "layouts/plan/PlanSteps.h"
#include "layouts/plan/StepVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// What a byte adds to its origin in each thread: columns, and their sums for
/// the lanes of the first warp.
struct LinearPart {
  ThreadColumns Columns{};
  std::array<uint32_t, 64> OfLane{};

  LinearPart(const ThreadColumns &Columns, unsigned Lanes) : Columns(Columns) {
    for (unsigned L = 1; L < Lanes; ++L)
      OfLane[L] = OfLane[L & (L - 1)] ^ Columns[countr_zero(L)];
  }
};

/// The origin of a byte, as an affine function of the thread.
struct Byte {
  static constexpr unsigned Unknown = ~0u;
  uint32_t Origin = 0;       ///< In thread 0.
  unsigned Linear = Unknown; ///< Number of the linear part.

  bool isKnown() const { return Linear != Unknown; }
  bool operator==(const Byte &O) const {
    return Linear == O.Linear && Origin == O.Origin;
  }
  /// Both differ by a constant, the same for X and Y.
  static bool isShifted(const Byte &X, const Byte &XShifted, const Byte &Y,
                        const Byte &YShifted) {
    return X.Linear == XShifted.Linear && Y.Linear == YShifted.Linear &&
           (X.Origin ^ XShifted.Origin) == (Y.Origin ^ YShifted.Origin);
  }
};

using WordBytes = std::array<Byte, 4>;

class AffineRunner : public StepVisitor<AffineRunner, bool> {
public:
  AffineRunner(const Plan &P, const Conversion &C);

  /// Empty if all steps were understood, a fault, or nothing if some were not.
  std::optional<std::string> run();
  std::optional<std::string> compare();

private:
  friend StepVisitor;
  unsigned number(const ThreadColumns &Columns);
  uint32_t at(const Byte &B, unsigned Lane) const {
    return B.Origin ^ Linears[B.Linear].OfLane[Lane];
  }
  uint32_t atThread(const Byte &B, unsigned Thread) const;
  Byte fit(function_ref<const Byte &(unsigned)> OfLane,
           ArrayRef<uint8_t> FromLane);
  Byte fitOrigins(ArrayRef<uint32_t> Origins, ThreadColumns Columns);
  Byte fitThreads(function_ref<const Byte &(unsigned)> OfThread);
  void select(const Step &S);
  void permute(const Step &S);
  void shuffle(const Step &S);
  void swap(const Step &S);
  void transpose(const Step &S);
  // These return false if the step was not understood, and set Fault if it is
  // wrong.
  bool store(const Step &S);
  bool load(const Step &S);
  bool storeMatrix(const Step &S);
  bool loadMatrix(const Step &S);
  void barrier(const Step &S) { Memory.barrier(S.Sync); }

  const Plan &P;
  const Conversion &C;
  const AffineMove &Map;
  const unsigned Lanes, AtomBits, ByteBits;
  SmallVector<LinearPart, 2> Linears;
  std::vector<WordBytes> Words;
  AffineMemory Memory;
  std::string Fault;
};

} // namespace

AffineRunner::AffineRunner(const Plan &P, const Conversion &C)
    : P(P), C(C), Map(*C.Affine), Lanes(1u << P.LaneBits),
      AtomBits(Log2_32(C.ElementBits / 8)),
      ByteBits(std::max(2u, Map.SourceRegisterBits + AtomBits)),
      Memory(P.ScratchBytes, P.LaneBits, Map.ThreadBits) {
  ThreadColumns Own{};
  for (unsigned J = 0; J < Map.ThreadBits; ++J)
    Own[J] = 1u << (ByteBits + J);
  unsigned Identity = number(Own);
  Words.reserve(P.NumWords);
  for (Word W = 0; W < P.NumInputs; ++W)
    Words.push_back({{{4 * W, Identity},
                      {4 * W + 1, Identity},
                      {4 * W + 2, Identity},
                      {4 * W + 3, Identity}}});
}

unsigned AffineRunner::number(const ThreadColumns &Columns) {
  for (unsigned I = 0; I < Linears.size(); ++I)
    if (Linears[I].Columns == Columns)
      return I;
  Linears.emplace_back(Columns, Lanes);
  return Linears.size() - 1;
}

//===----------------------------------------------------------------------===//
// Between lanes and registers
//===----------------------------------------------------------------------===//

/// The byte whose origins these are, by the low bits of the thread. Columns has
/// those of the other bits. Unknown if it is not affine.
Byte AffineRunner::fitOrigins(ArrayRef<uint32_t> Origins,
                              ThreadColumns Columns) {
  for (unsigned J = 0; 1u << J < Origins.size(); ++J)
    Columns[J] = Origins[1u << J] ^ Origins[0];
  for (unsigned T = 1; T < Origins.size(); ++T)
    if (Origins[T] != (Origins[T & (T - 1)] ^ Columns[countr_zero(T)]))
      return {};
  return {Origins[0], number(Columns)};
}

/// The byte that in each lane is that of OfLane, in the lane FromLane (in the
/// lane itself if that is empty). Unknown if it is not affine.
Byte AffineRunner::fit(function_ref<const Byte &(unsigned)> OfLane,
                       ArrayRef<uint8_t> FromLane) {
  std::array<uint32_t, 64> Origins{};
  const Byte &First = OfLane(0);
  if (!First.isKnown())
    return {};
  ThreadColumns Columns = Linears[First.Linear].Columns;
  ArrayRef<uint32_t> Warps = ArrayRef(Columns).drop_front(P.LaneBits);
  unsigned Last = First.Linear; // whose warp bits are known to agree
  for (unsigned L = 0; L < Lanes; ++L) {
    const Byte &B = OfLane(L);
    if (!B.isKnown())
      return {};
    if (B.Linear != Last &&
        ArrayRef(Linears[B.Linear].Columns).drop_front(P.LaneBits) != Warps)
      return {};
    Last = B.Linear;
    Origins[L] = at(B, FromLane.empty() ? L : FromLane[L]);
  }
  return fitOrigins(ArrayRef(Origins).take_front(Lanes), Columns);
}

uint32_t AffineRunner::atThread(const Byte &B, unsigned Thread) const {
  uint32_t Origin = B.Origin;
  for (; Thread; Thread &= Thread - 1)
    Origin ^= Linears[B.Linear].Columns[countr_zero(Thread)];
  return Origin;
}

/// The same of a byte that may be another one in other warps.
Byte AffineRunner::fitThreads(function_ref<const Byte &(unsigned)> OfThread) {
  const unsigned Threads = 1u << Map.ThreadBits;
  std::vector<uint32_t> Origins(Threads);
  for (unsigned T = 0; T < Threads; ++T) {
    const Byte &B = OfThread(T);
    if (!B.isKnown())
      return {};
    Origins[T] = atThread(B, T);
  }
  return fitOrigins(Origins, ThreadColumns{});
}

void AffineRunner::select(const Step &S) {
  const WordBytes A = Words[S.A], B = Words[S.B];
  WordBytes New;
  for (unsigned I = 0; I < 4; ++I) {
    if (A[I] == B[I])
      New[I] = A[I];
    else if (I > 0 && New[I - 1].isKnown() &&
             Byte::isShifted(A[I - 1], A[I], B[I - 1], B[I]))
      New[I] = {New[I - 1].Origin ^ A[I - 1].Origin ^ A[I].Origin,
                New[I - 1].Linear};
    else if (S.WarpBits)
      New[I] = fitThreads([&](unsigned T) -> const Byte & {
        unsigned Lane = T & (Lanes - 1);
        return ((S.Mask >> Lane ^ popcount(T & S.WarpBits)) & 1) ? A[I] : B[I];
      });
    else
      New[I] = fit(
          [&](unsigned L) -> const Byte & {
            return S.Mask >> L & 1 ? A[I] : B[I];
          },
          {});
  }
  Words.push_back(New);
}

void AffineRunner::permute(const Step &S) {
  const WordBytes A = Words[S.A], B = Words[S.B];
  auto Chosen = [&](uint16_t Selector, unsigned I) -> const Byte & {
    unsigned From = Selector >> (4 * I) & 7;
    return (From < 4 ? A : B)[From & 3];
  };
  WordBytes New;
  for (unsigned I = 0; I < 4; ++I)
    New[I] = S.Selector.size() == 1 ? Chosen(S.Selector[0], I)
                                    : fit(
                                          [&](unsigned L) -> const Byte & {
                                            return Chosen(S.Selector[L], I);
                                          },
                                          {});
  Words.push_back(New);
}

void AffineRunner::shuffle(const Step &S) {
  const WordBytes A = Words[S.A];
  WordBytes New;
  for (unsigned I = 0; I < 4; ++I) {
    if (I > 0 && New[I - 1].isKnown() && A[I].Linear == A[I - 1].Linear)
      New[I] = {New[I - 1].Origin ^ A[I - 1].Origin ^ A[I].Origin,
                New[I - 1].Linear};
    else
      New[I] = fit([&](unsigned) -> const Byte & { return A[I]; }, S.FromLane);
  }
  Words.push_back(New);
}

void AffineRunner::swap(const Step &S) {
  const WordBytes A = Words[S.A], B = Words[S.B];
  for (unsigned Second = 0; Second < 2; ++Second) {
    SmallVector<uint8_t, 64> FromLane;
    for (unsigned L = 0; L < Lanes; ++L)
      FromLane.push_back((L & ~(1u << S.LaneBit)) | Second << S.LaneBit);
    WordBytes New;
    for (unsigned I = 0; I < 4; ++I)
      New[I] = fit(
          [&](unsigned L) -> const Byte & {
            return L >> S.LaneBit & 1 ? B[I] : A[I];
          },
          FromLane);
    Words.push_back(New);
  }
}

void AffineRunner::transpose(const Step &S) {
  const WordBytes A = Words[S.A];
  WordBytes New;
  for (unsigned I = 0; I < 4; ++I) {
    SmallVector<uint8_t, 32> FromLane;
    for (unsigned L = 0; L < Lanes; ++L)
      FromLane.push_back(4 * (2 * (L % 4) + I / 2) + L / 8);
    New[I] = fit(
        [&](unsigned L) -> const Byte & { return A[2 * (L / 4 % 2) + I % 2]; },
        FromLane);
  }
  Words.push_back(New);
}

//===----------------------------------------------------------------------===//
// Through memory
//===----------------------------------------------------------------------===//

bool AffineRunner::store(const Step &S) {
  if (S.Bytes == 0)
    return false;
  SmallVector<uint32_t, 16> Origins;
  const unsigned First = S.Bytes < 4 ? S.FirstByte : 0;
  const unsigned Linear = Words[S.Words[0]][First].Linear;
  for (unsigned I = First; I < First + S.Bytes; ++I) {
    const Byte &B = Words[S.Words[I / 4]][I % 4];
    if (!B.isKnown() || B.Linear != Linear)
      return false;
    Origins.push_back(B.Origin);
  }
  return Memory.store(S, Origins, Linears[Linear].Columns, Fault);
}

bool AffineRunner::load(const Step &S) {
  SmallVector<uint32_t, 16> Origins;
  ThreadColumns Columns;
  bool IsKnown = Memory.load(S, Origins, Columns, Fault);
  unsigned Linear = IsKnown ? number(Columns) : Byte::Unknown;
  for (unsigned W = 0; W < S.Count; ++W) {
    WordBytes New;
    for (unsigned I = 0; IsKnown && I < std::min(4u, S.Bytes); ++I)
      New[I] = {Origins[4 * W + I], Linear};
    Words.push_back(New);
  }
  return true;
}

bool AffineRunner::storeMatrix(const Step &S) {
  return all_of(accessesOfLanes(S),
                [&](const Step &One) { return store(One); });
}

bool AffineRunner::loadMatrix(const Step &S) {
  for (const Step &One : accessesOfLanes(S)) {
    if (!load(One))
      return false;
    if (!One.FirstByte)
      continue;
    // More of the word before.
    WordBytes More = Words.back();
    Words.pop_back();
    std::copy_n(More.begin(), One.Bytes, Words.back().begin() + One.FirstByte);
  }
  return true;
}

std::optional<std::string> AffineRunner::run() {
  for (const Step &S : P.Steps) {
    Fault = findStepFault(S, Words.size(), P, Map.ThreadBits);
    if (!Fault.empty())
      return Fault;
    const bool Understood = visit(S, true);
    if (!Fault.empty())
      return Fault;
    if (!Understood)
      return std::nullopt;
  }
  return Words.size() == P.NumWords ? "" : "fewer words than announced";
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::optional<std::string> AffineRunner::compare() {
  auto FirstByte = [&](uint64_t Image) {
    uint64_t Register =
        Image & maskTrailingOnes<uint64_t>(Map.SourceRegisterBits);
    return uint32_t(Register << AtomBits | Image >> Map.SourceRegisterBits
                                                        << ByteBits);
  };
  ThreadColumns Columns{};
  for (unsigned J = 0; J < Map.ThreadBits; ++J)
    Columns[J] = FirstByte(Map.ThreadColumns[J]);
  const unsigned Linear = number(Columns), Size = 1u << AtomBits;
  bool AllKnown = true;
  uint64_t Image = Map.Offset; // of register R ^ R / 2 (one bit changes)
  for (unsigned N = 0; N < C.NumResults; ++N) {
    if (N)
      Image ^= Map.RegisterColumns[countr_zero(N)];
    const unsigned R = N ^ N >> 1;
    const uint32_t Wanted = FirstByte(Image);
    const unsigned To = R * Size; // An element is not in two words.
    if (To / 4 >= P.Outputs.size() || P.Outputs[To / 4] >= P.NumWords)
      return "missing output";
    const Byte *Got = &Words[P.Outputs[To / 4]][To % 4];
    for (unsigned B = 0; B < Size; ++B) {
      if (Got[B].isKnown() && !(Got[B] == Byte{Wanted | B, Linear}))
        return "result register " + std::to_string(R) +
               " is not in every thread what the conversion asks for";
      AllKnown &= Got[B].isKnown();
    }
  }
  if (!AllKnown)
    return std::nullopt;
  return "";
}

std::optional<std::string> f2layout::checkAffinePlan(const Plan &P,
                                                     const Conversion &Atoms) {
  const unsigned WordBits =
      std::max(2u, Atoms.Affine ? Atoms.Affine->SourceRegisterBits +
                                      Log2_32(Atoms.ElementBits / 8)
                                : 0);
  if (Atoms.hasTable() || !Atoms.Affine || Atoms.ElementBits > 32 ||
      Atoms.Affine->ThreadBits > 10 || P.LaneBits > 6 ||
      P.LaneBits > Atoms.Affine->ThreadBits || WordBits > 20 ||
      Atoms.NumSources != 1u << Atoms.Affine->SourceRegisterBits ||
      Atoms.NumResults != 1u << Atoms.Affine->RegisterColumns.size())
    return std::nullopt;
  std::optional<std::string> Fault = findPlanFault(P, Atoms);
  if (!Fault->empty())
    return Fault;
  AffineRunner Runner(P, Atoms);
  Fault = Runner.run();
  if (!Fault || !Fault->empty())
    return Fault;
  return Runner.compare();
}
