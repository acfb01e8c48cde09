//===- BlockBarrier.h - What a barrier of the block waits for -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What blockBarrier() of LLVM22.h and of LLVM19.h says of a call of NVPTX's
// intrinsics for barriers of a block, whose names differ.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_COMPAT_BLOCKBARRIER_H
#define F2LAYOUT_COMPAT_BLOCKBARRIER_H

#include <cstdint>
#include <optional>

namespace f2layout {
namespace compat {

struct BlockBarrier {
  enum Kind { Sync, Arrive, Reduce };
  Kind K = Sync;
  bool Aligned = false;
  bool OfAll = false;             ///< Not of a count of threads.
  bool HasNumber = true;          ///< As an operand; else it is 0.
  std::optional<uint64_t> Number; ///< Nothing if it is not a constant.
};

} // namespace compat
} // namespace f2layout

#endif // F2LAYOUT_COMPAT_BLOCKBARRIER_H
