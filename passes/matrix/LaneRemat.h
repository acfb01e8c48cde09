//===- LaneRemat.h - Recompute a value for another lane -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. For ldmatrix, lane 3 must hold the address of row 3. The code
// computes that address, too, but in lane 12:
//
//   %row = lshr i32 %lane, 2           row 3 is in lanes 12 to 15
//   %p   = gep [64 x half], ptr addrspace(3) @s, i32 %row
//
// Algorithm. The computation is repeated with another lane number in place of
// the lane's own, here (lane & 7) << 2. Values that do not depend on the lane
// are shared with the original. Each copy is inserted next to its original, so
// code outside of a loop stays outside.
//
// Several computations. With .x4, lanes 8 to 15 point at rows of another
// matrix, whose address is computed elsewhere. For two computations with the
// same operations one copy is made, whose operands differ by lane:
//
//   %p = gep i8, %base, i64 512        %q = gep i8, %base, i64 1040
//   copy: gep i8, %base', i64 %d       where %d is 512 or 1040: by a bit of the
//                                      lane, once for the whole kernel
//
// A select is used only for parts that have nothing in common.
//
// Legality. An instruction may be copied if it has no side effects, reads no
// memory, and is the same function of its operands in every lane. A phi may be
// copied if all lanes of the warp arrive over the same edge: then the other
// lane was in the same iteration of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_LANEREMAT_H
#define F2LAYOUT_PASSES_MATRIX_LANEREMAT_H

#include "intrinsics/target/Target.h"
#include "passes/convergence/ConvergenceInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// By bit of the other lane's number: the bit of the lane's own number that
/// replaces it, or Zero.
struct LaneMap {
  static constexpr int8_t Zero = -1;
  llvm::SmallVector<int8_t, 6> From;
  bool operator<(const LaneMap &M) const { return From < M.From; }
};

class LaneRemat {
public:
  LaneRemat(llvm::Function &F, ConvergenceInfo &Warp, const Target &T,
            llvm::DominatorTree &DT)
      : F(F), Warp(Warp), T(T), DT(DT) {}

  /// Null if V, which is used at At, can be computed for another lane; else the
  /// part of it that cannot.
  const llvm::Value *obstacle(const llvm::Value *V,
                              const llvm::Instruction *At);

  /// Emits, before At, way w of Ways as the lane given by Map computes it,
  /// where bit i of w is bit Choosers[i] of the lane's own number. Ways has one
  /// entry for each w.
  llvm::Value *compute(llvm::ArrayRef<llvm::Value *> Ways,
                       llvm::ArrayRef<unsigned> Choosers, const LaneMap &Map,
                       llvm::Instruction *At);

  /// The integer Values[w], with w as above.
  llvm::Value *choice(llvm::ArrayRef<int64_t> Values,
                      llvm::ArrayRef<unsigned> Choosers, llvm::Type *Ty);

  /// The pointer plus Bytes, for an address of the access Original, used at At.
  llvm::Value *sum(llvm::Value *Pointer, llvm::Value *Bytes,
                   llvm::Value *Original, llvm::Instruction *At);

private:
  using Values = llvm::SmallVector<llvm::Value *, 4>;
  using Bits = llvm::SmallVector<unsigned, 4>;
  struct Key {
    std::vector<llvm::Value *> Ways;
    Bits Choosers;
    LaneMap Map;
    bool operator<(const Key &K) const {
      return std::tie(Ways, Choosers, Map) <
             std::tie(K.Ways, K.Choosers, K.Map);
    }
  };

  bool isOfOtherIteration(const llvm::Value *V, const llvm::BasicBlock &In);
  bool dependsOnLane(const llvm::Value *V, const llvm::BasicBlock &In);
  const llvm::Value *search(const llvm::Value *V, const llvm::BasicBlock &In);
  const llvm::Value *obstacleOfPhi(const llvm::PHINode &P);
  llvm::Value *merge(Values Ways, const Bits &Choosers, llvm::Instruction *At);
  llvm::Value *build(const Values &Ways, const Bits &Choosers,
                     llvm::Instruction *At);
  llvm::Value *copy(llvm::Value *V, llvm::Instruction *At);
  llvm::Value *copyPhi(llvm::PHINode &P);
  llvm::Value *otherIndex(llvm::Instruction &Read, LaunchRead R,
                          llvm::Instruction *At);
  llvm::Value *mergeSame(const Values &Ways, const Bits &Choosers,
                         llvm::Instruction *At);
  llvm::Value *mergeWithPlain(const Values &Ways, const Bits &Choosers,
                              llvm::Instruction *At);
  llvm::Value *select(const Values &Ways, const Bits &Choosers,
                      llvm::Instruction *At);

  llvm::Value *lane();
  llvm::Value *isSet(unsigned N);
  llvm::Value *gathered(llvm::ArrayRef<std::pair<unsigned, unsigned>> Moves);
  void insertAfter(llvm::IRBuilder<> &B,
                   llvm::ArrayRef<const llvm::Value *> Operands,
                   llvm::ArrayRef<const llvm::Value *> Originals,
                   llvm::Instruction *At);
  void insertAfterLane(llvm::IRBuilder<> &B);
  llvm::Value *note(llvm::Value *V);

  llvm::Function &F;
  ConvergenceInfo &Warp;
  const Target &T;
  llvm::DominatorTree &DT;
  LaneMap Map; ///< Of the present computation.
  llvm::Value *Lane = nullptr;
  std::map<Key, llvm::SmallVector<llvm::Value *, 1>> Done;
  using ChoiceKey = std::tuple<std::vector<int64_t>, Bits, llvm::Type *>;
  std::map<ChoiceKey, llvm::Value *> Choices;
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> Obstacles;
  /// Values whose obstacles the present search has recorded.
  llvm::SmallVector<const llvm::Value *, 16> Searched;
  unsigned Depth = 0; ///< Depth of the search for obstacles.
  llvm::DenseSet<const llvm::Value *> Created;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_LANEREMAT_H
