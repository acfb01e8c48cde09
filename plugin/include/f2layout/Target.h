//===- Target.h - What the compilers spell differently ----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One header serves clang for CUDA and HIP, nvcc with its host compiler, hipcc,
// and plain C++17, where layouts are types for computations and nothing is
// moved.
//
// F2_BLOCK states the shape of a kernel's blocks, which its code does not
// contain:
//
//   __global__ void F2_BLOCK(128, 1, 1) kernel(...)
//
//   HIP          amdgpu_flat_work_group_size(128, 128): exactly that
//                many threads, in an unknown shape
//   CUDA         __launch_bounds__(128): at most that many threads
//   both, clang  besides, the annotation ("f2layout-block", 128, 1, 1), of
//                which the plugin makes the attribute "f2layout-block"=
//                "128,1,1": a promise that every launch has this shape
//
// CUDA 13's __block_size__ is not used: it states the shape, but makes the grid
// one of clusters. An assumption in the kernel's body would be removed before
// the plugin runs, at the end of the optimiser.
//
// F2_LAYOUT states the memory layout of a shared array:
//
//   __shared__ F2_LAYOUT("offset=[[0,1],[0,2],[1,1]] -> [2,4]") float Tile[8];
//
// It expands to nothing, unless F2_ANNOTATE is defined and the compiler is
// clang: then to the annotation ("f2.layout", "..."), of which the plugin makes
// the array's !f2.layout. Define it only where the plugin is loaded; otherwise
// the text stays in the program, and a constant points to the array.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TARGET_H
#define F2LAYOUT_TARGET_H

/// Device code is compiled for a GPU, in this pass or in the other.
#if defined(__CUDACC__) || defined(__HIP__)
#define F2_GPU 1
#define F2_HOST_DEVICE __host__ __device__
#define F2_DEVICE __device__
#if defined(__CUDACC__) && !defined(__HIP__)
#define F2_CUDA 1
#endif
#else
#define F2_HOST_DEVICE
#endif

/// Functions that a compiler evaluates, on either side.
#define F2_CONSTEXPR F2_HOST_DEVICE constexpr
#define F2_CONSTEXPR_INLINE F2_HOST_DEVICE F2_INLINE constexpr

#if defined(F2_CUDA)
#define F2_INLINE __forceinline__
#else
#define F2_INLINE inline __attribute__((always_inline))
#endif

#ifdef __clang__
#define F2_ANNOTATE_BLOCK(X, Y, Z)                                             \
  __attribute__((annotate("f2layout-block", X, Y, Z)))
#else
#define F2_ANNOTATE_BLOCK(X, Y, Z)
#endif

#if defined(F2_CUDA)
#define F2_BLOCK(X, Y, Z)                                                      \
  __launch_bounds__((X) * (Y) * (Z)) F2_ANNOTATE_BLOCK(X, Y, Z)
#elif defined(F2_GPU)
#define F2_BLOCK(X, Y, Z)                                                      \
  __attribute__((                                                              \
      amdgpu_flat_work_group_size((X) * (Y) * (Z), (X) * (Y) * (Z))))          \
  F2_ANNOTATE_BLOCK(X, Y, Z)
#else
#define F2_BLOCK(X, Y, Z)
#endif

#if defined(F2_ANNOTATE) && defined(__clang__)
#define F2_LAYOUT(TEXT) __attribute__((annotate("f2.layout", TEXT)))
#else
#define F2_LAYOUT(TEXT)
#endif

#ifdef F2_GPU
namespace f2 {
namespace detail {

/// The index of the calling thread, from its block's first thread. HIP's names
/// need its runtime's header, which a kernel need not include.
template <int Dimension> F2_DEVICE F2_INLINE int threadIndex() {
#if defined(F2_CUDA)
  return int(Dimension == 0   ? threadIdx.x
             : Dimension == 1 ? threadIdx.y
                              : threadIdx.z);
#elif defined(__HIP_DEVICE_COMPILE__)
  return int(Dimension == 0   ? __builtin_amdgcn_workitem_id_x()
             : Dimension == 1 ? __builtin_amdgcn_workitem_id_y()
                              : __builtin_amdgcn_workitem_id_z());
#else
  return 0; // On the host, where it is never called.
#endif
}

/// __syncthreads(): all threads of the block wait for each other, and see the
/// earlier writes of the others.
F2_DEVICE F2_INLINE void blockBarrier() {
#if defined(F2_CUDA)
  __syncthreads();
#elif defined(__HIP_DEVICE_COMPILE__)
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
}

} // namespace detail
} // namespace f2
#endif // F2_GPU

#endif // F2LAYOUT_TARGET_H
