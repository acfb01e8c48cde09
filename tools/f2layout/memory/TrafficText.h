//===- TrafficText.h - Shared accesses as text and JSON -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_TRAFFICTEXT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_TRAFFICTEXT_H

#include "tools/f2layout/memory/Traffic.h"
#include "llvm/Support/JSON.h"

namespace f2layout::calc {

/// Prints "store: 4 accesses of 128 bits, 4 wavefronts each, no conflicts".
void printTraffic(llvm::raw_ostream &OS, llvm::StringRef Name,
                  const Traffic &T);
/// Prints a line for each phase, and the worst clash of each.
void printPhases(llvm::raw_ostream &OS, const Traffic &T);
/// Writes the traffic as an attribute of that name.
void writeTraffic(llvm::json::OStream &J, llvm::StringRef Name,
                  const Traffic &T);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_TRAFFICTEXT_H
