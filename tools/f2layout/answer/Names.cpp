//===- Names.cpp - Names of places and elements ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/answer/Names.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

uint64_t indexOf(const LinearLayout &L, unsigned Dim,
                 const LongWord &FlatInput) {
  const LayoutDim &D = L.inputs()[Dim];
  return FlatInput.bits(*L.inputShift(D.Name), D.Bits);
}

uint64_t indexOf(const LinearLayout &L, StringRef Name,
                 const LongWord &FlatInput) {
  for (auto [I, D] : enumerate(L.inputs()))
    if (D.Name == Name)
      return indexOf(L, I, FlatInput);
  return 0;
}

/// The letter of a thread dimension; null for any other dimension.
static const char *letterOf(StringRef Name) {
  return StringSwitch<const char *>(Name)
      .Case("register", "r")
      .Case("lane", "t")
      .Case("warp", "w")
      .Case("block", "b")
      .Default(nullptr);
}

std::string placeName(const LinearLayout &L, const LongWord &FlatInput) {
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

std::string elementName(const LinearLayout &L, const LongWord &FlatOutput) {
  return pointName(L.point(FlatOutput));
}

/// Returns "lane 4" for each set bit, in the order of the flat bits.
static std::string bitsOf(ArrayRef<LayoutDim> LowFirst, const LongWord &Flat) {
  SmallVector<std::string> Names;
  unsigned Shift = 0;
  for (const LayoutDim &D : LowFirst)
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (Flat[Shift++])
        Names.push_back((D.Name + " " + Twine(uint64_t(1) << Bit)).str());
  return Names.empty() ? "nothing" : join(Names, ", ");
}

std::string bitNames(const LinearLayout &L, const LongWord &FlatInput) {
  return bitsOf(L.inputs(), FlatInput);
}

std::string outputBitNames(const LinearLayout &L, const LongWord &FlatOutput) {
  SmallVector<LayoutDim> LowFirst(reverse(L.outputs()));
  return bitsOf(LowFirst, FlatOutput);
}

std::string numberText(const LongWord &N) {
  SmallVector<uint64_t> Words;
  for (unsigned I = 0; I < N.numWords(); ++I)
    Words.push_back(N.word(I));
  SmallString<64> Text;
  APInt(64 * Words.size(), Words).toStringUnsigned(Text);
  return Text.str().str();
}

std::string counted(uint64_t N, StringRef What) {
  return (Twine(N) + " " + What + (N == 1 ? "" : "s")).str();
}

std::string whyNoMatrix(const LinearLayout &L) {
  constexpr unsigned Most = 1024;
  if (L.inputBits() <= Most && L.outputBits() <= Most)
    return "";
  return ("the layout has " + Twine(L.inputBits()) + " input bits and " +
          Twine(L.outputBits()) + " output bits, expected at most " +
          Twine(Most) + " of each")
      .str();
}

} // namespace f2layout::calc
