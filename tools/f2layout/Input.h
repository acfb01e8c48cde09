//===- Input.h - Layouts as users give them -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is given as text, as `-` (standard input) or as `@FILE`, of at most
// 16 MiB (layouts/algebra/TextFile.h). Its notation is recognised
// (layouts/notations/Notation.h). What is wrong is shown where it is:
//
//   f2layout: operand 1:1:11: error: expected ',' or ']', found '='
//     lane=[[0,1=[0,2]] -> [4]
//               ^
//
// Attributes that fit any tensor are put on the one that --shape gives:
//
//   f2layout translate '#ttg.swizzled_shared<{vec = 1, perPhase = 1,
//                       maxPhase = 4, order = [1, 0]}>' --shape 4x4
//   offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]
//
// A type states the shape, and the bits of an element, which --bits need not:
//
//   f2layout show 'tensor<64x32xf16, #ttg.blocked<{...}>>'
//
// Padding is no linear map. Commands that have no use for it refuse it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_INPUT_H
#define F2LAYOUT_TOOLS_F2LAYOUT_INPUT_H

#include "layouts/notations/Notation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace f2layout::calc {

/// A text and what to call it in messages: "operand 1", "tile.txt", "<stdin>".
struct SourceText {
  std::string Name;
  std::string Text;
};

/// Standard input can be read once.
class StandardInput {
public:
  /// What Written stands for: itself, standard input ("-") or a file
  /// ("@FILE"). Where is its name if it stands for itself. Fails if a file or
  /// standard input cannot be read, or has more than MaxTextBytes.
  llvm::Expected<SourceText> open(llvm::StringRef Written,
                                  const llvm::Twine &Where);

private:
  bool WasRead = false;
};

/// An error at a place of a text, with the line and a caret below it. Line and
/// column count from 1.
llvm::Error errorAt(const SourceText &Source, size_t Line, size_t Column,
                    const llvm::Twine &Message);

/// The layout that a text means, in whatever notation it is written (the bits
/// of an element are there if it is a type), and the inverse of one, which is
/// not of a tensor and so has no shape. An empty Shape leaves the shape to the
/// text; otherwise the layout has that shape. It may have any number of bits.
llvm::Expected<TypedLayout> readLayout(const SourceText &Source,
                                       llvm::ArrayRef<uint64_t> Shape);
/// The same, but padding is an error.
llvm::Expected<LinearLayout> readLinear(const SourceText &Source,
                                        llvm::ArrayRef<uint64_t> Shape);
/// Fails if the layout is padded.
llvm::Error checkUnpadded(const SourceText &Source, const PaddedLayout &L);

/// "[32:+4, 128:+8]"
std::string paddingName(llvm::ArrayRef<Padding> Paddings);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_INPUT_H
