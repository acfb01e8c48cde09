//===- CommonIntrinsics.cpp - Intrinsics of all targets -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics: LLVM Language Reference, "Intrinsic Functions".
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/intrinsics/Elementwise.h"
#include "tools/f2sim/intrinsics/Intrinsics.h"
#include "tools/f2sim/machine/Machine.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace f2layout::sim {

/// In pieces of 16 bytes, which are as aligned as the call says.
static void copyMemory(Exec &E) {
  const Inst &I = E.I;
  const auto *Copy = cast<MemTransferInst>(I.I);
  const uint64_t ToAlign = Copy->getDestAlign().valueOrOne().value();
  const uint64_t FromAlign = Copy->getSourceAlign().valueOrOne().value();
  if (E.worstOf() >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &I, "undefined operand");
  uint64_t To = E.intOp(0), From = E.intOp(1), N = E.intOp(2);
  if (N > (1u << 24))
    return E.unsupported("copy of more than 16 MiB");
  std::vector<uint8_t> D(N), S(N);
  std::vector<Origin> O(N);
  for (uint64_t K = 0; K < N; K += 16) {
    unsigned Size = std::min<uint64_t>(16, N - K);
    if (!E.M.load(E.T, I, I.ToAS, From + K, Size, MinAlign(FromAlign, K),
                  I.Atomic, Bytes{&D[K], &S[K], &O[K]}))
      return;
  }
  for (uint64_t K = 0; K < N; K += 16) {
    unsigned Size = std::min<uint64_t>(16, N - K);
    if (!E.M.store(E.T, I, I.AS, To + K, Size, MinAlign(ToAlign, K), I.Atomic,
                   Bytes{&D[K], &S[K], &O[K]}))
      return;
  }
}

static void setMemory(Exec &E) {
  const Inst &I = E.I;
  if (E.stateOf(0) >= Undef || E.stateOf(2) >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &I, "undefined operand");
  uint64_t To = E.intOp(0), N = E.intOp(2);
  if (N > (1u << 24))
    return E.unsupported("fill of more than 16 MiB");
  for (uint64_t K = 0; K < N; ++K)
    if (!E.M.store(E.T, I, I.AS, To + K, 1, 1, I.Atomic, E.op(1)))
      return;
}

static void assume(Exec &E) {
  if (E.stateOf(0) == Defined && !(E.intOp(0) & 1))
    E.M.fault(Problem::Undefined, &E.T, &E.I, "assumption that does not hold");
}

static void trap(Exec &E) { E.M.fault(Problem::Undefined, &E.T, &E.I, "trap"); }

static void ptrMask(Exec &E) {
  E.put(0, E.intOp(0) & E.intOp(1), E.I.DstSize, E.worstOf(), E.anyData());
}

static void falseValue(Exec &E) { E.putFree(0); }

static bool lane(Inst &D, LaneHandler H, unsigned ID) {
  D.Code = Op::Lane;
  D.OnLane = H;
  D.Imm = ID;
  return true;
}

bool decodeCommonIntrinsic(Inst &D, const CallBase &CB) {
  unsigned ID = CB.getIntrinsicID();
  switch (ID) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing:
  case Intrinsic::pseudoprobe:
    // The result of invariant.start is only used by invariant.end.
    D.Code = Op::Nop;
    return true;
  case Intrinsic::assume:
    return lane(D, assume, ID);
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    return lane(D, trap, ID);
  case Intrinsic::is_constant:
    return lane(D, falseValue, ID);
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::annotation:
  case Intrinsic::ssa_copy:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::arithmetic_fence:
    D.Code = Op::Move;
    return true;
  case Intrinsic::ldexp:
    return !CB.getType()->isVectorTy() && lane(D, scaleByPower, ID);
  case Intrinsic::ptrmask:
    return lane(D, ptrMask, ID);
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline: {
    D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
    bool Set = ID == Intrinsic::memset || ID == Intrinsic::memset_inline;
    if (!Set)
      D.ToAS = CB.getArgOperand(1)->getType()->getPointerAddressSpace();
    return lane(D, Set ? setMemory : copyMemory, ID);
  }
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::abs:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::uadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
    return lane(D, integerElementwise, ID);
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::umul_with_overflow:
    if (CB.getArgOperand(0)->getType()->isVectorTy())
      return false;
    return lane(D, integerWithOverflow, ID);
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
    return lane(D, reduceIntegers, ID);
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return lane(D, reduceFloats, ID);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::canonicalize:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::sqrt:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::round:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::pow:
    return lane(D, floatElementwise, ID);
  default:
    return false;
  }
}

} // namespace f2layout::sim
