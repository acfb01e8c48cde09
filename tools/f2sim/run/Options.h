//===- Options.h - The command line ---------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_RUN_OPTIONS_H
#define F2LAYOUT_TOOLS_F2SIM_RUN_OPTIONS_H

#include "tools/f2sim/machine/Machine.h"
#include <map>
#include <string>
#include <vector>

namespace f2layout::sim {

struct FillSpec {
  Fill Kind = Fill::Finite;
  uint64_t Mod = 0;
};

struct Options {
  std::vector<std::string> Files;
  bool Equal = false, Report = false, Json = false, Help = false, Quiet = false;
  std::string Kernel; ///< empty: the only one; "all" for --kernels all
  bool AllKernels = false;
  Launch L;
  std::vector<Schedule> Schedules;
  /// Values to try for integer and float arguments, as written.
  std::map<unsigned, std::vector<std::string>> Args;
  std::map<unsigned, FillSpec> Fills;
  std::vector<std::vector<unsigned>> Aliases;
  std::map<unsigned, uint64_t> Dumps; ///< argument number to number of bytes
  uint64_t BufferBytes = 1 << 20;
  uint64_t BufferAlign = 256;
};

/// Returns false and a message if the command line is invalid.
bool parseOptions(int Argc, char **Argv, Options &O, std::string &Error);
const char *helpText();

} // namespace f2layout::sim

#endif
