// The middle of attention on AMD: S = Q K, rounded to half, is the left operand
// of the next product, O = S V. A block has 64 rows, 16 for each of its waves.
//
//   S   64 x 16   mfma_c: lane l has column l % 16, four rows
//   S   64 x 16   mfma_a: lane l has row l % 16, four columns
//
// mfma_chain converts one into the other, which stays within the wave.
// mfma_chain_transposed changes A and B over in the first product; then S comes
// out in rows, which is what the second one wants, and nothing moves.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH *: --block 256 --grid 2

#include "f2layout.h"
#include <hip/hip_runtime.h>

using Warps = f2::warps<4, 1>;
using Matrix = f2::shape<64, 16>;
using Q = f2::mfma_a<Matrix, Warps, 16>;
using K = f2::mfma_b<f2::shape<16, 16>, Warps, 16>;
using S = f2::mfma_c<Matrix, Warps, 16>;
using SRows = f2::mfma_c<Matrix, Warps, 16, f2::transposed>;
using V = f2::mfma_b<f2::shape<16, 16>, Warps, 16>;
using O = f2::mfma_c<Matrix, Warps, 16>;

using Half4 = f2::registers<_Float16, 4>;
using Float4 = f2::registers<float, 4>;

template <class L> __device__ __forceinline__ Half4 load(const _Float16 *from) {
  Half4 v;
  for (int r = 0; r < L::registers; ++r)
    v[r] = from[L::place(r, threadIdx.x)];
  return v;
}

__device__ __forceinline__ Float4 product(const Half4 &a, const Half4 &b) {
  Float4 c = {};
#ifdef __HIP_DEVICE_COMPILE__
  typedef _Float16 HalfVector __attribute__((ext_vector_type(4)));
  typedef float FloatVector __attribute__((ext_vector_type(4)));
  const FloatVector d = __builtin_amdgcn_mfma_f32_16x16x16f16(
      HalfVector{a[0], a[1], a[2], a[3]}, HalfVector{b[0], b[1], b[2], b[3]},
      FloatVector{0, 0, 0, 0}, 0, 0, 0);
  c = {{d[0], d[1], d[2], d[3]}};
#endif
  return c;
}

/// O = S V, from S in layout L.
template <class L>
__device__ __forceinline__ void second(float *out, const Float4 &s,
                                       const _Float16 *v) {
  Half4 rounded;
  for (int r = 0; r < L::registers; ++r)
    rounded[r] = static_cast<_Float16>(s[r]);
  using Left = f2::mfma_a<Matrix, Warps, 16>;
  const Float4 o = product(f2::convert<L, Left>(rounded), load<V>(v));
  for (int r = 0; r < O::registers; ++r)
    out[O::place(r, threadIdx.x)] = o[r];
}

extern "C" __global__ void F2_BLOCK(256, 1, 1)
    mfma_chain(float *__restrict__ out, const _Float16 *__restrict__ q,
               const _Float16 *__restrict__ k, const _Float16 *__restrict__ v) {
  const int tile = blockIdx.x * Q::elements;
  second<S>(out + tile, product(load<Q>(q + tile), load<K>(k)), v);
}

extern "C" __global__ void F2_BLOCK(256, 1, 1)
    mfma_chain_transposed(float *__restrict__ out,
                          const _Float16 *__restrict__ q,
                          const _Float16 *__restrict__ k,
                          const _Float16 *__restrict__ v) {
  const int tile = blockIdx.x * Q::elements;
  second<SRows>(out + tile, product(load<K>(k), load<Q>(q + tile)), v);
}
