//===- ThreadChecks.cpp - Does a layout fit the threads of a block? -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ThreadChecks.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/machine/Limits.h"

using namespace llvm;
using namespace f2layout;

std::string f2layout::copiesHint(StringRef Threads) {
  return ("; " + Threads + " that hold copies have bits at element 0").str();
}

Error f2layout::checkThreadInputs(const LinearLayout &L, const Twine &Which) {
  if (hasThreads(L))
    return Error::success();
  return layoutError(Which +
                     " has inputs other than register, lane, warp, block");
}

Error f2layout::checkLanes(const LinearLayout &L, const Twine &Which,
                           unsigned LaneBits, const Twine &Whose) {
  if (L.inputBits("lane") == LaneBits)
    return Error::success();
  return layoutError(Which + " has 2^" + Twine(L.inputBits("lane")) +
                     " lanes, expected " + Twine(1u << LaneBits) + Whose +
                     copiesHint("lanes"));
}

Error f2layout::checkThreadCount(const LinearLayout &L, const Twine &Which) {
  const unsigned Bits = L.inputBits("lane") + L.inputBits("warp");
  if (Bits <= MaxBlockThreadBits)
    return Error::success();
  return layoutError(Which + " has 2^" + Twine(Bits) +
                     " threads, expected at most " + Twine(MaxBlockThreads));
}

Error f2layout::checkRegisterCount(const LinearLayout &L, const Twine &Which,
                                   unsigned MostBits) {
  const unsigned Bits = L.inputBits("register");
  if (Bits <= MostBits)
    return Error::success();
  return layoutError(Which + " has 2^" + Twine(Bits) +
                     " registers a thread, expected at most 2^" +
                     Twine(MostBits));
}

Error f2layout::checkOneBlock(const LinearLayout &L, const Twine &Which,
                              const Twine &Why) {
  if (columnsOf(L, "block").rank() == 0)
    return Error::success();
  return layoutError("blocks of " + Which +
                     " hold different elements, expected images of zero for "
                     "block: " +
                     Why);
}
