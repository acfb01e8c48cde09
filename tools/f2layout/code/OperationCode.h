//===- OperationCode.h - Operations of lines as expressions ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element's type and the operation in C++:
//
//   add  of 16 bits   unsigned short   static_cast<unsigned short>(a + b)
//   smin of 32 bits   int              a < b ? a : b
//   fadd of 32 bits   float            a + b
//
// Numbers with a sign have their own type for smin and smax only, since sums
// wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_OPERATIONCODE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_OPERATIONCODE_H

#include "intrinsics/lines/LineOperation.h"

namespace f2layout::calc {

class OperationCode {
public:
  /// Fails if C has no such type: floats have 32 or 64 bits.
  static llvm::Expected<OperationCode> create(LineOperation Op, unsigned Bits);

  llvm::StringRef type() const { return Type; }
  /// Operands are names, or calls without operators outside.
  std::string combine(llvm::StringRef A, llvm::StringRef B) const;
  /// X of which X op B is A.
  std::string inverse(llvm::StringRef A, llvm::StringRef B) const;
  /// The value that changes nothing.
  std::string neutral() const;
  /// A value of all lanes of a warp combined, in CUDA from sm_80 on.
  std::string ofWarp(llvm::StringRef A) const;

private:
  OperationCode(LineOperation Op, unsigned Bits, llvm::StringRef Type)
      : Op(Op), Bits(Bits), Type(Type) {}
  std::string narrowed(const llvm::Twine &Value) const;

  LineOperation Op;
  unsigned Bits;
  llvm::StringRef Type;
};

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_OPERATIONCODE_H
