//===- ArrayLayout.h - The memory layout of a shared array ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Metadata of a shared array may state where it holds the elements of a tensor:
//
//   @tile = internal addrspace(3) global [64 x i32] poison, !f2.layout !0
//   !0 = !{!"offset=[[2],[1],[4],[8],[16],[32]] -> [64]"}
//
// The layout is one-to-one, from offsets in elements, and fits into the array.
// The array may be longer, because of padding at its end or because it also
// serves other purposes. The element is the array's element type. An array of
// bytes may hold elements of any size; then the accesses give the size.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_ARRAYLAYOUT_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_ARRAYLAYOUT_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include <optional>

namespace f2layout {
inline namespace passes {

struct ArrayLayout {
  LinearLayout Memory;
  unsigned ElementBytes = 0; ///< 0: the accesses give it.
};

/// The layout that G states. Nothing if it states none; an error if its
/// metadata is malformed.
llvm::Expected<std::optional<ArrayLayout>>
readArrayLayout(const llvm::GlobalVariable &G);

/// A layout of the given size in bytes fits into G. The size of dynamic shared
/// memory is chosen at launch, so any layout fits there.
bool fitsArray(const llvm::GlobalVariable &G, const LinearLayout &Memory,
               unsigned ElementBytes);

/// The kind of a metadata node, for messages.
std::string nodeText(const llvm::MDNode &Node);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_ARRAYLAYOUT_H
