//===- Annotations.h - Layouts that sources state by annotations ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUDA or HIP author cannot write metadata, but can use
// __attribute__((annotate)). F2_BLOCK and F2_LAYOUT (plugin/include/f2layout.h)
// produce
//
//   @llvm.global.annotations = appending global [2 x ...] [
//     { ptr @kernel, "f2layout-block", "k.cu", i32 12, { i32 32, i32 4, ... }
//     }, { ptr @Tile, "f2.layout", "k.cu", i32 13, { "offset=... -> [64]" } }]
//
// which means the function attribute "f2layout-block"="32,4,1" on @kernel, and
// !f2.layout !{!"offset=... -> [64]"} on @Tile. This adds the attribute and the
// metadata, and removes those two entries from the list: as long as the array
// is in the list, a constant points to it, and unknown code might use it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_ANNOTATIONS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_ANNOTATIONS_H

#include "passes/support/Faults.h"

namespace f2layout {
inline namespace passes {

/// Converts f2layout's annotations to attributes and metadata. An annotation
/// that is malformed, or that contradicts what is there, is a fault and stays.
/// Returns whether anything changed.
bool importAnnotations(llvm::Module &M, CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_ANNOTATIONS_H
