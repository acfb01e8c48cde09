// Fused attention: O = softmax(Q K) V. A block has 64 rows, 16 for each of its
// four warps, and reads K and V in pieces of 32 columns.
//
//   S      64 x 32   mma_c: what m16n8k16 leaves in its accumulators
//   Rows   64        the rows of S, where their elements are
//   P      64 x 32   mma_a: what the next m16n8k16 wants
//   O      64 x 16   mma_c, whose rows are where those of S are
//
// The maximum and the sum of a row lie in two lane bits and in registers, so
// each takes two shuffles a row; and S becomes the left operand of the next
// product without any move. Without layouts, both go through shared memory.
//
// With ATTENTION_BY_ROWS, one thread computes each element of O, in the plainest
// way: the test compares the two.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2 --arg 4=2

#include "f2layout.h"
#include <cuda_fp16.h>

constexpr int rows = 64, depth = 16, piece = 32;

#ifndef ATTENTION_BY_ROWS

using Warps = f2::warps<4, 1>;
using Q = f2::mma_a<f2::shape<rows, depth>, Warps>;
using K = f2::mma_b<f2::shape<depth, piece>, Warps>;
using S = f2::mma_c<f2::shape<rows, piece>, Warps>;
using P = f2::mma_a<f2::shape<rows, piece>, Warps>;
using V = f2::mma_b<f2::shape<piece, depth>, Warps>;
using O = f2::mma_c<f2::shape<rows, depth>, Warps>;
using Rows =
    f2::linear<f2::shape<rows>, f2::reg<f2::at<8>>,
               f2::lane<f2::at<0>, f2::at<0>, f2::at<1>, f2::at<2>, f2::at<4>>,
               f2::warp<f2::at<16>, f2::at<32>>>;

template <class L, class T, class From>
__device__ __forceinline__ f2::registers<T, L::registers>
load(const From *from) {
  f2::registers<T, L::registers> v;
#pragma unroll
  for (int r = 0; r < L::registers; ++r)
    v[r] = T(float(from[L::place(r, threadIdx.x)]));
  return v;
}

// c += a b. Tiles of 16 x 16 of A along k, of 16 x 8 of B along k, then n.
template <int Tiles, int Depth>
__device__ __forceinline__ void
multiply(f2::registers<float, 4 * Tiles> &c,
         const f2::registers<unsigned, 4 * Depth> &a,
         const f2::registers<unsigned, 2 * Depth * Tiles> &b) {
#pragma unroll
  for (int n = 0; n < Tiles; ++n)
#pragma unroll
    for (int k = 0; k < Depth; ++k)
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                   "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                   : "+f"(c[4 * n]), "+f"(c[4 * n + 1]), "+f"(c[4 * n + 2]),
                     "+f"(c[4 * n + 3])
                   : "r"(a[4 * k]), "r"(a[4 * k + 1]), "r"(a[4 * k + 2]),
                     "r"(a[4 * k + 3]), "r"(b[2 * (n * Depth + k)]),
                     "r"(b[2 * (n * Depth + k) + 1]));
}

// The row of a register of an accumulator, as a register of Rows.
__device__ __forceinline__ constexpr int row_of(int r) { return r >> 1 & 1; }

extern "C" __global__ void F2_BLOCK(128, 1, 1)
    attention(float *__restrict__ out, const signed char *__restrict__ q,
              const signed char *__restrict__ k,
              const signed char *__restrict__ v, int pieces) {
  const int tile = blockIdx.x * Q::elements;
  const auto left = load<Q, __half>(q + tile);
  f2::registers<float, O::registers> o = {};
  f2::registers<float, Rows::registers> most, sum = {};
#pragma unroll
  for (int i = 0; i < Rows::registers; ++i)
    most[i] = -1e30f;
  for (int n = 0; n < pieces; ++n) {
    f2::registers<float, S::registers> s = {};
    multiply<4, 1>(s, f2::as<unsigned>(left),
                   f2::as<unsigned>(load<K, __half>(k + n * K::elements)));
    // What is there so far is scaled to the new maximum.
    const auto here = f2::reduce<1, S, Rows, f2::max>(s);
    float scale[Rows::registers];
#pragma unroll
    for (int i = 0; i < Rows::registers; ++i) {
      const float was = most[i];
      most[i] = fmaxf(was, here[i]);
      scale[i] = exp2f(was - most[i]);
    }
    f2::registers<__half, S::registers> p;
    f2::registers<float, S::registers> share;
#pragma unroll
    for (int r = 0; r < S::registers; ++r) {
      share[r] = exp2f(s[r] - most[row_of(r)]);
      p[r] = __float2half(share[r]);
    }
    const auto more = f2::reduce<1, S, Rows, f2::add>(share);
#pragma unroll
    for (int i = 0; i < Rows::registers; ++i)
      sum[i] = sum[i] * scale[i] + more[i];
#pragma unroll
    for (int r = 0; r < O::registers; ++r)
      o[r] *= scale[row_of(r)];
    multiply<2, 2>(o, f2::as<unsigned>(f2::convert<S, P>(p)),
                   f2::as<unsigned>(load<V, __half>(v + n * V::elements)));
  }
#pragma unroll
  for (int r = 0; r < O::registers; ++r)
    out[tile + O::place(r, threadIdx.x)] = o[r] / sum[row_of(r)];
}

#else

extern "C" __global__ void attention(float *__restrict__ out,
                                     const signed char *__restrict__ q,
                                     const signed char *__restrict__ k,
                                     const signed char *__restrict__ v,
                                     int pieces) {
  for (int e = threadIdx.x; e < rows * depth; e += blockDim.x) {
    const int row = blockIdx.x * rows + e / depth, column = e % depth;
    auto score = [&](int n) {
      float s = 0;
      for (int d = 0; d < depth; ++d)
        s += float(q[row * depth + d]) *
             float(k[n / piece * depth * piece + d * piece + n % piece]);
      return s;
    };
    float most = -1e30f, sum = 0, o = 0;
    for (int n = 0; n < pieces * piece; ++n)
      most = fmaxf(most, score(n));
    for (int n = 0; n < pieces * piece; ++n) {
      const float share = exp2f(score(n) - most);
      sum += share;
      o += share * float(v[n * depth + column]);
    }
    out[row * depth + column] = o / sum;
  }
}

#endif
