//===- Notations.cpp - Any text as a layout, for libFuzzer ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte says which shape is given, the rest is text. Whatever it is,
// reading it returns a layout or an error. A layout that some notation can
// express is read from there as the same layout.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/notations/Notation.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace f2layout;

static void complain(StringRef What, StringRef Text, StringRef Written) {
  errs() << What << ":\n" << Text << "\n---\n" << Written << "\n";
  abort();
}

static void check(const PaddedLayout &L, ArrayRef<uint64_t> Shape,
                  StringRef Text) {
  // Others are written for people, but not read.
  if (any_of(L.Linear.inputs(), [](const LayoutDim &D) {
        return !is_contained({"register", "lane", "warp", "block", "offset"},
                             StringRef(D.Name));
      }))
    return;
  for (Notation N : allNotations()) {
    Expected<std::string> Written = writeLayout(L, N);
    if (!Written) {
      consumeError(Written.takeError());
      continue;
    }
    Expected<PaddedLayout> Again = readLayout(*Written, Shape);
    if (!Again)
      complain("written but not read: " + llvm::toString(Again.takeError()),
               Text, *Written);
    // Attributes drop inputs of size 1.
    if (!sameMap(Again->Linear, L.Linear) ||
        Again->Paddings.size() != L.Paddings.size())
      complain("read as another layout", Text, *Written);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (!Size)
    return 0;
  static constexpr uint64_t Shapes[][3] = {
      {16, 16, 1}, {32, 64, 1}, {128, 128, 1}, {64, 1, 1}, {4, 8, 16}};
  const unsigned Which = Data[0] % 8;
  const StringRef Text(reinterpret_cast<const char *>(Data) + 1, Size - 1);
  SmallVector<uint64_t, 3> Shape;
  if (Which < 5)
    Shape.append(Shapes[Which], Shapes[Which] + (Which < 3   ? 2
                                                 : Which < 4 ? 1
                                                             : 3));
  Expected<PaddedLayout> L = readLayout(
      Text,
      Shape.empty() ? std::nullopt : std::optional<ArrayRef<uint64_t>>(Shape));
  if (!L) {
    consumeError(L.takeError());
    return 0;
  }
  SmallVector<uint64_t, 4> Own;
  for (const LayoutDim &D : L->Linear.outputs())
    Own.push_back(D.size());
  check(*L, Own, Text);
  return 0;
}
