//===- Options.h - What users can ask of the passes -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass parameters, f2layout<block=32x8;no-shared>, and the same as command line
// options of clang, -f2layout-block=32x8 -f2layout-no-shared.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_OPTIONS_H
#define F2LAYOUT_PASSES_SUPPORT_OPTIONS_H

#include "intrinsics/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <memory>
#include <optional>
#include <string>

namespace f2layout {
inline namespace passes {

struct Options {
  /// Promise: every kernel of the module runs in blocks of exactly this shape.
  std::optional<std::array<unsigned, 3>> Block;
  bool Shuffle = true; ///< no-shuffle: keep to shared memory.
  bool Shared = true;  ///< no-shared: shuffles wherever there are any, cheaper
                       ///< or not.
  bool Guess = true;   ///< no-guess: no run-time test of the block's shape.
  bool Relax = true;   ///< no-relax: keep every barrier.
  bool Readdress = true; ///< no-readdress: arrays keep their order.
  bool Grow = true;      ///< no-grow: arrays stay as large as they are.
  /// Promise: the threads of every block fill whole warps.
  bool WholeWarps = false;
  /// Promise: threads that store to one place at once store the same.
  bool RacesAgree = false;
  /// scratch=: bytes of shared memory that the layout calls of a kernel may
  /// take for themselves.
  unsigned Scratch = DefaultScratch;
  static constexpr unsigned DefaultScratch = 16384;
  /// costs=: a table of a target (intrinsics/TargetJson.h), to be used instead
  /// of the processor's own figures; empty for none.
  std::string CostsFile;
  /// What the file says, or why that cannot be known. Shared by all passes.
  std::shared_ptr<const Target> Costs;
  std::string CostsError;

  /// Reads the file, of which nothing is in use before.
  void readCosts(llvm::StringRef Path);
  /// Prints the parameters as parseOptions reads them.
  void print(llvm::raw_ostream &OS) const;
};

/// Parses "block=128;no-shared". The error names the parameter and lists those
/// there are. A table that cannot be read is no error here but in CostsError:
/// it is one of the module that needs it.
llvm::Expected<Options> parseOptions(llvm::StringRef Parameters,
                                     Options Defaults = {});

/// Parses a block size, "128", "32x8" or "32x8x1"; std::nullopt if it is not
/// one of 1 to 1024 threads.
std::optional<std::array<unsigned, 3>> parseBlock(llvm::StringRef Text);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_OPTIONS_H
