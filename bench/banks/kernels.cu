//===- kernels.cu - Typical accesses to shared tiles ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern per kernel, for blocks of 32 x 8 threads: transposes with and
// without padding, structures, fragments of tensor cores, explicit swizzles,
// broadcasts, partial warps. build.py gets their wavefronts from
// print<f2layout-banks>, run.py from a GPU.
//
// Accesses are volatile, so that each one is exactly one instruction.
//
//===----------------------------------------------------------------------===//

using U8 = unsigned char;
using U16 = unsigned short;
using U64 = unsigned long long;

#define KERNEL(NAME)                                                           \
  extern "C" __global__ void __launch_bounds__(256)                            \
      NAME(unsigned *Out, const unsigned *In)

/// Stores element x of row y to Write, waits at a barrier, and reads from Read.
template <typename T, typename Index>
__device__ __forceinline__ void exchange(volatile T *Tile, unsigned *Out,
                                         const unsigned *In, Index Write,
                                         Index Read, bool Active = true) {
  int X = threadIdx.x, Y = threadIdx.y, Thread = Y * 32 + X;
  if (Active)
    Tile[Write(X, Y)] = static_cast<T>(In[Thread]);
  __syncthreads();
  if (Active)
    Out[Thread] = static_cast<unsigned>(Tile[Read(X, Y)]);
}

struct Place {
  int RowPitch, ColumnPitch, Swizzle = 0;
  __device__ __forceinline__ int operator()(int X, int Y) const {
    return Y * RowPitch + (X ^ (Y & Swizzle)) * ColumnPitch;
  }
};

#define EXCHANGE(NAME, TYPE, SIZE, WRITE, READ)                                \
  KERNEL(NAME) {                                                               \
    __shared__ alignas(16) TYPE Tile[SIZE];                                    \
    exchange(Tile, Out, In, Place WRITE, Place READ);                          \
  }

// Store rows, load columns.
EXCHANGE(transpose_8, U8, 1024, ({32, 1}), ({1, 32}))
EXCHANGE(transpose_16, U16, 1024, ({32, 1}), ({1, 32}))
EXCHANGE(transpose_32, unsigned, 1024, ({32, 1}), ({1, 32}))
EXCHANGE(transpose_64, U64, 1024, ({32, 1}), ({1, 32}))
EXCHANGE(padded_8, U8, 1056, ({33, 1}), ({1, 33}))
EXCHANGE(padded_8_by_4, U8, 1152, ({36, 1}), ({1, 36}))
EXCHANGE(padded_16, U16, 1056, ({33, 1}), ({1, 33}))
EXCHANGE(padded_16_by_2, U16, 1088, ({34, 1}), ({1, 34}))
EXCHANGE(padded_32, unsigned, 1056, ({33, 1}), ({1, 33}))
EXCHANGE(padded_32_by_4, unsigned, 1152, ({36, 1}), ({1, 36}))
EXCHANGE(padded_64, U64, 1056, ({33, 1}), ({1, 33}))
// Strides: fields of structures, and the accesses of reductions.
EXCHANGE(stride_2, unsigned, 512, ({64, 2}), ({1, 8}))
EXCHANGE(stride_3, unsigned, 768, ({96, 3}), ({3, 24}))
EXCHANGE(stride_6, unsigned, 1536, ({192, 6}), ({6, 48}))
EXCHANGE(stride_5_wide, U64, 1280, ({160, 5}), ({5, 40}))
EXCHANGE(stride_12_bytes, U8, 3072, ({384, 12}), ({12, 96}))
EXCHANGE(broadcast, unsigned, 256, ({1, 0}), ({32, 0}))
EXCHANGE(broadcast_bytes, U8, 256, ({32, 1}), ({8, 0}))

struct Swizzled {
  int Columns, Mask, Turn;
  __device__ __forceinline__ int operator()(int X, int Y) const {
    int Row = Turn ? X : Y, Column = Turn ? Y : X;
    return Row * Columns + (Column ^ (Row & Mask));
  }
};

#define SWIZZLED(NAME, TYPE, SIZE, WRITE, READ)                                \
  KERNEL(NAME) {                                                               \
    __shared__ alignas(16) TYPE Tile[SIZE];                                    \
    exchange(Tile, Out, In, Swizzled WRITE, Swizzled READ);                    \
  }

SWIZZLED(swizzled_32, unsigned, 1024, ({32, 31, 0}), ({32, 31, 1}))
SWIZZLED(swizzled_too_little, unsigned, 1024, ({32, 7, 0}), ({32, 7, 1}))
SWIZZLED(swizzled_64, U64, 1024, ({32, 15, 0}), ({32, 15, 1}))
SWIZZLED(swizzled_16, U16, 1024, ({32, 31, 0}), ({32, 31, 1}))

/// Vectors of 2 and 4 words: rows by 8 threads, read by 8 others.
template <typename Vector, int RowVectors, int Mask>
__device__ __forceinline__ void vectors(Vector *Tile, unsigned *Out,
                                        const unsigned *In) {
  int Thread = threadIdx.y * 32 + threadIdx.x;
  int Row = Thread / 8, Column = Thread % 8;
  volatile Vector &To = Tile[Row * RowVectors + (Column ^ (Row & Mask))];
  Vector V;
  for (unsigned I = 0; I < sizeof(Vector) / 4; ++I)
    V[I] = In[Thread + I];
  To = V;
  __syncthreads();
  int Other = Thread % 32, OtherColumn = Thread / 32;
  volatile Vector &From =
      Tile[Other * RowVectors + (OtherColumn ^ (Other & Mask))];
  V = From;
  unsigned Sum = 0;
  for (unsigned I = 0; I < sizeof(Vector) / 4; ++I)
    Sum = Sum * 3 + V[I];
  Out[Thread] = Sum;
}

using Words2 = unsigned __attribute__((ext_vector_type(2)));
using Words4 = unsigned __attribute__((ext_vector_type(4)));

#define VECTORS(NAME, TYPE, ROW, MASK)                                         \
  KERNEL(NAME) {                                                               \
    __shared__ __attribute__((aligned(16))) TYPE Tile[32 * ROW];               \
    vectors<TYPE, ROW, MASK>(Tile, Out, In);                                   \
  }

VECTORS(vectors_64, Words2, 8, 0)
VECTORS(vectors_64_padded, Words2, 9, 0)
VECTORS(vectors_64_swizzled, Words2, 8, 7)
VECTORS(vectors_128, Words4, 8, 0)
VECTORS(vectors_128_padded, Words4, 9, 0)
VECTORS(vectors_128_swizzled, Words4, 8, 7)

/// The place of a lane's word of the first operand of mma.m16n8k16 in a tile of
/// halves with rows of Pitch: a quarter of a warp has a row of 8.
template <int Pitch>
__device__ __forceinline__ void fragment(unsigned *Tile, unsigned *Out,
                                         const unsigned *In) {
  int Lane = threadIdx.x, Thread = threadIdx.y * 32 + Lane;
  volatile unsigned *Words = Tile;
  Words[threadIdx.y * (Pitch / 2) + Lane] = In[Thread];
  __syncthreads();
  Out[Thread] = Words[Lane / 4 * (Pitch / 2) + Lane % 4];
}

#define FRAGMENT(NAME, PITCH)                                                  \
  KERNEL(NAME) {                                                               \
    __shared__ unsigned Tile[8 * PITCH / 2];                                   \
    fragment<PITCH>(Tile, Out, In);                                            \
  }

FRAGMENT(fragment_64, 64)
FRAGMENT(fragment_72, 72)
FRAGMENT(fragment_128, 128)

/// The second operand, from a row-major tile: one half per load.
KERNEL(fragment_turned) {
  __shared__ U16 Tile[8 * 128];
  volatile U16 *Halves = Tile;
  int Lane = threadIdx.x, Thread = threadIdx.y * 32 + Lane;
  for (int I = 0; I < 4; ++I)
    Halves[threadIdx.y * 128 + I * 32 + Lane] = In[Thread + I];
  __syncthreads();
  unsigned Low = Halves[Lane % 4 * 256 + Lane / 4];
  unsigned High = Halves[Lane % 4 * 256 + 128 + Lane / 4];
  Out[Thread] = Low | High << 16;
}

// Only some lanes, or some warps.
KERNEL(half_of_each_warp) {
  __shared__ unsigned Tile[1024];
  exchange(Tile, Out, In, Place{32, 1}, Place{1, 32}, threadIdx.x < 16);
}
KERNEL(odd_lanes) {
  __shared__ unsigned Tile[1024];
  exchange(Tile, Out, In, Place{32, 1}, Place{1, 32}, threadIdx.x % 2 == 1);
}
KERNEL(two_warps) {
  __shared__ U64 Tile[1024];
  exchange(Tile, Out, In, Place{32, 1}, Place{1, 32}, threadIdx.y < 2);
}
