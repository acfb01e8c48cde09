//===- Decisions.h - Bytes as answers to questions --------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generator asks one question after the other, and each byte of the input
// answers one. Where no byte is left, every answer is 0, and generators end
// there. So libFuzzer changes, inserts and leaves out decisions.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_FUZZ_DECISIONS_H
#define F2LAYOUT_TEST_FUZZ_DECISIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace f2layout::fuzz {

class Decisions {
public:
  explicit Decisions(llvm::ArrayRef<uint8_t> Bytes) : Left(Bytes) {}

  bool empty() const { return Left.empty(); }

  /// A number below Count, which is 1 to 256.
  unsigned below(unsigned Count) {
    if (Left.empty())
      return 0;
    const uint8_t Byte = Left.front();
    Left = Left.drop_front();
    return Byte % Count;
  }

  /// True for one byte in Count.
  bool oneIn(unsigned Count) { return below(Count) == Count - 1; }

  template <typename T> T among(std::initializer_list<T> Choices) {
    return Choices.begin()[below(Choices.size())];
  }

private:
  llvm::ArrayRef<uint8_t> Left;
};

} // namespace f2layout::fuzz

#endif // F2LAYOUT_TEST_FUZZ_DECISIONS_H
