//===- Judge.h - What the plugin makes of a module, judged ------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What opt with the plugin and f2sim do, in one process: a module is given as
// text, rewritten by a pipeline, and compared in the simulator with what it
// was. A program for libFuzzer links the plugin, and calls it as opt does.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_FUZZ_JUDGE_H
#define F2LAYOUT_TEST_FUZZ_JUDGE_H

#include "tools/f2sim/run/Options.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace f2layout::fuzz {

/// What a pipeline did.
struct Rewritten {
  std::string Text;      ///< the module behind it
  std::string Errors;    ///< a line for each error that a pass reported
  bool Readable = false; ///< the module before was valid
};

/// Runs a pipeline with or without the plugin. The module is verified after
/// each pass, and the program ends if a pass has broken it.
Rewritten rewrite(llvm::StringRef Text, llvm::StringRef Passes,
                  bool WithPlugin);

/// What f2sim finds. There is no verdict on a kernel that races or is undefined
/// before.
enum class Verdict { Equal, None, Wrong };
struct Judged {
  Verdict Is = Verdict::Equal;
  std::string Why;
};
/// Compares two modules in one launch.
Judged compare(llvm::StringRef Before, llvm::StringRef After,
               const sim::Options &Launch);

} // namespace f2layout::fuzz

#endif // F2LAYOUT_TEST_FUZZ_JUDGE_H
