//===- TritonAttribute.cpp - Triton's attributes on a tensor --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/TritonAttribute.h"
#include "layouts/LayoutDims.h"

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Expected;

static bool isLinear(const TritonAttribute &A) {
  auto *F = std::get_if<DistributedFamily>(&A.Family);
  return F && std::holds_alternative<LinearParams>(F->Params);
}

static Expected<PaddedLayout> onShape(const TritonAttribute &A,
                                      ArrayRef<uint64_t> Shape) {
  auto Plain = [](Expected<LinearLayout> L) -> Expected<PaddedLayout> {
    if (!L)
      return L.takeError();
    return PaddedLayout{*L, {}};
  };
  if (auto *F = std::get_if<DistributedFamily>(&A.Family))
    return Plain(distributedLayout(*F, Shape));
  const auto &F = std::get<MemoryFamily>(A.Family);
  if (auto *P = std::get_if<PaddedSharedParams>(&F.Params))
    return paddedSharedLayout(*P, Shape);
  return Plain(memoryLayout(F, Shape));
}

Expected<PaddedLayout>
f2layout::layoutOf(const TritonAttribute &A,
                   std::optional<ArrayRef<uint64_t>> Shape) {
  if (!Shape && !A.Shape)
    return familyError("attribute", "the tensor's shape is open, expected it "
                                    "to be given (--shape)");
  if (Shape && A.Shape && !isLinear(A) && *Shape != ArrayRef(*A.Shape))
    return familyError("attribute", "the layout has shape " +
                                        shapeText(*A.Shape) + ", expected " +
                                        shapeText(*Shape));
  return onShape(A, Shape ? *Shape : ArrayRef(*A.Shape));
}
