//===- TextFile.cpp - Texts from files, devices and pipes -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/TextFile.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace f2layout;
namespace fs = sys::fs;

static Expected<std::string> readAll(fs::file_t File) {
  std::string Text;
  char Chunk[1 << 14];
  while (true) {
    Expected<size_t> Count = fs::readNativeFile(File, Chunk);
    if (!Count)
      return Count.takeError();
    if (*Count == 0)
      return Text;
    if (Text.size() + *Count > MaxTextBytes)
      return layoutError("more than " + Twine(MaxTextBytes) +
                         " bytes, expected at most that");
    Text.append(Chunk, *Count);
  }
}

Expected<std::string> f2layout::readTextFile(StringRef Path) {
  Expected<fs::file_t> File = fs::openNativeFileForRead(Path);
  if (!File)
    return File.takeError();
  Expected<std::string> Text = readAll(*File);
  fs::closeFile(*File);
  return Text;
}

Expected<std::string> f2layout::readStandardInput() {
  return readAll(fs::getStdinHandle());
}
