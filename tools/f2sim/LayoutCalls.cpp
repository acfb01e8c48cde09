//===- LayoutCalls.cpp - @f2.convert, @f2.store, @f2.load -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/Scheduler.h"
#include "tools/f2sim/TileLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::sim {

/// The layout that an operand points at.
static std::optional<TileLayout> layoutAt(const Value *Operand) {
  auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  auto *Data = G && G->isConstant() && G->hasInitializer()
                   ? dyn_cast<ConstantDataArray>(G->getInitializer())
                   : nullptr;
  if (!Data || !Data->isString())
    return std::nullopt;
  return readTileLayout(Data->getAsString().split('\0').first);
}

static unsigned elementBytes(const Type *Ty, const DataLayout &DL) {
  return DL.getTypeSizeInBits(const_cast<Type *>(Ty->getScalarType())) / 8;
}

/// All threads of the block, each with its registers.
static void convert(Group &G) {
  const TileMove &Move = *G.I.Tile;
  if (G.Lanes.size() != Move.Threads)
    return G.M.fault(Problem::Undefined, nullptr, &G.I,
                     "layouts of " + utostr(Move.Threads) +
                         " threads in a block of " + utostr(G.Lanes.size()));
  for (unsigned T = 0; T < Move.Threads; ++T)
    if (!G.lane(T))
      return G.M.fault(Problem::Divergence, nullptr, &G.I,
                       "needs the whole block, but thread " + utostr(T) +
                           " does not come");
  const unsigned Bytes = G.I.Imm >> 8;
  for (unsigned T = 0; T < Move.Threads; ++T)
    for (unsigned R = 0; R < Move.Registers; ++R) {
      auto [Register, Thread] = Move.From[T * Move.Registers + R];
      copyBytes(G.exec(T).dst() + R * Bytes,
                G.exec(Thread).op(0) + Register * Bytes, Bytes);
    }
}

/// The address of a register's element; elements lie at multiples of a power of
/// two.
static std::optional<uint64_t> place(Exec &E, unsigned Register) {
  const TileMove &Move = *E.I.Tile;
  if (E.M.Threads.size() != Move.Threads) {
    E.M.fault(Problem::Undefined, &E.T, &E.I,
              "a layout of " + utostr(Move.Threads) +
                  " threads in a block of " + utostr(E.M.Threads.size()));
    return std::nullopt;
  }
  return E.intOp(0) + Move.Offset[E.T.Linear * Move.Registers + Register] *
                          PowerOf2Ceil(E.I.Imm >> 8);
}

static void storeRegisters(Exec &E) {
  const unsigned Bytes = E.I.Imm >> 8;
  for (unsigned R = 0; R < E.I.Tile->Registers; ++R) {
    std::optional<uint64_t> To = place(E, R);
    if (!To || !E.M.store(E.T, E.I, 3, *To, Bytes, PowerOf2Ceil(Bytes), false,
                          E.op(1) + R * Bytes))
      return;
  }
}

static void loadRegisters(Exec &E) {
  const unsigned Bytes = E.I.Imm >> 8;
  for (unsigned R = 0; R < E.I.Tile->Registers; ++R) {
    std::optional<uint64_t> From = place(E, R);
    if (!From || !E.M.load(E.T, E.I, 3, *From, Bytes, PowerOf2Ceil(Bytes),
                           false, E.dst() + R * Bytes))
      return;
  }
}

static bool plan(Inst &D, const CallBase &CB, unsigned First, bool Converts) {
  if (CB.arg_size() < First + 2)
    return false;
  auto A = layoutAt(CB.getArgOperand(First)),
       B = layoutAt(CB.getArgOperand(First + 1));
  if (!A || !B)
    return false;
  std::optional<TileMove> Move =
      Converts ? planConvert(*A, *B) : planBuffer(*A, *B);
  if (Move)
    D.Tile = std::make_shared<const TileMove>(std::move(*Move));
  return Move.has_value();
}

bool decodeLayoutCall(Inst &D, const CallBase &CB) {
  StringRef Verb = CB.getCalledFunction()->getName();
  if (!Verb.consume_front("f2."))
    return false;
  Verb = Verb.split('.').first;
  const bool Converts = Verb == "convert", Stores = Verb == "store";
  if ((!Converts && !Stores && Verb != "load") ||
      !plan(D, CB, Stores ? 2 : 1, Converts))
    return false;
  const Type *Registers =
      Stores ? CB.getArgOperand(1)->getType() : CB.getType();
  const unsigned Bytes = elementBytes(Registers, CB.getDataLayout());
  const unsigned Whole = Bytes * D.Tile->Registers;
  if (!Bytes || Whole != (Stores ? D.Ops[1].Size : D.DstSize))
    return false;
  D.Imm = int64_t(Bytes) << 8;
  if (!Converts) {
    D.Code = Op::Lane;
    D.OnLane = Stores ? storeRegisters : loadRegisters;
    return true;
  }
  D.Code = Op::Meet;
  D.Rule = MeetRule::Barrier;
  D.Imm |= BarAligned | BarExchange;
  D.OnGroup = convert;
  return true;
}

} // namespace f2layout::sim
