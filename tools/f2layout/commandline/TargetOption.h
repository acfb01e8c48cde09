//===- TargetOption.h - The --target option -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor is given by name (sm_90), or by the file of a table
// (intrinsics/target/TargetJson.h): @FILE, or a name that ends in .json.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_TARGETOPTION_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_TARGETOPTION_H

#include "intrinsics/target/TargetTable.h"

namespace f2layout::calc {

/// Reads the target with waves of 2^LaneBits lanes, or with the processor's
/// default if LaneBits is 0. Fails if a file has a different number of lanes.
llvm::Expected<TargetTable> readTarget(llvm::StringRef Written,
                                       unsigned LaneBits);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_TARGETOPTION_H
