// f2sim computes what an H200 computed: the checksums below are those of the
// output buffers of these kernels on the GPU (driver 580, CUDA 13.0), with the
// inputs that f2sim uses. The kernels have shuffles of all modes with random
// lanes and clamps, byte permutes, bit fields, float and integer arithmetic,
// votes, reductions, ldmatrix, stmatrix, movmatrix, mma (sums of small
// integers, so that they are exact), divergent loops, partial masks.
//
// REQUIRES: cuda
// RUN: %clang_cuda --cuda-gpu-arch=sm_90 -emit-llvm %s -o %t.ll
//
// DEFINE: %{run} = %f2sim %t.ll --block 128 --grid 2 --buffer-bytes 4194304 --dump 1:1048576
// RUN: %{run} --kernel sh_idx | sed 1d | sha256sum | FileCheck %s --check-prefix=SH-IDX
// SH-IDX: a12ad92c4f820067f7e53e2bf3618b44479c5268e8d02057259105eccd1f286d
// RUN: %{run} --kernel sh_up | sed 1d | sha256sum | FileCheck %s --check-prefix=SH-UP
// SH-UP: 0afc4fadaa5b50f7d88bfa261e8ab409b4a554247fbbb5cd3bfbcc849499a717
// RUN: %{run} --kernel sh_down | sed 1d | sha256sum | FileCheck %s --check-prefix=SH-DOWN
// SH-DOWN: 0d5210523aae75938c741a4db5923e24b00608211d8cdcde8d4c5efeff93ab5f
// RUN: %{run} --kernel sh_bfly | sed 1d | sha256sum | FileCheck %s --check-prefix=SH-BFLY
// SH-BFLY: 44ff8b2c5433aeec1cae785cb0d941750ff642d30c6e20e10d4a30e767eaa10e
// RUN: %{run} --kernel perms | sed 1d | sha256sum | FileCheck %s --check-prefix=PERMS
// PERMS: ad490eb07958f3651a86e45263bfc2b8f99858eb2bf0bdd631193e08f5f3ecf4
// RUN: %{run} --kernel votes | sed 1d | sha256sum | FileCheck %s --check-prefix=VOTES
// VOTES: f0d16a62c2af6382ba3bb8874fbca8a3298dde96e602a43bb3c209fdd1d12163
// RUN: %{run} --kernel matrices | sed 1d | sha256sum | FileCheck %s --check-prefix=MATRICES
// MATRICES: e2f7e4056e28f17d79c7ca412a909d6d9e41ea4258afdda26b0c6cd24ff625c4
// RUN: %{run} --kernel branches | sed 1d | sha256sum | FileCheck %s --check-prefix=BRANCHES
// BRANCHES: a1899001c28d9c326e32c5fa5777628206bb4c1ef1297bd142cda15b08c683c0
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define T (blockIdx.x * blockDim.x + threadIdx.x)
#define N (gridDim.x * blockDim.x)
typedef unsigned u;
typedef unsigned long long u64;
extern "C" {
__device__ u rnd(u x) {
  x *= 2654435761u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return x;
}
#define SH(name, mode)                                                         \
  __global__ void name(const u *in, u *out) {                                  \
    u v = in[T];                                                               \
    int k = 0;                                                                 \
    for (int i = 0; i < 64; i++) {                                             \
      u r = rnd(T * 77 + i * 1000003);                                         \
      u b = r & 63;                                                            \
      u c = ((r >> 8) & 31) | (((r >> 16) & 31) << 8);                         \
      out[(k++) * N + T] = mode(-1, v, b, c);                                  \
    }                                                                          \
  }
SH(sh_idx, __nvvm_shfl_sync_idx_i32)
SH(sh_up, __nvvm_shfl_sync_up_i32) SH(sh_down, __nvvm_shfl_sync_down_i32)
    SH(sh_bfly, __nvvm_shfl_sync_bfly_i32) __global__
    void perms(const u *in, u *out) {
  u a = in[T], b = in[T + N];
  int k = 0;
  for (int i = 0; i < 32; i++) {
    u r = rnd(T * 31 + i * 7919);
    u d;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(r));
    out[(k++) * N + T] = d;
    asm("bfe.u32 %0, %1, %2, %3;"
        : "=r"(d)
        : "r"(a), "r"(r & 63), "r"((r >> 8) & 63));
    out[(k++) * N + T] = d;
    asm("bfe.s32 %0, %1, %2, %3;"
        : "=r"(d)
        : "r"(a), "r"(r & 63), "r"((r >> 8) & 63));
    out[(k++) * N + T] = d;
    asm("bfi.b32 %0, %1, %2, %3, %4;"
        : "=r"(d)
        : "r"(a), "r"(b), "r"(r & 63), "r"((r >> 8) & 63));
    out[(k++) * N + T] = d;
    out[(k++) * N + T] = __nvvm_mulhi_i(a, b);
    out[(k++) * N + T] = __nvvm_mulhi_ui(a, b);
    out[(k++) * N + T] = __builtin_bitreverse32(a ^ r);
    out[(k++) * N + T] = __builtin_clz(a | 1) + __builtin_popcount(b);
#if __has_builtin(__builtin_elementwise_fshl)
    out[(k++) * N + T] = __builtin_elementwise_fshl(a, b, r);
#else
    out[(k++) * N + T] = u(((unsigned long long)a << 32 | b) >> (32 - r % 32));
#endif
    float x = __int_as_float(a), y = __int_as_float(b);
    out[(k++) * N + T] = __float_as_int(x * y);
    out[(k++) * N + T] = __float_as_int(__fmaf_rn(x, y, x));
    out[(k++) * N + T] = __float_as_int(x / y);
    out[(k++) * N + T] = (u)(int)(x * 100.f);
    out[(k++) * N + T] = __float_as_int((float)a);
    out[(k++) * N + T] = __float_as_int((float)(int)b);
    out[(k++) * N + T] = __float_as_int(fminf(x, y));
    out[(k++) * N + T] = __float_as_int(floorf(x));
    out[(k++) * N + T] = __float_as_int(__fsqrt_rn(fabsf(x)));
    out[(k++) * N + T] = (int)a / ((int)b | 1);
    out[(k++) * N + T] = a % (b | 1);
    a = a * 3 + r;
    b ^= a;
    a &= 0xbfffffff;
    a |= 0x38000000;
    b &= 0xbfffffff;
    b |= 0x30000000;
  }
}
// clang 19 has the arguments the other way round.
#if __clang_major__ < 20
#define REDUCE(NAME, V) NAME(V, (__typeof__(V)) - 1)
#else
#define REDUCE(NAME, V) NAME(-1, V)
#endif
__global__ void votes(const u *in, u *out) {
  u v = in[T];
  int k = 0;
  for (int i = 0; i < 16; i++) {
    out[(k++) * N + T] = __ballot_sync(-1, (v >> i) & 1);
    out[(k++) * N + T] = __any_sync(-1, (v >> i) & 3);
    out[(k++) * N + T] = __all_sync(-1, (v >> i) & 7);
    out[(k++) * N + T] = __match_any_sync(-1, (v >> i) & 3);
    int p;
    out[(k++) * N + T] = __match_all_sync(-1, (v >> i) & 0, &p);
    out[(k++) * N + T] = p;
    out[(k++) * N + T] = REDUCE(__reduce_add_sync, v);
    out[(k++) * N + T] = REDUCE(__reduce_max_sync, (int)v >> i);
    out[(k++) * N + T] = REDUCE(__reduce_min_sync, v >> i);
    out[(k++) * N + T] = REDUCE(__reduce_xor_sync, v);
    out[(k++) * N + T] = __syncthreads_count((v >> i) & 1);
    out[(k++) * N + T] = __syncthreads_and((v >> i) & 1);
    out[(k++) * N + T] = __syncthreads_or((v >> i) & 1);
    u m;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
    out[(k++) * N + T] = m;
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(m));
    out[(k++) * N + T] = m;
    asm("mov.u32 %0, %%laneid;" : "=r"(m));
    out[(k++) * N + T] = m;
  }
}
__global__ void matrices(const u *in, u *out) {
  __shared__ __align__(16) u s[512 * 4];
  int k = 0;
  u lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  u m;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
               : "=r"(m)
               : "r"(in[T]));
  out[(k++) * N + T] = m;
  for (int i = 0; i < 16; i++)
    s[threadIdx.x + i * 128] = in[blockIdx.x * 2048 + threadIdx.x + i * 128];
  __syncthreads();
  u sb = (u)(u64)__cvta_generic_to_shared(s);
  for (int i = 0; i < 8; i++) {
    u row = (lane * 7 + i * 3) & 31;
    u addr = sb + ((w * 32 + row) * 16);
    u a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(addr));
    out[(k++) * N + T] = a;
    out[(k++) * N + T] = b;
    out[(k++) * N + T] = c;
    out[(k++) * N + T] = d;
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
        : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
        : "r"(addr));
    out[(k++) * N + T] = a;
    out[(k++) * N + T] = b;
    out[(k++) * N + T] = c;
    out[(k++) * N + T] = d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(a), "=r"(b)
                 : "r"(addr));
    out[(k++) * N + T] = a;
    out[(k++) * N + T] = b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(a)
                 : "r"(addr));
    out[(k++) * N + T] = a;
    __syncthreads();
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(
            addr),
        "r"(a), "r"(b), "r"(c), "r"(d)
        : "memory");
    __syncthreads();
    out[(k++) * N + T] = s[(threadIdx.x * 5 + i) & 511];
    __syncthreads();
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};" ::"r"(
            addr),
        "r"(a), "r"(b)
        : "memory");
    __syncthreads();
    out[(k++) * N + T] = s[(threadIdx.x * 5 + i) & 511];
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) { // small integers: sums are exact
    u A[4], B[2];
    auto h2 = [&](u r) {
      u lo, hi;
      float x = (float)(int)(r & 7) - 3, y = (float)(int)((r >> 3) & 7) - 3;
      unsigned short a, b;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(a) : "f"(x));
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(b) : "f"(y));
      lo = a;
      hi = b;
      return lo | (hi << 16);
    };
    auto b2 = [&](u r) {
      float x = (float)(int)(r & 7) - 3, y = (float)(int)((r >> 3) & 7) - 3;
      return (__float_as_uint(x) >> 16) | (__float_as_uint(y) & 0xffff0000u);
    };
    float C[4], D[4];
    for (int j = 0; j < 4; j++) {
      A[j] = h2(rnd(T * 13 + i * 101 + j));
      C[j] = (float)(int)(rnd(T + j * 99) & 15);
    }
    for (int j = 0; j < 2; j++)
      B[j] = h2(rnd(T * 17 + i * 103 + j));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                 : "=f"(D[0]), "=f"(D[1]), "=f"(D[2]), "=f"(D[3])
                 : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]),
                   "r"(B[1]), "f"(C[0]), "f"(C[1]), "f"(C[2]), "f"(C[3]));
    for (int j = 0; j < 4; j++)
      out[(k++) * N + T] = __float_as_int(D[j]);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3])
                 : "r"(A[0]), "r"(A[1]), "r"(B[0]));
    for (int j = 0; j < 4; j++)
      out[(k++) * N + T] = __float_as_int(C[j]);
    for (int j = 0; j < 4; j++)
      A[j] = b2(rnd(T * 13 + i * 101 + j));
    for (int j = 0; j < 2; j++)
      B[j] = b2(rnd(T * 17 + i * 103 + j));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3])
                 : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]),
                   "r"(B[1]));
    for (int j = 0; j < 4; j++)
      out[(k++) * N + T] = __float_as_int(C[j]);
  }
}
__global__ void branches(const u *in, u *out) {
  u v = in[T];
  int k = 0;
  u acc = 0;
  for (u i = 0; i < (v & 15); i++) {
    acc = acc * 5 + i;
    if ((acc ^ i) & 3)
      continue;
    acc += 7;
  }
  __syncwarp();
  out[(k++) * N + T] = acc;
  out[(k++) * N + T] = __shfl_xor_sync(-1, acc, 5);
  if (threadIdx.x & 1) {
    u m = 0x55555555u << 1;
    out[(k)*N + T] =
        __shfl_sync(m, v, (threadIdx.x + 2) | 1) + __ballot_sync(m, v & 1);
  } else {
    u m = 0x55555555u;
    out[(k)*N + T] = __shfl_down_sync(m, v, 2);
  }
  k++;
  atomicAdd(out + 2000 * N, v);
  atomicMax(out + 2000 * N + 1, v);
}
}
