//===- CodeText.h - The body of a device function -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code to paste is a list of definitions, one for each value. Two things are
// written in different ways by CUDA and HIP, or depend on what they are given:
//
//   a value of another lane   its own lane   nothing
//                             lane ^ c       __shfl_xor_sync(~0u, v, c)
//                             affine         __shfl_sync(~0u, v, lane >> 1)
//                             any other      __shfl_sync(~0u, v, table0[lane])
//   a set of lanes            one lane bit   lane & 4u
//                             any other      0x11110000u >> lane & 1u
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_CODETEXT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_CODETEXT_H

#include "layouts/plan/Conversion.h"
#include "tools/f2layout/code/MapCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace f2layout::calc {

class CodeText {
public:
  CodeText(llvm::raw_ostream &OS, Dialect D, unsigned LaneBits)
      : OS(OS), D(D), LaneBits(LaneBits) {}

  /// Defines `thread`, the number of the thread in its block, and `lane`.
  void defineThread();
  void barrier(Scope Of);
  /// A table indexed by the lane; returns the expression of the entry.
  std::string lookUp(llvm::StringRef Type, llvm::ArrayRef<unsigned> Values);

  /// The expression of Value in the lane that the table has for each lane.
  std::string fromLane(llvm::StringRef Value, llvm::ArrayRef<uint8_t> FromLane);
  std::string fromLane(llvm::StringRef Value,
                       llvm::function_ref<unsigned(unsigned)> FromLane);
  /// The expression of Value in the lane that an expression has.
  std::string fromLaneAt(llvm::StringRef Value, const llvm::Twine &Lane) const;
  /// The value that lane ^ Distance has.
  std::string exchange(const llvm::Twine &Value, unsigned Distance) const;
  /// A condition that is true in the lanes of the mask.
  std::string laneIn(uint64_t Mask) const;

  unsigned lanes() const { return 1u << LaneBits; }
  Dialect dialect() const { return D; }

  llvm::raw_ostream &OS;

private:
  const Dialect D;
  const unsigned LaneBits;
  unsigned Tables = 0;
};

/// "unsigned", "uint2" or "uint4"; of less than a word, "unsigned short" and
/// "unsigned char".
llvm::StringRef typeOfBytes(unsigned Bytes);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_CODETEXT_H
