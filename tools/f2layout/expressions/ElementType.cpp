//===- ElementType.cpp - Types of C as widths -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/ElementType.h"

using namespace llvm;

namespace f2layout::calc {

namespace {
struct NamedWidth {
  StringRef Name;
  unsigned Bytes;
};
} // namespace

constexpr NamedWidth Types[] = {
    {"char", 1},     {"uchar", 1},    {"int8_t", 1},   {"uint8_t", 1},
    {"bool", 1},     {"short", 2},    {"ushort", 2},   {"int16_t", 2},
    {"uint16_t", 2}, {"half", 2},     {"bf16", 2},     {"int", 4},
    {"uint", 4},     {"unsigned", 4}, {"int32_t", 4},  {"uint32_t", 4},
    {"float", 4},    {"long", 8},     {"ulong", 8},    {"int64_t", 8},
    {"uint64_t", 8}, {"double", 8},   {"char2", 2},    {"char4", 4},
    {"uchar2", 2},   {"uchar4", 4},   {"short2", 4},   {"short4", 8},
    {"ushort2", 4},  {"ushort4", 8},  {"half2", 4},    {"half4", 8},
    {"int2", 8},     {"int4", 16},    {"uint2", 8},    {"uint4", 16},
    {"float2", 8},   {"float4", 16},  {"double2", 16}, {"long2", 16},
};

WordList elementTypes() {
  WordList Names;
  for (const NamedWidth &T : Types)
    Names.push_back(T.Name);
  return Names;
}

std::optional<unsigned> bytesOfType(StringRef Name) {
  for (const NamedWidth &T : Types)
    if (T.Name == Name)
      return T.Bytes;
  return std::nullopt;
}

} // namespace f2layout::calc
