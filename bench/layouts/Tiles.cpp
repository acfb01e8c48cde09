//===- Tiles.cpp - The conversion that benchmarks time --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/layouts/Tiles.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/Target.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/machine/Swizzle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

namespace {

/// Hands out the rows and columns of a tile, lowest bits first.
class Bits {
public:
  explicit Bits(unsigned PerSide) : PerSide(PerSide) {}

  uint64_t column() { return uint64_t(1) << Column++; }
  uint64_t row() { return uint64_t(1) << (PerSide + Row++); }
  /// Adds columns while there are any, then rows.
  void addRest(SmallVectorImpl<uint64_t> &To, unsigned Most) {
    while (Most-- && Column + Row < 2 * PerSide)
      To.push_back(Column < PerSide ? column() : row());
  }

private:
  unsigned PerSide, Column = 0, Row = 0;
};

} // namespace

static LinearLayout distributed(unsigned PerSide, ArrayRef<uint64_t> Registers,
                                ArrayRef<uint64_t> Lanes,
                                ArrayRef<uint64_t> Warps) {
  SmallVector<uint64_t, 16> Columns(Registers);
  append_range(Columns, Lanes);
  append_range(Columns, Warps);
  return cantFail(LinearLayout::fromMatrix(
      {{"register", unsigned(Registers.size())},
       {"lane", unsigned(Lanes.size())},
       {"warp", unsigned(Warps.size())}},
      {{"dim0", PerSide}, {"dim1", PerSide}}, BitMatrix(2 * PerSide, Columns)));
}

/// Four warps, or as many as are needed for at most 256 halves per lane.
static unsigned warpBits(unsigned PerSide) {
  return std::max(2, int(2 * PerSide) - 5 - 8);
}

static LinearLayout makeRows(unsigned PerSide) {
  Bits B(PerSide);
  SmallVector<uint64_t> Registers{B.column(), B.column(), B.column()}, Lanes;
  B.addRest(Lanes, 5);
  SmallVector<uint64_t> Warps;
  for (unsigned I = warpBits(PerSide); I > 0; --I)
    Warps.push_back(B.row());
  B.addRest(Registers, ~0u);
  return distributed(PerSide, Registers, Lanes, Warps);
}

static LinearLayout makeFragments(unsigned PerSide) {
  Bits B(PerSide);
  SmallVector<uint64_t> Registers{B.column()};
  SmallVector<uint64_t> Lanes{B.column(), B.column(), B.row(), B.row(),
                              B.row()};
  Registers.push_back(B.row());
  SmallVector<uint64_t> Warps{B.column()};
  for (unsigned I = warpBits(PerSide) - 1; I > 0; --I)
    Warps.push_back(B.row());
  B.addRest(Registers, ~0u);
  return distributed(PerSide, Registers, Lanes, Warps);
}

bench::Tile bench::makeTile(unsigned PerSide) {
  Tile T;
  T.Rows = makeRows(PerSide);
  T.Fragments = makeFragments(PerSide);
  T.Offsets = cantFail(LinearLayout::fromMatrix(
      {{"dim1", PerSide}, {"dim0", PerSide}}, {{"offset", 2 * PerSide}},
      BitMatrix::identity(2 * PerSide)));
  T.Vector = cantFail(LinearLayout::identity(3, "register", "dim1"));
  return T;
}

Conversion bench::makeConversion(const Tile &T) {
  LinearLayout From = cantFail(holderOf(T.Fragments, T.Rows));
  AffineMove Map;
  Map.SourceRegisterBits = T.Rows.inputBits("register");
  Map.ThreadBits = T.Rows.inputBits() - Map.SourceRegisterBits;
  Map.Offset = From.flatOffset();
  unsigned ResultBits = T.Fragments.inputBits("register");
  ArrayRef<uint64_t> Columns = From.matrix().columns();
  Map.RegisterColumns.append(Columns.begin(), Columns.begin() + ResultBits);
  Map.ThreadColumns.append(Columns.begin() + ResultBits, Columns.end());
  return cantFail(Conversion::affine(std::move(Map), 16, 5, Scope::Block));
}

Machine bench::hopper() {
  LLVMContext Context;
  Module Kernels("bench", Context);
  compat::setTargetTriple(Kernels, Triple("nvptx64-nvidia-cuda"));
  Function *F =
      Function::Create(FunctionType::get(Type::getVoidTy(Context), false),
                       Function::ExternalLinkage, "kernel", Kernels);
  F->addFnAttr("target-cpu", "sm_90");
  return cantFail(getTarget(*F)).M;
}

/// The images of the dimension's bits, as the tile's flat numbers.
static SmallVector<uint64_t> images(const LinearLayout &L, StringRef Name) {
  unsigned First = *L.inputShift(Name);
  return SmallVector<uint64_t>(
      L.matrix().columns().slice(First, L.inputBits(Name)));
}

/// What the lanes of one phase access together.
static SmallVector<uint64_t> reach(const LinearLayout &L,
                                   ArrayRef<unsigned> Phase,
                                   ArrayRef<uint64_t> Vector) {
  SmallVector<uint64_t> Span;
  for (unsigned Lane : Phase)
    Span.push_back(L.applyFlat(uint64_t(Lane) << *L.inputShift("lane")));
  append_range(Span, Vector);
  return Span;
}

BitMatrix bench::swizzleFor(const Tile &T, const Machine &M) {
  SmallVector<uint64_t> Stored = images(T.Rows, "register");
  SmallVector<uint64_t> Vector =
      intersectBases(Stored, images(T.Fragments, "register"));
  constexpr unsigned Bytes = 2;
  unsigned Most = Log2_32(16 / Bytes);
  Vector.truncate(std::min<size_t>(Vector.size(), Most));
  const AccessShape *Shape = M.shape(Bytes << Vector.size());
  SmallVector<uint64_t> Aligned = images(T.Rows, "lane");
  append_range(Aligned, images(T.Fragments, "lane"));
  return swizzledLayout(Vector, reach(T.Rows, Shape->StorePhase, Vector),
                        reach(T.Fragments, Shape->LoadPhase, Vector), Aligned,
                        Log2_32(M.Banks * M.BankBytes / Bytes),
                        T.Rows.outputBits());
}
