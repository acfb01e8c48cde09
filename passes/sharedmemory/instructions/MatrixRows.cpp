//===- MatrixRows.cpp - Accesses that distribute rows over many lanes -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/instructions/MatrixRows.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace f2layout;

static MatrixRows transposingRead(StringRef Name) {
  for (auto [Suffix, Bytes] :
       {std::pair(".b64", 8u), std::pair(".b96", 12u), std::pair(".b128", 16u)})
    if (Name.ends_with(Suffix))
      return {64, Bytes};
  return {};
}

MatrixRows f2layout::rowsOf(const CallBase &Call) {
  const Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return {};
  StringRef Name = Intrinsic::getBaseName(ID);
  if (Name.consume_front("llvm.amdgcn.ds."))
    return Name.starts_with("read.tr") || Name.starts_with("load.tr")
               ? transposingRead(Name)
               : MatrixRows();
  if (!Name.consume_front("llvm.nvvm.ldmatrix.sync.aligned.") &&
      !Name.consume_front("llvm.nvvm.stmatrix.sync.aligned."))
    return {};
  // stmatrix.m16n8 gives the number of rows in registers; in memory there are
  // eight of them, too. Elements of 4 and 6 bits are padded to rows of 16
  // bytes.
  unsigned Rows = 8, Matrices = 0;
  if (Name.consume_front("m16n16.x"))
    Rows = 16;
  else if (!Name.consume_front("m8n8.x") && !Name.consume_front("m8n16.x") &&
           !Name.consume_front("m16n8.x"))
    return {};
  if (Name.consumeInteger(10, Matrices))
    return {};
  return {Rows * Matrices, 16};
}
