//===- TextFileTest.cpp - Limits of text files ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/TextFile.h"
#include "test/unit/layouts/LayoutTesting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace f2layout;

namespace {

/// What is read of a file with these contents, or the error.
std::string readBack(const std::string &Contents) {
  llvm::SmallString<64> Path;
  int Descriptor;
  if (llvm::sys::fs::createTemporaryFile("text", "", Descriptor, Path))
    return "no file";
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << Contents;
  }
  llvm::Expected<std::string> Text = readTextFile(Path);
  llvm::sys::fs::remove(Path);
  return Text ? *Text : "error: " + llvm::toString(Text.takeError());
}

TEST(TextFile, IsReadWhole) {
  for (size_t Size : {0, 1, 16383, 16384, 16385, 100000}) {
    std::string Contents;
    for (size_t I = 0; I < Size; ++I)
      Contents += char(I % 251);
    EXPECT_TRUE(readBack(Contents) == Contents) << Size;
  }
}

TEST(TextFile, MayHaveSixteenMegabytes) {
  std::string Longest(size_t(1) << 24, '1');
  EXPECT_TRUE(readBack(Longest) == Longest);
  EXPECT_EQ(readBack(Longest + "1"),
            "error: more than 16777216 bytes, expected at most that");
}

TEST(TextFile, MayBeMissing) {
  llvm::Expected<std::string> Text = readTextFile("/no/such/file");
  ASSERT_FALSE(bool(Text));
  EXPECT_EQ(llvm::toString(Text.takeError()), "No such file or directory");
}

} // namespace
