//===- TritonAttribute.cpp - Triton's attributes on a tensor --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/TritonAttribute.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/TextReader.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;

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

/// Finds the word in the text, not as a part of another word.
static size_t findWord(StringRef Text, StringRef Word) {
  auto IsPart = [](char C) { return isAlnum(C) || C == '_'; };
  size_t At = Text.find(Word);
  while (At != StringRef::npos &&
         ((At != 0 && IsPart(Text[At - 1])) ||
          (At + Word.size() < Text.size() && IsPart(Text[At + Word.size()]))))
    At = Text.find(Word, At + 1);
  return At;
}

/// Families use Triton's names of parameters, so the first one that the message
/// names is the one at fault. If a child and its parent share a name, it is the
/// child's, which comes first.
static Error withPlace(const TritonAttribute &A, Error Reported) {
  std::string Message = toString(std::move(Reported));
  const ParameterPlace *Found = nullptr;
  size_t First = StringRef::npos;
  for (const ParameterPlace &P : A.Places) {
    size_t At = findWord(Message, P.Key);
    if (At < First) {
      First = At;
      Found = &P;
    }
  }
  if (!Found)
    return layoutError(Message);
  return layoutError(Twine(Found->Line) + ":" + Twine(Found->Column) + ": " +
                     Message);
}

static Expected<PaddedLayout>
withoutPlace(const TritonAttribute &A,
             std::optional<ArrayRef<uint64_t>> Shape) {
  if (!Shape && !A.Shape)
    return familyError("attribute", "the tensor's shape is open, expected it "
                                    "to be given (--shape)");
  bool AnyShape = isLinear(A) && !A.ElementBits;
  if (Shape && A.Shape && !AnyShape && *Shape != ArrayRef(*A.Shape))
    return familyError("attribute", "the layout has shape " +
                                        shapeText(*A.Shape) + ", expected " +
                                        shapeText(*Shape));
  return onShape(A, Shape ? *Shape : ArrayRef(*A.Shape));
}

Expected<PaddedLayout>
f2layout::layoutOf(const TritonAttribute &A,
                   std::optional<ArrayRef<uint64_t>> Shape) {
  Expected<PaddedLayout> L = withoutPlace(A, Shape);
  if (L)
    return L;
  return withPlace(A, L.takeError());
}
