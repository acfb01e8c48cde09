//===- TextFile.h - Texts from files, devices and pipes -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that a user names may be infinite: a device such as /dev/zero, or a
// pipe from a program that does not stop. Reading it to the end would exhaust
// the machine's memory. Texts are therefore read up to a size that no layout
// and no table needs, and refused beyond it:
//
//   readTextFile("tile.txt")       "lane=[[0,1],[1,0]] -> [2,2]\n"
//   readTextFile("/dev/zero")      error: more than 16777216 bytes, expected at
//                                  most that
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_TEXTFILE_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_TEXTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace f2layout {
inline namespace layouts {

/// 16 MiB. Any layout of 63 dimensions of 63 bits on each side takes 5 MB.
constexpr size_t MaxTextBytes = size_t(16) << 20;

/// The contents of a file. Fails if it cannot be read, with the system's
/// reason, and if it is longer than MaxTextBytes. The caller must add the path
/// to the message.
llvm::Expected<std::string> readTextFile(llvm::StringRef Path);

/// The contents of standard input, which can be read once. Fails as
/// readTextFile does.
llvm::Expected<std::string> readStandardInput();

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_TEXTFILE_H
