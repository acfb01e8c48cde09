//===- AsyncCopy.h - Asynchronous copies to shared memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async copies 4, 8 or 16 bytes from global to shared memory. It stores at
// some time before the thread has waited for it. When this happens does not
// matter to a bijection of the array; it does to everything else.
//
// LLVM has intrinsics for copies without hints. Kernels write assembly, and
// with it whatever the instruction has:
//
//   cp.async.cg.shared.global [to], [from], 16;
//   cp.async.cg.shared.global.L2::128B [to], [from], 16, filled;
//   cp.async.cg.shared.global.L2::cache_hint [to], [from], 16, policy;
//   { .reg .pred p;
//     setp.ne.b32 p, condition, 0;
//     @p cp.async.cg.shared.global.L2::128B [to], [from], 16; }
//
// A copy with fewer bytes than its size fills the rest with zeros, so it always
// stores its whole size. One under a predicate stores all of it or nothing.
//
// Source: PTX ISA 9.2, section 9.7.9.25.3.1, "cp.async".
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_ASYNCCOPY_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_ASYNCCOPY_H

#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// Operands are arguments of the call, by their numbers.
struct AsyncCopy {
  unsigned Bytes = 0;
  unsigned To = 0, From = 1;
  /// The bytes that are read; the others of the copy become zeros. A number in
  /// the text is no operand.
  std::optional<unsigned> Filled;
  std::optional<uint32_t> FilledBytes;
  /// The copy runs if this integer is not zero, or if it is.
  std::optional<unsigned> Condition;
  bool RunsIfZero = false;
  bool IsGlobal = false; ///< cp.async.cg: not in the first cache.
  /// It is an intrinsic, or is the same as one.
  bool IsPlain = true;
};

/// What the call copies, if it is one cp.async and nothing else. In assembly,
/// the place may be an integer, and then belongs to no array yet.
std::optional<AsyncCopy> asyncCopyOf(const llvm::CallBase &Call);

/// The same, if the copy goes to a pointer to shared memory: an access.
std::optional<AsyncCopy> copyToShared(const llvm::CallBase &Call);

/// The call is assembly that ends a group of copies or waits for groups, and
/// does nothing else. It orders memory, but names none.
bool isCopyWait(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_ASYNCCOPY_H
