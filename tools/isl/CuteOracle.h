//===- CuteOracle.h - CuTe's operations stated as relations ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an operation of CuTe's algebra means, in terms of sets and relations
// only, and whether a result is that. Nothing here calls the operations of
// layouts/cute/: a layout is the relation of its modes, and isl does the rest.
//
//   composition   B, then A, whose last mode goes on without an end
//   by mode       the same for each mode, side by side, and the sum of all
//   complement    C is increasing, and the set
//                   { t in [0, |C| * |S|) : t is no sum of an item of C and an
//                                           item of S other than 0 }
//                 of the values S of the layout. Each t depends on smaller ones
//                 only, so one set has this property. If strides leave gaps
//                 that copies do not fill, C are the copies at multiples of
//                 what is below each stride, as many as end at or below it
//   division      [t, r] -> A(B(t) + C(r)), C the complement of B
//   product       [a, b] -> A(a) + C(B(b)), C the complement of A
//   upcast        every mode alone is the increasing enumeration of the words
//                 that its values touch
//   right inverse   then L it is the identity of [0, n)
//   left inverse    L then it is the identity; if L is not injective, L again
//                   after L
//   enumeration     the increasing function of [0, n) onto a set: there is one
//
// Statements about a set of numbers say everything about an increasing layout,
// because there is only one increasing function from [0, n) onto a set.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_ISL_CUTEORACLE_H
#define F2LAYOUT_TOOLS_ISL_CUTEORACLE_H

#include "layouts/cute/Layout.h"
#include "tools/isl/Oracle.h"

namespace f2layout::oracle {

class CuteOracle {
public:
  explicit CuteOracle(Context &C) : C(C) {}

  /// Whether the last mode ends, or goes on for all numbers from 0.
  enum Extent { Ends, GoesOn };

  /// [c] -> [x], the values at integral coordinates.
  Map layout(const cute::Layout &L, Extent E = Ends) { return sum({L}, E); }
  /// The same for all numbers, as a function whose values isl computes.
  Function function(const cute::Layout &L);
  /// The same as layout() without a division: c is the sum of digits below the
  /// sizes, times the sizes before them. Slow for many modes.
  Map byDigits(const cute::Layout &L);
  /// All values: the sums of digits below the sizes, times the strides. That
  /// needs no coordinate, and so no division.
  Set values(const cute::Layout &L);
  /// [c0, c1, ...] -> [x], the sum of the values of the parts.
  Map sum(llvm::ArrayRef<cute::Layout> Parts, Extent E = Ends);
  /// [c0, c1, ...] -> [x0, x1, ...], each part alone.
  Map parts(llvm::ArrayRef<cute::Layout> Parts, Extent E = Ends);
  /// The maps side by side.
  Map sideBySide(llvm::ArrayRef<Map> Maps);
  /// [x0, x1, ...] -> [x0 + x1 + ...]
  Map addition(unsigned Count);
  /// [i0, i1, ...] -> [i(Order[0]), i(Order[1]), ...]
  Map permutation(llvm::ArrayRef<unsigned> Order);
  /// 0, ..., Size - 1.
  Set below(int64_t Size);

  /// B, then A.
  Map after(const cute::Layout &A, const cute::Layout &B) {
    return layout(B).then(layout(A, GoesOn));
  }
  /// [t, r] -> A(B(t) + Rest(r))
  Map divided(const cute::Layout &A, const cute::Layout &B,
              const cute::Layout &Rest);
  /// [a, b] -> A(a) + Places(B(b))
  Map multiplied(const cute::Layout &A, const cute::Layout &B,
                 const cute::Layout &Places);

  /// Both have the same values at all coordinates.
  Answer same(const cute::Layout &A, const cute::Layout &B) {
    return layout(A).equals(layout(B));
  }
  /// R is the increasing enumeration of the set.
  Answer enumerates(const cute::Layout &R, const Set &Values);
  /// Gaps is set if copies of L and the complement do not fill an interval.
  Answer isComplement(const cute::Layout &L, const cute::Layout &R, bool &Gaps);
  /// L is no function of digit I, a flattened mode.
  Answer isWithoutEffect(const cute::Layout &L, unsigned I);
  Answer isRightInverse(const cute::Layout &L, const cute::Layout &R);
  Answer isLeftInverse(const cute::Layout &L, const cute::Layout &R);
  /// The most n such that 0, ..., n - 1 are in the set; nothing if isl does not
  /// find it.
  std::optional<int64_t> initialInterval(const Set &S);
  /// The numbers of N-element words in which elements are.
  Map wordOf(int64_t N);
  /// Every element is N parts: [x] -> [N*x + p].
  Map partsOf(int64_t N);

private:
  Context &C;
};

/// Yes if both are, No if one is not.
Answer both(Answer A, Answer B);

} // namespace f2layout::oracle

#endif // F2LAYOUT_TOOLS_ISL_CUTEORACLE_H
