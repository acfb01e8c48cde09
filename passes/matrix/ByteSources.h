//===- ByteSources.h - The values that supply the bytes of a value --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two halves can be combined into a word in many ways:
//
//   or (zext i16 %a), (shl (zext i16 %b), 16)
//   bitcast (insertelement (insertelement poison, %a, 0), %b, 1)
//   asm "{  mov.b32 $0, {$1,$2};}"(i16 %a, i16 %b)            __halves2half2
//
// All of these have the same meaning: bytes 0 and 1 are those of %a, bytes 2
// and 3 those of %b. Instructions that only move whole bytes are looked
// through, up to values that are computed in another way.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_BYTESOURCES_H
#define F2LAYOUT_PASSES_MATRIX_BYTESOURCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"

namespace f2layout {
inline namespace passes {

/// Byte Number of the value Of, least significant first; zero if Of is null.
struct SourceByte {
  llvm::Value *Of = nullptr;
  unsigned Number = 0;
  bool operator==(const SourceByte &B) const {
    return Of == B.Of && Number == B.Number;
  }
};
using SourceBytes = llvm::SmallVector<SourceByte, 8>;

/// Caches its results. Values that it was asked about must not be erased while
/// it is in use.
class ByteSources {
public:
  explicit ByteSources(const llvm::DataLayout &DL) : DL(DL) {}

  /// The bytes of V, which is an integer, a floating-point number or a vector
  /// of them; empty for other types and for more than 16 bytes.
  const SourceBytes &of(llvm::Value *V);

  /// Calls Visit for each value of 4 to 16 bytes that is made of some of Parts,
  /// through at most a few instructions, and of nothing else.
  void forEachJoin(
      llvm::ArrayRef<llvm::Instruction *> Parts,
      llvm::function_ref<void(llvm::Instruction &, const SourceBytes &)> Visit);

private:
  SourceBytes compute(llvm::Value *V, unsigned Bytes);
  SourceBytes ofInstruction(llvm::Instruction &I, unsigned Bytes);
  unsigned bytesOf(llvm::Type *Ty) const;

  const llvm::DataLayout &DL;
  llvm::DenseMap<llvm::Value *, SourceBytes> Known;
  unsigned Depth = 0;
};

/// Assembly that only concatenates its operands.
bool isPackingAsm(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_BYTESOURCES_H
