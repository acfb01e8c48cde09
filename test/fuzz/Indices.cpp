//===- Indices.cpp --------------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Indices.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::fuzz {

/// The greatest number with as many bits as Most.
static uint64_t bitsOf(uint64_t Most) { return NextPowerOf2(Most) - 1; }

/// One operation on X. Where the result may exceed 32 bits, or is negative,
/// nothing is known of it.
Bounded Indices::step(Bounded X, ArrayRef<Bounded> Begin) {
  auto known = [](Value *V, uint64_t Most) {
    return Bounded{V, std::min<uint64_t>(Most, ~0u)};
  };
  const unsigned C = D.below(64);
  const unsigned Bits = Log2_64_Ceil(bitsOf(X.Most) + 1);
  switch (D.below(11)) {
  case 0:
    return known(B.CreateXor(X.V, C), bitsOf(X.Most) | bitsOf(C));
  case 1:
    return known(B.CreateAdd(X.V, B.getInt32(C)), X.Most + C);
  case 2:
    return known(B.CreateMul(X.V, B.getInt32(2 * C + 1)), X.Most * (2 * C + 1));
  case 3: { // a rotation of its bits
    if (Bits < 2 || Bits > 16)
      return X;
    const unsigned By = 1 + C % (Bits - 1);
    Value *Up = B.CreateAnd(B.CreateShl(X.V, By), bitsOf(X.Most));
    return known(B.CreateOr(Up, B.CreateLShr(X.V, Bits - By)), bitsOf(X.Most));
  }
  case 4: { // padding
    const unsigned Row = 3 + C % 4, Pad = 1 + C / 16;
    Value *Rows = B.CreateLShr(X.V, Row);
    return known(B.CreateAdd(X.V, B.CreateMul(Rows, B.getInt32(Pad))),
                 X.Most + (X.Most >> Row) * Pad);
  }
  case 5:
    return known(B.CreateLShr(X.V, C % 6), X.Most >> C % 6);
  case 6:
    return known(B.CreateAnd(X.V, 2 * C + 1),
                 std::min<uint64_t>(X.Most, bitsOf(2 * C + 1)));
  case 7: // from behind
    if (X.Most > 1 << 16)
      return X;
    return known(B.CreateSub(B.getInt32(X.Most), X.V), X.Most);
  case 8: { // another one
    const Bounded Y = Begin[D.below(Begin.size())];
    const unsigned Stride = 1u << D.below(8);
    return known(B.CreateAdd(X.V, B.CreateMul(Y.V, B.getInt32(Stride))),
                 X.Most + Y.Most * Stride);
  }
  case 9: { // the xor of two parts, as in a swizzle
    const unsigned Row = 1 + C % 5;
    Value *Other = B.CreateAnd(B.CreateLShr(X.V, Row), (2u << C % 4) - 1);
    return known(B.CreateXor(X.V, Other), bitsOf(X.Most) | ((2u << C % 4) - 1));
  }
  default:
    return known(B.CreateShl(X.V, C % 4), X.Most << C % 4);
  }
}

Value *Indices::below(uint64_t Size, ArrayRef<Bounded> Begin) {
  // Half of them begin with the thread's index.
  Bounded X = Begin[D.oneIn(2) ? D.below(Begin.size()) : 0];
  for (unsigned Steps = D.below(4); Steps; --Steps)
    X = step(X, Begin);
  if (X.Most < Size)
    return X.V;
  if (isPowerOf2_64(Size))
    return B.CreateAnd(X.V, Size - 1);
  return B.CreateURem(X.V, B.getInt32(Size));
}

} // namespace f2layout::fuzz
