//===- gathered.cu - Rows that another array names ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   jagged_mean   the mean of the rows of each part of a jagged array
//   gather_gemv   a vector times the matrices that an index chooses
//
//===----------------------------------------------------------------------===//

#include "block.cuh"

constexpr int Threads = 256;

/// Part p has the rows from offsets[p * stride] to offsets[(p + 1) * stride].
/// A block has 32 columns of one part, and eight rows at a time.
KERNEL(Threads)
jagged_mean(float *__restrict__ out, const float *__restrict__ values,
            const int *__restrict__ offsets, int stride, int columns) {
  __shared__ float s[Threads / 32][32];
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  const int column = blockIdx.y * 32 + x;
  const int first = offsets[blockIdx.x * stride];
  const int last = offsets[(blockIdx.x + 1) * stride];
  float sum = 0;
  for (int row = first + y; row < last; row += Threads / 32)
    sum += values[(size_t)row * columns + column];
  s[y][x] = sum;
  __syncthreads();
  for (int rows = Threads / 64; rows > 0; rows /= 2) {
    if (y < rows)
      s[y][x] += s[y + rows][x];
    __syncthreads();
  }
  if (y == 0)
    out[(size_t)blockIdx.x * columns + column] =
        last > first ? s[0][x] / (last - first) : 0;
}

/// A block has one row of one chosen matrix, and n columns.
KERNEL(Threads)
gather_gemv(float *__restrict__ out, const half *__restrict__ matrices,
            const half *__restrict__ x, const int *__restrict__ index, int n) {
  const half2 *row = reinterpret_cast<const half2 *>(
      matrices + ((size_t)index[blockIdx.y] * gridDim.x + blockIdx.x) * n);
  const half2 *with = reinterpret_cast<const half2 *>(x);
  float sum = 0;
  for (int i = threadIdx.x; i < n / 2; i += Threads) {
    const float2 a = __half22float2(row[i]), b = __half22float2(with[i]);
    sum += a.x * b.x + a.y * b.y;
  }
  sum = tree<Add, Threads>(sum);
  if (threadIdx.x == 0)
    out[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}
