// The middle of attention: S = Q K, rounded to half, is the left operand of the
// next product, O = S V. A block has 64 rows, 16 for each of its four warps.
//
//   S   64 x 32   mma_c: what m16n8k16 leaves in its accumulators
//   S   64 x 32   mma_a: what the next m16n8k16 wants
//
// In 16 bits these are one layout, and the conversion between them is nothing
// at all. mma_chain loads its operands as they are wanted; mma_chain_rows loads
// Q and stores O in rows, 16 bytes a thread, with a conversion on either side.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 128 --grid 2

#include "f2layout.h"
#include <cuda_fp16.h>

using Warps = f2::warps<4, 1>;
using Q = f2::mma_a<f2::shape<64, 16>, Warps>;
using K = f2::mma_b<f2::shape<16, 32>, Warps>;
using S = f2::mma_c<f2::shape<64, 32>, Warps>;
using SLeft = f2::mma_a<f2::shape<64, 32>, Warps>;
using V = f2::mma_b<f2::shape<32, 16>, Warps>;
using O = f2::mma_c<f2::shape<64, 16>, Warps>;

using HalfRows = f2::blocked<f2::shape<64, 16>, f2::sizePerThread<1, 8>,
                             f2::threadsPerWarp<16, 2>, f2::warpsPerBlock<4, 1>,
                             f2::order<1, 0>>;
using FloatRows = f2::blocked<f2::shape<64, 16>, f2::sizePerThread<2, 4>,
                              f2::threadsPerWarp<8, 4>, f2::warpsPerBlock<4, 1>,
                              f2::order<1, 0>>;

template <class L, class T>
__device__ __forceinline__ f2::registers<T, L::registers> load(const T *from) {
  f2::registers<T, L::registers> v;
#pragma unroll
  for (int r = 0; r < L::registers; ++r)
    v[r] = from[L::place(r, threadIdx.x)];
  return v;
}

template <class L, class T>
__device__ __forceinline__ void store(T *to,
                                      const f2::registers<T, L::registers> &v) {
#pragma unroll
  for (int r = 0; r < L::registers; ++r)
    to[L::place(r, threadIdx.x)] = v[r];
}

// Tiles of 16 x 16 of A along k, of 16 x 8 of B along k and then along n.
template <int Tiles, int Depth>
__device__ __forceinline__ f2::registers<float, 4 * Tiles>
product(const f2::registers<unsigned, 4 * Depth> &a,
        const f2::registers<unsigned, 2 * Depth * Tiles> &b) {
  f2::registers<float, 4 * Tiles> c = {};
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
  return c;
}

__device__ __forceinline__ f2::registers<float, O::registers>
chain(const f2::registers<__half, Q::registers> &q, const __half *k,
      const __half *v) {
  const auto s =
      product<4, 1>(f2::as<unsigned>(q), f2::as<unsigned>(load<K>(k)));
  f2::registers<__half, S::registers> rounded;
#pragma unroll
  for (int r = 0; r < S::registers; ++r)
    rounded[r] = __float2half(s[r]);
  const auto left = f2::convert<S, SLeft>(rounded);
  return product<2, 2>(f2::as<unsigned>(left), f2::as<unsigned>(load<V>(v)));
}

extern "C" __global__ void F2_BLOCK(128, 1, 1)
    mma_chain(float *__restrict__ out, const __half *__restrict__ q,
              const __half *__restrict__ k, const __half *__restrict__ v) {
  const int tile = blockIdx.x * Q::elements;
  store<O>(out + tile, chain(load<Q>(q + tile), k, v));
}

extern "C" __global__ void F2_BLOCK(128, 1, 1)
    mma_chain_rows(float *__restrict__ out, const __half *__restrict__ q,
                   const __half *__restrict__ k, const __half *__restrict__ v) {
  const int tile = blockIdx.x * Q::elements;
  const auto rows = load<HalfRows>(q + tile);
  const auto o = chain(f2::convert<HalfRows, Q>(rows), k, v);
  store<FloatRows>(out + tile, f2::convert<O, FloatRows>(o));
}
