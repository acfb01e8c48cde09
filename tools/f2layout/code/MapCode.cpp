//===- MapCode.cpp - Maps over F2 as expressions of C++ -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/MapCode.h"
#include "layouts/algebra/LayoutDims.h"
#include "tools/f2layout/code/CodeNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace f2layout::calc {

std::optional<Dialect> dialectByName(StringRef Name) {
  if (Name == "c++")
    return Dialect::Cpp;
  if (Name == "cuda")
    return Dialect::Cuda;
  return Name == "hip" ? std::optional(Dialect::Hip) : std::nullopt;
}

static std::string hex(uint64_t Value, StringRef Suffix) {
  return (Value < 10 ? utostr(Value) : "0x" + utohexstr(Value, true)) +
         Suffix.str();
}

/// The masks of the variable's bits by the distance that they move.
static std::map<int, uint64_t> masksByShift(const MappedVariable &V) {
  std::map<int, uint64_t> Masks;
  for (unsigned From = 0; From < V.Images.size(); ++From)
    for (uint64_t Left = V.Images[From]; Left; Left &= Left - 1)
      Masks[int(countr_zero(Left)) - int(From)] |= uint64_t(1) << From;
  return Masks;
}

std::string xorExpression(ArrayRef<MappedVariable> Variables, uint64_t Constant,
                          StringRef Suffix) {
  SmallVector<std::string> Terms;
  for (const MappedVariable &V : Variables) {
    const uint64_t All = maskTrailingOnes<uint64_t>(V.Images.size());
    for (auto [Shift, Mask] : masksByShift(V)) {
      std::string Term = V.Name;
      // A shift to the right drops the bits below.
      const uint64_t Kept = Shift < 0 ? All >> -Shift << -Shift : All;
      if (Mask != Kept)
        Term = "(" + Term + " & " + hex(Mask, Suffix) + ")";
      if (Shift)
        Term = "(" + Term + (Shift < 0 ? " >> " : " << ") +
               std::to_string(std::abs(Shift)) + ")";
      Terms.push_back(std::move(Term));
    }
  }
  if (Constant || Terms.empty())
    Terms.push_back(hex(Constant, Suffix));
  return join(Terms, " ^ ");
}

Expected<std::string> indexFunction(const LinearLayout &L, StringRef Name,
                                    ArrayRef<StringRef> Order, Dialect D) {
  if (L.outputs().size() != 1)
    return layoutError("an index function has one result");
  if (L.inputBits() > 32 || L.outputBits() > 32)
    return layoutError("the layout has " + Twine(L.outputBits()) +
                       " bits, expected at most 32 for an index function");
  SmallVector<MappedVariable> Variables;
  SmallVector<std::string> Parameters;
  for (auto [Input, Variable] : zip(Order, variableNames(Order))) {
    MappedVariable V{Variable, {}};
    for (unsigned J = 0; J < L.inputBits(Input); ++J)
      V.Images.push_back(L.matrix().column(*L.inputShift(Input) + J));
    Parameters.push_back("unsigned " + V.Name);
    Variables.push_back(std::move(V));
  }
  return std::string(D == Dialect::Cpp ? "" : "__host__ __device__ ") +
         "constexpr unsigned " + Name.str() + "(" + join(Parameters, ", ") +
         ") {\n  return " + xorExpression(Variables, L.flatOffset()) + ";\n}\n";
}

} // namespace f2layout::calc
