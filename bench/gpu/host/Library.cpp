//===- Library.cpp - Compiled kernels, by variant -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include <algorithm>
#include <cstring>
#include <dirent.h>
#include <fstream>

namespace f2bench {

std::vector<std::string> variantNames(const std::string &Cubins) {
  std::vector<std::string> Names;
  if (DIR *Folder = opendir(Cubins.c_str())) {
    while (dirent *Entry = readdir(Folder))
      if (Entry->d_name[0] != '.' && !std::strchr(Entry->d_name, '.'))
        Names.push_back(Entry->d_name);
    closedir(Folder);
  }
  auto Rank = [](const std::string &Name) {
    return Name == "clang" ? 0 : Name == "nvcc" ? 1 : 2;
  };
  std::sort(Names.begin(), Names.end(),
            [&](const std::string &A, const std::string &B) {
              return std::make_pair(Rank(A), A) < std::make_pair(Rank(B), B);
            });
  return Names;
}

Variant Library::find(const Kernel &K, const std::string &Name) {
  const std::string Folder = Cubins + "/" + Name + "/";
  Variant V{Name, function(K, Name, Folder + K.Source + ".cubin", K.Name)};
  if (V.Function)
    return V;
  std::ifstream Alone(Folder + K.Name + ".launch");
  std::string Entry;
  if (Alone >> Entry >> V.DynamicShared)
    V.Function = function(K, Name, Folder + K.Name + ".cubin", Entry);
  return V;
}

CUfunction Library::function(const Kernel &K, const std::string &Variant,
                             const std::string &Path,
                             const std::string &Entry) {
  auto Known = Modules.find(Path);
  if (Known == Modules.end()) {
    GPU.enter(K.Name, Variant);
    CUmodule Module = std::ifstream(Path) ? GPU.load(Path) : nullptr;
    Known = Modules.emplace(Path, Module).first;
  }
  CUfunction Function = nullptr;
  if (!Known->second ||
      GPU.cuModuleGetFunctionFn(&Function, Known->second, Entry.c_str()) !=
          CUDA_SUCCESS)
    return nullptr;
  return Function;
}

} // namespace f2bench
