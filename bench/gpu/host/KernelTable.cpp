//===- KernelTable.cpp - Launch parameters of measured kernels ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTable.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <type_traits>

using namespace f2bench;

namespace {

constexpr unsigned BlockThreads = 128;

/// More blocks than this give no further information about a streaming kernel.
constexpr size_t MostStreamingBlocks = size_t(1) << 18;
constexpr int MatrixWidth = 8192;

template <typename T> Fill fillOf() {
  return std::is_same<T, double>::value ? Fill::Double : Fill::Bits;
}

void addBoth(std::vector<Kernel> &Table, Kernel K) {
  Table.push_back(K);
  K.Name += "_repeated";
  K.Repeated = true;
  Table.push_back(K);
}

template <typename T>
void addLinear(std::vector<Kernel> &Table, std::string Name, std::string Source,
               unsigned Tile) {
  addBoth(Table, {std::move(Name), std::move(Source), false, sizeof(T),
                  fillOf<T>(), BlockThreads, 1, Tile, Shape::Plain, 0});
}

Launch linearLaunch(const Kernel &K, const Limits &L, size_t Tiles,
                    int Iterations) {
  Launch Result{
      static_cast<unsigned>(Tiles), 1, {}, Tiles * K.Tile * K.ElementBytes};
  if (K.Arguments == Shape::Tiles) {
    Result.GridX =
        std::min(Result.GridX, K.BlocksPerMultiprocessor * L.Multiprocessors);
    Result.Arguments.push_back(static_cast<int>(Tiles));
  }
  if (K.Repeated)
    Result.Arguments.push_back(Iterations);
  return Result;
}

Launch matrixLaunch(const Kernel &K, int Width, int Height, int Iterations) {
  int Tile = static_cast<int>(K.Tile);
  Launch Result{static_cast<unsigned>((Width + Tile - 1) / Tile),
                static_cast<unsigned>((Height + Tile - 1) / Tile),
                {Width, Height},
                size_t(Width) * Height * K.ElementBytes};
  if (K.Repeated)
    Result.Arguments.push_back(Iterations);
  return Result;
}

} // namespace

std::vector<Kernel> f2bench::kernelTable() {
  std::vector<Kernel> Table;
#define WARP_EXCHANGE(LANES, T, ITEMS)                                         \
  addLinear<T>(Table, "warp" #LANES "_b2s_" #T "_" #ITEMS, "warp_exchange",    \
               BlockThreads * ITEMS);                                          \
  addLinear<T>(Table, "warp" #LANES "_s2b_" #T "_" #ITEMS, "warp_exchange",    \
               BlockThreads * ITEMS);
#define BLOCK_EXCHANGE(T, ITEMS)                                               \
  addLinear<T>(Table, "block_b2s_" #T "_" #ITEMS, "block_exchange",            \
               BlockThreads * ITEMS);                                          \
  addLinear<T>(Table, "block_s2b_" #T "_" #ITEMS, "block_exchange",            \
               BlockThreads * ITEMS);
#define BLOCK_LOAD(T, ITEMS)                                                   \
  addLinear<T>(Table, "load_store_" #T "_" #ITEMS, "block_load",               \
               BlockThreads * ITEMS);
#define LINEAR(NAME, SOURCE, BYTES, FILL, X, Y, TILE, SHAPE, DYNAMIC)          \
  addBoth(Table, {#NAME, #SOURCE, false, BYTES, Fill::FILL, X, Y, TILE,        \
                  Shape::SHAPE, DYNAMIC});
#define MATRIX(NAME, SOURCE, BYTES, FILL, X, Y, TILE, SHAPE)                   \
  addBoth(Table, {#NAME, #SOURCE, false, BYTES, Fill::FILL, X, Y, TILE,        \
                  Shape::SHAPE, 0});
#include "../kernels.def"
  return Table;
}

std::vector<Kernel> f2bench::readKernels(const std::string &Path) {
  std::vector<Kernel> Table;
  std::ifstream File(Path);
  Kernel K{"", "", true, 0, Fill::Bits, BlockThreads, 1, 0, Shape::Plain, 0, 4};
  while (File >> K.Name >> K.Source >> K.ElementBytes >> K.Tile >> K.BlockX)
    Table.push_back(K);
  if (Table.empty() || !File.eof()) {
    std::fprintf(stderr, "f2bench: %s: not a list of kernels\n", Path.c_str());
    Table.clear();
  }
  return Table;
}

Launch f2bench::timedLaunch(const Kernel &K, const Limits &L) {
  if (K.isMatrix()) {
    int Tile = static_cast<int>(K.Tile);
    if (K.Repeated)
      return matrixLaunch(K, Tile * static_cast<int>(L.Multiprocessors),
                          Tile * static_cast<int>(K.BlocksPerMultiprocessor),
                          L.Iterations);
    size_t Rows = L.BufferBytes / K.ElementBytes / MatrixWidth;
    return matrixLaunch(K, MatrixWidth, static_cast<int>(Rows / Tile * Tile),
                        0);
  }
  size_t TileBytes = size_t(K.Tile) * K.ElementBytes;
  size_t Tiles = K.Repeated
                     ? K.BlocksPerMultiprocessor * L.Multiprocessors
                     : std::min(L.BufferBytes / TileBytes, MostStreamingBlocks);
  return linearLaunch(K, L, Tiles, L.Iterations);
}

std::vector<Launch> f2bench::checkedLaunches(const Kernel &K, const Limits &L) {
  std::vector<Launch> Result;
  int Tile = static_cast<int>(K.Tile);
  if (!K.isMatrix()) {
    Result.push_back(linearLaunch(K, L, 1, 1));
    Result.push_back(linearLaunch(K, L, 7, 2));
    Result.push_back(linearLaunch(K, L, 1000, 37));
    return Result;
  }
  Result.push_back(matrixLaunch(K, Tile, Tile, 1));
  Result.push_back(matrixLaunch(K, 3 * Tile, 5 * Tile, 2));
  Result.push_back(matrixLaunch(K, 40 * Tile, 25 * Tile, 37));
  if (K.Arguments == Shape::Guarded) {
    Result.push_back(matrixLaunch(K, 1, 1, 3));
    Result.push_back(matrixLaunch(K, Tile - 1, Tile + 1, 1));
    Result.push_back(matrixLaunch(K, 77, 45, 2));
    Result.push_back(matrixLaunch(K, 1000, 999, 5));
  }
  return Result;
}
