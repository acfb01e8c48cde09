//===- Evaluation.h - Index expressions in each thread --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes what an index expression is in a thread. Nothing is assumed of the
// expression: with t = 33 in a block of 32x8, `tile[t % 32][t / 32]` is
// tile[1][1], whether or not the expression is linear.
//
// As in C, only the chosen operand of ?:, && and || is computed; other than in
// C, so are only the definitions that are used. A division by zero, an overflow
// of a signed type (also of the quotient that belongs to a remainder), a shift
// by a negative amount or by the width or more and an operand of __mul24 with
// more than 24 bits are errors, which name the thread.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EVALUATION_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EVALUATION_H

#include "tools/f2layout/expressions/Expression.h"
#include <array>

namespace f2layout::calc {

/// The shape of a block, and how it is cut into warps.
struct BlockShape {
  std::array<unsigned, 3> Size = {32, 1, 1};
  unsigned Lanes = 32; ///< Of a warp.

  unsigned threads() const { return Size[0] * Size[1] * Size[2]; }
  unsigned warps() const { return (threads() + Lanes - 1) / Lanes; }
};

/// Reads "32x8", "32,8" or "32". At most 1024 threads.
llvm::Expected<BlockShape> parseBlock(llvm::StringRef Text, unsigned Lanes);

/// "thread 33 (1,1,0)", with ", i = 2" if the text uses i.
std::string threadText(const IndexText &Text, const BlockShape &Block,
                       unsigned Thread, unsigned Access);

/// Evaluates expressions of one text in one thread.
class Evaluator {
public:
  Evaluator(const IndexText &Text, const BlockShape &Block, unsigned Thread,
            unsigned Access);
  llvm::Expected<IntValue> at(unsigned Root);
  llvm::Expected<IntValue> definition(unsigned Number);

private:
  std::optional<IntValue> compute(unsigned Root);
  std::optional<IntValue> named(const ExpressionNode &N) const;
  std::optional<IntValue> unary(const ExpressionNode &N);
  std::optional<IntValue> binary(const ExpressionNode &N);
  std::optional<IntValue> shift(const ExpressionNode &N, IntValue A,
                                IntValue B);
  std::optional<IntValue> multiply24(const ExpressionNode &N, IntValue A,
                                     IntValue B);
  std::optional<IntValue> defined(unsigned Number);
  std::optional<IntValue> wrong(const ExpressionNode &N,
                                const llvm::Twine &Why);
  std::optional<IntValue> checked(const ExpressionNode &N, bool Overflow,
                                  int64_t Value, IntType Type);
  llvm::Error error();

  const IndexText &Text;
  const BlockShape &Block;
  unsigned Thread, Access;
  std::vector<std::optional<IntValue>> Known; ///< By definition.
  std::optional<std::pair<size_t, std::string>> Fault;
};

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EVALUATION_H
