//===- MatrixGroups.cpp - Accesses that are rows of matrices --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixGroups.h"
#include "intrinsics/target/AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace f2layout;

Instruction *LaneRow::first() const {
  const auto *It =
      find_if(Accesses, [](const RowAccess &A) { return A.Place == 0; });
  return It == Accesses.end() ? nullptr : It->I;
}

static const Value *pointerOf(const Instruction &I) {
  return getLoadStorePointerOperand(&I);
}

static bool isSimple(const Instruction &I) {
  auto *L = dyn_cast<LoadInst>(&I);
  return L ? L->isSimple() : cast<StoreInst>(I).isSimple();
}

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

std::vector<MatrixGroups::Stretch>
MatrixGroups::stretchesOf(BasicBlock &BB) const {
  std::map<std::tuple<bool, unsigned, unsigned>, Stretch> Found;
  // What orders threads begins an epoch of every object.
  unsigned OfAll = 0;
  SmallVector<unsigned, 8> Epochs[2];
  for (auto &E : Epochs)
    E.assign(Effects.numObjects(), 0);
  auto Begin = [&](unsigned Object, const Effect &E) {
    Epochs[0][Object] += E.Writes;
    Epochs[1][Object] += E.Reads;
  };
  for (Instruction &I : BB) {
    const bool IsStore = isa<StoreInst>(I);
    const bool IsPart = narrowSharedBytes(I) && isSimple(I);
    const unsigned Object =
        IsPart ? Effects.objectOf(pointerOf(I)) : MatrixEffects::Anywhere;
    const bool IsShared =
        IsPart &&
        (Object != MatrixEffects::Anywhere ||
         pointerOf(I)->getType()->getPointerAddressSpace() == SharedSpace);
    if (IsShared && !Effects.isPlanned(Object)) {
      Stretch &S = Found[{IsStore, Object, OfAll + Epochs[IsStore][Object]}];
      S.IsStore = IsStore;
      S.Object = Object;
      S.Accesses.push_back(&I);
    }
    // Other stores to the array do not end a stretch of stores, since they may
    // belong to another group. Stores that conflict are rejected later.
    const Effect Any = Effects.of(I, MatrixEffects::Anywhere);
    if (!Any.touches(/*IsStore=*/true))
      continue;
    if (Any.Orders) {
      ++OfAll;
      continue;
    }
    const Value *Pointer = pointerOf(I);
    if (const unsigned Only =
            Pointer ? Effects.objectOf(Pointer) : MatrixEffects::Anywhere;
        Only != MatrixEffects::Anywhere) {
      Begin(MatrixEffects::Anywhere, Any);
      Begin(Only, Any);
      continue;
    }
    for (unsigned O = 0; O < Effects.numObjects(); ++O)
      Begin(O, Effects.of(I, O));
  }
  std::vector<Stretch> All;
  for (auto &[Key, S] : Found)
    All.push_back(std::move(S));
  return All;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Bytes of the lane whose number is a position in the row.
static unsigned placeMask(const MatrixTile &Tile) {
  unsigned Mask = 0;
  for (PlaceBit B : Tile.columns())
    Mask |= isByteBit(B) ? 1u << bitNumber(B) : 0;
  return Mask;
}

static bool isComplete(const LaneRow &R, unsigned Mask) {
  uint32_t There = 0, Wanted = 0;
  for (const RowAccess &A : R.Accesses)
    for (unsigned B = 0; B < A.Bytes; ++B)
      There |= 1u << (A.Place + B);
  for (unsigned Place = 0; Place <= Mask; ++Place)
    if ((Place & ~Mask) == 0)
      Wanted |= 1u << Place;
  return There == Wanted && R.first();
}

/// Two accesses of one row have bytes in common.
static bool repeats(const LaneRow &R) {
  uint32_t There = 0;
  for (const RowAccess &A : R.Accesses)
    for (unsigned B = 0; B < A.Bytes; ++B) {
      if (There >> (A.Place + B) & 1)
        return true;
      There |= 1u << (A.Place + B);
    }
  return false;
}

/// Complete rows, in the order of their first accesses.
std::vector<LaneRow> MatrixGroups::rowsOf(const MatrixTile &Tile,
                                          const Stretch &S) {
  std::vector<LaneRow> Rows;
  std::map<RowKey, size_t> Number;
  const Instruction *Crooked = nullptr;
  unsigned NumCrooked = 0;
  for (Instruction *I : S.Accesses) {
    unsigned Place = 0;
    RowKey Key;
    const Fit Fits = fit(Tile, *I, Place, Key);
    if (Fits == Fit::Misaligned && !hasContiguousRows(Tile, *I)) {
      Crooked = Crooked ? Crooked : I;
      ++NumCrooked;
    }
    if (Fits != Fit::Yes)
      continue;
    auto [It, New] = Number.try_emplace(std::move(Key), Rows.size());
    if (New)
      Rows.emplace_back();
    LaneRow &R = Rows[It->second];
    R.Accesses.push_back({I, narrowSharedBytes(*I), Place});
    if (Place == 0)
      R.Sum = Warp.forms().of(pointerOf(*I))->Sum;
  }
  if (NumCrooked > 1)
    miss(*Crooked, "Misaligned",
         "its rows are not known to begin at multiples of " +
             std::to_string(Tile.rowBytes()) + " bytes");
  erase_if(Rows, [&](const LaneRow &R) {
    return !isComplete(R, placeMask(Tile)) || (S.IsStore && repeats(R));
  });
  return Rows;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// Follows the values that are joined from loaded values.
void MatrixGroups::followJoins(ArrayRef<LaneRow> Rows, std::vector<int> &Next) {
  DenseMap<const Value *, int> RowOf;
  SmallVector<Instruction *, 16> Loads;
  for (auto [N, R] : enumerate(Rows))
    for (const RowAccess &A : R.Accesses) {
      RowOf[A.I] = N;
      Loads.push_back(A.I);
    }
  Sources.forEachJoin(Loads, [&](Instruction &, const SourceBytes &Bytes) {
    for (size_t B = 1; B < Bytes.size(); ++B)
      if (Bytes[B].Of != Bytes[B - 1].Of && Bytes[B].Number == 0) {
        const int From = RowOf.lookup(Bytes[B - 1].Of);
        const int To = RowOf.lookup(Bytes[B].Of);
        if (Next[From] < 0 && From != To)
          Next[From] = To;
      }
  });
}

/// Follows the values of which parts are stored.
void MatrixGroups::followCuts(ArrayRef<LaneRow> Rows, std::vector<int> &Next) {
  std::map<std::pair<Value *, unsigned>, int> RowOf;
  auto BytesOf = [&](const LaneRow &R) -> const SourceBytes & {
    return Sources.of(cast<StoreInst>(R.first())->getValueOperand());
  };
  for (auto [N, R] : enumerate(Rows))
    if (const SourceBytes &B = BytesOf(R); !B.empty() && B.front().Of)
      RowOf.try_emplace({B.front().Of, B.front().Number}, N);
  for (auto [N, R] : enumerate(Rows)) {
    const SourceBytes &B = BytesOf(R);
    if (B.empty() || !B.back().Of)
      continue;
    auto It = RowOf.find({B.back().Of, B.back().Number + 1});
    if (It != RowOf.end() && It->second != int(N))
      Next[N] = It->second;
  }
}

/// The row that is best placed after each row in the lane's bytes, or -1.
std::vector<int> MatrixGroups::followers(ArrayRef<LaneRow> Rows, bool IsStore) {
  std::vector<int> Next(Rows.size(), -1);
  if (IsStore)
    followCuts(Rows, Next);
  else
    followJoins(Rows, Next);
  return Next;
}

std::vector<SmallVector<LaneRow, 2>>
MatrixGroups::matricesOf(const MatrixTile &Tile, std::vector<LaneRow> Rows,
                         const Stretch &S) {
  const unsigned PerMatrix = 1u
                             << (Tile.byteBits() - popcount(placeMask(Tile)));
  std::vector<SmallVector<LaneRow, 2>> Found;
  if (Rows.size() < PerMatrix)
    return Found;
  const std::vector<int> Next = PerMatrix > 1
                                    ? followers(Rows, S.IsStore)
                                    : std::vector<int>(Rows.size(), -1);
  std::vector<bool> Used(Rows.size()), IsNext(Rows.size());
  for (int N : Next)
    if (N >= 0)
      IsNext[N] = true;
  auto NextFree = [&](bool Heads) {
    for (size_t N = 0; N < Rows.size(); ++N)
      if (!Used[N] && (!Heads || !IsNext[N]))
        return int(N);
    return -1;
  };
  SmallVector<LaneRow, 2> Matrix;
  int At = -1;
  for (size_t Taken = 0; Taken < Rows.size(); ++Taken) {
    At = At < 0 ? -1 : Next[At];
    if (At < 0 || Used[At])
      At = NextFree(/*Heads=*/true);
    if (At < 0)
      At = NextFree(/*Heads=*/false);
    Used[At] = true;
    Matrix.push_back(Rows[At]);
    if (Matrix.size() == PerMatrix)
      Found.push_back(std::exchange(Matrix, {}));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// The instructions between the accesses allow them to become one.
bool MatrixGroups::mayGoTogether(const MatrixGroup &G) {
  if (!G.IsStore)
    return true; // Stretches of loads guarantee it.
  for (unsigned N = 0; N < G.Accesses.size(); ++N)
    for (unsigned K = 0; K < N; ++K)
      if (mayOverlap(*G.Accesses[N], *G.Accesses[K]))
        return false;
  for (auto I = G.Accesses.front()->getIterator(); &*I != G.Accesses.back();
       ++I) {
    if (is_contained(G.Accesses, &*I) ||
        !Effects.of(*I, G.Object).touches(/*IsStore=*/true))
      continue;
    if (Effects.of(*I, G.Object).Orders ||
        any_of(G.Accesses, [&](auto *A) { return mayOverlap(*A, *I); }))
      return false;
  }
  return true;
}

static bool isBefore(const Instruction *A, const Instruction *B) {
  return A->comesBefore(B);
}

static Instruction *firstOf(const SmallVector<LaneRow, 2> &Matrix) {
  Instruction *First = Matrix.front().Accesses.front().I;
  for (const LaneRow &R : Matrix)
    for (const RowAccess &A : R.Accesses)
      First = std::min(First, A.I, isBefore);
  return First;
}

/// As many matrices at a time as the tile allows.
void MatrixGroups::form(const MatrixTile &Tile, Stretch &S,
                        std::vector<SmallVector<LaneRow, 2>> Matrices) {
  stable_sort(Matrices, [](const auto &A, const auto &B) {
    return isBefore(firstOf(A), firstOf(B));
  });
  // Loads whose addresses differ by constants are grouped. Stores keep their
  // order.
  if (!S.IsStore) {
    std::map<SymId, unsigned> Seen;
    for (const auto &Matrix : Matrices)
      Seen.try_emplace(Matrix.front().Sum.Sym, Seen.size());
    stable_sort(Matrices, [&](const auto &A, const auto &B) {
      return Seen[A.front().Sum.Sym] < Seen[B.front().Sum.Sym];
    });
  }
  for (size_t At = 0; At < Matrices.size();) {
    size_t Count = Tile.MostMatrices;
    MatrixGroup G;
    for (; Count > 0; Count /= 2) {
      if (At + Count > Matrices.size())
        continue;
      G = {&Tile, S.IsStore, S.Object, {}, {}};
      G.Matrices.assign(Matrices.begin() + At, Matrices.begin() + At + Count);
      for (const auto &Matrix : G.Matrices)
        for (const LaneRow &R : Matrix)
          for (const RowAccess &A : R.Accesses)
            G.Accesses.push_back(A.I);
      sort(G.Accesses, isBefore);
      if (mayGoTogether(G))
        break;
    }
    if (Count) {
      erase_if(S.Accesses,
               [&](Instruction *I) { return is_contained(G.Accesses, I); });
      Groups.push_back(std::move(G));
    } else {
      miss(*firstOf(Matrices[At]), "InTheWay",
           "an instruction between the accesses of a matrix may touch the "
           "array");
    }
    At += std::max<size_t>(Count, 1);
  }
}

void MatrixGroups::miss(const Instruction &At, StringRef Name, StringRef Why,
                        const Instruction *Witness) {
  Missed.push_back({&At, isa<StoreInst>(At), Name.str(), Why.str(), Witness});
}

void MatrixGroups::take(const MatrixTile &Tile, Stretch &S) {
  form(Tile, S, matricesOf(Tile, rowsOf(Tile, S), S));
}

MatrixGroups::MatrixGroups(Function &F, ConvergenceInfo &Warp, const Machine &M,
                           const MatrixEffects &Effects, ByteSources &Sources)
    : F(F), Warp(Warp), M(M), Effects(Effects), Sources(Sources) {
  for (BasicBlock &BB : F) {
    const size_t Before = Groups.size();
    for (Stretch &S : stretchesOf(BB))
      for (const MatrixTile &Tile : S.IsStore ? M.MatrixStores : M.MatrixLoads)
        if (Tile.laneBits() == M.LaneBits && S.Accesses.size() > 0)
          take(Tile, S);
    // So the barrier of one group serves the groups after it.
    std::sort(Groups.begin() + Before, Groups.end(),
              [](const MatrixGroup &A, const MatrixGroup &B) {
                return isBefore(A.Accesses.front(), B.Accesses.front());
              });
  }
}
