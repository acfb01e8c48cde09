// Reductions and scans of f2layout.h, for CUDA and HIP, and the same by loads from
// memory.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "f2layout.h"

using f2::at;
using f2::lane;
using f2::linear;
using f2::reg;
using f2::shape;
using f2::warp;
using Block = f2::block<128>;

// The lanes of a warp, whatever its size: with 64 there are half as many warps.
#ifdef WIDE
template <class A, class B, class C, class D, class E, class F, class G>
struct threads {
  using lanes = lane<A, B, C, D, E, F>;
  using warps = warp<G>;
};
#else
template <class A, class B, class C, class D, class E, class F, class G>
struct threads {
  using lanes = lane<A, B, C, D, E>;
  using warps = warp<F, G>;
};
#endif
template <class Shape, class Registers, class Threads>
using tile =
    linear<Shape, Registers, typename Threads::lanes, typename Threads::warps>;

// Columns in registers, lanes and warps.
using Wide = tile<shape<8, 64>, reg<at<0, 1>, at<4, 0>>,
                  threads<at<0, 2>, at<0, 4>, at<0, 8>, at<1, 0>, at<2, 0>,
                          at<0, 16>, at<0, 32>>>;
// Bits that move in both dimensions, and copies.
using Slanted = tile<shape<8, 32>, reg<at<1, 1>, at<0, 0>, at<0, 2>>,
                     threads<at<2, 4>, at<0, 4>, at<4, 1>, at<0, 0>, at<0, 8>,
                             at<0, 16>, at<1, 16>>>;
using RowsOfWide =
    tile<shape<8>, reg<at<4>>,
         threads<at<0>, at<0>, at<0>, at<1>, at<2>, at<0>, at<0>>>;
using Rows = tile<shape<8, 1>, reg<>,
                  threads<at<1, 0>, at<2, 0>, at<4, 0>, at<0, 0>, at<0, 0>,
                          at<0, 0>, at<0, 0>>>;
using Columns = tile<shape<64>, reg<at<32>>,
                     threads<at<1>, at<2>, at<4>, at<8>, at<16>, at<0>, at<0>>>;
using Line =
    tile<shape<512>, reg<at<1>, at<256>>,
         threads<at<2>, at<4>, at<8>, at<16>, at<32>, at<64>, at<128>>>;
using One = tile<shape<1>, reg<>,
                 threads<at<0>, at<0>, at<0>, at<0>, at<0>, at<0>, at<0>>>;

template <int Axis, class Src, class Dst, class Op, class T>
__device__ void reduce(T *Out, const T *In) {
  const int Thread = Block::thread();
  f2::registers<T, Src::registers> V;
#pragma unroll
  for (int R = 0; R < Src::registers; ++R)
    V[R] = In[Src::place(R, Thread)];
  const auto W = f2::reduce<Axis, Src, Dst, Op>(V);
#pragma unroll
  for (int R = 0; R < Dst::registers; ++R)
    Out[Thread * Dst::registers + R] = W[R];
}

template <int Axis, class Src, class Dst, class Op, class T>
__device__ void reduceFromMemory(T *Out, const T *In) {
  const int Thread = Block::thread();
  constexpr int Size = Src::template size<Axis>();
  constexpr int Stride = Src::bases.stride(Axis);
  for (int R = 0; R < Dst::registers; ++R) {
    const int Row = Dst::place(R, Thread);
    const int First = Row / Stride * Stride * Size + Row % Stride;
    T Sum = In[First];
    for (int I = 1; I < Size; ++I)
      Sum = Op()(Sum, In[First + I * Stride]);
    Out[Thread * Dst::registers + R] = Sum;
  }
}

#ifdef EXPECTED
#define REDUCE reduceFromMemory
#else
#define REDUCE reduce
#endif
#define KERNEL(NAME, T, AXIS, SRC, DST, OP)                                    \
  extern "C" __global__ void F2_BLOCK(128, 1, 1)                               \
      NAME(T *__restrict__ Out, T const *__restrict__ In) {                    \
    REDUCE<AXIS, SRC, DST, f2::OP>(Out, In);                                   \
  }

KERNEL(own_rows, unsigned, 1, Wide, RowsOfWide, add)
KERNEL(other_rows, int, 1, Wide, Rows, max)
KERNEL(columns, unsigned long long, 0, Wide, Columns, add)
KERNEL(slanted_rows, unsigned short, 1, Slanted, Rows, add)
KERNEL(line, unsigned char, 0, Line, One, add)
KERNEL(smallest, float, 0, Line, One, min)

template <int Axis, class L, class Op, f2::direction To, bool Exclusive,
          class T>
__device__ void scan(T *Out, const T *In) {
  const int Thread = Block::thread();
  f2::registers<T, L::registers> V;
#pragma unroll
  for (int R = 0; R < L::registers; ++R)
    V[R] = In[L::place(R, Thread)];
  f2::registers<T, L::registers> W;
  if constexpr (Exclusive)
    W = f2::scanBefore<Axis, L, Op, To>(V, T(7));
  else
    W = f2::scan<Axis, L, Op, To>(V);
#pragma unroll
  for (int R = 0; R < L::registers; ++R)
    Out[Thread * L::registers + R] = W[R];
}

template <int Axis, class L, class Op, f2::direction To, bool Exclusive,
          class T>
__device__ void scanFromMemory(T *Out, const T *In) {
  const int Thread = Block::thread();
  constexpr int Size = L::template size<Axis>();
  constexpr int Stride = L::bases.stride(Axis);
  for (int R = 0; R < L::registers; ++R) {
    const int Element = L::place(R, Thread);
    const int At = Element / Stride % Size;
    const int First = Element - At * Stride;
    T Sum = T(7);
    bool Exists = false;
    for (int I = 0; I < Size; ++I) {
      const int P = To == f2::backward ? Size - 1 - I : I;
      const bool Before = To == f2::backward ? P > At : P < At;
      if (!(Before || (P == At && !Exclusive)))
        continue;
      const T V = In[First + P * Stride];
      Sum = Exists ? Op()(Sum, V) : V;
      Exists = true;
    }
    Out[Thread * L::registers + R] = Sum;
  }
}

#ifdef EXPECTED
#define SCAN scanFromMemory
#else
#define SCAN scan
#endif
#define SCAN_KERNEL(NAME, T, AXIS, L, OP, TO, EXCLUSIVE)                       \
  extern "C" __global__ void F2_BLOCK(128, 1, 1)                               \
      NAME(T *__restrict__ Out, T const *__restrict__ In) {                    \
    SCAN<AXIS, L, f2::OP, f2::TO, EXCLUSIVE>(Out, In);                         \
  }

SCAN_KERNEL(running_rows, unsigned, 1, Wide, add, forward, false)
SCAN_KERNEL(running_columns, unsigned, 0, Wide, add, backward, true)
SCAN_KERNEL(running_slanted, unsigned short, 0, Slanted, add, forward, true)
SCAN_KERNEL(running_line, unsigned long long, 0, Line, add, backward, false)
SCAN_KERNEL(running_least, float, 0, Line, min, forward, true)
