//===- Relation.h - Layouts as integer relations, in isl's notation -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integer set library isl knows relations between tuples of integers. They
// are the common language of layouts that are linear over F2 and of layouts
// with strides. The tile whose row i has its columns swizzled by xor with i,
//
//   offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]
//
// is this relation, in the text that isl reads:
//
//   { [offset] -> [dim0 = floor(offset/4),
//                  dim1 = (offset + floor(offset/4)) mod 2
//                         + 2*((floor(offset/2) + floor(offset/8)) mod 2)]
//     : 0 <= offset <= 15 and 0 <= dim0, dim1 <= 3 }
//
// A bit of a number is floor(x/2^k) mod 2, and the xor of bits is the sum
// mod 2. All values are given by such quasi-affine expressions of the inputs,
// not by unknown bits: isl then has no unknowns to eliminate, and decides equal
// questions much faster.
//
// The bounds of the outputs follow from the values. They are written because a
// layout has the size of its outputs, even if no element is at their end.
//
// Relations are written here without the library isl. To calculate with them
// is its work (tools/isl/).
//
// Names. isl has one set of names for inputs and outputs, and keywords. A name
// that is taken gets a prime: { [lane] -> [lane' = lane] }.
//
// (S. Verdoolaege, isl: An Integer Set Library for the Polyhedral Model, and
// the manual of isl, "Input and Output". S. G. Bhaskaracharya and others,
// Modeling Layout Abstractions Using Integer Set Relations, 2025.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_RELATIONS_RELATION_H
#define F2LAYOUT_LAYOUTS_RELATIONS_RELATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// An integer of a tuple: 0 <= Name <= Last. Last is a numeral of any length;
/// empty if there are no bounds.
struct RelationDim {
  std::string Name;
  std::string Last;
};

/// An integer that is the value of an expression of other integers.
struct RelationEquation {
  std::string Name;
  std::string Value;
};

struct Relation {
  /// What it is, in words: "binary coordinate map".
  std::string Title;
  std::vector<RelationDim> Inputs, Outputs;
  /// Of each output. If there are hidden integers, also of inputs.
  std::vector<RelationEquation> Equations;
  /// Integers on which equations depend, but that are neither input nor output:
  /// offsets without padding, where the input is an address.
  std::vector<RelationDim> Hidden;
};

/// `{ [lane] -> [dim0 = lane] : 0 <= lane <= 31 and 0 <= dim0 <= 31 }`, on one
/// line. With hidden integers the equations follow the colon:
///
///   { [address] -> [dim0] : exists (offset : 0 <= offset <= 31
///         and address = offset + 2*floor(offset/8) and dim0 = offset)
///     and 0 <= dim0 <= 31 }
std::string toString(const Relation &R);

/// Chooses names that isl accepts and that are all different.
class RelationNames {
public:
  /// The name itself, or the name with primes behind it.
  std::string choose(llvm::StringRef Name);

private:
  std::vector<std::string> Taken;
};
/// The name without the primes.
llvm::StringRef withoutPrimes(llvm::StringRef Name);

/// The numerals 2^N and 2^N - 1.
std::string powerOfTwo(unsigned N);
std::string lastOf(unsigned Bits);

/// A sum of terms, each a numeral and an expression.
class RelationSum {
public:
  /// Adds Factor * Expression. Compound expressions, such as `x mod 2`, need
  /// brackets in a sum.
  void add(llvm::StringRef Factor, llvm::StringRef Expression,
           bool Compound = false);
  /// Adds a constant that is not zero.
  void addConstant(llvm::StringRef Number);
  /// "0" without terms.
  std::string text() const;

private:
  struct Term {
    std::string Factor, Expression;
    bool Compound;
  };
  std::vector<Term> Terms;
};

/// Count bits of a number of Total bits, from bit First: `floor(x/4) mod 8`.
/// Compound is set if the expression needs brackets in a sum.
std::string bitsExpression(llvm::StringRef Name, unsigned First, unsigned Count,
                           unsigned Total, bool &Compound);
/// floor(x/2^First), or x if First is 0: it has the parity of bit First.
std::string shifted(llvm::StringRef Name, unsigned First);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_RELATIONS_RELATION_H
