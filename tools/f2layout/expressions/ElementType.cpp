//===- ElementType.cpp - Types of C as widths -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ElementType.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

namespace {
struct NamedWidth {
  StringRef Name;
  unsigned Bytes;
  bool HasVectors; ///< Such as int2 and int4, in CUDA and HIP.
};
} // namespace

constexpr NamedWidth Types[] = {
    {"char", 1, true},     {"uchar", 1, true},     {"bool", 1, false},
    {"int8_t", 1, false},  {"uint8_t", 1, false},  {"short", 2, true},
    {"ushort", 2, true},   {"int16_t", 2, false},  {"uint16_t", 2, false},
    {"half", 2, true},     {"__half", 2, true},    {"bf16", 2, false},
    {"int", 4, true},      {"uint", 4, true},      {"unsigned", 4, false},
    {"int32_t", 4, false}, {"uint32_t", 4, false}, {"float", 4, true},
    {"long", 8, true},     {"ulong", 8, true},     {"double", 8, true},
    {"int64_t", 8, false}, {"uint64_t", 8, false},
};

WordList elementTypes() {
  WordList Names;
  for (const NamedWidth &T : Types)
    Names.push_back(T.Name);
  return Names;
}

Expected<unsigned> bytesOfType(StringRef Name) {
  StringRef Scalar = Name;
  unsigned Count = 1;
  for (unsigned N : {2u, 3u, 4u})
    if (Scalar.consume_back(std::to_string(N)))
      Count = N;
  for (const NamedWidth &T : Types) {
    const bool IsVector = Count > 1 && T.HasVectors && T.Name == Scalar;
    if (T.Name != Name && !IsVector)
      continue;
    const unsigned Bytes = T.Bytes * (IsVector ? Count : 1);
    if (Bytes > 16 || (IsVector && Count == 3))
      return fail("--type is '" + Name + "', which has " + Twine(Bytes) +
                  " bytes and takes several accesses; expected a type of 1, 2, "
                  "4, 8 or 16 bytes");
    return Bytes;
  }
  return fail("--type is '" + Name +
              "', expected a type such as float, half, " + "int or float4" +
              suggestion(Name, elementTypes()));
}

} // namespace f2layout::calc
