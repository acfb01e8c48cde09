//===- OperationCode.cpp - Operations of lines as expressions -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/OperationCode.h"
#include "tools/f2layout/commandline/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

static bool isOnFloats(LineOperation Op) { return Op >= LineOperation::FAdd; }

static bool isSigned(LineOperation Op) {
  return Op == LineOperation::SMin || Op == LineOperation::SMax;
}

Expected<OperationCode> OperationCode::create(LineOperation Op, unsigned Bits) {
  static constexpr StringLiteral Unsigned[] = {
      "unsigned char", "unsigned short", "unsigned", "unsigned long long"};
  static constexpr StringLiteral Signed[] = {"signed char", "short", "int",
                                             "long long"};
  const unsigned Row = Log2_32(Bits) - 3;
  if (!isOnFloats(Op))
    return OperationCode(Op, Bits, isSigned(Op) ? Signed[Row] : Unsigned[Row]);
  if (Bits < 32)
    return fail("--as with --op " + nameOf(Op) +
                " needs elements of 32 or 64 bits" +
                "; narrower floats have no type in C++");
  return OperationCode(Op, Bits, Bits == 64 ? "double" : "float");
}

std::string OperationCode::narrowed(const Twine &Value) const {
  if (Bits >= 32)
    return Value.str();
  return ("static_cast<" + Type + ">(" + Value + ")").str();
}

std::string OperationCode::combine(StringRef A, StringRef B) const {
  const std::string Suffix = Bits == 64 ? "" : "f";
  auto Call = [&](StringRef Name) {
    return Name.str() + Suffix + "(" + A.str() + ", " + B.str() + ")";
  };
  auto Chosen = [&](StringRef Sign) {
    return (A + " " + Sign + " " + B + " ? " + A + " : " + B).str();
  };
  // A NaN of either operand.
  auto OrNaN = [&](StringRef Name) {
    return (A + " != " + A + " ? " + A + " : " + B + " != " + B + " ? " + B +
            " : " + Call(Name))
        .str();
  };
  switch (Op) {
  case LineOperation::Add:
    return narrowed(A + " + " + B);
  case LineOperation::FAdd:
    return (A + " + " + B).str();
  case LineOperation::Mul: // Of an int, it would overflow.
    return narrowed((Bits < 32 ? "1u * " : "") + A + " * " + B);
  case LineOperation::FMul:
    return (A + " * " + B).str();
  case LineOperation::And:
    return narrowed(A + " & " + B);
  case LineOperation::Or:
    return narrowed(A + " | " + B);
  case LineOperation::Xor:
    return narrowed(A + " ^ " + B);
  case LineOperation::SMin:
  case LineOperation::UMin:
    return Chosen("<");
  case LineOperation::SMax:
  case LineOperation::UMax:
    return Chosen(">");
  case LineOperation::FMin:
    return Call("fmin");
  case LineOperation::FMax:
    return Call("fmax");
  case LineOperation::FMinimum:
    return OrNaN("fmin");
  case LineOperation::FMaximum:
    return OrNaN("fmax");
  }
  llvm_unreachable("covered switch");
}

std::string OperationCode::inverse(StringRef A, StringRef B) const {
  return narrowed(A + (Op == LineOperation::Xor ? " ^ " : " - ") + B);
}

std::string OperationCode::neutral() const {
  const uint64_t All = maskTrailingOnes<uint64_t>(Bits);
  const StringRef Suffix = Bits == 64 ? "ull" : "u";
  auto Float = [&](uint32_t Of32, uint64_t Of64) {
    return Bits == 64 ? "__longlong_as_double(" + std::to_string(Of64) + "ll)"
                      : "__int_as_float(" + std::to_string(Of32) + ")";
  };
  auto Number = [&](const Twine &Value) {
    return ("static_cast<" + Type + ">(" + Value + ")").str();
  };
  switch (Op) {
  case LineOperation::Add:
  case LineOperation::Or:
  case LineOperation::Xor:
  case LineOperation::UMax:
    return Number("0");
  case LineOperation::Mul:
    return Number("1");
  case LineOperation::And:
  case LineOperation::UMin:
    return Number(Twine(All) + Suffix);
  case LineOperation::SMin:
    return Number(Twine(All >> 1) + Suffix);
  case LineOperation::SMax:
    return Number(Twine((All >> 1) + 1) + Suffix);
  case LineOperation::FAdd:
    return Bits == 64 ? "-0.0" : "-0.0f";
  case LineOperation::FMul:
    return Bits == 64 ? "1.0" : "1.0f";
  case LineOperation::FMin:
  case LineOperation::FMax:
    return Float(0x7fc00000, 0x7ff8000000000000);
  case LineOperation::FMinimum:
    return Float(0x7f800000, 0x7ff0000000000000);
  case LineOperation::FMaximum:
    return "-" + Float(0x7f800000, 0x7ff0000000000000);
  }
  llvm_unreachable("covered switch");
}

std::string OperationCode::ofWarp(StringRef A) const {
  const StringRef Wide = isSigned(Op) ? "int" : "unsigned";
  const StringRef Name = nameOf(Op);
  const StringRef Verb = Name.ends_with("min")   ? "min"
                         : Name.ends_with("max") ? "max"
                                                 : Name;
  return narrowed("__reduce_" + Verb + "_sync(0xffffffffu, static_cast<" +
                  Wide + ">(" + A + "))");
}

} // namespace f2layout::calc
