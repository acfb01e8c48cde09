//===- CodeNames.cpp - Names of functions and variables in code -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/CodeNames.h"
#include "tools/f2layout/commandline/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace f2layout::calc {

static bool isTaken(StringRef Name) {
  static constexpr StringLiteral Words[] = {
      "alignas",       "alignof",     "and",
      "and_eq",        "asm",         "auto",
      "bitand",        "bitor",       "bool",
      "break",         "case",        "catch",
      "char",          "char8_t",     "char16_t",
      "char32_t",      "class",       "compl",
      "concept",       "const",       "consteval",
      "constexpr",     "constinit",   "const_cast",
      "continue",      "co_await",    "co_return",
      "co_yield",      "decltype",    "default",
      "delete",        "do",          "double",
      "dynamic_cast",  "else",        "enum",
      "explicit",      "export",      "extern",
      "false",         "float",       "for",
      "friend",        "goto",        "if",
      "inline",        "int",         "long",
      "mutable",       "namespace",   "new",
      "noexcept",      "not",         "not_eq",
      "nullptr",       "operator",    "or",
      "or_eq",         "private",     "protected",
      "public",        "register",    "reinterpret_cast",
      "requires",      "return",      "short",
      "signed",        "sizeof",      "static",
      "static_assert", "static_cast", "struct",
      "switch",        "template",    "this",
      "thread_local",  "throw",       "true",
      "try",           "typedef",     "typeid",
      "typename",      "union",       "unsigned",
      "using",         "virtual",     "void",
      "volatile",      "wchar_t",     "while",
      "xor",           "xor_eq"};
  // Of CUDA and HIP, and macros of C and of compilers for Linux.
  static constexpr StringLiteral Others[] = {"threadIdx",
                                             "blockIdx",
                                             "blockDim",
                                             "gridDim",
                                             "warpSize",
                                             "__global__",
                                             "__device__",
                                             "__host__",
                                             "__shared__",
                                             "__constant__",
                                             "__managed__",
                                             "__restrict__",
                                             "__launch_bounds__",
                                             "__noinline__",
                                             "__forceinline__",
                                             "__grid_constant__",
                                             "NULL",
                                             "main",
                                             "linux",
                                             "unix"};
  return is_contained(Words, Name) || is_contained(Others, Name);
}

Error checkFunctionName(StringRef Name) {
  const bool Fits = !Name.empty() && !isDigit(Name.front()) &&
                    all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
  if (!Fits)
    return fail("--name is '" + Name + "', expected letters, digits and _");
  if (isTaken(Name))
    return fail("--name is '" + Name +
                "', which means something else in C++, CUDA or HIP");
  return Error::success();
}

std::vector<std::string> variableNames(ArrayRef<StringRef> Names) {
  std::vector<std::string> Variables;
  for (StringRef Name : Names) {
    std::string Variable = Name.str();
    for (char &C : Variable)
      if (!isAlnum(C) && C != '_')
        C = '_';
    Variables.push_back(std::move(Variable));
  }
  // Those that are as they were have a right to their names.
  for (auto [I, Variable] : enumerate(Variables))
    if (Variable != Names[I] || isTaken(Variable))
      while (isTaken(Variable) || llvm::count(Variables, Variable) > 1)
        Variable += '_';
  return Variables;
}

} // namespace f2layout::calc
