//===- Names.cpp - What places and elements are called --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

uint64_t indexOf(const LinearLayout &L, unsigned Dim, uint64_t FlatInput) {
  const LayoutDim &D = L.inputs()[Dim];
  return D.Bits == 0 ? 0
                     : FlatInput >> *L.inputShift(D.Name) &
                           maskTrailingOnes<uint64_t>(D.Bits);
}

uint64_t indexOf(const LinearLayout &L, StringRef Name, uint64_t FlatInput) {
  for (auto [I, D] : enumerate(L.inputs()))
    if (D.Name == Name)
      return indexOf(L, I, FlatInput);
  return 0;
}

/// The letter of a dimension of threads; null for any other.
static const char *letterOf(StringRef Name) {
  return StringSwitch<const char *>(Name)
      .Case("register", "r")
      .Case("lane", "t")
      .Case("warp", "w")
      .Case("block", "b")
      .Default(nullptr);
}

bool hasOffsets(const LinearLayout &L) {
  return L.inputs().size() == 1 && L.inputs()[0].Name == "offset";
}

bool hasThreads(const LinearLayout &L) {
  return all_of(L.inputs(),
                [](const LayoutDim &D) { return letterOf(D.Name); });
}

std::string placeName(const LinearLayout &L, uint64_t FlatInput) {
  if (hasOffsets(L))
    return std::to_string(indexOf(L, 0u, FlatInput));
  if (!hasThreads(L)) {
    std::string Text;
    for (auto [I, D] : enumerate(L.inputs()))
      Text += ((I ? "," : "") + Twine(D.Name) + "=" +
               Twine(indexOf(L, I, FlatInput)))
                  .str();
    return Text;
  }
  SmallVector<std::string> Parts;
  bool Apart = false;
  for (StringRef Name : {"block", "warp", "lane", "register"}) {
    if (L.inputBits(Name) == 0)
      continue;
    Parts.push_back(letterOf(Name) +
                    std::to_string(indexOf(L, Name, FlatInput)));
    Apart |= Name == "block" || Name == "warp";
  }
  return Parts.empty() ? "r0" : join(Parts, Apart ? ":" : "");
}

std::string pointName(ArrayRef<uint64_t> Point) {
  return "(" +
         join(map_range(Point, [](uint64_t X) { return std::to_string(X); }),
              ",") +
         ")";
}

std::string elementName(const LinearLayout &L, uint64_t FlatOutput) {
  return pointName(L.point(FlatOutput));
}

/// "lane 4" for each set bit, dimensions by increasing flat bits.
static std::string bitsOf(ArrayRef<LayoutDim> LowFirst, uint64_t Flat) {
  SmallVector<std::string> Names;
  unsigned Shift = 0;
  for (const LayoutDim &D : LowFirst)
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (Flat >> Shift++ & 1)
        Names.push_back((D.Name + " " + Twine(uint64_t(1) << Bit)).str());
  return Names.empty() ? "nothing" : join(Names, ", ");
}

std::string bitNames(const LinearLayout &L, uint64_t FlatInput) {
  return bitsOf(L.inputs(), FlatInput);
}

std::string outputBitNames(const LinearLayout &L, uint64_t FlatOutput) {
  SmallVector<LayoutDim> LowFirst(reverse(L.outputs()));
  return bitsOf(LowFirst, FlatOutput);
}

std::string counted(uint64_t N, StringRef What) {
  return (Twine(N) + " " + What + (N == 1 ? "" : "s")).str();
}

} // namespace f2layout::calc
