//===- CodeNames.h - Names of functions and variables in code -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions of layouts have names that code cannot always have:
//
//   layout   register   warpSize   row.inner   row.outer   row_outer
//   code     register_  warpSize_  row_inner   row_outer_  row_outer
//
// Words of C++20 and names that CUDA and HIP give to every kernel end in '_',
// other characters than letters and digits become '_', and names that would be
// the same get further '_'. Names that need no change keep it.
//
// (ISO C++20, [lex.key] and [lex.digraph]; CUDA C++ Programming Guide, Built-in
// Variables and Function Execution Space Specifiers.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_CODE_CODENAMES_H
#define F2LAYOUT_TOOLS_F2LAYOUT_CODE_CODENAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace f2layout::calc {

/// Fails if a function cannot have that name.
llvm::Error checkFunctionName(llvm::StringRef Name);

/// The names of variables that may stand in one list of parameters. Names are
/// all different.
std::vector<std::string> variableNames(llvm::ArrayRef<llvm::StringRef> Names);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_CODE_CODENAMES_H
