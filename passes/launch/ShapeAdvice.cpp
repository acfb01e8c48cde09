//===- ShapeAdvice.cpp - How a user states the shape of a block -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/ShapeAdvice.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

std::string f2layout::blockText(const std::array<unsigned, 3> &Size) {
  std::string Text = std::to_string(Size[0]);
  if (Size[1] != 1 || Size[2] != 1)
    Text += "x" + std::to_string(Size[1]);
  if (Size[2] != 1)
    Text += "x" + std::to_string(Size[2]);
  return Text;
}

/// A promise for the module is one for this kernel.
static bool isOnlyKernel(const Function &F) {
  return none_of(*F.getParent(), [&](const Function &Other) {
    return &Other != &F && !Other.isDeclaration() && isKernel(Other);
  });
}

/// HIP states 1024 threads for every kernel.
static bool hasBounds(const Function &F) {
  StringRef OfAmd =
      F.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString();
  return compat::nvidiaBound(F, "nvvm.maxntid") ||
         compat::nvidiaBound(F, "nvvm.reqntid") ||
         !(OfAmd.empty() || OfAmd == "1,1024");
}

/// The ways, of which the first names the sizes.
static std::string ways(const Function &F, const Twine &Sizes,
                        const Twine &Option) {
  if (isOnlyKernel(F))
    return ("F2_BLOCK(" + Sizes +
            "), the attribute \"f2layout-block\" or the "
            "option block=" +
            Option)
        .str();
  return ("F2_BLOCK(" + Sizes + ") or the attribute \"f2layout-block\"").str();
}

std::string f2layout::shapeAdvice(const Function &F) {
  return ways(F, "x, y, z", "") + " states it" +
         (hasBounds(F) ? "" : "; __launch_bounds__ may suggest it");
}

std::string f2layout::shapeAdvice(const Function &F,
                                  const std::array<unsigned, 3> &Size) {
  return ways(F, formatv("{0}, {1}, {2}", Size[0], Size[1], Size[2]).str(),
              blockText(Size)) +
         " states the shape, if all blocks have it";
}
