//===- QuasiAffine.h - Expressions of isl's relations ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of isl's relations, as trees that can be evaluated:
//
//   expression := {"-"} term {("+" | "-") {"-"} term}
//   term       := number | number name-factor | number "*" factor | factor
//   factor     := operand ["mod" number | "*" number {"*" number}]
//   operand    := number ["*" factor] | name | "(" expression ")"
//               | "floor" "(" {"-"} term "/" number ")"
//
// A term begins with the first of these that fits, and a name-factor is a
// factor that begins with a name: `2x` is 2*x. This is how isl reads. It is
// not how C reads, as mod binds the one operand in front of it:
//
//   text              meaning             and not
//   2*x mod 4         2*(x mod 4)         (2*x) mod 4
//   -x mod 4          -(x mod 4)          (-x) mod 4
//   2*3*x mod 4 * 5   2*(3*(x mod 4)*5)
//   floor((x + 1)/4)  as in C; without the inner brackets isl divides only 1
//
// What isl refuses is refused here: `x mod 4 mod 2`, `x*2 mod 4`, `7 mod 4`,
// `2(x)`, `floor(x mod 4/2)`. isl reads more than this, such as `x % 4`.
//
// Division rounds down, and the result of mod is not negative. Values are 64
// bits wide; an expression with an intermediate value outside has no value.
// Expressions are at most 64 deep, where a bracket, a floor and a factor behind
// `*` count, so that no text exhausts the stack.
//
// (accept_affine() and accept_affine_factor() in isl_input.c of isl 0.25.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_RELATIONS_QUASIAFFINE_H
#define F2LAYOUT_LAYOUTS_RELATIONS_QUASIAFFINE_H

#include "layouts/algebra/TextReader.h"
#include <optional>
#include <string>
#include <vector>

namespace f2layout {
inline namespace layouts {

struct QuasiAffine {
  enum Kind {
    Constant, ///< Number
    Variable, ///< Number of the name
    Sum,      ///< Parts[0] + Parts[1] + ...
    Scale,    ///< Number * Parts[0]
    Floor,    ///< floor(Parts[0] / Number)
    Mod,      ///< Parts[0] mod Number
  };
  Kind K = Constant;
  int64_t Number = 0;
  std::vector<QuasiAffine> Parts;

  bool isVariable(unsigned Which) const {
    return K == Variable && Number == int64_t(Which);
  }
  /// Nothing if a value does not fit into 64 bits. Values are those of the
  /// variables.
  std::optional<int64_t> evaluate(llvm::ArrayRef<int64_t> Values) const;
  /// The number if there are no variables.
  std::optional<int64_t> constant() const;
  /// Whether a variable for which F holds occurs.
  bool mentions(llvm::function_ref<bool(unsigned)> F) const;
};

/// Reads expressions of names that are known.
class QuasiAffineReader {
public:
  QuasiAffineReader(TextReader &Text, const std::vector<std::string> &Names)
      : Text(Text), Names(Names) {}
  llvm::Error expression(QuasiAffine &E);

private:
  llvm::Error term(QuasiAffine &E);
  llvm::Error factor(QuasiAffine &E);
  llvm::Error operand(QuasiAffine &E);
  llvm::Error factorAfterNumber(int64_t Number, QuasiAffine &E);
  llvm::Error moreFactors(QuasiAffine &E);
  llvm::Error variable(QuasiAffine &E);
  llvm::Error floorOf(QuasiAffine &E);
  llvm::Error integer(int64_t &Value);
  /// A number other than 0.
  llvm::Error divisor(int64_t &Divisor);
  /// Reads a part that is one level deeper.
  llvm::Error nested(llvm::function_ref<llvm::Error()> Part);
  /// Takes minus signs; true if their number is odd.
  bool takeMinus();

  TextReader &Text;
  const std::vector<std::string> &Names;
  unsigned Depth = 0;
  /// Whether isl would take a "/" behind what was read last.
  bool MayDivide = false;
};

/// Whether the next token is this character, which TextReader has no symbol
/// for; takes it if it is.
bool takeCharacter(TextReader &Text, llvm::StringRef Character);
/// A name with the primes behind it.
std::string takePrimedName(TextReader &Text);
/// Whether the next token is this word of the notation, such as mod; the second
/// one takes it if it is. With primes behind it, it is a name: floor'.
bool atWord(const TextReader &Text, llvm::StringRef Word);
bool takeWord(TextReader &Text, llvm::StringRef Word);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_RELATIONS_QUASIAFFINE_H
