//===- PromisedShapes.h - The promised shape of a function's blocks -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. block= and "f2layout-block" promise the shape of the blocks of
// kernels. What reads the block's size may be a device function that they call:
//
//   __global__ void a() { f(); }     "f2layout-block"="256,1,1"
//   __global__ void b() { f(); }     "f2layout-block"="256,1,1"
//   static __device__ void f();      runs in blocks of 256, too
//
// Rule. The shape of a kernel is what is stated of it, if that includes a
// promise and if nothing contradicts it. A device function has a shape if it is
// local to the module, its address is not taken, and all functions that call it
// have that shape. What other modules may call has none.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_PROMISEDSHAPES_H
#define F2LAYOUT_PASSES_LAUNCH_PROMISEDSHAPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include <array>
#include <optional>

namespace f2layout {
inline namespace passes {

/// The shapes of a module's functions, which must not change meanwhile.
class PromisedShapes {
public:
  using Size = std::array<unsigned, 3>;

  /// Block is promised for all kernels of the module.
  explicit PromisedShapes(std::optional<Size> Block) : Block(Block) {}

  std::optional<Size> of(llvm::Function &F) { return of(F, 0); }

private:
  std::optional<Size> of(llvm::Function &F, unsigned Depth);
  std::optional<Size> ofKernel(llvm::Function &F) const;
  std::optional<Size> ofCallers(llvm::Function &F, unsigned Depth);

  std::optional<Size> Block;
  llvm::DenseMap<const llvm::Function *, std::optional<Size>> Known;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_PROMISEDSHAPES_H
