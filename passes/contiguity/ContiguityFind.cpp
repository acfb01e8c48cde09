//===- ContiguityFind.cpp - The search for runs ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/contiguity/ContiguityFind.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include <array>

using namespace llvm;
using namespace f2layout;

/// Classes are searched in parts of this many accesses.
static constexpr size_t MaxClass = 256;

static bool isSimple(const Instruction *I) {
  if (auto *L = dyn_cast<LoadInst>(I))
    return L->isSimple();
  return cast<StoreInst>(I)->isSimple();
}

/// Control always comes to the next instruction.
static bool continuesBehind(const Instruction &I) {
  if (isGuaranteedToTransferExecutionToSuccessor(&I))
    return true;
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && asmReturns(*Call);
}

void RunFinder::collectSegments() {
  DenseMap<const Instruction *, unsigned> SegmentOf;
  unsigned Segment = 0;
  const BasicBlock *Last = nullptr;
  for (const ContiguousAccess &A : Result.Accesses) {
    if (A.I->getParent() != Last) {
      Last = A.I->getParent();
      for (const Instruction &I : *Last) {
        if (isa<LoadInst, StoreInst>(I))
          SegmentOf[&I] = Segment;
        Segment += !continuesBehind(I);
      }
      ++Segment;
    }
    Segments.push_back(SegmentOf.lookup(A.I));
  }
}

/// Cuts access N, whose address is a sum that may have been cut before.
void RunFinder::cut(unsigned N, const AddressFacts &Address) {
  const uint64_t Constant = Address.Sum.Const;
  auto [It, New] =
      CutOfSum.try_emplace({Address.Sum.Sym, Address.Width}, N, Constant);
  if (!New) {
    const auto [Same, Its] = It->second;
    Cuts[N] = Cuts[Same];
    Cuts[N].Constant += Constant - Its;
    BaseOf[N] = BaseOf[Same];
    return;
  }
  Cuts[N] = cutAddress(Forms, Address);
  BaseOf[N] = Bases.try_emplace(std::move(Cuts[N].Base), N).first->second;
  Cuts[N].Base.clear();
}

void RunFinder::run() {
  collectSegments();
  std::map<std::array<unsigned, 4>, unsigned> ClassOf;
  std::vector<Members> Classes;
  DenseMap<const BasicBlock *, unsigned> Blocks;
  Cuts.resize(Result.Accesses.size());
  BaseOf.resize(Result.Accesses.size());
  for (unsigned N = 0; N < Result.Accesses.size(); ++N) {
    const Instruction *I = access(N).I;
    const std::optional<AddressFacts> Address =
        Forms.address(getLoadStorePointerOperand(I));
    if (!Address || !isSimple(I)) {
      addAlone(N, Address ? "volatile or atomic" : "unknown kind of pointer");
      continue;
    }
    cut(N, *Address);
    const unsigned Block =
        Blocks.try_emplace(I->getParent(), Blocks.size()).first->second;
    auto [It, New] = ClassOf.try_emplace(
        {Block, isa<StoreInst>(I), getLoadStoreAddressSpace(I), BaseOf[N]},
        Classes.size());
    if (New)
      Classes.emplace_back();
    Classes[It->second].push_back(N);
  }
  for (ArrayRef<unsigned> Class : Classes)
    for (; !Class.empty();
         Class = Class.drop_front(std::min(MaxClass, Class.size())))
      findInClass(Class.take_front(MaxClass));
  // In the order of the program.
  llvm::sort(Result.Runs, [](const ContiguousRun &A, const ContiguousRun &B) {
    return *llvm::min_element(A.Accesses) < *llvm::min_element(B.Accesses);
  });
  for (auto [N, R] : enumerate(Result.Runs)) {
    for (unsigned A : R.Accesses)
      Result.Accesses[A].Run = N;
    for (unsigned A : R.Repeats)
      Result.Accesses[A].Run = N;
  }
}

void RunFinder::findInClass(ArrayRef<unsigned> Class) {
  const CutAddress &First = Cuts[Class.front()];
  SmallVector<WeightedBit, 8> Shared = First.Residue;
  for (unsigned N : Class) {
    SmallVector<WeightedBit, 8> Both;
    std::set_intersection(Shared.begin(), Shared.end(), Cuts[N].Residue.begin(),
                          Cuts[N].Residue.end(), std::back_inserter(Both));
    Shared = std::move(Both);
  }
  SmallVector<Part, 16> Parts;
  for (unsigned N : Class) {
    Part P;
    P.Access = N;
    P.Constant = compat::lowBits(First.Width, Cuts[N].Constant - First.Constant)
                     .getSExtValue();
    std::set_difference(Cuts[N].Residue.begin(), Cuts[N].Residue.end(),
                        Shared.begin(), Shared.end(),
                        std::back_inserter(P.Own));
    Parts.push_back(std::move(P));
  }
  // Runs with one order first, as long as they are as wide as accesses can be;
  // then runs whose order depends on the thread; then the rest.
  SmallVector<Part, 16> Narrow, Rest, Nothing;
  findFixed(Parts, /*OnlyWide=*/true, Narrow);
  findPermuted(Narrow, Rest);
  findFixed(Rest, /*OnlyWide=*/false, Nothing);
}

//===----------------------------------------------------------------------===//
// One order
//===----------------------------------------------------------------------===//

void RunFinder::findFixed(ArrayRef<Part> Parts, bool OnlyWide,
                          SmallVectorImpl<Part> &Rest) {
  // With one residue no other order is possible.
  if (all_of(Parts, [](const Part &P) { return P.Own.empty(); }))
    return findFixedAmongEqual(Parts, /*OnlyWide=*/false, Rest);
  std::map<std::vector<std::pair<int64_t, uint32_t>>, SmallVector<Part, 16>>
      ByResidue;
  for (const Part &P : Parts) {
    std::vector<std::pair<int64_t, uint32_t>> Key;
    for (const WeightedBit &W : P.Own)
      Key.push_back({W.Weight, W.Form.Code});
    ByResidue[Key].push_back(P);
  }
  OnlyWide &= ByResidue.size() > 1;
  for (auto &Equal : ByResidue)
    findFixedAmongEqual(Equal.second, OnlyWide, Rest);
}

void RunFinder::findFixedAmongEqual(ArrayRef<Part> Parts, bool OnlyWide,
                                    SmallVectorImpl<Part> &Rest) {
  SmallVector<const Part *, 16> Sorted;
  for (const Part &P : Parts)
    Sorted.push_back(&P);
  llvm::stable_sort(Sorted, [](const Part *A, const Part *B) {
    return A->Constant < B->Constant;
  });
  ContiguousRun R;
  SmallVector<const Part *, 16> Taken;
  int64_t Begin = 0;
  auto Flush = [&] {
    if (Taken.empty())
      return;
    if (OnlyWide && R.Bytes < widestOf(R)) {
      for (const Part *P : Taken)
        Rest.push_back(*P);
    } else {
      finishFixed(R);
    }
    R = ContiguousRun();
    Taken.clear();
  };
  for (const Part *P : Sorted) {
    const ContiguousAccess &A = access(P->Access);
    int64_t End = Begin + int64_t(R.Bytes);
    bool Inside = !Taken.empty() && P->Constant + A.Bytes <= End;
    if (Inside && isa<LoadInst>(A.I)) {
      Result.Accesses[P->Access].Offset = P->Constant - Begin;
      R.Repeats.push_back(P->Access);
      Taken.push_back(P);
      continue;
    }
    if (Taken.empty() || P->Constant != End) {
      Flush();
      Begin = P->Constant;
    }
    Result.Accesses[P->Access].Offset = P->Constant - Begin;
    R.Accesses.push_back(P->Access);
    R.Bytes += A.Bytes;
    Taken.push_back(P);
  }
  Flush();
}

//===----------------------------------------------------------------------===//
// An order that depends on symbols
//===----------------------------------------------------------------------===//

int64_t RunFinder::offsetIn(const Part &P, const ChoiceBasis &Basis,
                            uint64_t Case) const {
  int64_t Offset = P.Constant;
  for (const WeightedBit &W : P.Own)
    Offset += Basis.value(W.Form, Case) ? W.Weight : 0;
  return Offset;
}

void RunFinder::findPermuted(ArrayRef<Part> Parts,
                             SmallVectorImpl<Part> &Rest) {
  ChoiceBasis Basis(Forms.table());
  bool Fits = true;
  for (const Part &P : Parts)
    for (const WeightedBit &W : P.Own)
      Fits &= Basis.add(W.Form);
  SmallVector<Part, 16> Left(Parts.begin(), Parts.end());
  if (Fits && !Basis.forms().empty() && Left.size() > 1) {
    int64_t Origin = INT64_MAX;
    for (const Part &P : Left)
      for (unsigned Case = 0; Case < Basis.cases(); ++Case)
        Origin = std::min(Origin, offsetIn(P, Basis, Case));
    ContiguousRun Any;
    Any.Accesses.push_back(Left.front().Access);
    for (uint64_t Size = widestOf(Any); Size > 1; Size /= 2)
      takePieces(Left, Basis, Origin, Size);
  }
  append_range(Rest, Left);
}

/// Takes the full pieces of Size bytes, counted from Origin.
void RunFinder::takePieces(SmallVectorImpl<Part> &Parts,
                           const ChoiceBasis &Basis, int64_t Origin,
                           uint64_t Size) {
  std::map<int64_t, SmallVector<Part, 8>> ByPiece;
  SmallVector<Part, 16> Left;
  for (const Part &P : Parts) {
    int64_t Piece = (offsetIn(P, Basis, 0) - Origin) / int64_t(Size);
    bool Stays = true;
    for (unsigned Case = 1; Case < Basis.cases() && Stays; ++Case)
      Stays = (offsetIn(P, Basis, Case) - Origin) / int64_t(Size) == Piece;
    if (Stays)
      ByPiece[Piece].push_back(P);
    else
      Left.push_back(P);
  }
  for (auto &[Piece, In] : ByPiece)
    if (!takePiece(In, Basis, Origin + Piece * int64_t(Size), Size))
      append_range(Left, In);
  Parts = std::move(Left);
}

bool RunFinder::takePiece(ArrayRef<Part> Parts, const ChoiceBasis &Basis,
                          int64_t Begin, uint64_t Size) {
  // The differing part must consist of bits within the piece.
  for (const Part &P : Parts)
    for (const WeightedBit &W : P.Own)
      if (W.Weight < 0 || !isPowerOf2_64(W.Weight) ||
          uint64_t(W.Weight) >= Size)
        return false;
  ContiguousRun R;
  R.Bytes = Size;
  for (unsigned Case = 0; Case < Basis.cases(); ++Case) {
    std::vector<std::pair<int64_t, unsigned>> At;
    for (const Part &P : Parts)
      At.push_back({offsetIn(P, Basis, Case), P.Access});
    llvm::sort(At);
    int64_t End = Begin;
    for (auto [Offset, A] : At) {
      if (Offset != End)
        return false;
      End += access(A).Bytes;
    }
    if (End != Begin + int64_t(Size))
      return false;
    if (Case == 0)
      for (auto [Offset, A] : At)
        R.Accesses.push_back(A);
    SmallVector<uint32_t, 8> Positions;
    for (unsigned A : R.Accesses)
      for (auto [Offset, Other] : At)
        if (Other == A)
          Positions.push_back(Offset - Begin);
    R.Positions.push_back(std::move(Positions));
  }
  if (all_equal(R.Positions)) // the differing forms do not matter here
    R.Positions.clear();
  else
    R.Choices.assign(Basis.forms().begin(), Basis.forms().end());
  finishPermuted(R, Parts, Begin);
  return true;
}
