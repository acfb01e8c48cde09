//===- FragmentSpace.h - Fragments in shared memory -------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. load_matrix_sync of nvcuda::wmma takes a generic pointer, and LLVM
// does not infer address spaces for the intrinsic. ptxas makes one LDSM of
//
//   wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {..}, [%p], 72
//
// and four generic loads of the same without `.shared`, though the pointer is a
// converted shared one.
//
//   before   call @llvm.nvvm.wmma...p0(ptr addrspacecast (.. @As ..), i32 72)
//   after    call @llvm.nvvm.wmma...p3(ptr addrspace(3) @As, i32 72)
//
// Legality (O68). The address is that of shared memory, plus offsets. The
// access is defined, so all its bytes are in shared memory, and the sum is the
// same in either space. The instruction accesses the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_FRAGMENTSPACE_H
#define F2LAYOUT_PASSES_MATRIX_FRAGMENTSPACE_H

#include "passes/support/RemarkBook.h"

namespace f2layout {
inline namespace passes {

/// True if F changed; its control flow does not.
bool accessFragmentsAsShared(llvm::Function &F, KernelRemarks &Remarks);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_FRAGMENTSPACE_H
