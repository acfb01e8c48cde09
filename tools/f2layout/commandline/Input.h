//===- Input.h - Layouts in arguments and files ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is given as text, as `-` (standard input) or as `@FILE`, of at most
// 16 MiB (layouts/algebra/TextFile.h). Its notation is recognised
// (layouts/notations/Notation.h). Errors are shown with their location:
//
//   f2layout: operand 1:1:11: error: expected ',' or ']', found '='
//     lane=[[0,1=[0,2]] -> [4]
//               ^
//
// Attributes that fit any tensor are applied to the shape that --shape gives:
//
//   f2layout translate '#ttg.swizzled_shared<{vec = 1, perPhase = 1,
//                       maxPhase = 4, order = [1, 0]}>' --shape 4x4
//   offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]
//
// A type states the shape and the element width, so --bits is not needed:
//
//   f2layout show 'tensor<64x32xf16, #ttg.blocked<{...}>>'
//
// The name of an instruction is the layout of one of its matrices
// (layouts/notations/InstructionName.h):
//
//   f2layout show mma.m16n8k16.f16:A
//
// Padding is not a linear map. Commands that do not support it refuse it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_INPUT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_INPUT_H

#include "layouts/notations/Notation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace f2layout::calc {

/// A text and its name in messages: "operand 1", "tile.txt", "<stdin>".
struct SourceText {
  std::string Name;
  std::string Text;
};

/// Standard input can be read once.
class StandardInput {
public:
  /// Opens the text that Written denotes: Written itself, standard input ("-")
  /// or a file ("@FILE"). \p Where names the text in messages if it is Written
  /// itself. Fails if a file or standard input cannot be read, or has more than
  /// MaxTextBytes.
  llvm::Expected<SourceText> open(llvm::StringRef Written,
                                  const llvm::Twine &Where);

private:
  bool WasRead = false;
};

/// An error at a location in a text, with the line and a caret below it. Line
/// and column count from 1.
llvm::Error errorAt(const SourceText &Source, size_t Line, size_t Column,
                    const llvm::Twine &Message);

/// The error of a reader, about that text: shown as errorAt() does if its
/// message begins with a location.
llvm::Error withPlace(const SourceText &Source, llvm::Error Reported);

/// Reads a layout in any notation, with the element width if it is a type, or
/// the inverse of a layout, which has no shape because its outputs are not a
/// tensor. If \p Shape is empty, the text gives the shape; otherwise the layout
/// has that shape. It may have any number of bits.
llvm::Expected<TypedLayout> readLayout(const SourceText &Source,
                                       llvm::ArrayRef<uint64_t> Shape);
/// Like readLayout(), but fails if the layout is padded.
llvm::Expected<LinearLayout> readLinear(const SourceText &Source,
                                        llvm::ArrayRef<uint64_t> Shape);
/// Fails if the layout is padded.
llvm::Error checkUnpadded(const SourceText &Source, const PaddedLayout &L);

/// Returns "[32:+4, 128:+8]".
std::string paddingName(llvm::ArrayRef<Padding> Paddings);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_INPUT_H
