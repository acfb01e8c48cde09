//===- ExpressionNames.cpp - The words of index expressions ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ExpressionNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout::calc {

using Node = ExpressionNode;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

// Longer signs first, so that << is not read as <.
constexpr BinaryOperator BinaryOperators[] = {
    {"||", Node::Or, 1},        {"&&", Node::And, 2},
    {"==", Node::Equal, 6},     {"!=", Node::NotEqual, 6},
    {"<<", Node::ShiftLeft, 8}, {">>", Node::ShiftRight, 8},
    {"<=", Node::LessEqual, 7}, {">=", Node::GreaterEqual, 7},
    {"|", Node::BitOr, 3},      {"^", Node::BitXor, 4},
    {"&", Node::BitAnd, 5},     {"<", Node::Less, 7},
    {">", Node::Greater, 7},    {"+", Node::Add, 9},
    {"-", Node::Subtract, 9},   {"*", Node::Multiply, 10},
    {"/", Node::Divide, 10},    {"%", Node::Remainder, 10},
};

constexpr NamedValue NamedValues[] = {
    {"threadIdx.x", ThreadName::ThreadX}, {"threadIdx.y", ThreadName::ThreadY},
    {"threadIdx.z", ThreadName::ThreadZ}, {"blockDim.x", ThreadName::BlockX},
    {"blockDim.y", ThreadName::BlockY},   {"blockDim.z", ThreadName::BlockZ},
    {"tx", ThreadName::SignedX},          {"ty", ThreadName::SignedY},
    {"tz", ThreadName::SignedZ},          {"t", ThreadName::Thread},
    {"lane", ThreadName::Lane},           {"warp", ThreadName::Warp},
    {"warpSize", ThreadName::WarpSize},   {"i", ThreadName::Access},
};

// Longer names first.
constexpr NamedType NamedTypes[] = {
    {"unsigned char", {true, false}, 8},
    {"unsigned short", {true, false}, 16},
    {"unsigned long long", {true, true}},
    {"unsigned long", {true, true}},
    {"unsigned int", {true, false}},
    {"unsigned", {true, false}},
    {"long long", {false, true}},
    {"long", {false, true}},
    {"int", {false, false}},
    {"size_t", {true, true}},
    {"int32_t", {false, false}},
    {"uint32_t", {true, false}},
    {"int64_t", {false, true}},
    {"uint64_t", {true, true}},
    {"bool", {true, false}, 1},
    {"signed char", {}, 8},
    {"char", {}, 8},
    {"int8_t", {}, 8},
    {"uint8_t", {true, false}, 8},
    {"short", {}, 16},
    {"int16_t", {}, 16},
    {"uint16_t", {true, false}, 16},
};

constexpr NamedFunction NamedFunctions[] = {
    {"min", Node::Min, 2},
    {"max", Node::Max, 2},
    {"__popc", Node::PopCount, 1},
    {"__mul24", Node::Multiply24, 2},
    {"__umul24", Node::MultiplyUnsigned24, 2},
};

const BinaryOperator *operatorAtFront(StringRef Text) {
  const BinaryOperator *Found =
      find_if(BinaryOperators, [&](const BinaryOperator &Op) {
        return Text.starts_with(Op.Sign);
      });
  return Found == std::end(BinaryOperators) ? nullptr : Found;
}

ArrayRef<NamedValue> namedValues() { return NamedValues; }
ArrayRef<NamedType> namedTypes() { return NamedTypes; }

const NamedFunction *functionNamed(StringRef Name) {
  const NamedFunction *Found = find_if(
      NamedFunctions, [&](const NamedFunction &F) { return F.Name == Name; });
  return Found == std::end(NamedFunctions) ? nullptr : Found;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// As in C, whose comparisons are ints. Operands of a shift do not meet.
IntType typeOf(const Node &N, const IndexText &Text) {
  auto Of = [&](unsigned Operand) { return Text.Nodes[Operand].Type; };
  switch (N.K) {
  case Node::Number:
    return N.Value.Type;
  case Node::Cast: // What is narrower than int becomes an int.
    return N.Narrow ? IntType{} : N.Type;
  case Node::Name:
    return {N.Which <= ThreadName::BlockZ, false};
  case Node::Definition: {
    const ExpressionDefinition &D = Text.Definitions[N.A];
    return D.Type.value_or(Of(D.Root));
  }
  case Node::MultiplyUnsigned24:
    return {true, false};
  case Node::Complement:
  case Node::Negate:
  case Node::Plus:
  case Node::ShiftLeft:
  case Node::ShiftRight:
    return Of(N.A);
  case Node::Choose:
    return commonType(Of(N.B), Of(N.C));
  case Node::Min:
  case Node::Max:
  case Node::Multiply:
  case Node::Divide:
  case Node::Remainder:
  case Node::Add:
  case Node::Subtract:
  case Node::BitAnd:
  case Node::BitXor:
  case Node::BitOr:
    return commonType(Of(N.A), Of(N.B));
  default:
    return {};
  }
}

} // namespace f2layout::calc
