// hip/hip_fp16.h of HIP 5, as clang 22 compiles it.
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef F2LAYOUT_TEST_KERNELS_HIP_HALF_H
#define F2LAYOUT_TEST_KERNELS_HIP_HALF_H

#include "portable.h"

// The header calls these, which clang no longer declares.
#if __clang_major__ > 19
#define __llvm_amdgcn_rcp_f16 __builtin_amdgcn_rcph
typedef _Float16 Halves __attribute__((ext_vector_type(2)));
__device__ inline Halves __llvm_amdgcn_rcp_2f16(Halves x) {
  return Halves{(_Float16)__builtin_amdgcn_rcph(x.x),
                (_Float16)__builtin_amdgcn_rcph(x.y)};
}
#endif
#include <hip/hip_fp16.h>

#endif // F2LAYOUT_TEST_KERNELS_HIP_HALF_H
