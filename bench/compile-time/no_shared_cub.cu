// A kernel that includes CUB and uses none of its shared memory: it loads and
// stores vectors and sums a warp by shuffles.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/cub.cuh>

template <typename T, int Items>
__device__ void sumOfSquares(T *out, T *in) {
  T items[Items];
  cub::LoadDirectBlockedVectorized(threadIdx.x,
                                   in + blockIdx.x * blockDim.x * Items, items);
  T sum = 0;
  for (int i = 0; i < Items; ++i)
    sum += items[i] * items[i];
  typename cub::WarpReduce<T>::TempStorage none;
  sum = cub::WarpReduce<T>(none).Sum(sum);
  for (int i = 0; i < Items; ++i)
    items[i] /= sum;
  cub::StoreDirectBlockedVectorized(
      threadIdx.x, out + blockIdx.x * blockDim.x * Items, items);
}

__global__ void sumFloat(float *out, float *in) {
  sumOfSquares<float, 4>(out, in);
}
__global__ void sumDouble(double *out, double *in) {
  sumOfSquares<double, 4>(out, in);
}
__global__ void sumInt(int *out, int *in) { sumOfSquares<int, 8>(out, in); }
