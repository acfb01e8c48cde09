//===- MapCode.h - Maps over F2 as expressions of C++ ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear map is the xor of shifted and masked inputs: bit b of the input goes
// to bit b + s of the output, and all bits with the same s are one term.
//
//   offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4], from (row, column) to offset
//     column 1 -> 1, column 2 -> 2, row 1 -> 5, row 2 -> 10
//     column ^ row ^ (row << 2)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_MAPCODE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_MAPCODE_H

#include "layouts/algebra/LinearLayout.h"
#include <optional>

namespace f2layout::calc {

/// The language that code is written in.
enum class Dialect { Cpp, Cuda, Hip };
/// "c++", "cuda" or "hip".
std::optional<Dialect> dialectByName(llvm::StringRef Name);

/// A variable below 2^Images.size(), and the images of its bits.
struct MappedVariable {
  std::string Name;
  llvm::SmallVector<uint64_t, 10> Images;
};

/// The xor of the images of all set bits, and of the constant. \p Suffix is
/// that of constants, "u".
std::string xorExpression(llvm::ArrayRef<MappedVariable> Variables,
                          uint64_t Constant, llvm::StringRef Suffix = "u");

/// A function of that name from the inputs of a layout with one output to it:
/// `constexpr unsigned NAME(unsigned dim0, unsigned dim1)`. Inputs are in the
/// order of Order. Fails if the layout has more than 32 bits.
llvm::Expected<std::string> indexFunction(const LinearLayout &L,
                                          llvm::StringRef Name,
                                          llvm::ArrayRef<llvm::StringRef> Order,
                                          Dialect D);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_MAPCODE_H
