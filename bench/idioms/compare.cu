//===- compare.cu - How far two results are apart -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Result[0] becomes the largest difference, Result[1] the largest absolute
// value of B, both as the bits of a double, which for positive numbers are
// ordered as the numbers are. If one element is no number and the other is, the
// difference is infinite.
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>

namespace {

__device__ double number(__half X) { return __half2float(X); }
__device__ double number(float X) { return X; }
__device__ double number(double X) { return X; }

template <typename T>
__device__ void compare(const T *A, const T *B, unsigned long long Count,
                        unsigned long long *Result) {
  double Most = 0, Largest = 0;
  unsigned long long First = blockIdx.x * 1ull * blockDim.x + threadIdx.x;
  for (unsigned long long I = First; I < Count; I += gridDim.x * blockDim.x) {
    double X = number(A[I]), Y = number(B[I]);
    if (isfinite(X) && isfinite(Y)) {
      Most = fmax(Most, fabs(X - Y));
      Largest = fmax(Largest, fabs(Y));
    } else if (!(X == Y) && !(isnan(X) && isnan(Y))) {
      Most = INFINITY;
    }
  }
  atomicMax(Result, __double_as_longlong(Most));
  atomicMax(Result + 1, __double_as_longlong(Largest));
}

} // namespace

#define COMPARE(NAME, T)                                                       \
  extern "C" __global__ void NAME(const T *A, const T *B,                      \
                                  unsigned long long Count,                    \
                                  unsigned long long *Result) {                \
    compare(A, B, Count, Result);                                              \
  }
COMPARE(compare_half, __half)
COMPARE(compare_float, float)
COMPARE(compare_double, double)
