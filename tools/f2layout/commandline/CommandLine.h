//===- CommandLine.h - Parsing the command line ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2layout banks - 'offset=[[1],[2]] -> [4]' --bits=16 --json
//
// becomes the command banks, two operands, and the options bits and json.
// Options may stand anywhere, as `--bits 16` or `--bits=16`. Four kinds of
// argument are always operands: a single `-` (standard input), anything that
// begins with `->` (a layout without inputs) or with `- ` (a dump), and
// everything after `--`.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_COMMANDLINE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_COMMANDLINE_H

#include "intrinsics/target/Target.h"
#include "tools/f2layout/commandline/Command.h"
#include "tools/f2layout/commandline/Input.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace f2layout::calc {

/// One call of a command: its arguments, and the functions that read them.
class Invocation {
public:
  explicit Invocation(const Command &C) : Cmd(C) {}

  const Command &command() const { return Cmd; }
  llvm::ArrayRef<llvm::StringRef> operands() const { return Operands; }
  bool has(llvm::StringRef Option) const { return Values.contains(Option); }
  /// Returns std::nullopt if the option is not given.
  std::optional<llvm::StringRef> value(llvm::StringRef Option) const;
  bool json() const { return has("json"); }

  /// The value of an option that takes an integer in [Least, Most].
  llvm::Expected<uint64_t> number(llvm::StringRef Option, uint64_t Default,
                                  uint64_t Least, uint64_t Most) const;
  /// `--bits`, or the width of the type that a layout was read from, or 32.
  /// Layouts must be read first. Fails if the option and the type differ, or if
  /// the command does not support elements of that width.
  llvm::Expected<unsigned> elementBits() const;
  /// `--target`, with `--wave`; sm_90 if neither is given.
  llvm::Expected<Target> target() const;
  /// `--shape 32x64`; empty if it is not given.
  llvm::Expected<llvm::SmallVector<uint64_t>> shape() const;
  /// `--shape 24x40` of an array, with any sizes and at most 2^31 elements.
  llvm::Expected<llvm::SmallVector<uint64_t>> arrayShape() const;

  /// The layout that operand I denotes, with its padding if it has any.
  llvm::Expected<PaddedLayout> paddedLayout(unsigned I);
  /// The same, of a text that text() returned.
  llvm::Expected<PaddedLayout> paddedLayout(const SourceText &Source);
  /// The layout that operand I, or the value of an option, denotes. Fails if
  /// the layout is padded.
  llvm::Expected<LinearLayout> layout(unsigned I);
  llvm::Expected<LinearLayout> layout(llvm::StringRef Option);
  /// The text that an operand or a value denotes: itself, "-" or "@FILE".
  llvm::Expected<SourceText> text(llvm::StringRef Written,
                                  const llvm::Twine &Where);

  /// Parses the arguments after the command's name.
  llvm::Error parse(llvm::ArrayRef<llvm::StringRef> Arguments);

private:
  llvm::Error addOption(llvm::StringRef Argument,
                        llvm::ArrayRef<llvm::StringRef> &Rest);
  const Command &Cmd;
  llvm::SmallVector<llvm::StringRef, 4> Operands;
  llvm::Expected<PaddedLayout> read(llvm::StringRef Written,
                                    const llvm::Twine &Where, bool MayBePadded);
  llvm::Error checkBits(const OptionSpec &O, unsigned Bits) const;
  llvm::Error noteBits(const SourceText &Source, std::optional<unsigned> Bits);

  llvm::StringMap<llvm::StringRef> Values;
  StandardInput Stdin;
  /// The element width of the types that were read, and where the first was.
  std::optional<unsigned> TypeBits;
  std::string TypeName;
};

/// Options of several commands. The values of --bits are the element widths
/// that bank and access computations support.
inline constexpr OptionSpec BitsOption = {
    "bits", "N", "bits of an element (default 32, or the type's)",
    [] { return WordList{"1", "2", "4", "8", "16", "32", "64"}; }};
inline constexpr OptionSpec WaveOption = {
    "wave", "LANES", "lanes of a wave, where the target has a choice",
    [] { return WordList{"32", "64"}; }};

/// "; did you mean 'swizzle'?", or empty if no candidate is similar.
std::string suggestion(llvm::StringRef Wrong,
                       llvm::ArrayRef<llvm::StringRef> Candidates);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_COMMANDLINE_H
