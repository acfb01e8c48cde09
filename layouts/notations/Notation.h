//===- Notation.h - Layouts in any notation, read and written -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One layout, in all notations:
//
//   text    register=[[0,1]], lane=[[0,2],[1,0]], warp=[] -> [2,4]
//   dump     - register=1 -> (0, 1)
//            - lane=1 -> (0, 2)
//              lane=2 -> (1, 0)
//            - warp is a size 1 dimension
//           where out dims are: [dim0 (size 2), dim1 (size 4)]
//   masks   [register:2, lane:4, warp:1] -> [dim0:2, dim1:4]
//           m0 = (0,0,1)
//           m1 = (0,1,0)
//           m2 = (1,0,0)
//   json    {"inputs": [...], "outputs": [...], ...}
//   linear  #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]],
//                        warp = [], block = []}>
//   blocked #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 2],
//                         warpsPerCTA = [1, 1], order = [1, 0]}>
//   type    tensor<2x4xf16, #ttg.blocked<{...}>>     read, not written
//
// Read, the notation is recognised by how the text begins. Most attributes need
// a shape beside them.
//
// Written as an attribute, a layout's parameters are found (Recognition.h), and
// a layout that is not of that family is refused:
//
//   lane=[[1,1],[1,0]] -> [2,2]     is no #ttg.blocked: image of lane bit 0 is
//                                   [1,1], expected a power of two in one
//                                   dimension
//
// The notation `ttg` is the attribute of the first family that fits. Attributes
// that list images have rules, too (RecogniseLinear.cpp), so that there are
// layouts without any.
//
// What is written is read again as the same layout; attributes lose, and need
// not have, inputs of size 1.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_NOTATION_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_NOTATION_H

#include "layouts/families/PaddedShared.h"
#include "layouts/notations/TritonAttribute.h"
#include <optional>

namespace f2layout {
inline namespace layouts {

enum class Notation {
  Text,
  Dump,
  Masks,
  Json,
  Triton, ///< Any of the attributes that follow.
  Linear,
  GenericLinear,
  Blocked,
  Slice,
  DotOperand,
  NvidiaMma,
  AmdMfma,
  AmdWmma,
  SwizzledShared,
  NvmmaShared,
  RotatingShared,
  PaddedShared,
  SharedLinear,
};

/// All of them, in the order above.
llvm::ArrayRef<Notation> allNotations();
/// "text", "dump", "masks", "json", "ttg", and of the attributes Triton's name
/// behind `#ttg.`: "linear", "dot_op", "amd_rotating_shared", ...
llvm::StringRef nameOf(Notation N);
std::optional<Notation> notationByName(llvm::StringRef Name);

/// How the text seems to be written, by its first tokens: an attribute or a
/// type is Triton. Layout text if nothing else.
Notation recogniseNotation(llvm::StringRef Text);

/// A layout and what a type states beside its shape.
struct TypedLayout {
  PaddedLayout Layout;
  std::optional<unsigned> ElementBits;
};

/// Reads a layout in whatever notation it is. Of a padded layout there are
/// paddings beside the linear part; of others there are none.
/// Without a shape the text says it, and one that does not is refused. With a
/// shape the layout has it: attributes are put on it, other notations are
/// refused if they have another.
/// Errors say where, if they are about a place: "line:column: ...".
llvm::Expected<PaddedLayout>
readLayout(llvm::StringRef Text,
           std::optional<llvm::ArrayRef<uint64_t>> Shape = std::nullopt);
/// The same, with the bits of an element if the text is a type.
llvm::Expected<TypedLayout>
readTypedLayout(llvm::StringRef Text,
                std::optional<llvm::ArrayRef<uint64_t>> Shape = std::nullopt);

/// The attribute of that family, or of the first that fits, whose layout this
/// is. Fails if there is none, and says why not.
llvm::Expected<TritonAttribute> recogniseAttribute(const PaddedLayout &L,
                                                   Notation N);

/// Writes a layout. Dump, masks and json end in a line break and have several
/// lines, the others are one line without.
/// Fails if the layout has no such form: padding is only in json and
/// padded_shared, offsets only in text, masks and json.
llvm::Expected<std::string> writeLayout(const PaddedLayout &L, Notation N);
llvm::Expected<std::string> writeLayout(const LinearLayout &L, Notation N);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_NOTATION_H
