//===- CodeText.cpp - The body of a device function -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/CodeText.h"
#include "layouts/plan/LaneFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace f2layout::calc {

void CodeText::defineThread() {
  OS << "  const unsigned thread =\n      threadIdx.x + blockDim.x * "
        "(threadIdx.y + blockDim.y * threadIdx.z);\n"
     << "  const unsigned lane = thread % " << lanes() << ";\n";
}

void CodeText::barrier(Scope Of) {
  if (Of == Scope::Block)
    OS << "  __syncthreads();\n";
  else if (D == Dialect::Cuda)
    OS << "  __syncwarp();\n";
  else
    OS << "  __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\");\n"
       << "  __builtin_amdgcn_wave_barrier();\n"
       << "  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\");\n";
}

std::string CodeText::lookUp(StringRef Type, ArrayRef<unsigned> Values) {
  std::string Name = "table" + std::to_string(Tables++);
  OS << "  constexpr " << Type << " " << Name << "[" << Values.size() << "] = {"
     << join(map_range(Values, [](unsigned V) { return std::to_string(V); }),
             ", ")
     << "};\n";
  return Name + "[lane]";
}

/// The images of a function of the lane, if it is affine: f(0) is the constant.
static std::optional<MappedVariable> affineTable(ArrayRef<uint8_t> Table) {
  MappedVariable V{"lane", {}};
  for (size_t Bit = 1; Bit < Table.size(); Bit *= 2)
    V.Images.push_back(Table[Bit] ^ Table[0]);
  for (size_t Lane = 0; Lane < Table.size(); ++Lane) {
    uint64_t Image = Table[0];
    for (size_t J = 0; J < V.Images.size(); ++J)
      Image ^= Lane >> J & 1 ? V.Images[J] : 0;
    if (Image != Table[Lane])
      return std::nullopt;
  }
  return V;
}

std::string CodeText::exchange(const Twine &Value, unsigned Distance) const {
  const std::string Operands =
      Value.str() + ", " + std::to_string(Distance) + ")";
  return (D == Dialect::Hip ? "__shfl_xor(" : "__shfl_xor_sync(0xffffffffu, ") +
         Operands;
}

std::string CodeText::fromLaneAt(StringRef Value, const Twine &Lane) const {
  return ((D == Dialect::Hip ? "__shfl(" : "__shfl_sync(0xffffffffu, ") +
          Value + ", " + Lane + ")")
      .str();
}

std::string CodeText::fromLane(StringRef Value, ArrayRef<uint8_t> FromLane) {
  if (isIdentity(FromLane))
    return Value.str();
  if (isButterfly(FromLane))
    return exchange(Value, FromLane[0]);
  if (const std::optional<MappedVariable> V = affineTable(FromLane))
    return fromLaneAt(Value, xorExpression({*V}, FromLane[0]));
  return fromLaneAt(
      Value, lookUp("unsigned char",
                    SmallVector<unsigned>(FromLane.begin(), FromLane.end())));
}

std::string CodeText::fromLane(StringRef Value,
                               function_ref<unsigned(unsigned)> FromLane) {
  SmallVector<uint8_t, 64> Table;
  for (unsigned L = 0; L < lanes(); ++L)
    Table.push_back(FromLane(L));
  return fromLane(Value, Table);
}

std::string CodeText::laneIn(uint64_t Mask) const {
  for (unsigned J = 0; J < LaneBits; ++J) {
    uint64_t WithBit = 0;
    for (unsigned Lane = 0; Lane < lanes(); ++Lane)
      WithBit |= uint64_t(Lane >> J & 1) << Lane;
    if (Mask == WithBit)
      return "lane & " + std::to_string(1u << J) + "u";
  }
  return "0x" + utohexstr(Mask, true) + (lanes() > 32 ? "ull" : "u") +
         " >> lane & 1u";
}

StringRef typeOfBytes(unsigned Bytes) {
  switch (Bytes) {
  case 1:
    return "unsigned char";
  case 2:
    return "unsigned short";
  case 4:
    return "unsigned";
  case 8:
    return "uint2";
  default:
    return "uint4";
  }
}

} // namespace f2layout::calc
