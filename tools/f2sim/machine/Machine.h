//===- Machine.h - One launch: threads, convergence, findings -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Machine runs one kernel once. Threads are interpreted one at a time up to
// the next point where they must wait for others; the schedule selects the next
// thread. Errors become Findings; errors after which execution cannot continue
// stop the run.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_MACHINE_MACHINE_H
#define F2LAYOUT_TOOLS_F2SIM_MACHINE_MACHINE_H

#include "tools/f2sim/checks/Banks.h"
#include "tools/f2sim/checks/Races.h"
#include "tools/f2sim/machine/BlockTensors.h"
#include "tools/f2sim/program/Program.h"
#include "llvm/ADT/APFloat.h"
#include <map>
#include <string>
#include <vector>

namespace f2layout::sim {

enum class Problem : uint8_t {
  Unsupported, ///< an operation that the simulator does not know
  Undefined,   ///< branch on undef, unreachable, division by zero
  OutOfBounds,
  Misaligned,
  Divergence, ///< lanes that wait for lanes that never arrive
  Race,
  Steps,         ///< ran too long
  UnwrittenRead, ///< shared memory that was not written; a note
  UndefinedLane, ///< a value read from a lane that provides none; a note
};
llvm::StringRef nameOf(Problem P);
inline bool isNote(Problem P) { return P >= Problem::UnwrittenRead; }

struct Finding {
  Problem Kind;
  std::string Where; ///< the subject: an object, an instruction kind
  std::string Text;
  uint64_t Count = 1;
};

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;
  uint32_t operator[](unsigned I) const { return I == 0 ? X : I == 1 ? Y : Z; }
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

struct Schedule {
  enum Kind : uint8_t { Forward, Reverse, Random } K = Forward;
  uint64_t Seed = 0;
  std::string name() const;
};

struct Launch {
  Dim3 Block, Grid;
  Schedule Order;
  uint64_t DynamicShared = 0;
  uint64_t MaxSteps = 200'000'000; ///< instructions, all threads together
  bool CountBanks = false;
};

struct Frame {
  Function *F = nullptr;
  uint32_t Block = 0, Pc = 0;
  /// For each loop around the block, from the outermost: how often the thread
  /// has come to its header since it entered the loop.
  llvm::SmallVector<uint32_t, 4> Iterations;
  Bytes Base;
  std::unique_ptr<uint64_t[]> Store;
  const Inst *CallSite = nullptr;
  uint64_t StackTop = 0;
};

enum class Status : uint8_t { Ready, Waiting, Exited };

struct PendingCopy { ///< an asynchronous copy that has been issued
  uint64_t From, To;
  uint32_t FromAS, Size, Filled;
  const Inst *I;
};

struct Thread {
  uint32_t Linear = 0; ///< in the block
  uint32_t Tid[3] = {0, 0, 0};
  uint32_t Lane = 0, Warp = 0;
  Status Is = Status::Ready;
  const Inst *At = nullptr; ///< the instruction that it waits at
  uint32_t Mask = 0;        ///< lanes that it waits for (NVPTX)
  std::vector<Frame> Frames;
  // The stack: allocas.
  std::vector<uint8_t> LD, LS;
  std::vector<Origin> LO;
  uint64_t StackTop = 16;
  std::vector<std::vector<PendingCopy>> Copies; ///< groups; the last is open
};

/// Why a thread stopped running. Access: before an atomic or volatile access.
enum class Stop : uint8_t { Meet, BlockEnd, Access, Exit, Budget, Fault };

class Machine {
public:
  Machine(Program &P, const Launch &L);

  /// Runs all blocks. Args: the kernel's arguments, in slot form.
  void run(Function &Kernel, const std::vector<uint8_t> &ArgData,
           const std::vector<Origin> &ArgOrigins);

  Program &P;
  const Launch &L;
  std::vector<Finding> Findings;
  BankCounter Banks;
  bool Halted = false;
  bool UsedAtomics = false; ///< or volatile accesses
  uint64_t Steps = 0;
  uint64_t Computed = 0; ///< of Steps, without addresses, moves and jumps
  uint64_t Barriers = 0; ///< arrivals of a thread at a block barrier

  // The block that is running.
  Dim3 BlockIndex;
  uint32_t BlockNumber = 0;
  unsigned WarpSize = 32;
  std::string Cpu;
  std::vector<Thread> Threads;
  RaceCheck Races;
  BlockTensors Tensors;
  std::map<unsigned, std::vector<uint32_t>> Arrived; ///< at named barriers
  MemObject *ImplicitArgs = nullptr, *DispatchPacket = nullptr,
            *KernArgs = nullptr;

  void note(Problem Kind, std::string Where, std::string Text);
  /// Reports a finding after which the run cannot continue.
  void fault(Problem Kind, const Thread *T, const Inst *I, std::string Text);
  std::string threadName(uint32_t GlobalLinear) const;
  std::string who(const Thread &T, const Inst *I) const;
  uint64_t globalLinear(const Thread &T) const {
    return uint64_t(BlockNumber) * Threads.size() + T.Linear;
  }

  // Memory accesses, with all checks. They return false after a fault.
  bool load(Thread &T, const Inst &I, unsigned AS, uint64_t Addr, unsigned Size,
            uint64_t Align, bool Atomic, Bytes To);
  bool store(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
             unsigned Size, uint64_t Align, bool Atomic, Bytes From,
             Touch How = Touch::Write);
  /// The checks of an asynchronous copy that will store.
  bool beginCopy(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
                 unsigned Size, Bytes From);
  uint64_t allocate(Thread &T, uint64_t Size, uint64_t Align);

  Bytes at(const Thread &T, Ref R) const {
    return R >= 0 ? T.Frames.back().Base + R : PoolBase + ~R;
  }

  /// Interprets T until it stops. In Lockstep it stops at the end of a block
  /// and before each atomic or volatile access but the first instruction.
  Stop interpret(Thread &T, bool Lockstep, uint64_t Budget);
  /// Moves past the instruction that T waited at.
  void resume(Thread &T);
  void exitThread(Thread &T) { T.Is = Status::Exited; }
  bool pushFrame(Thread &T, Function &F, const Inst *CallSite);

private:
  friend class Scheduler;
  bool place(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
             unsigned Size, uint64_t Align, bool Write, Place &Out);
  void checkRace(Thread &T, const Inst &I, MemObject &Obj, uint64_t Offset,
                 unsigned Size, Touch How, bool Atomic, const Bytes *New);
  bool passCopy(Thread &T, const Inst &Call, const CopiedArgument &A, Bytes To);
  void takeEdge(Thread &T, const Edge &E);
  void countBanks(const Thread &T, const Inst &I, uint64_t Addr, unsigned Size,
                  uint64_t Align, bool Store);
  void startBlock(Function &Kernel, const std::vector<uint8_t> &ArgData,
                  const std::vector<Origin> &ArgOrigins);
  bool decide(Thread &T, const Inst &I, uint64_t &V);

  Bytes PoolBase;
  std::vector<uint8_t> PhiD, PhiS;
  std::vector<Origin> PhiO;
  std::map<std::tuple<unsigned, unsigned, unsigned>, size_t> SeenRaces;
  std::map<std::pair<unsigned, std::string>, size_t> SeenNotes;
};

/// One instruction of one thread, as its handler sees it.
struct Exec {
  Machine &M;
  Thread &T;
  const Inst &I;

  Bytes op(unsigned N) const { return M.at(T, I.Ops[N].R); }
  Bytes dst() const { return M.at(T, I.Dst); }
  uint64_t intOp(unsigned N) const {
    return readInt(op(N).D, std::min(I.Ops[N].Size, 8u));
  }
  State stateOf(unsigned N) const { return worstState(op(N).S, I.Ops[N].Size); }
  bool dataIn(unsigned N) const { return fromData(op(N).O, I.Ops[N].Size); }
  Origin origin(bool FromData) const {
    return computedOrigin(FromData, I.Id, M.globalLinear(T));
  }
  /// Writes a computed result: Size bytes at byte At of the destination.
  void put(unsigned At, uint64_t V, unsigned Size, State S, bool FromData) {
    Bytes To = dst() + At;
    if (Size <= 8) {
      std::memcpy(To.D, &V, Size);
    } else {
      std::memset(To.D, 0, Size);
      std::memcpy(To.D, &V, 8);
    }
    setMeta(To, Size, S, origin(FromData));
  }
  /// Writes a result of at most 8 bytes that depends on no data.
  void putFree(uint64_t V) { put(0, V, I.DstSize, Defined, false); }
  /// The worst state of all operands, and whether any of them depends on data.
  State worstOf() const {
    State S = Defined;
    for (unsigned N = 0; N < I.Ops.size(); ++N)
      S = worst(S, stateOf(N));
    return S;
  }
  bool anyData() const {
    for (unsigned N = 0; N < I.Ops.size(); ++N)
      if (dataIn(N))
        return true;
    return false;
  }
  void unsupported(std::string Why) {
    M.fault(Problem::Unsupported, &T, &I, std::move(Why));
  }
};

/// The lanes that meet at a convergent operation.
struct Group {
  Machine &M;
  const Inst &I;
  unsigned Warp = 0;
  unsigned WarpSize = 32;
  std::vector<Thread *> Lanes; ///< by lane number; null where absent

  Thread *lane(unsigned N) const {
    return N < Lanes.size() ? Lanes[N] : nullptr;
  }
  Exec exec(unsigned N) const { return {M, *Lanes[N], I}; }
};

// The groups of instructions, each in a separate file.
void execIntBinary(Exec E);
void execICmp(Exec E);
void execIntCast(Exec E); ///< Trunc, ZExt, SExt
void execFloat(Exec E);   ///< FloatBinary, FNeg, FCmp, FP casts
void execMove(Exec E);    ///< the moves
void execGep(Exec E);
bool execMemory(Exec E); ///< false after a fault

// Floats as bits, for matrix products and intrinsics.
double toDouble(uint64_t Bits, FloatKind K);
uint64_t fromDouble(double V, FloatKind K);
uint64_t canonicalNaN(FloatKind K);
const llvm::fltSemantics &semanticsOf(FloatKind K);
llvm::APFloat toAPFloat(uint64_t Bits, FloatKind K);
uint64_t fromAPFloat(const llvm::APFloat &V);
unsigned floatBits(FloatKind K);

} // namespace f2layout::sim

#endif
