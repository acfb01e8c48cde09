//===- BitLeaves.cpp - The bits of values that start a form ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of BitForms that creates symbols: thread and lane numbers,
// arguments, arrays, loaded values. It also uses what LLVM knows about their
// bits and ranges, including assumptions.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/bits/BitForms.h"
#include "passes/evaluate/ThreadEval.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The same for every compute capability: CUDA's Programming Guide, technical
/// specifications.
static constexpr uint64_t MaxDepthOfNvidia = 64;

/// Loops that share one position in Support::Loops, and count as divergent.
static constexpr unsigned OtherLoops = 63;

/// The tag of the leaf that is the value itself.
static constexpr unsigned OfValue = 0;

BitFacts BitForms::constant(uint64_t Value, unsigned Width) {
  BitFacts Facts(Width);
  Facts.Bits = BitWords::constant(Value, Width);
  Facts.Sum = {0, Value & maskTrailingOnes<uint64_t>(Width)};
  Facts.Range =
      ConstantRange(APInt(Width, Value & maskTrailingOnes<uint64_t>(Width)));
  return Facts;
}

BitFacts BitForms::ofBits(BitWord Bits) {
  BitFacts Facts(Bits.size());
  Facts.Sum = termOfBits(Bits);
  Facts.Bits = std::move(Bits);
  return Facts;
}

BitFacts BitForms::ofSum(SymbolicInt Sum, unsigned Width) {
  BitFacts Facts(Width);
  Facts.Sum = Sum;
  Facts.Bits = bitsOfTerm(Sum, Width);
  return Facts;
}

//===----------------------------------------------------------------------===//
// Values that may differ between threads
//===----------------------------------------------------------------------===//

/// The loops among L and the loops around it that some thread may leave before
/// another.
uint64_t BitForms::divergentLoops(const Loop *L) {
  if (!L)
    return 0;
  if (auto Known = LoopMasks.find(L); Known != LoopMasks.end())
    return Known->second;
  uint64_t Mask = divergentLoops(L->getParentLoop());
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  SmallVector<BasicBlock *, 4> Latches;
  L->getLoopLatches(Latches);
  // A uniform branch that only some threads reach separates them as well.
  auto InEveryIteration = [&](const BasicBlock *E) {
    return C.LI.getLoopFor(E) == L && all_of(Latches, [&](BasicBlock *Latch) {
             return C.DT.dominates(E, Latch);
           });
  };
  bool Apart = any_of(Exiting, [&](const BasicBlock *E) {
    return !C.Uniformity || !C.Uniformity->hasUniformBranch(E) ||
           !(C.Uniformity->isUniformlyReached(E) || InEveryIteration(E));
  });
  if (Apart) {
    unsigned Place = std::min<size_t>(LoopsByPlace.size(), OtherLoops);
    LoopsByPlace.push_back(L);
    Mask |= 1ull << Place;
  }
  return LoopMasks[L] = Mask;
}

Support BitForms::supportOf(const Value *V) {
  Support S;
  S.Varies = !C.Uniformity || !C.Uniformity->isUniform(V);
  if (!C.Uniformity)
    return S;
  if (auto *I = dyn_cast<Instruction>(V))
    S.Loops = divergentLoops(C.LI.getLoopFor(I->getParent()));
  return S;
}

Support BitForms::supportIn(Support S, const BasicBlock *BB) const {
  for (uint64_t Rest = S.Loops; Rest; Rest &= Rest - 1) {
    unsigned Place = countr_zero(Rest);
    if (Place == OtherLoops || !LoopsByPlace[Place]->contains(BB))
      S.Varies = true;
  }
  return S;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

/// The instruction from which on facts about V hold.
static const Instruction *definition(const Value *V, const Function &F) {
  auto *I = dyn_cast<Instruction>(V);
  return I ? I : &F.getEntryBlock().front();
}

static void setKnown(BitWord &Bits, const KnownBits &Known) {
  for (unsigned N = 0; N < Bits.size(); ++N)
    if (Known.Zero[N] || Known.One[N])
      Bits[N] = Bit::constant(Known.One[N]);
}

BitFacts BitForms::leaf(const Value *V, unsigned Width) {
  BitFacts Facts(Width);
  const Instruction *At = definition(V, C.F);
  KnownBits Known = computeKnownBits(V, DL, C.AC, At, &C.DT);
  if (Known.getBitWidth() != Width || Known.hasConflict())
    Known = KnownBits(Width);
  if (const unsigned Zeros = C.Hypothesis ? C.Hypothesis->lookup(V) : 0) {
    Known.Zero.setLowBits(std::min(Zeros, Width));
    Known.One.clearLowBits(std::min(Zeros, Width));
  }
  Facts.Bits = Table.leaf(V, OfValue, Known, supportOf(V));
  if (V->getType()->isIntegerTy())
    Facts.Range = computeConstantRange(V, /*ForSigned=*/false,
                                       /*UseInstrInfo=*/true, C.AC, At, &C.DT);
  Facts.Sum = termOfBits(Facts.Bits);
  return Facts;
}

BitFacts BitForms::fresh(const Value *V, unsigned Width) {
  Support Needs;
  Needs.Varies = true;
  return ofBits(Table.leaf(V, ++NumFresh, KnownBits(Width), Needs));
}

BitFacts BitForms::global(const GlobalVariable &G, unsigned Width) {
  const GlobalVariable *Base = canonicalShared(&G);
  KnownBits Known(Width);
  Known.Zero.setLowBits(std::min(Width, Log2(Base->getPointerAlignment(DL))));
  return ofBits(Table.leaf(Base, OfValue, Known, Support()));
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

BitFacts BitForms::threadIndex(unsigned Dim, unsigned Width) {
  uint64_t Bound = std::min(C.Launch.MaxThreads, 1u << ThreadDimBits[Dim]);
  if (Dim == DimZ && compat::targetTriple(*C.F.getParent()).isNVPTX())
    Bound = std::min<uint64_t>(Bound, MaxDepthOfNvidia);
  if (C.Launch.Exact)
    Bound = std::min<uint64_t>(Bound, (*C.Launch.Exact)[Dim]);
  BitWord Bits;
  unsigned Needed = Bound > 1 ? Log2_64(Bound - 1) + 1 : 0;
  for (unsigned N = 0; N < Width; ++N)
    Bits.push_back(N < Needed ? Table.threadBit(Dim, N) : Bit());
  BitFacts Facts = ofBits(std::move(Bits));
  if (Needed < Width)
    Facts.Range = ConstantRange::getNonEmpty(
        APInt(Width, 0), APInt(Width, std::max<uint64_t>(1, Bound)));
  return Facts;
}

/// The low bits of the thread's number in its block, x + X * (y + Y * z), if X
/// and Y are known; else bits of their own.
BitFacts BitForms::lane(unsigned Width) {
  unsigned LaneBits = std::min(Width, C.Launch.LaneBits);
  BitWord Bits;
  if (C.Launch.Exact) {
    const auto &Size = *C.Launch.Exact;
    BitWord X = threadIndex(DimX, 32).Bits, Y = threadIndex(DimY, 32).Bits,
            Z = threadIndex(DimZ, 32).Bits;
    Bits = Words.sum({{X, 1}, {Y, Size[0]}, {Z, Size[0] * Size[1]}}, 0, 32);
    Bits.resize(LaneBits);
  } else {
    for (unsigned N = 0; N < LaneBits; ++N)
      Bits.push_back(Table.threadBit(DimLane, N));
  }
  return ofBits(BitWords::resized(Bits, Width));
}

BitFacts BitForms::computeLaunchRead(const Value *V, LaunchRead R,
                                     unsigned Width) {
  switch (R.K) {
  case LaunchRead::ThreadIndex:
    return threadIndex(R.Dim, Width);
  case LaunchRead::Lane:
    return lane(Width);
  case LaunchRead::WarpSize:
    return constant(1ull << C.Launch.LaneBits, Width);
  case LaunchRead::BlockSize:
    if (C.Launch.Exact && R.Dim < 3 && hasUniformBlocks(C.F))
      return constant((*C.Launch.Exact)[R.Dim], Width);
    break;
  case LaunchRead::BlockIndex:
  case LaunchRead::GridSize:
  case LaunchRead::LaneMask:
    break;
  }
  // All reads of one register are one leaf: the first one.
  const Value *&First = LaunchLeaves[{unsigned(R.K) * 16 + R.Dim, Width}];
  if (!First)
    First = V;
  return leaf(First, Width);
}

//===----------------------------------------------------------------------===//
// Refinement
//===----------------------------------------------------------------------===//

void BitForms::refine(BitFacts &Facts, const Value *V) {
  KnownBits Known = BitWords::known(Facts.Bits);
  if (Known.hasConflict())
    return;
  Facts.Range = Facts.Range.intersectWith(
      ConstantRange::fromKnownBits(Known, /*IsSigned=*/false),
      ConstantRange::Unsigned);
  bool Assumed =
      C.AC && isa<Instruction>(V) && !C.AC->assumptionsFor(V).empty();
  const unsigned Active = Facts.Range.isEmptySet()
                              ? Facts.width()
                              : Facts.Range.getUnsignedMax().getActiveBits();
  const bool AreKnown = all_of(ArrayRef<Bit>(Facts.Bits).drop_front(Active),
                               [](Bit B) { return B.isConstant(); });
  if (AreKnown && !Assumed)
    return;
  BitWord Bits = Facts.Bits;
  for (unsigned N = Active; N < Bits.size(); ++N)
    if (!Bits[N].isConstant())
      Bits[N] = Bit();
  if (Assumed) {
    KnownBits More = computeKnownBits(V, DL, C.AC, cast<Instruction>(V), &C.DT);
    if (More.getBitWidth() == Bits.size() && !More.hasConflict())
      setKnown(Bits, More);
  }
  if (Bits == Facts.Bits)
    return;
  // A sum that only repeats the bits must not know less than the bits.
  if (Assumed || Facts.Sum == termOfBits(Facts.Bits))
    Facts.Sum = termOfBits(Bits);
  Facts.Bits = std::move(Bits);
}
