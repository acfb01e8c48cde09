// Conversions and gathers of f2layout.h, for CUDA and HIP. Their names say what
// the plugin makes of them.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH block_*: --block 128
// LAUNCH warp_*: --block 128 --grid 2
// LAUNCH same_*: --block 128
// LAUNCH found_*: --block 128
// LAUNCH gather_*: --block 128 --fill 2=iota32:32

#include "f2layout.h"
#ifdef __HIP__
using bfloat = __bf16;
using half = _Float16;
#else
#include <cuda_bf16.h>
#include <cuda_fp16.h>
using bfloat = __nv_bfloat16;
#endif

using f2::at;
using f2::lane;
using f2::linear;
using f2::reg;
using f2::shape;
using f2::warp;
using f2::warps;
using Block = f2::block<128>;

template <class S, class D, class B = Block, class T>
__device__ void move(T *Out, const T *In) {
  const int Thread = B::thread();
  f2::registers<T, S::registers> V;
#pragma unroll
  for (int R = 0; R < S::registers; ++R)
    V[R] = In[S::place(R, Thread)];
  const auto W = f2::convert<S, D, B>(V);
#pragma unroll
  for (int R = 0; R < D::registers; ++R)
    Out[R * D::threads + Thread] = W[R];
}

#define MOVE(NAME, T, ...)                                                     \
  extern "C" __global__ void F2_BLOCK(128, 1, 1)                               \
      NAME(T *__restrict__ Out, T const *__restrict__ In) {                    \
    move<__VA_ARGS__>(Out, In);                                                \
  }

// Rows and columns of 64 x 32, with 32 threads per row. A layout's lanes are 32
// on every GPU: threads are numbered through the block.
using Rows = f2::blocked<shape<64, 32>, f2::sizePerThread<1, 4>,
                         f2::threadsPerWarp<4, 8>, f2::warpsPerBlock<4, 1>,
                         f2::order<1, 0>>;
using Columns = f2::blocked<shape<64, 32>, f2::sizePerThread<4, 1>,
                            f2::threadsPerWarp<8, 4>, f2::warpsPerBlock<1, 4>,
                            f2::order<0, 1>>;

// Every element size, across warps.
MOVE(block_char, unsigned char, Rows, Columns)
MOVE(block_short, short, Rows, Columns)
MOVE(block_half, half, Columns, Rows)
MOVE(block_bfloat, bfloat, Rows, Columns)
MOVE(block_int, int, Columns, Rows)
MOVE(block_float, float, Rows, Columns)
MOVE(block_double, double, Columns, Rows)
MOVE(block_pointer, int *, Rows, Columns)

// Within quarters of a warp: one element moves by eight lanes.
template <class Image0, class Image1>
using Lanes = linear<shape<8, 32>, reg<at<4, 0>>,
                     lane<at<0, 1>, at<0, 2>, at<0, 4>, Image0, Image1>,
                     warp<at<1, 0>, at<2, 0>>>;
using Ahead = Lanes<at<0, 8>, at<0, 16>>;
using Behind = linear<shape<8, 32>, reg<at<0, 8>>,
                      lane<at<0, 1>, at<0, 2>, at<0, 4>, at<4, 0>, at<0, 16>>,
                      warp<at<1, 0>, at<2, 0>>>;
MOVE(warp_int, int, Ahead, Behind)
MOVE(warp_double, double, Ahead, Behind)

// Copies in the source, in the result, and in both.
using Left = f2::mma_a<shape<32, 32>, warps<1, 4>>;
using Right = f2::mma_b<shape<32, 32>, warps<4, 1>>;
using Square = f2::mma_c<shape<32, 32>, warps<2, 2>>;
MOVE(block_to_copies, float, Square, Left)
MOVE(block_from_copies, float, Left, Square)
// All four warps hold all of both, so each uses its own copy.
using AllRows = linear<shape<16, 8>, reg<at<0, 1>, at<0, 2>>,
                       lane<at<0, 4>, at<1, 0>, at<2, 0>, at<4, 0>, at<8, 0>>,
                       warp<at<0, 0>, at<0, 0>>>;
using AllColumns =
    linear<shape<16, 8>, reg<at<1, 0>, at<2, 0>>,
           lane<at<0, 1>, at<0, 2>, at<0, 4>, at<4, 0>, at<8, 0>>,
           warp<at<0, 0>, at<0, 0>>>;
MOVE(warp_copies, float, AllRows, AllColumns)
// Registers that hold the same element.
using Twice =
    linear<shape<128>, reg<at<0>, at<0>>,
           lane<at<1>, at<2>, at<4>, at<8>, at<16>>, warp<at<32>, at<64>>>;
using Reversed =
    linear<shape<128>, reg<at<0>>, lane<at<64>, at<32>, at<16>, at<8>, at<4>>,
           warp<at<2>, at<1>>>;
MOVE(block_registers_alike, int, Twice, Reversed)

// No moves: the same layout, and registers in another order.
MOVE(same_layout, float, Rows, Rows)
using Renamed = linear<shape<8, 32>, reg<at<4, 0>, at<0, 0>>,
                       lane<at<0, 1>, at<0, 2>, at<0, 4>, at<0, 8>, at<0, 16>>,
                       warp<at<1, 0>, at<2, 0>>>;
MOVE(same_more_registers, float, Ahead, Renamed)
MOVE(same_fewer_registers, float, Renamed, Ahead)

// A generic exchange where none is needed: the plugin detects that, too.
extern "C" __global__ void F2_BLOCK(128, 1, 1)
    found_renaming(half *__restrict__ Out, half const *__restrict__ In) {
  using Sum = f2::mma_c<shape<64, 32>, warps<4, 1>>;
  using Next = f2::mma_a<shape<64, 32>, warps<4, 1>>;
  const int Thread = Block::thread();
  f2::registers<half, Sum::registers> V;
#pragma unroll
  for (int R = 0; R < Sum::registers; ++R)
    V[R] = In[Sum::place(R, Thread)];
  const auto W = f2::detail::throughShared<Sum, Next, Block>(V);
#pragma unroll
  for (int R = 0; R < Next::registers; ++R)
    Out[R * 128 + Thread] = W[R];
}

// A plain array, and the same scratch memory used twice.
extern "C" __global__ void F2_BLOCK(128, 1, 1)
    block_there_and_back(float *__restrict__ Out,
                         float const *__restrict__ In) {
  const int Thread = Block::thread();
  float V[Rows::registers];
#pragma unroll
  for (int R = 0; R < Rows::registers; ++R)
    V[R] = In[Rows::place(R, Thread)];
  auto W = f2::convert<Rows, Columns>(V);
#pragma unroll
  for (int R = 0; R < Columns::registers; ++R)
    W[R] = W[R] * 2 + 1;
  const auto X = f2::convert<Columns, Rows>(W);
#pragma unroll
  for (int R = 0; R < Rows::registers; ++R)
    Out[Rows::place(R, Thread)] = X[R];
}

// Rows by index, into another layout; the same for columns.
template <int Axis, class I>
__device__ void pick(float *Out, const float *In, const int *Index) {
  const int Thread = Block::thread();
  f2::registers<float, Rows::registers> V;
  f2::registers<I, Columns::registers> At;
#pragma unroll
  for (int R = 0; R < Rows::registers; ++R)
    V[R] = In[Rows::place(R, Thread)];
#pragma unroll
  for (int R = 0; R < Columns::registers; ++R)
    At[R] = Index[Columns::place(R, Thread)];
  const auto W = f2::gather<Axis, Rows, Columns>(V, At);
#pragma unroll
  for (int R = 0; R < Columns::registers; ++R)
    Out[Columns::place(R, Thread)] = W[R];
}
// The definition of a gather, with loads from memory.
template <int Axis, class>
__device__ void pickFromMemory(float *Out, const float *In, const int *Index) {
  const int Thread = Block::thread();
  for (int E = Thread; E < 64 * 32; E += 128) {
    const int Row = Axis == 0 ? Index[E] : E / 32;
    const int Column = Axis == 1 ? Index[E] : E % 32;
    Out[E] = In[Row * 32 + Column];
  }
}
#ifdef EXPECTED
#define PICK pickFromMemory
#else
#define PICK pick
#endif
#define GATHER(NAME, AXIS, TYPE)                                               \
  extern "C" __global__ void F2_BLOCK(128, 1, 1)                               \
      NAME(float *__restrict__ Out, float const *__restrict__ In,              \
           int const *__restrict__ Index) {                                    \
    PICK<AXIS, TYPE>(Out, In, Index);                                          \
  }
GATHER(gather_rows, 0, int)
GATHER(gather_columns, 1, int)
GATHER(gather_long, 1, long long)
