//===- AddressSpaces.h - Address spaces of both vendors -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVPTX and AMDGPU number their address spaces alike, so that code for both
// needs one name for each. Target.cpp compares them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_ADDRESSSPACES_H
#define F2LAYOUT_INTRINSICS_TARGET_ADDRESSSPACES_H

#include "llvm/Support/AMDGPUAddrSpace.h"

namespace f2layout {
inline namespace intrinsics {

/// Memory that the threads of a block share.
constexpr unsigned SharedSpace = llvm::AMDGPUAS::LOCAL_ADDRESS;

/// The stack of a thread.
constexpr unsigned PrivateSpace = llvm::AMDGPUAS::PRIVATE_ADDRESS;

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_ADDRESSSPACES_H
