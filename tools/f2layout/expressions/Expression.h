//===- Expression.h - Index expressions of C ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Authors of kernels write places in memory as index expressions:
//
//   int row = threadIdx.x / 4; tile[row + 8 * i][2 * (t % 4)]
//
// A text has definitions, separated by commas or semicolons, and may end in an
// access. Each definition may use the names of earlier ones.
//
//   text       := {definition (","|";")} [definition | access] [";"]
//   definition := [{"const"} ("auto"|type)] name "=" expression
//   access     := element | "*" vectors | "*" "(" vectors "+" expression ")"
//               | vectors "[" expression "]"
//               | "(" vectors ")" "[" expression "]"
//   element    := name "[" expression "]" {"[" expression "]"}
//   vectors    := "(" pointer type ")" (place | "(" place ")")
//               | "reinterpret_cast" "<" pointer type ">" "(" place ")"
//   place      := "&" element | name {"[" expression "]"} ["+" expression]
//
// *(float4 *)&tile[row][8 * t] accesses 16 bytes at that element, and
// reinterpret_cast<float4 *>(&tile[row][0])[2 * t] those that are 2 * t times
// 16 bytes behind. As in C, tile[row] is the place of a row of a tile[32][36],
// and tile[row] + c that of its element c. Other pointer types are const or
// volatile ones. A condition, as of an if statement, ends in an expression
// instead of an access. blockIdx.x and gridDim.x (.y .z) may be defined, and
// have no value otherwise.
//
// Expressions have the operators of C in C's precedence:
//
//   ?:  ||  &&  |  ^  &  == !=  < <= > >=  << >>  + -  * / %  ! ~ - + (type)
//
// and int(x) and static_cast<int>(x) as other forms of (int)x, min(x, y),
// max(x, y), __popc(x), __mul24(x, y) and __umul24(x, y), true and false, and
// numbers in decimal, hexadecimal (0x) and binary (0b), with the suffixes u, l
// and ll. The names that every thread has are
//
//   threadIdx.x .y .z, blockDim.x .y .z   unsigned, as in CUDA and HIP
//   tx ty tz                              threadIdx as int
//   t     tx + blockDim.x * (ty + blockDim.y * tz)
//   lane  t % warpSize          warp  t / warpSize         warpSize
//   i     the number of the access among those of a thread, from 0
//
// Types. Values have one of C's types int, unsigned, long, unsigned long (32
// and 64 bits), and operands are converted as in C. A cast to bool, char or
// short makes the value one of that type, and then an int. This matters where a
// value is negative: (threadIdx.x - 1) % 3 is 0 in thread 0, since 2^32 - 1 is
// a multiple of 3, but (t - 1) % 3 is -1. Overflow of a signed type is an
// error, as it has no meaning in C.
//
// (ISO C++17, [expr.arith.conv], [expr.shift], [conv.prom].)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSION_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSION_H

#include "tools/f2layout/commandline/Input.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace f2layout::calc {

/// A type of C: int, unsigned, long or unsigned long.
struct IntType {
  bool IsUnsigned = false;
  bool IsLong = false;
};

/// The type in which two operands meet.
inline IntType commonType(IntType A, IntType B) {
  const bool IsLong = A.IsLong || B.IsLong;
  return {(A.IsUnsigned && A.IsLong == IsLong) ||
              (B.IsUnsigned && B.IsLong == IsLong),
          IsLong};
}

/// A value of a type. Bits is its 64-bit two's complement, so an int is sign
/// extended and an unsigned is zero extended.
struct IntValue {
  uint64_t Bits = 0;
  IntType Type;

  bool isNegative() const { return !Type.IsUnsigned && int64_t(Bits) < 0; }
  /// The value in decimal.
  std::string text() const;
};

/// What the names of ThreadName stand for.
enum class ThreadName : uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockX,
  BlockY,
  BlockZ,
  SignedX, ///< tx
  SignedY, ///< ty
  SignedZ, ///< tz
  Thread,
  Lane,
  Warp,
  WarpSize,
  Access, ///< i
};

/// One node; operands are numbers of earlier nodes.
struct ExpressionNode {
  enum Kind : uint8_t {
    Number,
    Name,       ///< A ThreadName.
    Definition, ///< The value of definition number A.
    Cast,
    Not,
    Complement,
    Negate,
    Plus,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Min,
    Max,
    Multiply24,         ///< __mul24
    MultiplyUnsigned24, ///< __umul24
    PopCount,
    Choose ///< A ? B : C
  };
  Kind K = Number;
  ThreadName Which = ThreadName::Thread;
  unsigned A = 0, B = 0, C = 0;
  IntValue Value;      ///< Number: its value.
  IntType Type;        ///< Of the result.
  unsigned Narrow = 0; ///< Cast: bits of a type narrower than int; 1 is bool.
  size_t At = 0;       ///< The place of the operator or the operand.
};

struct ExpressionDefinition {
  std::string Name;
  unsigned Root = 0;
  std::optional<IntType> Type; ///< If it is declared with one.
  bool IsUsed = false;         ///< By a later definition or by the access.
};

struct ArrayAccess {
  std::string Array;
  llvm::SmallVector<unsigned, 2> Subscripts;
  llvm::SmallVector<std::string, 2> Texts; ///< Of the subscripts.
  size_t At = 0;
  /// The bytes of the type that the access is cast to; 0: those of an element.
  unsigned Bytes = 0;
  /// Of an access through a cast: whether & is in front of the array, and the
  /// number of the vector from there.
  bool HasAddressOf = false;
  std::optional<unsigned> Vector;
};

/// A text, parsed. Places are offsets in the definitions that came before it,
/// and behind their end, in the text itself.
struct IndexText {
  SourceText Source;
  SourceText Let;              ///< The definitions before; may be empty.
  unsigned LetDefinitions = 0; ///< Their number.
  std::vector<ExpressionNode> Nodes;
  std::vector<ExpressionDefinition> Definitions;
  std::optional<ArrayAccess> Access;
  bool UsesAccessNumber = false; ///< "i" is used.

  /// The place of an offset in Source.
  size_t ownPlace(size_t Offset) const { return Let.Text.size() + 1 + Offset; }
  /// An error at a place.
  llvm::Error errorAtPlace(size_t Place, const llvm::Twine &Message) const;
};

/// The longest text.
constexpr size_t MostIndexText = 16384;

/// Parses a text. \p Let has definitions before it, and may be empty. Errors
/// show the line with a caret.
llvm::Expected<IndexText> parseIndexText(const SourceText &Source,
                                         const SourceText &Let = {});
/// Parses a text that ends in a condition, which becomes the last definition
/// and has no name.
llvm::Expected<IndexText> parseCondition(const SourceText &Source,
                                         const SourceText &Let = {});

/// Returns true if the text is meant as an access and not as a layout in any
/// notation: it has a subscript, and neither an arrow nor the first sign of
/// another notation. A bracket in front, which CuTe's layouts have as well,
/// must be that of a pointer.
bool looksLikeAccess(llvm::StringRef Text);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_EXPRESSION_H
