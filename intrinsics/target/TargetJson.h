//===- TargetJson.h - Targets as text, both ways --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table in a file, so that a measurement can be used without rebuilding:
//
//   {
//     "target": "sm_90",
//     "vendor": "nvidia",
//     "lanes": 32,
//     "limits": {"sharedBytes": 49152, "threads": 1024, "registers": 255,
//                "source": "CUDA C++ Programming Guide"},
//     "moves": {"ldmatrix": true, "stmatrix": true},
//     "sharedMemory": {
//       "banks": 32, "bankBytes": 4, "cutsUnaligned": true,
//       "source": "CUDA C++ Programming Guide",
//       "accesses": [
//         {"bytes": 16, "loadPhase": [1,2,4], "storePhase": [1,2,4],
//          "source": "measured"}]},
//     "costs": {
//       "shuffle": {"clocks": 1, "pipe": "memory", "source": "measured"},
//       ...}
//   }
//
// AMD's "moves" are "rowXmask", "permlane64", "bpermuteReach" and "dsReadTr".
// Costs are those of CostFields.h; an instruction that the GPU does not have is
// left out, and "swap" has "laneBits" in addition to its clocks. Phases are
// bases of lane numbers (Machine.h).
//
// The rows of Targets.def state what a processor has. A table for such a
// processor may state other clocks and phases, and may remove an instruction.
// It cannot claim instructions, lanes or shared memory that the rows do not
// have, since code for them would be wrong. For a processor without a row the
// table is the only description.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_TARGETJSON_H
#define F2LAYOUT_INTRINSICS_TARGET_TARGETJSON_H

#include "intrinsics/target/TargetTable.h"
#include "llvm/Support/JSON.h"

namespace f2layout {
inline namespace intrinsics {

void writeTargetJson(llvm::json::OStream &J, const TargetTable &Table);
/// The object as a document, indented by two, with a line break at the end.
std::string toTargetJson(const TargetTable &Table);

/// Reads an object. Errors are "line:column: ..." and name the key, what was
/// found and what was expected; there are no defaults.
llvm::Expected<TargetTable> parseTargetJson(llvm::StringRef Text);

/// Reads a file. Errors are "path:line:column: ...", or state why it cannot be
/// read.
llvm::Expected<TargetTable> readTargetFile(llvm::StringRef Path);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_TARGETJSON_H
