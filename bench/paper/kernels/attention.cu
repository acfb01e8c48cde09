//===- attention.cu - Attention, one pass over keys and values ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has 64 queries of one head and goes through keys and values in tiles
// of 32, with a running maximum and sum of each query (softmax online). Scores,
// their exponentials and the output are tiles in shared memory; the products
// are wmma's.
//
//   flash_attention      causal, rows of halves in shared memory padded
//   template_attention   scores are changed by a function: here each head takes
//                        its slope times the distance away
//
//===----------------------------------------------------------------------===//

#include "portable.cuh"

constexpr int Threads = 128, Warps = Threads / WarpSize;
constexpr int Queries = 64, Keys = 32, Dim = 64;

template <int Columns, int Pitch>
__device__ __forceinline__ void copyRows(half *to, const half *from,
                                         int rows) {
  for (int i = threadIdx.x; i < rows * Columns / 8; i += Threads) {
    const int row = i / (Columns / 8), column = i % (Columns / 8) * 8;
    *reinterpret_cast<int4 *>(to + row * Pitch + column) =
        *reinterpret_cast<const int4 *>(from + row * Columns + column);
  }
}

template <int Pad, bool Causal, typename Change>
__device__ __forceinline__ void attend(half *out, const half *q, const half *k,
                                       const half *v, int length, float scale,
                                       Change change) {
  constexpr int Pitch = Dim + Pad, PowerPitch = Keys + Pad;
  __shared__ alignas(32) half qs[Queries * Pitch];
  __shared__ alignas(32) half ks[Keys * Pitch];
  __shared__ alignas(32) half vs[Keys * Pitch];
  __shared__ alignas(32) half ps[Queries * PowerPitch];
  __shared__ alignas(32) float scores[Queries * Keys];
  __shared__ alignas(32) float sums[Queries * Dim];

  const int t = threadIdx.x, warp = t / WarpSize;
  const size_t head = (size_t)blockIdx.y * length * Dim;
  const int first = blockIdx.x * Queries;
  // Two neighbours have one query, and half of its keys each.
  const int query = t / 2, part = t % 2;
  float most = -1e30f, sum = 0;

  copyRows<Dim, Pitch>(qs, q + head + (size_t)first * Dim, Queries);
  for (int i = t; i < Queries * Dim; i += Threads)
    sums[i] = 0;
  __syncthreads();

  const int end = Causal ? first + Queries : length;
  for (int key = 0; key < end; key += Keys) {
    copyRows<Dim, Pitch>(ks, k + head + (size_t)key * Dim, Keys);
    copyRows<Dim, Pitch>(vs, v + head + (size_t)key * Dim, Keys);
    __syncthreads();

    for (int row = warp * 16; row < Queries; row += Warps * 16)
      for (int column = 0; column < Keys; column += 16) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> score;
        wmma::fill_fragment(score, 0.0f);
        for (int d = 0; d < Dim; d += 16) {
          wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
          wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
          wmma::load_matrix_sync(x, qs + row * Pitch + d, Pitch);
          wmma::load_matrix_sync(y, ks + column * Pitch + d, Pitch);
          wmma::mma_sync(score, x, y, score);
        }
        wmma::store_matrix_sync(scores + row * Keys + column, score, Keys,
                                wmma::mem_row_major);
      }
    __syncthreads();

    float *mine = scores + query * Keys + part * (Keys / 2);
    float best = most;
    for (int j = 0; j < Keys / 2; ++j) {
      const int to = key + part * (Keys / 2) + j;
      float score = change(mine[j] * scale, first + query, to);
      if (Causal && to > first + query)
        score = -1e30f;
      mine[j] = score;
      best = fmaxf(best, score);
    }
    best = fmaxf(best, shuffleXor(best, 1));
    float total = 0;
    for (int j = 0; j < Keys / 2; ++j) {
      const float p = __expf(mine[j] - best);
      ps[query * PowerPitch + part * (Keys / 2) + j] = __float2half(p);
      total += p;
    }
    total += shuffleXor(total, 1);
    const float shrink = __expf(most - best);
    sum = sum * shrink + total;
    most = best;
    for (int d = part; d < Dim; d += 2)
      sums[query * Dim + d] *= shrink;
    __syncthreads();

    for (int row = warp * 16; row < Queries; row += Warps * 16)
      for (int d = 0; d < Dim; d += 16) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> result;
        wmma::load_matrix_sync(result, sums + row * Dim + d, Dim,
                               wmma::mem_row_major);
        for (int j = 0; j < Keys; j += 16) {
          wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
          wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
          wmma::load_matrix_sync(x, ps + row * PowerPitch + j, PowerPitch);
          wmma::load_matrix_sync(y, vs + j * Pitch + d, Pitch);
          wmma::mma_sync(result, x, y, result);
        }
        wmma::store_matrix_sync(sums + row * Dim + d, result, Dim,
                                wmma::mem_row_major);
      }
    __syncthreads();
  }
  for (int d = part; d < Dim; d += 2)
    out[head + (size_t)(first + query) * Dim + d] =
        __float2half(sums[query * Dim + d] / sum);
}

KERNEL(Threads)
flash_attention(half *__restrict__ out, const half *__restrict__ q,
                const half *__restrict__ k, const half *__restrict__ v,
                int length, float scale) {
  attend<8, true>(out, q, k, v, length, scale,
                  [](float score, int, int) { return score; });
}

KERNEL(Threads)
template_attention(half *__restrict__ out, const half *__restrict__ q,
                   const half *__restrict__ k, const half *__restrict__ v,
                   int length, float scale) {
  const float slope = exp2f(-(float)(blockIdx.y % 8 + 1));
  attend<0, false>(out, q, k, v, length, scale,
                   [slope](float score, int from, int to) {
                     return score - slope * abs(from - to);
                   });
}
