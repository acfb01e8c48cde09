//===- SharedAccess.h - Widths and addresses of a shared exchange ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/.
//
// Elements are points (source register, source thread) of a vector space. A
// store covers a coset of the span of its vector in the registers; a load
// likewise in the result's registers, mapped to source points. The common part
// of both can be wide on both sides; if that is less than an access may hold,
// one side is made as wide as possible.
//
//   Example: 8 x 32-bit registers. The source holds a row of 8, the result 4
//   columns of 2. Common: the two neighbours that the result holds, 8 bytes.
//   So loads are 8 bytes wide; stores may be 8 or 16.
//
// A side may also use accesses of matrices (MatrixTile.h), whose rows come from
// several lanes: a store by stmatrix covers a coset of words and two lane bits,
// or, transposed, of three lane bits. To the other side it is an access of a
// row, by the lanes whose addresses are used.
//
// Swizzle.h computes the layout in memory. Accesses that are wide enough are
// then free of conflicts for every map; the planner still counts the
// wavefronts.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_SHAREDACCESS_H
#define F2LAYOUT_LAYOUTS_ROUTES_SHAREDACCESS_H

#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/Plan.h"
#include "layouts/routes/SharedTraffic.h"

namespace f2layout {
inline namespace layouts {

/// Accesses of matrices (Plan.h) on one side of an exchange. Points as above.
struct MatrixSide {
  MatrixTile Tile;
  /// For each bit of the slot among a lane's atoms of one matrix.
  llvm::SmallVector<uint64_t, 0> Slots;
  /// A bit of the offset in memory that is also a bit of the slot.
  struct BitInRow {
    unsigned Offset, Slot;
  };
  llvm::SmallVector<BitInRow, 0> InRow;
  llvm::SmallVector<uint64_t, 0> Matrices; ///< By bits of a matrix's number.
  /// For each bit of the thread that points at a row: the bits of the row's
  /// number, the matrices, warps.
  llvm::SmallVector<uint64_t, 0> Rows;
};

/// Vector runs inside an access: the low bits of the offset in memory. Stores
/// take the first StoreBits of them at once, loads the first LoadBits.
struct SharedAccess {
  llvm::SmallVector<uint64_t> Vector;
  unsigned StoreBits = 0, LoadBits = 0;
  BitMatrix Layout; ///< From points to offsets in atoms.
  /// Where the accesses of point 0 begin.
  ThreadAddress Store, Load;
  unsigned StoreWavefronts = 0, LoadWavefronts = 0; ///< Of one access.
  /// Set if that side uses accesses of matrices. An access is then a row.
  std::optional<MatrixSide> StoreMatrix, LoadMatrix;
};

class SharedAccesses {
public:
  SharedAccesses(const SharedTraffic &T, const Machine &M);

  /// The most promising accesses, at most Limit.
  std::vector<SharedAccess> best(unsigned Limit) const;
  /// The most promising accesses that use matrices on one side or both, if the
  /// machine has them; at most Limit. See MatrixAccess.cpp.
  std::vector<SharedAccess> bestOfMatrices(unsigned Limit) const;
  /// The points of the threads whose addresses are used.
  llvm::ArrayRef<uint64_t> storing(const SharedAccess &A) const {
    return A.StoreMatrix ? llvm::ArrayRef<uint64_t>(A.StoreMatrix->Rows)
                         : llvm::ArrayRef<uint64_t>(SourceThreads);
  }
  llvm::ArrayRef<uint64_t> loading(const SharedAccess &A) const {
    return A.LoadMatrix ? llvm::ArrayRef<uint64_t>(A.LoadMatrix->Rows)
                        : llvm::ArrayRef<uint64_t>(T.ThreadColumns);
  }
  /// The wavefronts of all accesses together, if every register is stored and
  /// every result loaded.
  double wavefronts(const SharedAccess &A) const { return clocks(A, 0); }

private:
  std::vector<llvm::SmallVector<uint64_t>> vectorOrders() const;
  void addAccesses(llvm::ArrayRef<uint64_t> Order,
                   std::vector<SharedAccess> &Out) const;
  void complete(SharedAccess &A) const;
  double clocks(const SharedAccess &A, double EachAccess) const;
  llvm::SmallVector<uint64_t, 16> reach(llvm::ArrayRef<uint64_t> Threads,
                                        llvm::ArrayRef<unsigned> Phase,
                                        const SharedAccess &A,
                                        unsigned Bits) const;
  BitMatrix layout(const SharedAccess &A) const;
  ThreadAddress address(const BitMatrix &Layout,
                        llvm::ArrayRef<uint64_t> Threads, unsigned Bits) const;
  bool dependsOnWarp(const SharedAccess &A) const;
  std::vector<SharedAccess> ranked(std::vector<SharedAccess> All,
                                   unsigned Limit) const;

  const SharedTraffic &T;
  const Machine &M;
  const unsigned Atom, RowBits, WordBits;
  llvm::SmallVector<uint64_t, 10> SourceThreads;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_SHAREDACCESS_H
