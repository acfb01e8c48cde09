//===- Tensors.cpp - A compiler that states no layouts ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2layout-tensors sm_90 [kernel[:rowsxcolumnsxdepth[@tile[/threads]]] ...]
//                          [--by-hand]
//
// prints kernels (Kernels.h) for a processor: f2layout-tensors sm_90
// product:4096x4096x4096@128x128x32/256. What is left out has a default. With
// --by-hand their layouts are stated as one would write them (ByHand.h).
//
//===----------------------------------------------------------------------===//

#include "ByHand.h"
#include "Kernels.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {
struct Example {
  const char *Name;
  void (*Write)(KernelWriter &, Sizes);
  Sizes Default;
};
} // namespace

static const Example Examples[] = {
    {"softmax", softmax, {1, 4096, 1, 1, 1, 1, 256}},
    {"layer_norm", layerNorm, {1, 4096, 1, 1, 1, 1, 256}},
    {"layer_norm_backward", layerNormBackward, {4096, 4096, 1, 256, 1, 1, 256}},
    {"layer_norm_sum", layerNormSum, {1, 4096, 1, 256, 32, 1, 256}},
    {"product", product, {1024, 1024, 1024, 128, 128, 32, 256}},
    {"mixed_product", mixedProduct, {1024, 1024, 1024, 128, 128, 64, 256}},
    {"attention", attention, {1024, 1, 64, 128, 64, 1, 256}},
    {"gather_rows", gatherRows, {1, 128, 1, 16, 1, 1, 256}},
    {"cumulative_sum", cumulativeSum, {1, 1024, 1, 4, 1, 1, 256}},
};

/// Tensors have fewer elements in every direction.
static constexpr uint64_t MaxSize = 1 << 24;

/// "4096x128x1": as many as there are.
static bool readSizes(StringRef Text, std::initializer_list<uint64_t *> To) {
  for (uint64_t *Size : To) {
    if (Text.empty())
      return true;
    auto [First, Rest] = Text.split('x');
    if (First.getAsInteger(10, *Size) || *Size == 0 || *Size > MaxSize)
      return false;
    Text = Rest;
  }
  return Text.empty();
}

static bool write(KernelWriter &W, StringRef Text) {
  auto [Name, Numbers] = Text.split(':');
  for (const Example &E : Examples) {
    if (Name != E.Name)
      continue;
    Sizes S = E.Default;
    auto [Before, Threads] = Numbers.split('/');
    auto [Shape, Tile] = Before.split('@');
    if (!readSizes(Shape, {&S.Rows, &S.Columns, &S.Depth}) ||
        !readSizes(Tile, {&S.TileRows, &S.TileColumns, &S.TileDepth}) ||
        (!Threads.empty() && Threads.getAsInteger(10, S.Threads)))
      return false;
    E.Write(W, S);
    return true;
  }
  return false;
}

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    WithColor::error() << "usage: f2layout-tensors <sm_90|gfx942|...> "
                          "[kernel[:rowsxcolumnsxdepth[@tile[/threads]]] "
                          "...] [--by-hand]\n";
    return 1;
  }
  LLVMContext Context;
  KernelWriter W(Context, Argv[1]);
  SmallVector<StringRef> Wanted(Argv + 2, Argv + Argc);
  const bool ByHand = is_contained(Wanted, "--by-hand");
  erase(Wanted, "--by-hand");
  if (Wanted.empty())
    for (const Example &E : Examples)
      Wanted.push_back(E.Name);
  for (StringRef Text : Wanted)
    if (!write(W, Text)) {
      WithColor::error() << "no kernel '" << Text << "'\n";
      return 1;
    }
  if (ByHand)
    if (Error E = stateLayoutsByHand(W.M)) {
      WithColor::error() << toString(std::move(E)) << "\n";
      return 1;
    }
  W.M.print(outs(), nullptr);
  return 0;
}
