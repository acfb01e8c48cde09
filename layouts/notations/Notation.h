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
//   isl     { [register, lane] -> [dim0 = floor(lane/2),
//               dim1 = register + 2*(lane mod 2)] : 0 <= register <= 1 ... }
//   linear  #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]],
//                        warp = [], block = []}>
//   blocked #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 2],
//                         warpsPerCTA = [1, 1], order = [1, 0]}>
//   type    tensor<2x4xf16, #ttg.blocked<{...}>>     read, not written
//   cute    (T4,W1,V2) -> (M2,N4) ((_2,_2),_1,_2):((_4,_1),_0,_2)
//   pycute  (T4,W1,V2) -> (M2,N4) ((2, 2), 1, 2):((4, 1), 0, 2)
//   cute-type  (T4,W1,V2) -> (M2,N4) Layout<Shape<Shape<_2,_2>,_1,_2>,
//                                           Stride<Stride<_4,_1>,_0,_2>>
//
// When a layout is read, the beginning of the text determines the notation.
// Most attributes need a shape in addition.
//
// To write a layout as an attribute, its parameters are recovered
// (Recognition.h). A layout that is not of that family is refused:
//
//   lane=[[1,1],[1,0]] -> [2,2]     is no #ttg.blocked: image of lane bit 0 is
//                                   [1,1], expected a power of two in one
//                                   dimension
//
// The notation `ttg` is the attribute of the first family that fits. Attributes
// that list images have rules, too (RecogniseLinear.cpp), so that there are
// layouts without any.
//
// A written layout is read as the same layout, except that attributes drop
// inputs of size 1. Masks and JSON may have inputs of any name; the text of
// such layouts is written, but only parseInverse() reads it (LayoutText.h).
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
  Isl,  ///< An integer relation.
  Cute, ///< CuteNotation.h. Its other forms are read as this one.
  Pycute,
  CuteType,
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
/// "text", "dump", "masks", "json", "isl", "cute", "pycute", "cute-type" or
/// "ttg"; for attributes, Triton's name after `#ttg.`: "linear", "dot_op",
/// "amd_rotating_shared", ...
llvm::StringRef nameOf(Notation N);
std::optional<Notation> notationByName(llvm::StringRef Name);

/// The notation that the first tokens of the text suggest; Triton for an
/// attribute or a type. Layout text if no other fits.
Notation recogniseNotation(llvm::StringRef Text);

/// A layout, and the element width if a type states it.
struct TypedLayout {
  PaddedLayout Layout;
  std::optional<unsigned> ElementBits;
};

/// Reads a layout in any notation. The result has paddings if the layout is
/// padded. Without Shape, the text must state the shape. With Shape, attributes
/// are applied to it, and other notations are refused if their shape differs.
/// Errors with a location begin with "line:column: ".
llvm::Expected<PaddedLayout>
readLayout(llvm::StringRef Text,
           std::optional<llvm::ArrayRef<uint64_t>> Shape = std::nullopt);
/// The same, with the bits of an element if the text is a type.
llvm::Expected<TypedLayout>
readTypedLayout(llvm::StringRef Text,
                std::optional<llvm::ArrayRef<uint64_t>> Shape = std::nullopt);

/// The attribute of that family, or of the first that fits, that gives this
/// layout. Fails, with the reason, if there is none.
llvm::Expected<TritonAttribute> recogniseAttribute(const PaddedLayout &L,
                                                   Notation N);

/// Writes a layout. Dump, masks and json have several lines, which all end in a
/// line break; the others are one line without a line break. Fails if the
/// notation cannot express the layout: only json, isl and padded_shared
/// have padding, only text, masks, json and isl have offsets.
llvm::Expected<std::string> writeLayout(const PaddedLayout &L, Notation N);
llvm::Expected<std::string> writeLayout(const LinearLayout &L, Notation N);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_NOTATION_H
