//===- support.cu - Helper kernels of the host program ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the input with random values that suit the element type, counts the
// bytes in which two buffers differ, and blocks the stream while the host
// enqueues the launches to be timed.
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>

namespace {

/// A hash of the index: fresh values for every seed (splitmix64).
__device__ __forceinline__ unsigned long long random(unsigned long long Seed,
                                                     unsigned long long Index) {
  unsigned long long Z = (Seed << 40) + Index + 1;
  Z *= 0x9E3779B97F4A7C15ull;
  Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9ull;
  Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBull;
  return Z ^ (Z >> 31);
}

/// Uniform in [-1, 1).
__device__ __forceinline__ double uniform(unsigned long long Bits) {
  return static_cast<double>(static_cast<long long>(Bits)) * 0x1p-63;
}

__device__ __forceinline__ unsigned long long first() {
  return blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
}

__device__ __forceinline__ unsigned long long stride() {
  return gridDim.x * static_cast<unsigned long long>(blockDim.x);
}

} // namespace

extern "C" __global__ void fillBits(unsigned long long *Out,
                                    unsigned long long Count,
                                    unsigned long long Seed) {
  for (unsigned long long I = first(); I < Count; I += stride())
    Out[I] = random(Seed, I);
}

/// Within a quarter of one: repeated products with such a matrix stay finite.
extern "C" __global__ void fillHalf(__half *Out, unsigned long long Count,
                                    unsigned long long Seed) {
  for (unsigned long long I = first(); I < Count; I += stride())
    Out[I] = __double2half(0.25 * uniform(random(Seed, I)));
}

/// The same as bfloats, cut off.
extern "C" __global__ void fillBfloat(unsigned short *Out,
                                      unsigned long long Count,
                                      unsigned long long Seed) {
  for (unsigned long long I = first(); I < Count; I += stride()) {
    const float Value = static_cast<float>(0.25 * uniform(random(Seed, I)));
    Out[I] = __float_as_uint(Value) >> 16;
  }
}

/// The upper bytes of such halves: floats of the form e5m2.
extern "C" __global__ void fillFloat8(unsigned char *Out,
                                      unsigned long long Count,
                                      unsigned long long Seed) {
  for (unsigned long long I = first(); I < Count; I += stride()) {
    const __half Value = __double2half(0.25 * uniform(random(Seed, I)));
    Out[I] = __half_as_ushort(Value) >> 8;
  }
}

extern "C" __global__ void fillFloat(float *Out, unsigned long long Count,
                                     unsigned long long Seed) {
  for (unsigned long long I = first(); I < Count; I += stride())
    Out[I] = static_cast<float>(uniform(random(Seed, I)));
}

extern "C" __global__ void fillDouble(double *Out, unsigned long long Count,
                                      unsigned long long Seed) {
  for (unsigned long long I = first(); I < Count; I += stride())
    Out[I] = uniform(random(Seed, I));
}

/// Adds to *Differing the number of bytes in which A and B differ.
extern "C" __global__ void countDiffering(const unsigned char *A,
                                          const unsigned char *B,
                                          unsigned long long Bytes,
                                          unsigned long long *Differing) {
  unsigned long long Found = 0, Words = Bytes / 4;
  auto *WordsA = reinterpret_cast<const unsigned *>(A);
  auto *WordsB = reinterpret_cast<const unsigned *>(B);
  for (unsigned long long I = first(); I < Words; I += stride())
    Found += __popc(__vcmpne4(WordsA[I], WordsB[I])) / 8;
  for (unsigned long long I = Words * 4 + first(); I < Bytes; I += stride())
    Found += A[I] != B[I];
  if (Found)
    atomicAdd(Differing, Found);
}

/// Keeps one thread busy for about this many nanoseconds.
extern "C" __global__ void holdBack(unsigned long long Nanoseconds) {
  unsigned long long Start, Now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(Now));
  } while (Now - Start < Nanoseconds);
}
