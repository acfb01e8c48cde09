//===- ExpressionNames.h - The words of index expressions -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators, names, types and functions of Expression.h, and the type that
// C gives to each node. `t >> 2u` has the operator >> of level 8, the name t,
// and the type int, as the operands of a shift do not meet.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONNAMES_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONNAMES_H

#include "tools/f2layout/expressions/Expression.h"

namespace f2layout::calc {

struct BinaryOperator {
  llvm::StringRef Sign;
  ExpressionNode::Kind K;
  unsigned Level; ///< 1 to 10. Binds the tighter, the higher.
};

/// What a value is that every thread has.
struct NamedValue {
  llvm::StringRef Name;
  ThreadName Which;
};

struct NamedType {
  llvm::StringRef Name;
  IntType Type;
  unsigned Narrow = 0; ///< Bits of a type narrower than int; 1 is bool.

  unsigned bytes() const {
    return Narrow ? (Narrow + 7) / 8 : Type.IsLong ? 8 : 4;
  }
};

struct NamedFunction {
  llvm::StringRef Name;
  ExpressionNode::Kind K;
  unsigned Arguments;
};

/// The longest operator that the text begins with, or null.
const BinaryOperator *operatorAtFront(llvm::StringRef Text);
llvm::ArrayRef<NamedValue> namedValues();
/// Names of several words before those that they begin with.
llvm::ArrayRef<NamedType> namedTypes();
const NamedFunction *functionNamed(llvm::StringRef Name);

/// The type of the node, whose operands are in the text.
IntType typeOf(const ExpressionNode &N, const IndexText &Text);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONNAMES_H
