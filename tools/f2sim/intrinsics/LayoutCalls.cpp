//===- LayoutCalls.cpp - Calls of @f2.* -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/Intrinsics.h"
#include "tools/f2sim/intrinsics/TileLayout.h"
#include "tools/f2sim/intrinsics/TileLines.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::sim {

/// Reads the layout that an operand points at.
static std::optional<TileLayout> layoutAt(const Value *Operand) {
  auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  auto *Data = G && G->isConstant() && G->hasInitializer()
                   ? dyn_cast<ConstantDataArray>(G->getInitializer())
                   : nullptr;
  if (!Data || !Data->isString())
    return std::nullopt;
  return readTileLayout(Data->getAsString().split('\0').first);
}

/// The bytes of one register: i12 takes two.
static unsigned elementBytes(const Type *Ty, const DataLayout &DL) {
  return DL.getTypeStoreSize(const_cast<Type *>(Ty->getScalarType()));
}

/// Checks that all threads of the block are present, and that the block has the
/// size that the layouts state.
static bool isComplete(Group &G) {
  const TileMove &Move = *G.I.Tile;
  if (G.Lanes.size() != Move.Threads) {
    G.M.fault(Problem::Undefined, nullptr, &G.I,
              "layouts of " + utostr(Move.Threads) + " threads in a block of " +
                  utostr(G.Lanes.size()));
    return false;
  }
  for (unsigned T = 0; T < Move.Threads; ++T)
    if (!G.lane(T)) {
      G.M.fault(Problem::Divergence, nullptr, &G.I,
                "needs the whole block, but thread " + utostr(T) +
                    " does not arrive");
      return false;
    }
  return true;
}

/// Calls Take(Thread, Register, To) for every register of the result, with its
/// place, if all threads of the block are there.
template <typename Fn> static void forEachResult(Group &G, Fn Take) {
  if (!isComplete(G))
    return;
  const unsigned Bytes = G.I.Imm >> 8;
  for (unsigned T = 0; T < G.I.Tile->Threads; ++T)
    for (unsigned R = 0; R < G.I.Tile->Registers; ++R)
      Take(T, R, G.exec(T).dst() + R * Bytes);
}

/// Converts for all threads of the block, each with its registers.
static void convert(Group &G) {
  const TileMove &Move = *G.I.Tile;
  const unsigned Bytes = G.I.Imm >> 8;
  forEachResult(G, [&](unsigned T, unsigned R, sim::Bytes To) {
    auto [Register, Thread] = Move.From[T * Move.Registers + R];
    copyBytes(To, G.exec(Thread).op(0) + Register * Bytes, Bytes);
  });
}

/// Like convert(), but each wanted register has an index. An index outside the
/// tensor is taken modulo its size; an undefined index gives an undefined
/// result.
static void gather(Group &G) {
  const TileMove &Move = *G.I.Tile;
  const unsigned Bytes = G.I.Imm >> 8;
  forEachResult(G, [&](unsigned T, unsigned R, sim::Bytes To) {
    const unsigned Width = G.I.Ops[1].Size / Move.Registers;
    const sim::Bytes Index = G.exec(T).op(1) + Width * R;
    const uint64_t Element =
        Move.Offset[T * Move.Registers + R] +
        readInt(Index.D, Width) % Move.Indices * Move.Stride;
    auto [Register, Thread] = Move.Holder[Element];
    copyBytes(To, G.exec(Thread).op(0) + Register * Bytes, Bytes);
    if (worstState(Index.S, Width) > Frozen)
      std::memset(To.S, worstState(Index.S, Width), Bytes);
  });
}

/// The elements of a line by position, or in the order of a reduction.
static std::vector<LineValue> lineAt(Group &G, uint64_t First, unsigned Bytes) {
  const TileLines &L = *G.I.Lines;
  std::vector<LineValue> Line;
  for (uint64_t P = 0; P < L.Order.size(); ++P) {
    const uint64_t Element =
        L.IsScan ? First + P * L.Stride : First ^ L.Order[P];
    auto [Register, Thread] = L.Holder[Element];
    const sim::Bytes V = G.exec(Thread).op(0) + Register * Bytes;
    Line.push_back({readInt(V.D, Bytes) & lowMask(L.Type.Bits),
                    worstState(V.S, Bytes), fromData(V.O, Bytes)});
  }
  return Line;
}

/// Reduces or scans every line once. Results take the place of operands only
/// after all of them are known.
static void combineLines(Group &G) {
  const TileLines &L = *G.I.Lines;
  const unsigned Bytes = G.I.Imm >> 8;
  if (!isComplete(G))
    return;
  std::map<uint64_t, std::vector<std::optional<LineValue>>> Lines;
  for (auto [First, Position] : L.Wanted) {
    auto [It, IsNew] = Lines.try_emplace(First);
    if (!IsNew)
      continue;
    std::vector<LineValue> Line = lineAt(G, First, Bytes);
    if (L.IsScan)
      It->second = scanLine(L, Line);
    else
      It->second = {reduceLine(L, std::move(Line))};
  }
  for (unsigned T = 0; T < L.Threads; ++T)
    for (unsigned R = 0; R < L.Registers; ++R) {
      auto [First, Position] = L.Wanted[T * L.Registers + R];
      const std::optional<LineValue> &V = Lines[First][Position];
      Exec E = G.exec(T);
      if (V)
        E.put(R * Bytes, V->Bits, Bytes, State(V->State), V->FromData);
      else
        E.put(R * Bytes, firstResult(L.Op, L.Type), Bytes, Defined, false);
    }
}

/// The address of a register's element. The stride of elements is a power of
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
    if (const unsigned Rest = E.I.DstBits % 8) // an i12 has half a byte
      E.dst().D[(R + 1) * Bytes - 1] &= (1u << Rest) - 1;
  }
}

static std::optional<TileMove> planOf(const CallBase &CB, StringRef Verb) {
  if (CB.arg_size() < 3)
    return std::nullopt;
  auto A = layoutAt(CB.getArgOperand(CB.arg_size() - 2)),
       B = layoutAt(CB.getArgOperand(CB.arg_size() - 1));
  if (!A || !B)
    return std::nullopt;
  if (Verb == "convert")
    return planConvert(*A, *B);
  if (Verb == "store" || Verb == "load")
    return planBuffer(*A, *B);
  auto *Axis = dyn_cast<ConstantInt>(CB.getArgOperand(2));
  if (Verb != "gather" || CB.arg_size() != 5 || !Axis)
    return std::nullopt;
  return planGather(*A, *B, Axis->getZExtValue());
}

/// Checks that registers have the size that the layout states, and that there
/// are as many indices, of 32 or 64 bits.
static bool hasSizes(const Inst &D, StringRef Verb, unsigned Bytes) {
  const unsigned Whole = Bytes * D.Tile->Registers;
  if (Verb == "store")
    return Whole == D.Ops[1].Size;
  return Whole == D.DstSize &&
         (Verb == "load" || D.Ops[0].Size == Bytes * D.Tile->Given) &&
         (Verb != "gather" || D.Ops[1].Size == 4 * D.Tile->Registers ||
          D.Ops[1].Size == 8 * D.Tile->Registers);
}

static LineType lineTypeOf(const Type *Ty) {
  const unsigned Bits = Ty->getScalarSizeInBits();
  Ty = Ty->getScalarType();
  return {Ty->isHalfTy()     ? FloatKind::Half
          : Ty->isBFloatTy() ? FloatKind::BFloat
          : Ty->isFloatTy()  ? FloatKind::Float
          : Ty->isDoubleTy() ? FloatKind::Double
                             : FloatKind::None,
          Bits};
}

static std::optional<TileLines> linesOf(const CallBase &CB, StringRef Verb) {
  const bool IsScan = Verb == "scan";
  if (CB.arg_size() != (IsScan ? 5u : 4u))
    return std::nullopt;
  auto Number = [&](unsigned Operand) {
    auto *N = dyn_cast<ConstantInt>(CB.getArgOperand(Operand));
    return N ? std::optional(N->getZExtValue()) : std::nullopt;
  };
  auto From = layoutAt(CB.getArgOperand(IsScan ? 4 : 2));
  const std::optional<uint64_t> Axis = Number(1);
  if (!From || !Axis)
    return std::nullopt;
  if (!IsScan) {
    auto To = layoutAt(CB.getArgOperand(3));
    return To ? planReduce(*From, *Axis, *To) : std::nullopt;
  }
  std::optional<TileLines> L = planScan(*From, *Axis);
  if (!L || !Number(2) || !Number(3))
    return std::nullopt;
  L->Reverse = *Number(2);
  L->Exclusive = *Number(3);
  return L;
}

/// Rest is "fadd.v2f32".
static bool decodeLines(Inst &D, const CallBase &CB, StringRef Verb,
                        StringRef Rest) {
  std::optional<TileLines> L = linesOf(CB, Verb);
  if (!L)
    return false;
  const Type *Ty = CB.getType();
  L->Type = lineTypeOf(Ty);
  std::optional<LineOp> Operation =
      readLineOp(Rest.split('.').first, L->Type.FK != FloatKind::None);
  const unsigned Bytes = elementBytes(Ty, CB.getDataLayout());
  if (!Operation || !L->Type.Bits || D.DstSize != Bytes * L->Registers ||
      D.Ops[0].Size != Bytes * L->Given)
    return false;
  L->Op = *Operation;
  TileMove Move;
  Move.Threads = L->Threads;
  D.Tile = std::make_shared<const TileMove>(std::move(Move));
  D.Lines = std::make_shared<const TileLines>(std::move(*L));
  D.Code = Op::Meet;
  D.Rule = MeetRule::Barrier;
  D.Imm = int64_t(Bytes) << 8 | BarAligned | BarExchange;
  D.OnGroup = combineLines;
  return true;
}

bool decodeLayoutCall(Inst &D, const CallBase &CB) {
  StringRef Verb = CB.getCalledFunction()->getName(), Rest;
  if (!Verb.consume_front("f2."))
    return false;
  std::tie(Verb, Rest) = Verb.split('.');
  if (Verb == "reduce" || Verb == "scan")
    return decodeLines(D, CB, Verb, Rest);
  std::optional<TileMove> Move = planOf(CB, Verb);
  if (!Move)
    return false;
  D.Tile = std::make_shared<const TileMove>(std::move(*Move));
  const bool Stores = Verb == "store";
  const Type *Registers =
      Stores ? CB.getArgOperand(1)->getType() : CB.getType();
  const unsigned Bytes = elementBytes(Registers, CB.getDataLayout());
  if (!Bytes || !hasSizes(D, Verb, Bytes))
    return false;
  D.Imm = int64_t(Bytes) << 8;
  if (Stores || Verb == "load") {
    D.Code = Op::Lane;
    D.OnLane = Stores ? storeRegisters : loadRegisters;
    return true;
  }
  D.Code = Op::Meet;
  D.Rule = MeetRule::Barrier;
  D.Imm |= BarAligned | BarExchange;
  D.OnGroup = Verb == "gather" ? gather : convert;
  return true;
}

} // namespace f2layout::sim
