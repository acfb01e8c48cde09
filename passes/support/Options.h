//===- Options.h - What users can ask of the passes -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass parameters, f2layout<block=32x8;no-shared>, and the equivalent command
// line options of clang, -f2layout-block=32x8 -f2layout-no-shared.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_OPTIONS_H
#define F2LAYOUT_PASSES_SUPPORT_OPTIONS_H

#include "intrinsics/target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <memory>
#include <optional>
#include <string>

namespace f2layout {
inline namespace passes {

/// What the user vouches for. Every pass that proves something about a kernel
/// takes all of it (KernelContext.h).
struct Promises {
  /// Every kernel of the module runs in blocks of exactly this shape.
  std::optional<std::array<unsigned, 3>> Block;
  /// The threads of every block fill whole warps.
  bool WholeWarps = false;
  /// Threads that store to the same place in a race store the same value.
  bool RacesAgree = false;
};

struct Options : Promises {
  bool Shuffle = true;   ///< no-shuffle: use shared memory only.
  bool Shared = true;    ///< no-shared: use shuffles wherever possible, even
                         ///< where they are not cheaper.
  bool Guess = true;     ///< no-guess: no run-time test of the block's shape.
  bool Relax = true;     ///< no-relax: keep every barrier.
  bool Readdress = true; ///< no-readdress: array elements stay in place.
  bool TestAlign = true; ///< no-test-align: no run-time test of alignment.
  /// no-test-overlap: no run-time test whether accesses overlap.
  bool TestOverlap = true;
  bool Coalesce = true; ///< no-coalesce: each thread stores its structure.
  bool Grow = true;     ///< no-grow: arrays keep their size.
  /// scratch=: bytes of shared memory that the layout calls of a kernel may
  /// use as scratch.
  unsigned Scratch = DefaultScratch;
  static constexpr unsigned DefaultScratch = 16384;
  /// search=: how many addresses, in millions, the search for the exchanges of
  /// one kernel may evaluate before it tries no further shapes of the block and
  /// no unrolled loops; 0 for no limit.
  unsigned Search = DefaultSearch;
  static constexpr unsigned DefaultSearch = 8;
  /// costs=: a file with the table of a target, which replaces the processor's
  /// own figures (intrinsics/target/TargetJson.h); empty if there is none.
  std::string CostsFile;
  /// The contents of that file. All passes share it.
  std::shared_ptr<const Target> Costs;
  /// Why the module cannot be rewritten as asked for: that file cannot be read,
  /// or the value of an option of the command line is invalid.
  std::string Unusable;

  /// Reads the file at Path. No costs may be in use yet.
  void readCosts(llvm::StringRef Path);
  /// Prints the parameters in the syntax of parseOptions.
  void print(llvm::raw_ostream &OS) const;
};

/// Parses "block=128;no-shared". The error names the parameter and lists the
/// valid ones. A table that cannot be read is not an error here: it is reported
/// in Unusable, since only a module that needs the table has that error.
llvm::Expected<Options> parseOptions(llvm::StringRef Parameters,
                                     Options Defaults = {});

/// Parses a block size, "128", "32x8" or "32x8x1". Returns std::nullopt if the
/// text is not the size of a block of 1 to 1024 threads.
std::optional<std::array<unsigned, 3>> parseBlock(llvm::StringRef Text);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_OPTIONS_H
