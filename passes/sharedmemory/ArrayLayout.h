//===- ArrayLayout.h - The memory layout of a shared array ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared array may say where it has the elements of a tensor:
//
//   @tile = internal addrspace(3) global [64 x i32] poison, !f2.layout !0
//   !0 = !{!"offset=[[2],[1],[4],[8],[16],[32]] -> [64]"}
//
// The layout is one-to-one, from offsets in elements, and fits into the array:
// the array may be longer, by a few elements of padding at its end or because
// it serves for other things, too. An element is what the array is made of. An
// array of bytes may hold elements of any size; then the accesses say it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_ARRAYLAYOUT_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_ARRAYLAYOUT_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include <optional>

namespace f2layout {
inline namespace passes {

struct ArrayLayout {
  LinearLayout Memory;
  unsigned ElementBytes = 0; ///< 0: as the accesses say.
};

/// The layout that G states; nothing if it states none, an error if what it
/// states is malformed.
llvm::Expected<std::optional<ArrayLayout>>
readArrayLayout(const llvm::GlobalVariable &G);

/// A layout that takes so many bytes has room in G. The size of an array of
/// dynamic shared memory is the launch's, and any will do.
bool fitsArray(const llvm::GlobalVariable &G, const LinearLayout &Memory,
               unsigned ElementBytes);

/// What a metadata node is, for messages.
std::string nodeText(const llvm::MDNode &Node);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_ARRAYLAYOUT_H
