//===- Memory.cpp - Buffers, address spaces and writers -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/program/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace f2layout::sim {

static uint64_t mix(uint64_t X) {
  X += 0x9e3779b97f4a7c15ull;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9ull;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebull;
  return X ^ (X >> 31);
}

/// Odd bytes are the top bytes of floats of any width. A sign and 24 exponent
/// values around that of one keep half, bfloat, float and double finite.
static uint8_t finiteTop(uint8_t B) { return (B & 0x80) | (0x38 + B % 12); }

void MemObject::fill(Page &P, uint64_t First) const {
  std::memset(P.S, Defined, PageSize);
  // The contents of a constant global are part of the program, not of the data.
  bool Free = ReadOnly && Init == Fill::Image;
  for (unsigned I = 0; I < PageSize; ++I)
    P.O[I] = Free ? 0 : inputOrigin(Buffer, First + I);
  unsigned IotaBytes = 0;
  switch (Init) {
  case Fill::Finite:
  case Fill::Random:
    for (unsigned I = 0; I < PageSize; I += 8) {
      uint64_t V = mix((uint64_t(Buffer) << 48) ^ (First + I));
      std::memcpy(P.D + I, &V, 8);
    }
    if (Init == Fill::Finite)
      for (unsigned I = 1; I < PageSize; I += 2)
        P.D[I] = finiteTop(P.D[I]);
    return;
  case Fill::Iota8:
    IotaBytes = 1;
    break;
  case Fill::Iota16:
    IotaBytes = 2;
    break;
  case Fill::Iota32:
    IotaBytes = 4;
    break;
  case Fill::Iota64:
    IotaBytes = 8;
    break;
  case Fill::Zero:
    std::memset(P.D, 0, PageSize);
    return;
  case Fill::Undef:
    std::memset(P.D, 0xa5, PageSize);
    std::memset(P.S, Undef, PageSize);
    return;
  case Fill::Image: {
    std::memset(P.D, 0, PageSize);
    std::memset(P.S, Undef, PageSize);
    if (First >= Image.size())
      return;
    size_t N = std::min<size_t>(PageSize, Image.size() - First);
    std::memcpy(P.D, Image.data() + First, N);
    std::memcpy(P.S, ImageState.data() + First, N);
    return;
  }
  }
  for (unsigned I = 0; I < PageSize; I += IotaBytes) {
    uint64_t V = (First + I) / IotaBytes;
    if (FillMod)
      V %= FillMod;
    std::memcpy(P.D + I, &V, IotaBytes);
  }
}

Page &MemObject::page(uint64_t Offset) {
  uint64_t I = Offset / PageSize;
  if (I >= Pages.size())
    Pages.resize(I + 1);
  if (!Pages[I]) {
    Pages[I] = std::make_unique<Page>();
    fill(*Pages[I], I * PageSize);
    touch();
  }
  return *Pages[I];
}

ShadowPage &MemObject::shadow(uint64_t Offset) {
  uint64_t I = Offset / PageSize;
  if (I >= Shadows.size())
    Shadows.resize(I + 1);
  if (!Shadows[I]) {
    Shadows[I] = std::make_unique<ShadowPage>();
    touch();
  }
  return *Shadows[I];
}

void MemObject::touch() {
  if (!Touched && TouchList)
    TouchList->push_back(this);
  Touched = true;
}

void MemObject::reset() {
  Pages.clear();
  Shadows.clear();
  Touched = false;
}

void MemObject::load(uint64_t Offset, Bytes To, unsigned N) {
  while (N) {
    unsigned At = Offset % PageSize, K = std::min(N, PageSize - At);
    Page &P = page(Offset);
    std::memcpy(To.D, P.D + At, K);
    std::memcpy(To.S, P.S + At, K);
    std::memcpy(To.O, P.O + At, K * sizeof(Origin));
    Offset += K;
    N -= K;
    To = To + K;
  }
}

void MemObject::store(uint64_t Offset, Bytes From, unsigned N) {
  while (N) {
    unsigned At = Offset % PageSize, K = std::min(N, PageSize - At);
    Page &P = page(Offset);
    std::memcpy(P.D + At, From.D, K);
    std::memcpy(P.S + At, From.S, K);
    std::memcpy(P.O + At, From.O, K * sizeof(Origin));
    Offset += K;
    N -= K;
    From = From + K;
  }
}

//===----------------------------------------------------------------------===//
// AddressMap
//===----------------------------------------------------------------------===//

MemObject &AddressMap::addGlobal(std::string Name, uint64_t Size,
                                 uint64_t Align, Space In) {
  auto Obj = std::make_unique<MemObject>();
  Obj->Name = std::move(Name);
  Obj->In = In;
  Obj->TouchList = &TouchedGlobal;
  Obj->Base = GlobalBase + (uint64_t(Globals.size()) << GlobalShift) +
              std::max<uint64_t>(Align, 1);
  Obj->Base = alignTo(Obj->Base, std::max<uint64_t>(Align, 1));
  Obj->Size = std::min<uint64_t>(Size, (1ull << GlobalShift) - (1ull << 20));
  Globals.push_back(std::move(Obj));
  return *Globals.back();
}

/// Bytes between shared arrays, so that an overrun does not read the next one.
static constexpr uint64_t SharedGap = 64;

MemObject &AddressMap::addShared(std::string Name, uint64_t Size,
                                 uint64_t Align) {
  auto Obj = std::make_unique<MemObject>();
  Obj->Name = std::move(Name);
  Obj->In = Space::Shared;
  Obj->TouchList = &TouchedShared;
  Obj->Init = Fill::Undef;
  Align = std::max<uint64_t>(Align, 4);
  Obj->Base = alignTo(SharedEnd + SharedGap, 2 * Align) + Align;
  Obj->Size = std::min<uint64_t>(Size, 1u << 28);
  SharedEnd = Obj->Base + Obj->Size;
  Shareds.push_back(std::move(Obj));
  return *Shareds.back();
}

MemObject &AddressMap::dynamicShared(uint64_t Align) {
  if (!Dynamic)
    Dynamic =
        &addShared("dynamic shared memory", 0, std::max<uint64_t>(Align, 16));
  return *Dynamic;
}

void AddressMap::setDynamicSize(uint64_t Bytes) {
  if (Dynamic)
    Dynamic->Size = Bytes;
}

static bool holds(const MemObject &Obj, uint64_t Addr, uint64_t N) {
  return Addr >= Obj.Base && N <= Obj.Size && Addr - Obj.Base <= Obj.Size - N;
}

Place AddressMap::find(unsigned AS, uint64_t Addr, uint64_t N) const {
  bool InShared = AS == 3, InLocal = AS == 5;
  uint64_t Offset = Addr;
  if (!InShared && !InLocal) {
    uint64_t Window = Addr & ~0xffffffffull;
    InShared = Window == SharedBase;
    InLocal = Window == LocalBase;
    Offset = Addr & 0xffffffffull;
    if ((InShared || InLocal) && AS != 0)
      return {}; // a global pointer does not reach shared memory
  }
  if (InLocal)
    return {nullptr, Offset, true};
  if (InShared) {
    auto It = upper_bound(Shareds, Offset, [](uint64_t A, const auto &Obj) {
      return A < Obj->Base;
    });
    // Zero-sized objects have no bytes, so step over them.
    while (It != Shareds.begin()) {
      --It;
      if (!(*It)->IsAbsent && holds(**It, Offset, N))
        return {It->get(), Offset - (*It)->Base, false};
      if ((*It)->Size)
        break;
    }
    return {};
  }
  if (Addr < GlobalBase)
    return {};
  uint64_t I = (Addr - GlobalBase) >> GlobalShift;
  if (I >= Globals.size() || !holds(*Globals[I], Addr, N))
    return {};
  return {Globals[I].get(), Addr - Globals[I]->Base, false};
}

std::string AddressMap::describe(unsigned AS, uint64_t Addr) const {
  const MemObject *Near = nullptr;
  uint64_t Offset = Addr;
  if (AS == 3 || (Addr & ~0xffffffffull) == SharedBase) {
    Offset = Addr & 0xffffffffull;
    for (const auto &Obj : Shareds)
      if (Obj->Base <= Offset)
        Near = Obj.get();
  } else if (Addr >= GlobalBase) {
    uint64_t I = (Addr - GlobalBase) >> GlobalShift;
    if (I < Globals.size())
      Near = Globals[I].get();
  }
  if (!Near)
    return "address 0x" + utohexstr(Addr) + ", which is in no object";
  int64_t Delta = int64_t(Offset - Near->Base);
  return "byte " + itostr(Delta) + " of " + Near->Name + " (" +
         utostr(Near->Size) + " bytes" +
         (Near->IsAbsent ? ", which only other kernels use)" : ")");
}

uint64_t AddressMap::toGeneric(unsigned AS, uint64_t Addr) const {
  if (AS != 3 && AS != 5)
    return Addr;
  if (IsAMD && uint32_t(Addr) == 0xffffffffu)
    return 0; // the null pointer of LDS and scratch
  if (!IsAMD && Addr == 0)
    return 0;
  return (AS == 3 ? SharedBase : LocalBase) | uint32_t(Addr);
}

uint64_t AddressMap::fromGeneric(unsigned AS, uint64_t Addr) const {
  if (AS != 3 && AS != 5)
    return Addr;
  if (Addr == 0)
    return IsAMD ? 0xffffffffu : 0;
  return Addr & 0xffffffffull;
}

void AddressMap::resetShared() {
  for (MemObject *Obj : TouchedShared)
    Obj->reset();
  TouchedShared.clear();
}

void AddressMap::resetGlobal() {
  for (MemObject *Obj : TouchedGlobal)
    Obj->reset();
  TouchedGlobal.clear();
}

} // namespace f2layout::sim
