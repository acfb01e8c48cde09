//===- Matrix.h - Fragments of matrix instructions --------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products by mma.sync and MFMA have their operands and results in lanes
// and registers as the instruction defines them. A block computes a larger
// product by a grid of warps, each with several of these tiles.
//
//   mma_c<shape<M, N>, warps<WM, WN>>            result of m16n8, D and C
//   mma_a<shape<M, K>, warps<WM, WN>, Width>     left operand
//   mma_b<shape<K, N>, warps<WM, WN>, Width>     right operand
//
// Lane 4 g + t of a warp has (PTX ISA 9.2, section 9.7.14.5):
//
//   C   rows g and g + 8, columns 2 t and 2 t + 1
//   A   rows g and g + 8, Width neighbours at column Width t, and again
//       4 Width further on
//   B   column g, Width neighbours at row Width t, and again 4 Width further on
//
//   mma_c<shape<16, 8>, warps<1, 1>>
//     register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]
//   mma_a<shape<16, 16>, warps<1, 1>, 2>
//     register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]
//         -> [16,16]
//
// Width fills a 32-bit register: 2 of half and bfloat, 4 of 8 bits, 1 of tf32.
// Registers are elements, in the order of the instruction's a0, a1, ... Further
// tiles are in further registers: of C and A first along the row, of B first
// down the column. Warps are numbered along n first; warps that differ only in
// n hold the same elements of A, warps that differ only in m the same elements
// of B.
//
//   mfma_c<shape<M, N>, warps<WM, WN>, Side>         result of 16x16 or 32x32
//   mfma_c<..., Side, transposed>                    the same, computed with A
//                                                    and B changed over
//   mfma_a<shape<M, K>, warps<WM, WN>, Side, Width>  left operand
//   mfma_b<shape<K, N>, warps<WM, WN>, Side, Width>  right operand
//
// Lane l of a wave of 64 has (CDNA3 instruction set architecture, 7.1.4):
//
//   C   column l % Side, rows 4 (l / Side) to + 3; with 32x32 three more times,
//       8 rows further on each
//   A   row l % Side, Width columns from Width (l / Side) on; B likewise
//
// Width is the number of elements that a lane provides to an instruction (4 of
// half with 16x16x16 and 32x32x8), or a multiple of it if A and B agree.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_MATRIX_H
#define F2LAYOUT_MATRIX_H

#include "Families.h"

namespace f2 {

/// Warps of a block along the rows (m) and the columns (n) of the result.
template <int M, int N> struct warps {
  static_assert(detail::arePowersOf2(M, N),
                "f2layout: a grid of warps must be powers of two");
  static constexpr int m = M, n = N;
};

enum orientation { straight, transposed };

namespace detail {

template <class Shape> struct checkMatrix {
  static_assert(checkShape<Shape>::rank == 2,
                "f2layout: a matrix has two dimensions");
  static constexpr bool good = checkShape<Shape>::good;
};

/// Neighbours along one dimension in a register, 4 lanes along it, 8 lanes
/// along the other, then registers up to the instruction's tile.
F2_CONSTEXPR void addMmaTile(Bases &B, int Along, int Width, int AlongSize,
                             int AcrossSize) {
  const int Across = 1 - Along;
  B.run(B.Register, Width, Along);
  B.run(B.Lane, 4, Along);
  B.run(B.Lane, 8, Across);
  B.run(B.Register, AcrossSize / 8, Across);
  B.run(B.Register, AlongSize / (4 * Width), Along);
}

/// The warps of an operand: those along the other one hold copies.
template <class Warps, bool IsA> F2_CONSTEXPR void addOperandWarps(Bases &B) {
  if (IsA) {
    B.copies(B.Warp, Warps::n);
    B.run(B.Warp, Warps::m, 0);
  } else {
    B.run(B.Warp, Warps::n, 1);
    B.copies(B.Warp, Warps::m);
  }
}

template <class Shape, class Warps> struct mmaResult {
  static_assert(checkMatrix<Shape>::good, "f2layout: the shape is unusable");
  static F2_CONSTEXPR Bases make() {
    Bases B{Shape()};
    addMmaTile(B, 1, 2, 8, 16);
    B.run(B.Warp, Warps::n, 1);
    B.run(B.Warp, Warps::m, 0);
    B.fillMinorFirst();
    return B;
  }
};

template <class Shape, class Warps, int Width, bool IsA> struct mmaOperand {
  static_assert(checkMatrix<Shape>::good, "f2layout: the shape is unusable");
  static_assert(isPowerOf2(Width) && Width <= 16,
                "f2layout: the width of an operand is a power of two, at most "
                "16: the elements of a lane that lie side by side along k");
  static F2_CONSTEXPR Bases make() {
    Bases B{Shape()};
    constexpr int K = IsA ? 1 : 0;
    addMmaTile(B, K, Width, 8 * Width, IsA ? 16 : 8);
    addOperandWarps<Warps, IsA>(B);
    B.fill(K);
    B.fill(1 - K);
    return B;
  }
};

template <int Side> struct checkSide {
  static_assert(Side == 16 || Side == 32,
                "f2layout: MFMA tiles here are 16x16 or 32x32");
  static constexpr bool good = Side == 16 || Side == 32;
};

template <class Shape, class Warps, int Side, orientation Way>
struct mfmaResult {
  static_assert(checkMatrix<Shape>::good, "f2layout: the shape is unusable");
  static_assert(checkSide<Side>::good, "f2layout: the tile is unusable");
  static F2_CONSTEXPR Bases make() {
    Bases B{Shape()};
    constexpr int InRegisters = Way == transposed ? 1 : 0;
    B.run(B.Register, 4, InRegisters);
    B.run(B.Lane, Side, 1 - InRegisters);
    B.run(B.Lane, 64 / Side, InRegisters);
    B.run(B.Register, Side * Side / 256, InRegisters);
    B.run(B.Warp, Warps::n, 1);
    B.fill(1);
    B.run(B.Warp, Warps::m, 0);
    B.fill(0);
    return B;
  }
};

template <class Shape, class Warps, int Side, int Width, bool IsA>
struct mfmaOperand {
  static_assert(checkMatrix<Shape>::good, "f2layout: the shape is unusable");
  static_assert(checkSide<Side>::good, "f2layout: the tile is unusable");
  static_assert(isPowerOf2(Width) && Width <= 32,
                "f2layout: the width of an operand is a power of two, at most "
                "32: the elements of a lane that lie side by side along k");
  static F2_CONSTEXPR Bases make() {
    Bases B{Shape()};
    constexpr int K = IsA ? 1 : 0;
    B.run(B.Register, Width, K);
    B.run(B.Lane, Side, 1 - K);
    B.run(B.Lane, 64 / Side, K);
    B.fill(K);
    addOperandWarps<Warps, IsA>(B);
    B.fill(1 - K);
    return B;
  }
};

} // namespace detail

template <class Shape, class Warps>
struct mma_c : layout<detail::mmaResult<Shape, Warps>> {};
template <class Shape, class Warps, int Width = 2>
struct mma_a : layout<detail::mmaOperand<Shape, Warps, Width, true>> {};
template <class Shape, class Warps, int Width = 2>
struct mma_b : layout<detail::mmaOperand<Shape, Warps, Width, false>> {};

template <class Shape, class Warps, int Side, orientation Way = straight>
struct mfma_c : layout<detail::mfmaResult<Shape, Warps, Side, Way>> {};
template <class Shape, class Warps, int Side, int Width = 4>
struct mfma_a : layout<detail::mfmaOperand<Shape, Warps, Side, Width, true>> {};
template <class Shape, class Warps, int Side, int Width = 4>
struct mfma_b : layout<detail::mfmaOperand<Shape, Warps, Side, Width, false>> {
};

} // namespace f2

#endif // F2LAYOUT_MATRIX_H
