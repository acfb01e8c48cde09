//===- MatrixRemarks.cpp - The remarks of f2layout-matrix -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixRemarks.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/support/DisplayName.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

#define DEBUG_TYPE "f2layout-matrix"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

std::vector<uint32_t> f2layout::rowOffsets(const MatrixGroup &G,
                                           MatrixGroups &Found) {
  const MatrixTile &Tile = *G.Tile;
  std::vector<uint32_t> Rows;
  for (const auto &Matrix : G.Matrices) {
    std::vector<std::vector<uint32_t>> At;
    for (const LaneRow &R : Matrix)
      At.push_back(Found.offsetsOf(*R.first()));
    for (unsigned Row = 0; Row < Tile.numRows(); ++Row) {
      unsigned Lane = 0, Slot = 0;
      SmallVector<unsigned, 3> Slots;
      for (PlaceBit B : Tile.rows())
        if (isByteBit(B))
          Slots.push_back(bitNumber(B));
      sort(Slots);
      for (auto [N, B] : enumerate(Tile.rows())) {
        const unsigned Set = Row >> N & 1;
        if (isByteBit(B))
          Slot |= Set << (find(Slots, bitNumber(B)) - Slots.begin());
        else
          Lane |= Set << bitNumber(B);
      }
      if (At[Slot].empty())
        return {};
      Rows.push_back(At[Slot][Lane] & 0x3fffffff);
    }
  }
  return Rows;
}

static std::string arrayOf(const Instruction &I) {
  const Value *Object = getUnderlyingObject(getLoadStorePointerOperand(&I), 0);
  return isa<GlobalVariable>(Object) && Object->hasName()
             ? displayName(Object->getName())
             : "";
}

static std::string ofArray(StringRef Name) {
  return Name.empty() ? "shared memory" : ("shared array " + Name).str();
}

void MatrixRemarks::passed(const MatrixGroup &G, unsigned WavefrontsBefore,
                           unsigned WavefrontsAfter, unsigned Barriers) {
  const Instruction *First = G.Accesses.front();
  std::string Array = arrayOf(*First);
  auto It = find_if(Sums, [&](const Sum &S) {
    return S.Tile == G.Tile && S.IsStore == G.IsStore && S.Array == Array &&
           (S.Block == First->getParent() || !Out.eachPlace());
  });
  if (It == Sums.end()) {
    Sums.emplace_back();
    It = std::prev(Sums.end());
    It->Tile = G.Tile;
    It->IsStore = G.IsStore;
    It->Array = std::move(Array);
    It->Where = userLocation(*First);
    It->Block = const_cast<BasicBlock *>(First->getParent());
  }
  It->Accesses += G.Accesses.size();
  It->Instructions += 1;
  It->Matrices += G.Matrices.size();
  It->Barriers += Barriers;
  It->Before += WavefrontsBefore;
  It->After += WavefrontsAfter;
  It->Known &= WavefrontsAfter != 0;
  It->Worth += (WavefrontsBefore - double(WavefrontsAfter) + 1) *
               Out.timesOf(*First->getParent());
}

/// The part of the accesses that acting on the reason may save.
static double helpOf(StringRef Name) {
  return compat::StringSwitch<double>(Name)
      .Cases({"NeedsBlockShape", "NeedsWholeWarps", "Misaligned"}, 1)
      .Case("NotProfitable", 0.02)
      .Default(0.3);
}

/// The function has an instruction of a matrix unit.
static bool multipliesMatrices(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    StringRef Text;
    if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
      Text = Asm->getAsmString();
    else if (Call->getIntrinsicID() != Intrinsic::not_intrinsic)
      Text = Call->getCalledFunction()->getName();
    return any_of(ArrayRef<StringRef>{"mma.", "mfma", "ldmatrix", "smfmac"},
                  [&](StringRef Name) { return Text.contains(Name); });
  });
}

static bool isNarrow(const Type *Ty) {
  const unsigned Bits = Ty->getScalarSizeInBits();
  return Bits && Bits <= 16;
}

/// The access is of elements that a matrix of the target may have. Halves may
/// be accessed by the word.
static bool hasNarrowElements(const Instruction &I) {
  const Type *Ty = getLoadStoreType(&I)->getScalarType();
  if (!Ty->isIntegerTy() || isNarrow(Ty))
    return isNarrow(Ty);
  const Value *Object = getUnderlyingObject(getLoadStorePointerOperand(&I), 0);
  auto *Array = dyn_cast<GlobalVariable>(Object);
  if (!Array)
    return false;
  Type *Element = Array->getValueType();
  while (isa<ArrayType>(Element))
    Element = Element->getArrayElementType();
  return isNarrow(Element);
}

void MatrixRemarks::missed(const MatrixMiss &M) {
  if (!Out.isWanted())
    return;
  // Other exchanges look like rows of matrices, too: those of an FFT do.
  if (!hasNarrowElements(*M.At) && !multipliesMatrices(F))
    return;
  std::string Array = arrayOf(*M.At);
  if (!Said.try_emplace({M.At->getParent(), M.Name, Array}, true).second)
    return;
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, M.Name, *M.At);
    R.Subject = (M.IsStore ? "stores to " : "loads from ") + Array;
    R.Worth = helpOf(M.Name) * Out.timesOf(*M.At->getParent());
    R.IsFinal = M.Name == "NotProfitable";
    R << (M.IsStore ? "stores to " : "loads from ")
      << NV("Array", ofArray(Array))
      << " that look like rows of matrices are not rewritten: "
      << NV("Reason", M.Why);
    if (const DILocation *Line = M.Witness ? userLine(*M.Witness) : nullptr)
      R << " (line " << NV("Line", Line->getLine()) << ")";
    return R;
  });
}

void MatrixRemarks::emit(const Sum &S) {
  Out.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE,
                 S.IsStore ? "MatrixStore" : "MatrixLoad", F);
    R.Where = S.Where;
    R.Block = S.Block;
    R.Worth = S.Worth;
    R.Subject = std::to_string(&S - Sums.data()); // summed up already
    const char *Kind = S.IsStore ? "store" : "load";
    R << NV("Accesses", S.Accesses) << " " << Kind << "s "
      << (S.IsStore ? "to " : "from ") << NV("Array", ofArray(S.Array))
      << " became " << NV("Instructions", S.Instructions) << " matrix " << Kind
      << (S.Instructions == 1 ? "" : "s") << " of "
      << NV("Matrices", S.Matrices)
      << (S.Matrices == 1 ? " matrix" : " matrices") << " of "
      << NV("Rows", S.Tile->numRows()) << " rows of "
      << NV("RowBytes", S.Tile->rowBytes()) << " bytes"
      << (S.Tile->transposed() ? ", transposed" : "");
    const Vocabulary &Words = vocabularyOf(F);
    if (S.Known) {
      R << ": " << NV("WavefrontsBefore", S.Before) << " -> ";
      R.count("WavefrontsAfter", S.After, Words.Wavefront)
          << " per " << Words.Warp;
    }
    if (S.Barriers)
      R << ", with " << NV("Barriers", S.Barriers) << " new " << Words.Warp
        << (S.Barriers == 1 ? " barrier" : " barriers");
    return R;
  });
}

void MatrixRemarks::emit() {
  for (const Sum &S : Sums)
    emit(S);
}
