//===- TargetJson.h - Targets as text, both ways --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table in a file, so that a measurement is used without building anything:
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
// Costs are those of CostFields.h; an instruction that not every GPU has is
// left out where it is not there, and "swap" has "laneBits" beside its clocks.
// Phases are bases of lane numbers (Machine.h).
//
// The rows of Targets.def say what a processor has. A table of such a processor
// may say how long things take and which lanes are served together, and may
// take something away; it cannot claim instructions, lanes or shared memory
// that the rows deny, since code made for them would be wrong. Of a processor
// without a row the table is all there is.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGETJSON_H
#define F2LAYOUT_INTRINSICS_TARGETJSON_H

#include "intrinsics/TargetTable.h"
#include "llvm/Support/JSON.h"

namespace f2layout {
inline namespace intrinsics {

void writeTargetJson(llvm::json::OStream &J, const TargetTable &Table);
/// The object alone, indented by two, with a line break at the end.
std::string toTargetJson(const TargetTable &Table);

/// Reads an object. Errors are "line:column: ..." and name the key, what is
/// there and what was expected; nothing is left to a default.
llvm::Expected<TargetTable> parseTargetJson(llvm::StringRef Text);

/// Reads a file. Errors are "path:line:column: ...", or say that and why it
/// cannot be read.
llvm::Expected<TargetTable> readTargetFile(llvm::StringRef Path);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGETJSON_H
