//===- Relations.h - What translate --to isl prints -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_RELATIONS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_RELATIONS_H

#include "layouts/notations/Notation.h"
#include "layouts/relations/LinearRelation.h"
#include <optional>

namespace f2layout::calc {

class Invocation;

/// A layout of any kind as relations.
struct Relations {
  Relation Whole;
  std::vector<Relation> Steps; ///< Whole is their composition, in this order.
};

/// Nothing if the text is neither a layout of CuTe nor a swizzle.
std::optional<Relations> relationsOfCute(llvm::StringRef Text);

/// A layout of CuTe in another one of its notations, whatever its sizes.
/// Nothing if the text is none, or the notation is not of CuTe.
std::optional<llvm::Expected<std::string>> cuteInWordsOf(llvm::StringRef Text,
                                                         Notation To);

/// The text of the CuTe layout that a relation is, from coordinates to a
/// number, with an offset if the value at 0 is not 0; an error if it has no
/// sizes and strides. Linear reads it as a map over F2, which may have them
/// behind a swizzle. Nothing if the text is no such relation: its inputs have
/// names of hardware or of memory, there are several outputs, or isl is not
/// there to read it.
std::optional<llvm::Expected<std::string>>
strideFormOfRelation(llvm::StringRef Text, Notation To,
                     llvm::function_ref<llvm::Expected<PaddedLayout>()> Linear);

/// Prints the whole relation or, with --steps, the steps with their titles:
/// `binary coordinate map: { [c] -> [c0 = ...] : ... }`.
void printRelations(const Relations &R, const Invocation &I);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_RELATIONS_H
