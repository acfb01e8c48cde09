//===- PlanRunner.h - Interpreting plans on symbols -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests' own interpretation of Plan.h, independent of the planner's. Bytes
// are strings of (thread, register, byte of the element), and shared memory is
// a map that records which thread wrote each byte in which interval.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_PLANRUNNER_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_PLANRUNNER_H

#include "layouts/plan/Plan.h"
#include "gtest/gtest.h"
#include <string>
#include <unordered_map>
#include <vector>

namespace f2layout::test {

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

inline MatrixTile plainTile() {
  return {{Byte0, Byte1, Lane0, Lane1}, {Lane2, Lane3, Lane4}, 4};
}
inline MatrixTile transposedTile() {
  return {{Byte0, Lane2, Lane3, Lane4}, {Byte1, Lane0, Lane1}, 4};
}
/// ldmatrix.m16n16.trans.b8 and stmatrix.m16n8.trans.b8.
inline MatrixTile transposedBytes() {
  return {{Lane2, Lane3, Lane4, Byte2}, {Byte0, Byte1, Lane0, Lane1}, 2};
}
inline MatrixTile transposedBytesToStore() {
  return {{Lane2, Lane3, Lane4, Byte1}, {Byte0, Lane0, Lane1}, 4};
}
/// ds_read_b64_tr_b16 and ds_read_b64_tr_b8.
inline MatrixTile readTr16() {
  return {{Byte0, Lane0, Lane1}, {Lane2, Lane3, Byte1, Byte2, Lane4, Lane5}, 1};
}
inline MatrixTile readTr8() {
  return {{Lane0, Lane1, Lane2}, {Lane3, Byte0, Byte1, Byte2, Lane4, Lane5}, 1};
}

/// The row, and the place in it, of byte B of a lane's words of one matrix, as
/// the manuals (and Triton for ds_read_tr) state it with numbers of lanes.
inline std::pair<unsigned, unsigned> placeOf(const MatrixTile &Tile,
                                             unsigned Lane, unsigned B) {
  const unsigned In16 = Lane % 16, First = Lane - In16;
  if (Tile == plainTile())
    return {Lane / 4, Lane % 4 * 4 + B};
  if (Tile == transposedTile())
    return {Lane % 4 * 2 + B / 2, Lane / 4 * 2 + B % 2};
  if (Tile == transposedBytes())
    return {Lane % 4 * 4 + B % 4, Lane / 4 + B / 4 * 8};
  if (Tile == transposedBytesToStore())
    return {Lane % 4 * 2 + B % 2, Lane / 4 + B / 2 * 8};
  if (Tile == readTr16())
    return {First + B / 2 * 4 + In16 / 4, In16 % 4 * 2 + B % 2};
  EXPECT_TRUE(Tile == readTr8()) << "an unknown tile";
  return {First + B * 2 + In16 / 8, In16 % 8};
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// thread << 16 | register << 4 | byte, plus one; zero is a byte without owner.
inline uint32_t nameOf(unsigned Thread, unsigned Register, unsigned Byte) {
  return 1 + (Thread << 16 | Register << 4 | Byte);
}

/// Returns the empty string if the plan gives every thread what the conversion
/// says.
inline std::string runPlan(const Plan &P, const Conversion &C) {
  const unsigned Lanes = 1u << C.LaneBits, Size = C.ElementBits / 8;
  struct Cell {
    uint32_t Byte;
    unsigned Thread, Interval;
    bool Block; // a block barrier followed
    bool Free;  // all threads are done with it
  };
  std::unordered_map<uint32_t, Cell> Memory;
  unsigned Interval = 0;
  // Value[thread][word * 4 + byte]
  std::vector<std::vector<uint32_t>> Value(C.NumThreads);
  for (unsigned T = 0; T < C.NumThreads; ++T)
    for (unsigned B = 0; B < P.NumInputs * 4; ++B)
      Value[T].push_back(B / Size < C.NumSources ? nameOf(T, B / Size, B % Size)
                                                 : 0);
  if (P.NumInputs != (C.NumSources * Size + 3) / 4)
    return "wrong number of input words";

  for (const Step &S : P.Steps) {
    // All threads read before any of them writes.
    std::vector<std::vector<uint32_t>> New(C.NumThreads);
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      const unsigned Lane = T % Lanes;
      std::vector<uint32_t> &V = Value[T];
      auto ByteOf = [&](unsigned Thread, Word W, unsigned B) {
        return Value[Thread].at(W * 4 + B);
      };
      switch (S.K) {
      case Step::Select:
        for (unsigned B = 0; B < 4; ++B) {
          bool TakesA = (S.Mask >> Lane) & 1;
          for (unsigned Bits = T & S.WarpBits; Bits; Bits &= Bits - 1)
            TakesA = !TakesA;
          New[T].push_back(ByteOf(T, TakesA ? S.A : S.B, B));
        }
        break;
      case Step::Permute:
        for (unsigned B = 0; B < 4; ++B) {
          uint16_t Sel =
              S.Selector.size() == 1 ? S.Selector[0] : S.Selector.at(Lane);
          unsigned N = (Sel >> (4 * B)) & 15;
          if (N > 7)
            return "selector nibble above 7";
          New[T].push_back(ByteOf(T, N < 4 ? S.A : S.B, N % 4));
        }
        break;
      case Step::Shuffle:
        for (unsigned B = 0; B < 4; ++B)
          New[T].push_back(
              ByteOf(T / Lanes * Lanes + S.FromLane.at(Lane), S.A, B));
        break;
      case Step::Swap: {
        // (word, lane bit) are swapped: word w, lane bit p was word p of lane
        // bit w.
        const unsigned Bit = (Lane >> S.LaneBit) & 1;
        for (unsigned Made = 0; Made < 2; ++Made)
          for (unsigned B = 0; B < 4; ++B)
            New[T].push_back(
                ByteOf(T - (Bit << S.LaneBit) + (Made << S.LaneBit),
                       Bit ? S.B : S.A, B));
        break;
      }
      case Step::Transpose: {
        // Half h of lane l is half (l >> 2) & 1 of lane 4 (2 (l & 3) + h) +
        // (l >> 3).
        for (unsigned B = 0; B < 4; ++B)
          New[T].push_back(
              ByteOf(T - Lane + 4 * (2 * (Lane % 4) + B / 2) + Lane / 8, S.A,
                     Lane / 4 % 2 * 2 + B % 2));
        break;
      }
      case Step::StoreMatrix:
      case Step::LoadMatrix: {
        // For each byte of this lane's words: the row that it belongs to, and
        // its place in the row.
        const bool IsStore = S.K == Step::StoreMatrix;
        const unsigned Words = IsStore ? S.Words.size() : S.Count;
        const unsigned Rows = S.Tile.numRows(),
                       Bytes = Rows * S.Tile.rowBytes() / Lanes;
        for (unsigned B = 0; B < 4 * Words; ++B) {
          auto [Row, Column] = placeOf(S.Tile, Lane, B % Bytes);
          uint32_t A = S.Address.at(T - Lane + B / Bytes * Rows + Row);
          if (A % S.Tile.rowBytes() || A + S.Tile.rowBytes() > P.ScratchBytes)
            return "bad address of a row";
          A += Column;
          auto It = Memory.find(A);
          if (IsStore) {
            if (It != Memory.end() && !It->second.Free)
              return "byte stored twice";
            Memory[A] = {V.at(S.Words[B / 4] * 4 + B % 4), T, Interval, false,
                         false};
            continue;
          }
          if (It != Memory.end() &&
              (It->second.Interval >= Interval ||
               (!It->second.Block && It->second.Thread / Lanes != T / Lanes)))
            return "load of a byte that is not visible yet";
          if (It != Memory.end())
            It->second.Free = false;
          New[T].push_back(It == Memory.end() ? 0 : It->second.Byte);
        }
        break;
      }
      case Step::Store: {
        uint32_t A = S.Address.at(T);
        if (A % S.Bytes || A + S.Bytes > P.ScratchBytes)
          return "bad store address";
        for (unsigned B = 0; B < S.Bytes; ++B) {
          auto It = Memory.find(A + B);
          if (It != Memory.end() && !It->second.Free)
            return "byte stored twice";
          unsigned At = S.Bytes < 4 ? S.FirstByte + B : B;
          Memory[A + B] = {V.at(S.Words[At / 4] * 4 + At % 4), T, Interval,
                           false, false};
        }
        break;
      }
      case Step::Load: {
        uint32_t A = S.Address.at(T);
        if (A % S.Bytes || A + S.Bytes > P.ScratchBytes)
          return "bad load address";
        for (unsigned B = 0; B < S.Count * 4; ++B) {
          uint32_t Byte = 0;
          auto It = Memory.find(A + B);
          if (B < S.Bytes && It != Memory.end()) {
            Cell &X = It->second;
            X.Free = false;
            bool Visible = X.Interval < Interval &&
                           (X.Block || X.Thread / Lanes == T / Lanes);
            if (!Visible && X.Thread != T)
              return "load of a byte that is not visible yet";
            Byte = X.Byte;
          }
          New[T].push_back(Byte);
        }
        break;
      }
      case Step::Barrier:
        break;
      }
    }
    if (S.K == Step::Barrier) {
      ++Interval;
      for (auto &X : Memory) {
        X.second.Block |= S.Sync == Scope::Block;
        X.second.Free |= S.Sync == Scope::Block || C.NumThreads == Lanes;
      }
    }
    for (unsigned T = 0; T < C.NumThreads; ++T)
      Value[T].insert(Value[T].end(), New[T].begin(), New[T].end());
  }
  if (Value[0].size() != P.NumWords * 4)
    return "NumWords is wrong";
  if (P.Outputs.size() != (C.NumResults * Size + 3) / 4)
    return "wrong number of outputs";
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      Holder H = C.holder(R, T);
      if (H == DontCare)
        continue;
      for (unsigned B = 0; B < Size; ++B) {
        unsigned At = R * Size + B;
        if (Value[T].at(P.Outputs[At / 4] * 4 + At % 4) !=
            nameOf(H.Thread, H.Register, B))
          return "result " + std::to_string(R) + " of thread " +
                 std::to_string(T) + " is wrong";
      }
    }
  return "";
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

/// Accesses of 1 to 16 bytes, 128 bytes per clock.
inline Machine machineOf(unsigned LaneBits, const AccessShape &Of16Bytes) {
  Machine M;
  M.LaneBits = LaneBits;
  M.Shapes = {{1, {1, 2, 4, 8, 16}, {1, 2, 4, 8, 16}},
              {2, {1, 2, 4, 8, 16}, {1, 2, 4, 8, 16}},
              {4, {1, 2, 4, 8, 16}, {1, 2, 4, 8, 16}},
              {8, {1, 2, 4, 8}, {1, 2, 4, 8}},
              Of16Bytes};
  return M;
}

/// 32 lanes, figures as measured on an H200.
inline Machine hopperLike() {
  Machine M = machineOf(5, {16, {1, 2, 4}, {1, 2, 4}});
  M.Costs.Select = M.Costs.Permute = 0.58;
  return M;
}

/// 64 lanes, 32 banks; ds_read_b128 begins with lanes 0-3 and 20-23.
inline Machine gfx942Like() {
  Machine M = machineOf(6, {16, {1, 2, 20}, {1, 2, 4}});
  M.Costs.Butterfly = 0.5;
  M.Costs.Shuffle = 2;
  M.Costs.Select = M.Costs.Permute = 0.5;
  M.Costs.Wavefront = 1;
  return M;
}

/// The same with transposes and accesses of matrices.
inline Machine matrixLike() {
  Machine M = hopperLike();
  M.Transposes = true;
  M.MatrixLoads = M.MatrixStores = {plainTile(), transposedTile()};
  M.Costs.Transpose = 1;
  return M;
}

/// The same with accesses that transpose bytes.
inline Machine byteMatrixLike() {
  Machine M = matrixLike();
  M.MatrixLoads.push_back(transposedBytes());
  M.MatrixStores.push_back(transposedBytesToStore());
  return M;
}

/// gfx942 with swaps of lane bits 4 and 5, and with transposing reads.
inline Machine gfx950Like() {
  Machine M = gfx942Like();
  M.SwapLaneBits = 1 << 4 | 1 << 5;
  M.MatrixLoads = {readTr16(), readTr8()};
  M.Costs.Swap = 1;
  return M;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A conversion of one warp from a function (result register, thread) to
/// Holder.
template <typename FnT>
Conversion makeConversion(unsigned ElementBits, unsigned LaneBits,
                          unsigned NumSources, unsigned NumResults,
                          unsigned WarpBits, FnT HolderOf) {
  Conversion C;
  C.ElementBits = ElementBits;
  C.LaneBits = LaneBits;
  C.Group = WarpBits ? Scope::Block : Scope::Warp;
  C.NumThreads = 1u << (LaneBits + WarpBits);
  C.NumSources = NumSources;
  C.NumResults = NumResults;
  for (unsigned R = 0; R < NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T)
      C.Table.push_back(HolderOf(R, T));
  C.Affine = fitAffine(C);
  return C;
}

/// Result x, an index of register bits with lane bits above them, is held at x
/// with its bits permuted: bit I moves to To[I].
inline Conversion permutedBits(unsigned ElementBits, unsigned LaneBits,
                               unsigned RegisterBits,
                               const std::vector<unsigned> &To,
                               uint64_t Offset = 0) {
  return makeConversion(ElementBits, LaneBits, 1u << RegisterBits,
                        1u << RegisterBits, 0, [&](unsigned R, unsigned T) {
                          uint64_t X = R | T << RegisterBits, Y = Offset;
                          for (unsigned I = 0; I < To.size(); ++I)
                            Y ^= (X >> I & 1) << To[I];
                          return Holder{
                              uint16_t(Y & ((1u << RegisterBits) - 1)),
                              uint16_t(Y >> RegisterBits)};
                        });
}

/// Item i of a thread is element thread * Items + i (blocked) or
/// warp start + i * lanes + lane (striped).
inline Conversion blockedToStriped(unsigned ElementBits, unsigned LaneBits,
                                   unsigned Items, unsigned WarpBits = 0) {
  unsigned Threads = 1u << (LaneBits + WarpBits);
  return makeConversion(ElementBits, LaneBits, Items, Items, WarpBits,
                        [=](unsigned R, unsigned T) {
                          unsigned E = R * Threads + T;
                          return Holder{uint16_t(E % Items),
                                        uint16_t(E / Items)};
                        });
}

inline Conversion stripedToBlocked(unsigned ElementBits, unsigned LaneBits,
                                   unsigned Items, unsigned WarpBits = 0) {
  unsigned Threads = 1u << (LaneBits + WarpBits);
  return makeConversion(ElementBits, LaneBits, Items, Items, WarpBits,
                        [=](unsigned R, unsigned T) {
                          unsigned E = T * Items + R;
                          return Holder{uint16_t(E / Threads),
                                        uint16_t(E % Threads)};
                        });
}

inline std::string text(const Plan &P) {
  std::string S;
  llvm::raw_string_ostream OS(S);
  P.print(OS);
  return S;
}

/// The best plan, after it has been run. It must exist and cost at least the
/// bound.
inline Plan bestPlan(const Conversion &C, const Machine &M,
                     const PlanOptions &O) {
  PlanResult R = planConversion(C, M, O);
  EXPECT_TRUE(R.Best) << R.WhyNot;
  if (!R.Best)
    return {};
  EXPECT_EQ(runPlan(*R.Best, C), "") << text(*R.Best);
  EXPECT_LE(R.Best->BoundClocks, R.Best->Cost.Clocks) << text(*R.Best);
  return *R.Best;
}

} // namespace f2layout::test

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_PLANRUNNER_H
