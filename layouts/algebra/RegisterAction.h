//===- RegisterAction.h - Renaming registers, as a map --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane holds four elements of a row, but its registers 1 and 2 are exchanged,
// so it cannot store a vector of four:
//
//   L = register=[[2],[1]], lane=[[4],[8]] -> [16]       r0 r2 r1 r3 in memory
//
// Renaming registers while a kernel is compiled costs nothing. The action that
// takes result register r from source register 0, 2, 1, 3 for r = 0, 1, 2, 3
// restores the order, both in the layout and in the list of values:
//
//   A = *RegisterAction::ofBits({1, 0}, 2)
//   *A.apply(L)                   == register=[[1],[2]], lane=[[4],[8]] -> [16]
//   *A.apply({v0, v1, v2, v3})    == {v0, v2, v1, v3}
//   A.source(1) == 2,   A.toString() == "register=[[2],[1]] -> [register:4]"
//
// An action is any function from result registers to source registers. Three
// kinds have a constructor, from the most special to the most general:
//
//   ofBits({2, 0}, 3)        result bit 0 is source bit 2, result bit 1 is
//                            source bit 0; source bit 1 is left out (it is 0)
//   affine(M, c)             result register r is source register M r ^ c
//   ofRegisters({2, 0, 1}, 3)   any list, not only powers of two
//
// An affine list becomes the affine action, so actions are equal exactly if
// they are the same function. Affine actions take layouts to layouts; other
// actions apply to values only.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_REGISTERACTION_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_REGISTERACTION_H

#include "layouts/algebra/LinearLayout.h"
#include <vector>

namespace f2layout {
inline namespace layouts {

class RegisterAction {
public:
  /// The identity of a single register.
  RegisterAction() = default;
  static llvm::Expected<RegisterAction> identity(unsigned Bits);
  /// Result bit i is source bit Bits[i]. Fails if one is not below SourceBits,
  /// or occurs twice.
  static llvm::Expected<RegisterAction> ofBits(llvm::ArrayRef<unsigned> Bits,
                                               unsigned SourceBits);
  /// Rows are source bits, columns result bits, at most 63 of each: like the
  /// indices of every dimension of a layout, registers are counted in words.
  /// Also fails if the offset does not fit the rows.
  static llvm::Expected<RegisterAction> affine(const BitMatrix &Matrix,
                                               uint64_t Offset = 0);
  /// Result register r is source register Sources[r]. Fails if one is not below
  /// NumSources, and on an empty list.
  static llvm::Expected<RegisterAction>
  ofRegisters(llvm::ArrayRef<uint64_t> Sources, uint64_t NumSources);

  uint64_t numSources() const { return Sources; }
  uint64_t numResults() const { return Results; }
  /// The source register of result register R modulo numResults().
  uint64_t source(uint64_t R) const;

  bool isAffine() const { return Table.empty(); }
  bool isIdentity() const;
  /// Every source register is that of exactly one result register.
  bool isPermutation() const;
  /// Returns true if ofBits could have made the action.
  bool isBitSelection() const;

  /// Undoes this action. Fails if it is no permutation.
  llvm::Expected<RegisterAction> inverse() const;
  /// First this, then Next, on values: Next's sources are the results of this.
  llvm::Expected<RegisterAction> then(const RegisterAction &Next) const;

  /// The layout of the renamed registers: what it holds in result register r is
  /// what L holds in source(r). Fails if L has no such dimension or one of
  /// another size, or if the action is not affine.
  llvm::Expected<LinearLayout> apply(const LinearLayout &L,
                                     llvm::StringRef Dim = "register") const;

  /// The values of the result registers. Fails on a wrong number of values.
  template <typename T>
  llvm::Expected<std::vector<T>> apply(llvm::ArrayRef<T> Values) const {
    if (Values.size() != Sources)
      return wrongNumber(Values.size());
    std::vector<T> Renamed;
    for (uint64_t R = 0; R < Results; ++R)
      Renamed.push_back(Values[source(R)]);
    return Renamed;
  }

  /// An affine action as a layout from Dim to Dim.
  llvm::Expected<LinearLayout> layout(llvm::StringRef Dim = "register") const;
  /// The text of the layout, or the list of sources: "[2,0,1] of 3".
  std::string toString() const;

  bool operator==(const RegisterAction &O) const;
  bool operator!=(const RegisterAction &O) const { return !(*this == O); }

private:
  llvm::Error wrongNumber(uint64_t NumValues) const;
  std::optional<RegisterAction> asAffine() const;

  uint64_t Sources = 1, Results = 1;
  // Affine: Matrix and Offset. Otherwise: Table.
  BitMatrix Matrix;
  uint64_t Offset = 0;
  std::vector<uint64_t> Table;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_REGISTERACTION_H
