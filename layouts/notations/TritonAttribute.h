//===- TritonAttribute.h - Triton's attributes, both ways -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Triton prints a layout as the name of a family and its parameters:
//
//   #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2],
//                  instrShape = [16, 16, 16], isTransposed = false}>
//
// which is read as
//
//   MfmaParams{/*Version=*/3, /*WarpsPerCta=*/{2,2},
//              /*InstrShape=*/{16,16,16}}
//
// and written from it. All spellings of Triton 3 can be read: `#triton_gpu.` as
// the older name of `#ttg.`, `shared` of `swizzled_shared`; CTAsPerCGA,
// CTASplitNum and CTAOrder beside CGALayout; versionMajor and versionMinor of
// amd_mfma beside version, elementType beside elementBitWidth; isTranspose and
// isTransposed; warpsPerCTA and tilesPerWarp of amd_wmma beside ctaLayout;
// short names (AttributeText.h). Attributes are written in the newer spelling.
//
//   distributed   linear generic_linear blocked slice dot_op nvidia_mma
//                 amd_mfma amd_wmma, and Intel's #triton_intel_gpu.dpas
//   memory        swizzled_shared nvmma_shared amd_rotating_shared
//                 padded_shared shared_linear, and #ttng.tensor_memory_encoding
//                 and #ttng.tensor_memory_scales_encoding
//
// Most attributes fit tensors of any shape. Those that list images, and
// padded_shared, state a shape themselves.
//
//   #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [64, 64]}>
//
// The type of a tensor, or of memory, contains an attribute and also states the
// shape and the elements:
//
//   tensor<64x64xf16, #ttg.blocked<{...}>>
//   !ttg.memdesc<64x64xf16, #ttg.padded_shared<...>, #smem, mutable>
//
// Memory may have one more dimension than its layout, in front: the number of
// buffers of a pipeline, which need not be a power of two. The layout is that
// of one buffer.
//
//   !ttg.memdesc<3x64x64xf16, #ttg.padded_shared<...>, ...>    on 64x64
//
// Not kept: `block = []` (one block), the number of buffers, the alignment of
// shared_linear (16 is written), and A, B and C of dpas, which the other
// parameters determine.
//
// (Triton: TritonGPUAttrDefs.td, the parsers and printers in Dialect.cpp, and
// MemDescType::verify in Types.cpp.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_TRITONATTRIBUTE_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_TRITONATTRIBUTE_H

#include "layouts/families/Family.h"
#include "layouts/families/MemoryFamily.h"
#include <optional>
#include <string>
#include <variant>

namespace f2layout {
inline namespace layouts {

/// The place of a parameter's value in the text that was read.
struct ParameterPlace {
  std::string Key;
  size_t Line = 0, Column = 0; ///< From 1.
};

struct TritonAttribute {
  std::variant<DistributedFamily, MemoryFamily> Family;
  /// The shape that the attribute, or the type around it, states, if one does;
  /// without the number of buffers.
  std::optional<llvm::SmallVector<uint64_t>> Shape;
  /// Bits of an element, where a type states them: 16 of f16.
  std::optional<unsigned> ElementBits = std::nullopt;
  /// The places of all parameters, those of a parent after its child's; empty
  /// if the attribute was not read. A type's shape is called "the tensor".
  std::vector<ParameterPlace> Places = {};
};

/// Reads an attribute or a type. Errors begin with their location:
/// "line:column: ...".
llvm::Expected<TritonAttribute> parseTritonAttribute(llvm::StringRef Text);

/// The layout on a tensor of this shape, or of the shape that the attribute
/// states, with the paddings of a padded layout. Fails if there is no shape, if
/// both shapes are given and differ (linear and generic_linear alone, not in a
/// type, are applied to any shape), and where the family's own function does.
/// The error has the location of the first parameter that its message names:
/// "1:20: blocked: warpsPerCTA is [3,1], expected ...".
llvm::Expected<PaddedLayout>
layoutOf(const TritonAttribute &A,
         std::optional<llvm::ArrayRef<uint64_t>> Shape);

/// Writes an attribute on one line, in the syntax of Triton 3.6 (ctaLayout and
/// generic_linear are newer). Fails for images that do not determine the
/// layout: if it has an offset, or outputs that no image reaches or that are
/// not called dim0, dim1, ...; and for a parent that is missing.
llvm::Expected<std::string> toTritonAttribute(const TritonAttribute &A);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_TRITONATTRIBUTE_H
