//===- CheckPlan.cpp - No wrong plan leaves the planner -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An interpreter of plans. Every byte is a number that says where it came from:
// 1 + (thread * input words + word) * 4 + byte; 0 is a byte without meaning.
// So one run proves the plan for all data.
//
//===----------------------------------------------------------------------===//

#include "layouts/check/CheckPlan.h"
#include "layouts/plan/PlanSteps.h"
#include "layouts/plan/StepVisitor.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;
using namespace f2layout;

namespace {

using Bytes = std::array<uint32_t, 4>;

class Interpreter : public StepVisitor<Interpreter, std::string> {
public:
  Interpreter(const Plan &P, unsigned Threads)
      : P(P), Threads(Threads), ThreadBits(Log2_32_Ceil(Threads)),
        Lanes(1u << P.LaneBits), Words(size_t(P.NumWords) * Threads, Bytes{}) {}

  std::string run();
  const Bytes &at(Word W, unsigned Thread) const {
    return Words[size_t(W) * Threads + Thread];
  }

private:
  friend StepVisitor;
  Bytes &make(Word W, unsigned Thread) {
    return Words[size_t(W) * Threads + Thread];
  }
  void select(const Step &S);
  void permute(const Step &S);
  void shuffle(const Step &S);
  void swap(const Step &S);
  void transpose(const Step &S);
  std::string store(const Step &S);
  std::string load(const Step &S);
  std::string storeMatrix(const Step &S);
  std::string loadMatrix(const Step &S);
  void barrier(const Step &S);
  template <typename Fn> std::string forEachMatrixByte(const Step &S, Fn Move);
  std::string findRow(const Step &S, unsigned Row, uint32_t &Address) const;
  std::string access(const Step &S, unsigned Thread, uint32_t &Address) const;
  template <typename Fn> std::string forEachByte(const Step &S, Fn Move);

  const Plan &P;
  const unsigned Threads, ThreadBits, Lanes;
  std::vector<Bytes> Words;
  Word Next = 0;
  /// A byte of scratch, its writer, and the interval between barriers; 0: none.
  struct Cell {
    uint32_t Byte = 0;
    unsigned Writer = 0, Interval = 0;
    /// The last reader, its interval, and whether several warps have read it
    /// since the last point visible to all.
    unsigned Reader = 0, ReadIn = 0;
    bool ManyRead = false;
  };
  /// Returns true if one thread's accesses of an interval are complete for the
  /// other.
  bool isDone(unsigned By, unsigned In, unsigned Thread) const {
    return In < SeenByBlock || (In < Interval && By / Lanes == Thread / Lanes);
  }
  bool isVisible(const Cell &X, unsigned Thread) const {
    return isDone(X.Writer, X.Interval, Thread);
  }
  void noteRead(Cell &X, unsigned Thread) {
    if (!X.Interval)
      return; // The contents, whatever they are, may not be used.
    X.ManyRead = X.ReadIn >= SeenByBlock &&
                 (X.ManyRead || X.Reader / Lanes != Thread / Lanes);
    X.Reader = Thread;
    X.ReadIn = Interval;
  }
  /// Why the thread may not write the byte now; null if it may. A byte is free
  /// again once a barrier lies between its readers and the thread.
  const char *findClash(const Cell &X, unsigned Thread) const {
    if (X.Interval && !isVisible(X, Thread))
      return "two stores to one byte";
    if (X.ReadIn >= SeenByBlock && X.ReadIn &&
        (X.ManyRead || !isDone(X.Reader, X.ReadIn, Thread)))
      return "a store to a byte that may not have been read yet";
    return nullptr;
  }
  std::vector<Cell> Memory;
  /// Writes before SeenByBlock are visible to all threads, writes before
  /// Interval to the writer's warp.
  unsigned Interval = 1, SeenByBlock = 1;
};

} // namespace

void Interpreter::select(const Step &S) {
  for (unsigned T = 0; T < Threads; ++T)
    make(Next, T) = ((S.Mask >> (T % Lanes) ^ popcount(T & S.WarpBits)) & 1)
                        ? at(S.A, T)
                        : at(S.B, T);
  ++Next;
}

void Interpreter::permute(const Step &S) {
  for (unsigned T = 0; T < Threads; ++T) {
    unsigned Sel = S.Selector[S.Selector.size() == 1 ? 0 : T % Lanes];
    for (unsigned B = 0; B < 4; ++B) {
      unsigned From = Sel >> (4 * B) & 7;
      make(Next, T)[B] = at(From < 4 ? S.A : S.B, T)[From & 3];
    }
  }
  ++Next;
}

void Interpreter::shuffle(const Step &S) {
  for (unsigned T = 0; T < Threads; ++T)
    make(Next, T) = at(S.A, T - T % Lanes + S.FromLane[T % Lanes]);
  ++Next;
}

void Interpreter::swap(const Step &S) {
  const unsigned K = 1u << S.LaneBit;
  for (unsigned T = 0; T < Threads; ++T) {
    make(Next, T) = T & K ? at(S.B, T ^ K) : at(S.A, T);
    make(Next + 1, T) = T & K ? at(S.B, T) : at(S.A, T ^ K);
  }
  Next += 2;
}

/// Where element (Row, Column) of a matrix of halves is: in lane `Lane`, from
/// this byte of the word on.
static std::pair<unsigned, unsigned> holderOf(unsigned Row, unsigned Column,
                                              bool Transposed) {
  if (Transposed)
    std::swap(Row, Column);
  return {4 * Row + Column / 2, 2 * (Column % 2)};
}

void Interpreter::transpose(const Step &S) {
  for (unsigned Warp = 0; Warp < Threads; Warp += Lanes)
    for (unsigned Element = 0; Element < 64; ++Element) {
      auto [From, FromByte] = holderOf(Element / 8, Element % 8, false);
      auto [To, ToByte] = holderOf(Element / 8, Element % 8, true);
      for (unsigned B = 0; B < 2; ++B)
        make(Next, Warp + To)[ToByte + B] = at(S.A, Warp + From)[FromByte + B];
    }
  ++Next;
}

std::string Interpreter::access(const Step &S, unsigned Thread,
                                uint32_t &Address) const {
  Address = S.Address.at(Thread);
  if (Address % S.Bytes)
    return "misaligned access";
  if (uint64_t(Address) + S.Bytes > P.ScratchBytes)
    return "access beyond the scratch memory";
  return "";
}

/// Calls Move(Thread, B, X) for every byte B of each thread's access: X is that
/// byte of the memory. Move returns what is wrong, or null.
template <typename Fn>
std::string Interpreter::forEachByte(const Step &S, Fn Move) {
  for (unsigned T = 0; T < Threads; ++T) {
    uint32_t Address = 0;
    std::string Wrong = access(S, T, Address);
    if (!Wrong.empty())
      return Wrong;
    for (unsigned B = 0; B < S.Bytes; ++B)
      if (const char *Fault = Move(T, B, Memory[Address + B]))
        return Fault;
  }
  return "";
}

std::string Interpreter::store(const Step &S) {
  return forEachByte(S, [&](unsigned T, unsigned B, Cell &X) -> const char * {
    const unsigned From = S.Bytes >= 4 ? B : S.FirstByte + B;
    if (const char *Clash = findClash(X, T))
      return Clash;
    X = {at(S.Words[From / 4], T)[From % 4], T, Interval};
    return nullptr;
  });
}

std::string Interpreter::load(const Step &S) {
  std::string Wrong =
      forEachByte(S, [&](unsigned T, unsigned B, Cell &X) -> const char * {
        make(Next + B / 4, T)[B % 4] = isVisible(X, T) ? X.Byte : 0;
        noteRead(X, T);
        return nullptr;
      });
  Next += S.Count;
  return Wrong;
}

/// The lane and the byte of its words that hold byte At of row Row.
static std::pair<unsigned, unsigned> holderOf(const MatrixTile &Tile,
                                              unsigned Row, unsigned At) {
  unsigned Lane = 0, Byte = 0;
  auto Enter = [&](ArrayRef<PlaceBit> Bits, unsigned Number) {
    for (auto [I, Bit] : enumerate(Bits))
      (isByteBit(Bit) ? Byte : Lane) |= (Number >> I & 1) << bitNumber(Bit);
  };
  Enter(Tile.columns(), At);
  Enter(Tile.rows(), Row);
  return {Lane, Byte};
}

/// The address of a row; rows count over matrices, and over warps.
std::string Interpreter::findRow(const Step &S, unsigned Row,
                                 uint32_t &Address) const {
  const unsigned PerWarp = 1u << rowBits(S);
  return access(S, Row / PerWarp * Lanes + Row % PerWarp, Address);
}

/// Calls Move(Thread, Word, Byte, X) for every byte of the matrices: X belongs
/// to that byte of the thread's word, counted in the step's words. Move returns
/// what is wrong, or null.
template <typename Fn>
std::string Interpreter::forEachMatrixByte(const Step &S, Fn Move) {
  const unsigned PerWarp = 1u << rowBits(S), Warps = Threads / Lanes;
  for (unsigned Row = 0; Row < PerWarp * Warps; ++Row) {
    uint32_t Address = 0;
    std::string Wrong = findRow(S, Row, Address);
    if (!Wrong.empty())
      return Wrong;
    const unsigned InWarp = Row % PerWarp, Matrix = InWarp / S.Tile.numRows();
    for (unsigned B = 0; B < S.Bytes; ++B) {
      auto [Lane, Byte] = holderOf(S.Tile, InWarp % S.Tile.numRows(), B);
      if (const char *Fault = Move(Row / PerWarp * Lanes + Lane,
                                   Matrix * S.Tile.words() + Byte / 4, Byte % 4,
                                   Memory[Address + B]))
        return Fault;
    }
  }
  return "";
}

std::string Interpreter::storeMatrix(const Step &S) {
  auto Store = [&](unsigned Thread, unsigned W, unsigned Byte,
                   Cell &X) -> const char * {
    if (const char *Clash = findClash(X, Thread))
      return Clash;
    X = {at(S.Words[W], Thread)[Byte], Thread, Interval};
    return nullptr;
  };
  return forEachMatrixByte(S, Store);
}

std::string Interpreter::loadMatrix(const Step &S) {
  auto Load = [&](unsigned Thread, unsigned W, unsigned Byte,
                  Cell &X) -> const char * {
    make(Next + W, Thread)[Byte] = isVisible(X, Thread) ? X.Byte : 0;
    noteRead(X, Thread);
    return nullptr;
  };
  std::string Wrong = forEachMatrixByte(S, Load);
  Next += S.Count;
  return Wrong;
}

void Interpreter::barrier(const Step &S) {
  ++Interval;
  if (S.Sync == Scope::Block)
    SeenByBlock = Interval;
}

std::string Interpreter::run() {
  Memory.assign(P.ScratchBytes, Cell());
  for (Next = 0; Next < P.NumInputs; ++Next)
    for (unsigned T = 0; T < Threads; ++T)
      for (unsigned B = 0; B < 4; ++B)
        make(Next, T)[B] = 1 + (T * P.NumInputs + Next) * 4 + B;

  for (const Step &S : P.Steps) {
    std::string Wrong = findStepFault(S, Next, P, ThreadBits);
    if (!Wrong.empty())
      return Wrong;
    Wrong = visit(S, "");
    if (!Wrong.empty())
      return Wrong;
  }
  return Next == P.NumWords ? "" : "fewer words than announced";
}

std::string f2layout::checkPlan(const Plan &P, const Conversion &C) {
  std::string Wrong = findPlanFault(P, C);
  if (!Wrong.empty())
    return Wrong;
  Interpreter I(P, C.NumThreads);
  Wrong = I.run();
  if (!Wrong.empty())
    return Wrong;

  const unsigned Size = C.ElementBits / 8;
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      Holder H = C.holder(R, T);
      if (H == DontCare)
        continue;
      for (unsigned B = 0; B < Size; ++B) {
        unsigned To = R * Size + B, From = H.Register * Size + B;
        if (To / 4 >= P.Outputs.size() || P.Outputs[To / 4] >= P.NumWords)
          return "missing output";
        if (I.at(P.Outputs[To / 4], T)[To % 4] !=
            1 + (H.Thread * P.NumInputs + From / 4) * 4 + From % 4)
          return "result register " + std::to_string(R) + " of thread " +
                 std::to_string(T) + " is not what the conversion asks for";
      }
    }
  return "";
}
