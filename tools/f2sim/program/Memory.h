//===- Memory.h - Buffers, address spaces and writers ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory of a launch consists of a few objects (argument buffers, globals,
// shared arrays). Each has an address with unmapped space on either side, so
// that an access beyond the object is detected. Objects are paged: a byte that
// was not written gets a value from its position when it is read.
//
// A generic pointer is resolved by its window, as in hardware (PTX ISA 5.1.1
// "generic addressing"; AMDGPU "apertures"):
//
//   NVPTX    shared  0x0001'xxxxxxxx    local 0x0002'xxxxxxxx   rest global
//   AMDGPU   LDS     0x00010000'xxxxxxxx  scratch 0x00020000'xxxxxxxx
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_PROGRAM_MEMORY_H
#define F2LAYOUT_TOOLS_F2SIM_PROGRAM_MEMORY_H

#include "tools/f2sim/program/Value.h"
#include <memory>
#include <string>
#include <vector>

namespace f2layout::sim {

/// The initial contents of a buffer.
enum class Fill : uint8_t {
  Finite, ///< pseudo-random; each 16-, 32- or 64-bit float in it is finite
  Random, ///< pseudo-random bytes
  Zero,
  Iota8, ///< 0, 1, 2, ... as 8-, 16-, 32- or 64-bit integers, modulo FillMod
  Iota16,
  Iota32,
  Iota64,
  Undef, ///< shared memory
  Image, ///< bytes given by an initialiser
};

enum class Space : uint8_t { Global, Shared, Local, Constant };

constexpr unsigned PageSize = 256;

struct Page {
  uint8_t D[PageSize];
  uint8_t S[PageSize];
  Origin O[PageSize];
};

/// The last write of a byte, and the reads since.
struct Shadow {
  uint32_t WThread = ~0u, WClock = 0, WInst = 0;
  uint32_t RThread = ~0u, RClock = 0, RInst = 0;
  uint32_t More = 0;                 ///< index + 1 of further readers
  uint32_t CThread = ~0u, CInst = 0; ///< the last copy that is under way
  uint32_t CCount = 0;               ///< such copies
  bool WAtomic = false, RAtomic = false;
  uint8_t CData = 0, CState = 0; ///< what it will write
  Origin COrigin = 0;
};

struct ShadowPage {
  Shadow Cells[PageSize];
};

struct MemObject {
  std::string Name;
  Space In = Space::Global;
  uint64_t Base = 0;
  uint64_t Size = 0;
  unsigned Buffer = 0; ///< in origins; by name
  Fill Init = Fill::Finite;
  uint64_t FillMod = 0;
  std::vector<uint8_t> Image, ImageState;
  bool ReadOnly = false;
  bool IsAbsent = false; ///< of another kernel of the module
  bool IsOutput = false; ///< compared by --equal

  /// The bytes at Offset; creates their page.
  Page &page(uint64_t Offset);
  ShadowPage &shadow(uint64_t Offset);
  const Page *peek(uint64_t Offset) const {
    uint64_t I = Offset / PageSize;
    return I < Pages.size() ? Pages[I].get() : nullptr;
  }
  const ShadowPage *peekShadow(uint64_t Offset) const {
    uint64_t I = Offset / PageSize;
    return I < Shadows.size() ? Shadows[I].get() : nullptr;
  }
  /// Forgets all writes (shared memory at the start of a block).
  void reset();

  void load(uint64_t Offset, Bytes To, unsigned N);
  void store(uint64_t Offset, Bytes From, unsigned N);

  std::vector<std::unique_ptr<Page>> Pages;
  std::vector<std::unique_ptr<ShadowPage>> Shadows;
  bool Touched = false;
  std::vector<MemObject *> *TouchList = nullptr;

private:
  void touch();
  void fill(Page &P, uint64_t First) const;
};

/// The address of an object, or nothing.
struct Place {
  MemObject *Obj = nullptr;
  uint64_t Offset = 0;
  bool IsLocal = false; ///< in the thread's own stack, at Offset
};

class AddressMap {
public:
  explicit AddressMap(bool IsAMD) : IsAMD(IsAMD) {}

  MemObject &addGlobal(std::string Name, uint64_t Size, uint64_t Align,
                       Space In = Space::Global);
  /// Shared objects are placed at their stated alignment and no larger one, so
  /// that code that assumes more is detected.
  MemObject &addShared(std::string Name, uint64_t Size, uint64_t Align);
  /// All dynamic shared arrays are one object after the static ones.
  MemObject &dynamicShared(uint64_t Align);
  void setDynamicSize(uint64_t Bytes);

  /// Finds [Addr, Addr + N) as seen through a pointer of address space AS.
  Place find(unsigned AS, uint64_t Addr, uint64_t N) const;
  /// The object at or before Addr, for messages.
  std::string describe(unsigned AS, uint64_t Addr) const;

  uint64_t toGeneric(unsigned AS, uint64_t Addr) const;
  uint64_t fromGeneric(unsigned AS, uint64_t Addr) const;
  uint64_t localToGeneric(uint64_t Offset) const { return LocalBase | Offset; }
  unsigned sharedAS() const { return 3; }

  void resetShared();
  void resetGlobal();
  std::vector<MemObject *> TouchedShared, TouchedGlobal;

  std::vector<std::unique_ptr<MemObject>> Globals; ///< in order of address
  std::vector<std::unique_ptr<MemObject>> Shareds; ///< in order of address

private:
  bool IsAMD;
  uint64_t SharedBase = uint64_t(1) << (IsAMD ? 48 : 32);
  uint64_t LocalBase = uint64_t(2) << (IsAMD ? 48 : 32);
  uint64_t SharedEnd = 1024;
  MemObject *Dynamic = nullptr;
};

/// The base of an object's shared address is looked up by offset; null is
/// never a valid address of any space.
constexpr uint64_t GlobalBase = 0x700000000000ull;
constexpr unsigned GlobalShift = 32;

} // namespace f2layout::sim

#endif
