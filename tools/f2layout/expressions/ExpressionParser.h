//===- ExpressionParser.h - Recursive descent over expressions ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the expressions of Expression.h into nodes. Each level of precedence is
// a call of binary(), which reads operands of the next level:
//
//   t / 4 + 8 * i     binary(9) reads t / 4 and 8 * i through binary(10)
//
// A fault is noted, not returned: the first one counts, and everything after it
// is read into nodes that are never evaluated. Parentheses, unary signs and ?:
// are at most 200 deep, so that no text exhausts the stack.
//
// (IndexTextParser.cpp reads definitions and accesses.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONPARSER_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONPARSER_H

#include "tools/f2layout/expressions/ExpressionNames.h"

namespace f2layout::calc {

class ExpressionParser {
protected:
  /// What is read now: the text, or the definitions before it.
  llvm::StringRef whole() const {
    return InLet ? Result.Let.Text : Result.Source.Text;
  }
  llvm::StringRef rest() const { return whole().drop_front(At); }
  void skipSpace() { At += rest().size() - rest().ltrim().size(); }
  bool takeIf(llvm::StringRef Sign);
  /// Takes the word if no letter or digit follows.
  bool takeWord(llvm::StringRef Word);
  /// Empty if there is none.
  std::string takeName();
  /// A name; threadIdx, blockDim, blockIdx and gridDim with their member.
  std::string takeMemberName();
  const NamedType *takeType();
  /// "found 'x'", for messages.
  std::string found();

  bool failed() const { return Wrong.has_value(); }
  /// Notes the first fault. The node that it returns is never evaluated.
  unsigned fail(size_t Where, const llvm::Twine &Message);
  /// fail() at the next token, unless the sign is taken.
  bool expect(llvm::StringRef Sign, const llvm::Twine &Expected);

  unsigned expression();
  unsigned cast(const NamedType &To, size_t Where, unsigned Operand);
  /// A position of the current text in the numbering of IndexText.
  size_t placeOf(size_t Where) const {
    return InLet ? Where : Result.ownPlace(Where);
  }

  IndexText Result;
  bool InLet = false;
  size_t At = 0;                                       ///< In whole().
  std::optional<std::pair<size_t, std::string>> Wrong; ///< Place, message.

private:
  unsigned add(ExpressionNode N);
  bool isTooDeep();
  bool atStep();
  unsigned call(const NamedFunction &F, size_t Where);
  unsigned number();
  unsigned named();
  unsigned primary();
  unsigned unary();
  unsigned binary(unsigned Level);

  unsigned Depth = 0;
};

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSIONPARSER_H
