//===- Tiling.h - An instruction's tile, repeated over a tensor -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix instruction, or a thread block, covers a tile of fixed size. A
// tensor may have another size. The tile is repeated or cut in the same way for
// every family, and in the same way as in Triton, so that equal parameters give
// equal layouts.
//
// Repeated. Two lanes side by side hold two elements each, one below the other:
// a tile of 2x2. On a 4x4 tensor a lane holds four such tiles, in further
// registers. With the order [1,0] (dimension 1 first) the tiles follow each
// other along the row first:
//
//   tile      register=[[1,0]], lane=[[0,1]]             -> [2,2]
//   on [4,4]  register=[[1,0],[0,2],[2,0]], lane=[[0,1]] -> [4,4]
//
//              column 0    1    2    3
//      row 0      t0r0 t1r0 t0r2 t1r2          t: lane, r: register
//      row 1      t0r1 t1r1 t0r3 t1r3
//      row 2      t0r4 t1r4 t0r6 t1r6
//      row 3      t0r5 t1r5 t0r7 t1r7
//
// Cut. A tensor of 2x1 has no second column. Its bit has no effect, so lane 1
// holds the same as lane 0:
//
//   on [2,1]  register=[[1,0]], lane=[[0,0]]             -> [2,1]
//
// Both may happen at once, in different dimensions. Coordinates of the tile are
// taken modulo the size of the tensor.
//
// Blocks. A tensor may be split among the thread blocks of a cluster. Each
// block holds a piece of it, and the tile is fitted to the piece. On a tensor
// of 4x4 that two blocks split by rows, pieces are 2x4:
//
//   register=[[1,0],[0,2]], lane=[[0,1]], block=[[2,0]] -> [4,4]
//
// Conventions of all families. Outputs are named dim0, dim1, ... in this order,
// the last one being minor in flat numbers. A tile has all of them, of size 1
// where it does not extend. Inputs are in the order register, lane, warp,
// block, or offset, block. Input `block` exists if the parameters mention more
// than one block. An order lists dimensions, the fastest first.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_FAMILIES_TILING_H
#define F2LAYOUT_LAYOUTS_FAMILIES_TILING_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// How the blocks of a cluster share a tensor: the images of the bits of the
/// block number, in pieces. Triton writes `CGALayout = [[1,0],[0,0]]`: blocks 0
/// and 1 share the rows, and two more blocks hold copies. No images: one block.
struct CgaLayout {
  std::vector<LayoutPoint> Images;
};

/// The older form: CtasPerCga blocks along each dimension, which hold
/// CtaSplitNum pieces along it, and copies beyond that; block numbers run in
/// CtaOrder. cgaFromSplit({2,2}, {2,1}, {1,0}) has the images [0,0], [1,0].
/// Fails unless all have the same number of powers of two, CtaOrder is a
/// permutation, and no CtaSplitNum exceeds CtasPerCga.
llvm::Expected<CgaLayout> cgaFromSplit(llvm::ArrayRef<unsigned> CtasPerCga,
                                       llvm::ArrayRef<unsigned> CtaSplitNum,
                                       llvm::ArrayRef<unsigned> CtaOrder);

/// Builds a tile bit by bit, from the inside to the outside. The fragment of an
/// 8x8 accumulator, where a lane holds two neighbours of a row, four lanes
/// share a row and rows follow each other:
///
///   TileBuilder T(2);
///   T.run("register", 2, 1);   // register=[[0,1]]
///   T.run("lane", 4, 1);       // lane=[[0,2],[0,4]       above the registers
///   T.run("lane", 8, 0);       //       [1,0],[2,0],[4,0]]
///   T.finish()                 // ... warp=[] -> [8,8]
///
/// finish() reports errors of earlier calls.
class TileBuilder {
public:
  /// A tile of one element, with these inputs of zero bits.
  explicit TileBuilder(unsigned Rank, llvm::ArrayRef<llvm::StringRef> Inputs = {
                                          "register", "lane", "warp"});
  /// The next bits of In run along Dim, above the bits that the tile has there:
  /// Size times the tile so far.
  void run(llvm::StringRef In, uint64_t Size, unsigned Dim);
  /// The next bits of In have no effect: Size copies.
  void copies(llvm::StringRef In, uint64_t Size);
  /// A run along every dimension in this order. Along CopiesAlong there are
  /// copies instead.
  void box(llvm::StringRef In, llvm::ArrayRef<unsigned> Sizes,
           llvm::ArrayRef<unsigned> Order,
           std::optional<unsigned> CopiesAlong = std::nullopt);
  /// The extent along Dim so far; 1 if there is no such dimension.
  uint64_t extent(unsigned Dim) const;
  /// Fails if a size was not a power of two, a dimension not below Rank, or an
  /// input not among those given.
  llvm::Expected<LinearLayout> finish() const;

private:
  LayoutSpec Spec;
  std::string Fault;
  LayoutSpec::Input *input(llvm::StringRef In, uint64_t Size);
};

/// A layout given by its images, points in dim0, dim1, ... The sizes are the
/// least powers of two that hold them:
/// tileOf(2, {{"lane", {{0,1},{2,0}}}}) has the sizes [4,2].
llvm::Expected<LinearLayout> tileOf(unsigned Rank,
                                    llvm::ArrayRef<LayoutSpec::Input> Inputs);

/// The tile, repeated over its first input, and cut, as described above. Order
/// says along which dimension it is repeated first.
/// Fails unless Shape has one power of two for each output of the tile and
/// Order is a permutation.
llvm::Expected<LinearLayout> tileToShape(const LinearLayout &Tile,
                                         llvm::ArrayRef<uint64_t> Shape,
                                         llvm::ArrayRef<unsigned> Order);

/// The same, on the piece that each block of a cluster holds.
llvm::Expected<LinearLayout> tileToShape(const LinearLayout &Tile,
                                         llvm::ArrayRef<uint64_t> Shape,
                                         llvm::ArrayRef<unsigned> Order,
                                         const CgaLayout &Cga);

/// Every coordinate modulo the size of the tensor there. Dimensions of the
/// layout that are smaller stay as they are.
llvm::Expected<LinearLayout> cutToShape(const LinearLayout &L,
                                        llvm::ArrayRef<uint64_t> Shape);

/// The piece of a tensor that one block holds: [4,4] shared by two blocks along
/// dim0 is [2,4]. No dimension becomes less than 1.
llvm::SmallVector<uint64_t> pieceOf(llvm::ArrayRef<uint64_t> Shape,
                                    const CgaLayout &Cga);

/// Checks that several families share; the messages begin with the family's
/// name. Rank is the number of dimensions that Shape should have.
llvm::Error checkShape(llvm::StringRef Family, llvm::ArrayRef<uint64_t> Shape,
                       unsigned Rank);
/// Checks that the layout has outputs of exactly these sizes.
llvm::Error checkOutputs(llvm::StringRef Family, const LinearLayout &L,
                         llvm::ArrayRef<uint64_t> Shape);
/// Checks that each dimension below Rank occurs once.
llvm::Error checkOrder(llvm::StringRef Family, llvm::ArrayRef<unsigned> Order,
                       unsigned Rank);
/// Checks for one power of two for each dimension.
llvm::Error checkSizes(llvm::StringRef Family, llvm::StringRef Parameter,
                       llvm::ArrayRef<unsigned> Sizes, unsigned Rank);
/// Checks, for matrix instructions, for a power of two for each of at least two
/// dimensions.
llvm::Error checkWarps(llvm::StringRef Family,
                       llvm::ArrayRef<unsigned> WarpsPerCta);
/// Checks neighbouring tiles: none given, or a power of two for each dimension,
/// 1 along all but the last two.
llvm::Error checkTiles(llvm::StringRef Family, llvm::StringRef Parameter,
                       llvm::ArrayRef<unsigned> Tiles, unsigned Rank);
llvm::Error checkCga(llvm::StringRef Family, const CgaLayout &Cga,
                     unsigned Rank);
/// A message that begins with the family's name.
llvm::Error familyError(llvm::StringRef Family, const llvm::Twine &Message);

/// [Rank-1, ..., 1, 0]: the last dimension is the fastest.
llvm::SmallVector<unsigned> minorLast(unsigned Rank);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_FAMILIES_TILING_H
