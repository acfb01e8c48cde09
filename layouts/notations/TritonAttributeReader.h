//===- TritonAttributeReader.h - Attributes from their trees --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// parseTritonAttribute (TritonAttribute.h) reads a text in two steps: its
// syntax (AttributeText.h), then the meaning of names and parameters. The
// second step is in this file, as it is repeated for a parent, and for the
// layout inside a type:
//
//   Type "tensor" 64x32 f16             TritonTypeReader.cpp
//     Attribute "ttg.slice"             readAttribute
//       parent = Attribute "ttg.blocked"  readAttribute
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_TRITONATTRIBUTEREADER_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_TRITONATTRIBUTEREADER_H

#include "layouts/notations/AttributeText.h"
#include "layouts/notations/TritonAttribute.h"

namespace f2layout {
inline namespace layouts {

/// The family and its parameters, without locations. V was read from Text.
llvm::Expected<TritonAttribute> readAttribute(llvm::StringRef Text,
                                              const AttributeValue &V);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_TRITONATTRIBUTEREADER_H
