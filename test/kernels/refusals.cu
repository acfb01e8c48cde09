// Code that looks like an exchange and must not be changed. Each kernel has one
// reason, stated above it; the remark with the reason matches the MISSED
// pattern.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LAUNCH refuse_volatile: --block 128 --grid 2
// LAUNCH refuse_atomic: --block 128 --grid 2
// LAUNCH refuse_memory_index: --block 128 --grid 2
// LAUNCH refuse_escape: --block 128 --grid 2
// LAUNCH refuse_stale: --block 128 --grid 1 --arg 2=2 --arg 3=200
// LAUNCH refuse_dynamic_alias: --block 128 --grid 2 --dynamic-shared 1024 --arg 2=64

#include "portable.h"

// Volatile accesses.
// MISSED volatile
KERNEL_BOUNDS(128)
refuse_volatile(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ volatile int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[t ^ 1];
}

// An atomic operation on the array.
// MISSED atomic
KERNEL_BOUNDS(128)
refuse_atomic(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  atomicAdd(&s[t ^ 1], in[blockIdx.x * 128 + t]);
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[t];
}

// An index from memory, into what the whole block has stored.
// MISSED at some values of its index, it reads what another
KERNEL_BOUNDS(128)
refuse_memory_index(int *RESTRICT out, const int *RESTRICT in,
                    const int *RESTRICT where) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[where[t] & 127];
}

// Every other element is read, but no thread wrote it.
// MISSED no (store|thread|one)[^;]* (writes|wrote|written)|unwritten
KERNEL_BOUNDS(128)
refuse_unwritten(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[2 * t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[t];
}

// The barrier is under a condition on the thread, and the other threads use the
// array before they leave.
// MISSED diverg|uniform|reach|leave
KERNEL_BOUNDS(128)
refuse_divergent_barrier(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int v = in[blockIdx.x * 128 + t];
  if (v > 0) {
    s[t] = v;
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[t ^ 1];
  } else {
    s[t] = 1;
  }
}

// Thread 0 has returned before the others exchange.
// MISSED exit|return|leave|no store before the barrier
KERNEL_BOUNDS(128)
refuse_early_exit(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0)
    return;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[t ^ 1];
}

// The array's address escapes.
__device__ __attribute__((noinline)) void scramble(int *array, int n) {
  array[n] += array[n ^ 2];
}
// MISSED function scramble.* uses it|escapes through a call
KERNEL_BOUNDS(128)
refuse_escape(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t == 5)
    scramble(s, t);
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[t ^ 1];
}

// If the last tile is cut off, the value of the previous iteration is read.
// MISSED masked|predicate|condition|stale
KERNEL_BOUNDS(128)
refuse_stale(int *RESTRICT out, const int *RESTRICT in, int rounds, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if (k * 128 + t < n)
      s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

// Two threads write different values to one element.
// MISSED two|several|more than one
KERNEL_BOUNDS(128)
refuse_two_writers(int *RESTRICT out, const int *RESTRICT in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t / 2] = in[blockIdx.x * 128 + t];
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[(t / 2) ^ 1];
}

// Two names of the dynamic shared memory are one array, and the offset of the
// second, which the host chooses, is not known.
extern __shared__ int dynA[];
extern __shared__ float dynB[];
// MISSED alias|dynamic|unknown|address|another write
KERNEL_BOUNDS(128)
refuse_dynamic_alias(int *RESTRICT out, const int *RESTRICT in, int offset) {
  int t = threadIdx.x;
  dynA[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t % 3 == 0)
    dynB[t + offset] = 1.0f;
  __syncthreads();
  out[blockIdx.x * 128 + t] = dynA[t ^ 1];
}

#ifndef __HIP__
// CUTLASS's form of asynchronous copies into shared memory.
__device__ __forceinline__ void copyAsync(void *shared, const void *global) {
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n" ::"r"(to),
               "l"(global));
}

// A double-buffered GEMM tile fed by cp.async: C (64 x 64) = A B, 256 threads.
KERNEL_BOUNDS(256)
raise_cp_async_gemm(float *RESTRICT c, const float *RESTRICT a,
                     const float *RESTRICT b, int k) {
  __shared__ __attribute__((aligned(16))) float as[2][16][64];
  __shared__ __attribute__((aligned(16))) float bs[2][16][64];
  int t = threadIdx.x;
  int row = t / 16, col = t % 16 * 4;
  float acc[4][4] = {};
  copyAsync(&as[0][row][col], a + row * 64 + col);
  copyAsync(&bs[0][row][col], b + row * 64 + col);
  asm volatile("cp.async.commit_group;\n" ::);
  for (int step = 0; step < k; ++step) {
    int now = step & 1;
    if (step + 1 < k) {
      copyAsync(&as[now ^ 1][row][col], a + ((step + 1) * 16 + row) * 64 + col);
      copyAsync(&bs[now ^ 1][row][col], b + ((step + 1) * 16 + row) * 64 + col);
    }
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group 1;\n" ::);
    __syncthreads();
    for (int p = 0; p < 16; ++p)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += as[now][p][row * 4 + i] * bs[now][p][col + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(row * 4 + i) * 64 + col + j] = acc[i][j];
}

// Two warps produce, two consume; named barriers hand over the buffer.
// MISSED named|asm|barrier
KERNEL_BOUNDS(128)
refuse_named_barriers(int *RESTRICT out, const int *RESTRICT in, int rounds) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    for (int k = 0; k < rounds; ++k) {
      asm volatile("bar.sync 2, 128;" ::: "memory"); // The buffer is free.
      s[t] = in[k * 64 + t];
      asm volatile("bar.arrive 1, 128;" ::: "memory"); // It is full.
    }
  } else {
    int sum = 0;
    for (int k = 0; k < rounds; ++k) {
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      asm volatile("bar.sync 1, 128;" ::: "memory");
      sum += s[(t - 64) ^ 1];
    }
    out[t - 64] = sum;
  }
}
#endif
