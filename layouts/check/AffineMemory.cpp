//===- AffineMemory.cpp - Shared memory as an affine map ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/check/AffineMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

ThreadColumns AffineMemory::columnsOf(const Step &S) const {
  ThreadColumns Columns{};
  size_t N = std::min<size_t>(ThreadBits, S.Address.Columns.size());
  std::copy_n(S.Address.Columns.begin(), N, Columns.begin());
  return Columns;
}

/// Most accesses of a plan have the same columns, which are analysed once.
void AffineMemory::look(const Step &S, Addresses &A) const {
  const ThreadColumns Columns = columnsOf(S);
  if (A.Known && A.Columns == Columns)
    return;
  A = Addresses();
  A.Columns = Columns;
  Echelon<uint64_t> Seen;
  for (uint32_t Column : Columns) {
    Seen.insert(uint64_t(Column));
    A.Bits |= Column;
  }
  A.Basis = Seen.reducedBasis();
}

std::string AffineMemory::findFault(const Step &S, const Addresses &A) const {
  if ((A.Bits | S.Address.Constant) & (S.Bytes - 1))
    return "misaligned access";
  uint64_t Highest = S.Address.Constant;
  for (uint64_t V : reverse(A.Basis))
    Highest = std::max(Highest, Highest ^ V);
  if (Highest + S.Bytes > ScratchBytes)
    return "access beyond the scratch memory";
  return "";
}

std::optional<uint64_t> AffineMemory::originAt(uint64_t Difference) const {
  Echelon<uint64_t>::Entry E = Contents.reduce({Difference, 0});
  if (E.Vector)
    return std::nullopt;
  return E.Label;
}

bool AffineMemory::enter(uint64_t Address, uint64_t Origin) {
  Echelon<uint64_t>::Entry E{Address, Origin};
  return Contents.insert(E) || E.Label == 0;
}

/// The first store sets the span and the linear part.
bool AffineMemory::begin(const Step &S, ArrayRef<uint32_t> Origins,
                         const ThreadColumns &Linear) {
  Bytes = S.Bytes;
  FirstAddress = S.Address.Constant;
  FirstOrigin = Origins[0];
  StoredLinear = Linear;
  for (unsigned B = 1; B < Bytes; B *= 2) {
    Span.insert(uint64_t(B));
    if (!enter(B, Origins[B] ^ Origins[0]))
      return false;
  }
  for (unsigned J = 0; J < ThreadBits; ++J) {
    Entry OfThread{Stored.Columns[J], uint64_t(1) << J};
    Span.insert(OfThread);
    if (!enter(Stored.Columns[J], Linear[J]))
      return false;
  }
  for (unsigned B = 0; B < Bytes; ++B)
    OfByte.push_back(originAt(B).value_or(0));
  Stored.Known = true;
  return true;
}

unsigned AffineMemory::shownToAll() const {
  return ThreadBits == LaneBits ? Interval : SeenByBlock;
}

/// Forgets the contents if a barrier follows all accesses so far, so that the
/// next stores cannot race with them.
void AffineMemory::startAgain() {
  if (!WasRead || LastAccess >= shownToAll())
    return;
  Stored = Loaded = Addresses();
  Bytes = 0;
  Span = Contents = Echelon<uint64_t>();
  OfByte.clear();
  Written.clear();
  WasRead = false;
}

bool AffineMemory::store(const Step &S, ArrayRef<uint32_t> Origins,
                         const ThreadColumns &Linear, std::string &Fault) {
  startAgain();
  LastAccess = Interval;
  if (!isPowerOf2_32(S.Bytes) ||
      (Bytes && (Bytes != S.Bytes || Linear != StoredLinear ||
                 columnsOf(S) != Stored.Columns)))
    return false;
  look(S, Stored);
  Fault = findFault(S, Stored);
  if (!Fault.empty() || (!Bytes && !begin(S, Origins, Linear)))
    return false;
  for (unsigned B = 0; B < Bytes; ++B)
    if (Origins[B] != (Origins[0] ^ OfByte[B]))
      return false;
  // Threads and bytes at different addresses, and no other store there.
  Entry Coset = Span.reduce({S.Address.Constant, 0});
  auto [Before, IsFirst] =
      Written.try_emplace(Coset.Vector, Part{Coset.Label, Interval});
  if (Span.size() != ThreadBits + Log2_32(Bytes) || !IsFirst) {
    // After a barrier it may be correct; this cannot be decided here.
    if (IsFirst || Before->second.Interval >= shownToAll())
      Fault = "two stores to one byte";
    return false;
  }
  Loaded.Known = false;
  return enter(S.Address.Constant ^ FirstAddress, Origins[0] ^ FirstOrigin);
}

/// What a load of these columns finds: how origins depend on the thread, by
/// which cosets its threads differ, and how far the writer is from the reader.
void AffineMemory::trace(Addresses &A) const {
  A.Known = true;
  A.MixesWarps = false;
  A.Linear = {};
  A.Cosets.assign(1, {0, 0});
  Echelon<uint64_t> Apart;
  for (unsigned J = 0; J < ThreadBits; ++J) {
    std::optional<uint64_t> Origin = originAt(A.Columns[J]);
    A.Known &= Origin.has_value();
    A.Linear[J] = Origin.value_or(0);
    Entry E = Span.reduce({A.Columns[J], uint64_t(1) << J});
    if (!Apart.insert(E)) {
      A.MixesWarps |= E.Label >> LaneBits != 0;
      continue;
    }
    for (size_t I = 0, Half = A.Cosets.size(); I < Half; ++I)
      A.Cosets.push_back(
          {A.Cosets[I].Vector ^ E.Vector, A.Cosets[I].Label ^ E.Label});
  }
}

bool AffineMemory::isVisible(const Addresses &A, uint64_t Start) const {
  const Entry First = Span.reduce({Start, 0});
  return all_of(A.Cosets, [&](const Entry &C) {
    auto It = Written.find(First.Vector ^ C.Vector);
    if (It == Written.end() || It->second.Interval >= Interval)
      return false;
    if (It->second.Interval < SeenByBlock)
      return true;
    uint64_t Apart = First.Label ^ C.Label ^ It->second.Thread;
    return !A.MixesWarps && Apart >> LaneBits == 0;
  });
}

bool AffineMemory::load(const Step &S, SmallVectorImpl<uint32_t> &Origins,
                        ThreadColumns &Linear, std::string &Fault) {
  WasRead = true;
  LastAccess = Interval;
  if (!isPowerOf2_32(S.Bytes))
    return false;
  look(S, Loaded);
  Fault = findFault(S, Loaded);
  if (!Fault.empty() || !Bytes)
    return false;
  if (!Loaded.Known)
    trace(Loaded);
  std::optional<uint64_t> First = originAt(S.Address.Constant ^ FirstAddress);
  if (!Loaded.Known || !First)
    return false;
  // What each store that it reaches into wrote.
  for (unsigned Begin = 0; Begin < S.Bytes; Begin += Bytes) {
    std::optional<uint64_t> More = originAt(Begin);
    if (!More || !isVisible(Loaded, S.Address.Constant ^ Begin))
      return false;
    const uint64_t Origin = *First ^ FirstOrigin ^ *More;
    for (uint32_t B : ArrayRef(OfByte).take_front(std::min(Bytes, S.Bytes)))
      Origins.push_back(Origin ^ B);
  }
  Linear = Loaded.Linear;
  return true;
}
