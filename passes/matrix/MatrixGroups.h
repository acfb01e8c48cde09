//===- MatrixGroups.h - Accesses that are rows of matrices ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. These are the operands of mma.m16n8k16, loaded by hand, with
// g = lane / 4 and p = 2 * (lane % 4):
//
//   a[j] = *(uint32_t *)&A[r + g + j % 2 * 8][k + p + j / 2 * 8];
//   b[j] = pack(B[k + p + j * 8][n + g], B[k + p + 1 + j * 8][n + g]);
//
// A load of a[j] takes from eight rows of 16 bytes what one matrix of ldmatrix
// has. The two loads of b[j] take from eight rows what one matrix of
// ldmatrix.trans has: rows k + p from the first, rows k + p + 1 from the
// second.
//
// Algorithm. A tile (layouts/machine/MatrixTile.h) says which bit of the lane
// number, or of a byte's number among the bytes of the lane, is at each bit of
// the offset in a row. By its bits (BitForms.h), the address of an access fits
// if
//
//                        bit 0    1       2       3       above
//   ldmatrix, 4 bytes        0    0       lane 0  lane 1  without lane 0, 1
//   ldmatrix, 2 bytes        0    byte 1  lane 0  lane 1  without lane 0, 1
//   .trans, 2 bytes          0    lane 2  lane 3  lane 4  without lane 2, 3, 4
//
// Thus rows begin at multiples of 16 bytes, wherever they are. The bits above
// are the row: a function of the other lane bits, with any padding, swizzle or
// loop. Accesses with one row and different bytes complement each other. Where
// the tile has bits of the byte's number in the number of the row, as .trans
// has byte 1, as many functions form a matrix, in the order in which the code
// joins the loaded values, or cuts the stored ones. Any order is correct.
//
// Matrices of one array are grouped in fours and pairs as far as the tile
// allows, preferably those whose addresses differ by constants.
//
// Between the first and the last access of a group there is nothing that could
// change what they read or observe what they write.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXGROUPS_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXGROUPS_H

#include "layouts/machine/Machine.h"
#include "passes/convergence/ConvergenceInfo.h"
#include "passes/matrix/ByteSources.h"
#include "passes/matrix/MatrixEffects.h"
#include <map>
#include <string>
#include <vector>

namespace f2layout {
inline namespace passes {

/// 1, 2 or 4 for a load or store of that many bytes in memory that may be
/// shared, if the value can be cut and joined as bits; 0 for other
/// instructions.
unsigned narrowSharedBytes(const llvm::Instruction &I);

/// One access to a row.
struct RowAccess {
  llvm::Instruction *I = nullptr;
  unsigned Bytes = 0;
  /// The number of its first byte among the lane's bytes of the matrix, but
  /// only those bits of it that are positions in the row; the others are zero.
  unsigned Place = 0;
};

/// A function from lanes to rows of memory.
struct LaneRow {
  llvm::SmallVector<RowAccess, 2> Accesses; ///< In program order.
  SymbolicInt Sum;                          ///< Of the address, BitForms.
  /// The access whose address in lanes at the beginning of a row is the row's.
  llvm::Instruction *first() const;
};

/// The accesses that one instruction would replace.
struct MatrixGroup {
  const MatrixTile *Tile = nullptr;
  bool IsStore = false;
  unsigned Object = 0; ///< MatrixEffects.
  /// By matrix, by the number that the byte bits of the row's number form.
  std::vector<llvm::SmallVector<LaneRow, 2>> Matrices;
  llvm::SmallVector<llvm::Instruction *, 8> Accesses; ///< In program order.
};

/// Accesses that could be a group but for the given reason.
struct MatrixMiss {
  const llvm::Instruction *At = nullptr;
  bool IsStore = false;
  std::string Name, Why;
  const llvm::Instruction *Witness = nullptr;
};

class MatrixGroups {
public:
  MatrixGroups(llvm::Function &F, ConvergenceInfo &Warp, const Machine &M,
               const MatrixEffects &Effects, ByteSources &Sources);

  llvm::ArrayRef<MatrixGroup> groups() const { return Groups; }
  llvm::ArrayRef<MatrixMiss> missed() const { return Missed; }
  /// The offset at which each lane accesses, from an unknown place that all
  /// lanes share; empty if it is not known.
  std::vector<uint32_t> offsetsOf(const llvm::Instruction &I);
  /// The same lane may access one byte by both, one after the other in the same
  /// iteration of every loop.
  bool mayOverlap(const llvm::Instruction &A, const llvm::Instruction &B);

  /// Lanes may be at different rows although their bits agree: the address
  /// depends on something that is known to a lane alone, such as a loaded value
  /// or the counter of a loop that lanes leave in different iterations.
  bool knowsRowAlone(const llvm::Instruction &I);

private:
  /// An address as a function of the lane plus a part that does not depend on
  /// it.
  struct Parts {
    std::map<uint32_t, uint64_t> Others; ///< Forms, with their coefficients.
    std::vector<uint32_t> Offsets;       ///< By lane.
  };
  /// Accesses that one instruction may replace, considering the instructions
  /// between them.
  struct Stretch {
    bool IsStore = false;
    unsigned Object = 0, Epoch = 0;
    llvm::SmallVector<llvm::Instruction *, 16> Accesses;
  };
  enum class Fit { No, Misaligned, Yes };
  using RowKey = std::vector<uint32_t>;

  std::vector<Stretch> stretchesOf(llvm::BasicBlock &BB) const;
  Fit fit(const MatrixTile &Tile, llvm::Instruction &I, unsigned &Place,
          RowKey &Key);
  bool fitsByNumbers(const MatrixTile &Tile, const llvm::Instruction &I);
  bool hasContiguousRows(const MatrixTile &Tile, const llvm::Instruction &I);
  void take(const MatrixTile &Tile, Stretch &S);
  std::vector<LaneRow> rowsOf(const MatrixTile &Tile, const Stretch &S);
  std::vector<int> followers(llvm::ArrayRef<LaneRow> Rows, bool IsStore);
  void followJoins(llvm::ArrayRef<LaneRow> Rows, std::vector<int> &Next);
  void followCuts(llvm::ArrayRef<LaneRow> Rows, std::vector<int> &Next);
  std::vector<llvm::SmallVector<LaneRow, 2>>
  matricesOf(const MatrixTile &Tile, std::vector<LaneRow> Rows,
             const Stretch &S);
  void form(const MatrixTile &Tile, Stretch &S,
            std::vector<llvm::SmallVector<LaneRow, 2>> Matrices);
  std::optional<Parts> partsOf(const llvm::Instruction &I);
  bool ofLanesAlone(Bit B);
  bool mayGoTogether(const MatrixGroup &G);
  void miss(const llvm::Instruction &At, llvm::StringRef Name,
            llvm::StringRef Why, const llvm::Instruction *Witness = nullptr);

  llvm::Function &F;
  ConvergenceInfo &Warp;
  const Machine &M;
  const MatrixEffects &Effects;
  ByteSources &Sources;
  std::vector<MatrixGroup> Groups;
  std::vector<MatrixMiss> Missed;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXGROUPS_H
