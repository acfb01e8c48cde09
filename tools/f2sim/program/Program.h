//===- Program.h - Functions decoded for interpretation -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is decoded once: every SSA value gets an offset in the frame,
// every constant an offset in a pool, every instruction becomes an Inst whose
// operands are such offsets, and every control-flow edge the list of phi copies
// that go with it.
//
// An unknown operation becomes an Inst that stops the run as unsupported if it
// is executed; the simulator never guesses.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_PROGRAM_PROGRAM_H
#define F2LAYOUT_TOOLS_F2SIM_PROGRAM_PROGRAM_H

#include "tools/f2sim/program/Memory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace f2layout::sim {

struct Exec;
struct Group;
struct Inst;
struct TileLines;
struct TileMove;
struct TensorCallInfo;

/// The effect of an intrinsic on one thread.
using LaneHandler = void (*)(Exec &);
/// The effect of a convergent operation on the lanes that meet at it.
using GroupHandler = void (*)(Group &);

enum class Op : uint8_t {
  // One computed result per element.
  IntBinary,
  ICmp,
  FloatBinary,
  FNeg,
  FCmp,
  Trunc,
  ZExt,
  SExt,
  FPTrunc,
  FPExt,
  FPToInt,
  IntToFP,
  // Operations that move bytes.
  Move,
  Bitcast,
  AddrSpaceCast,
  Freeze,
  Select,
  ExtractElement,
  InsertElement,
  Shuffle,
  Gather,
  // Memory.
  Gep,
  Load,
  Store,
  AtomicRMW,
  CmpXchg,
  Fence,
  Alloca,
  // Control.
  Br,
  CondBr,
  Switch,
  Ret,
  Unreachable,
  Call,
  // Intrinsics.
  Lane, ///< one thread: Inst::OnLane
  Meet, ///< lanes meet: Inst::OnGroup, Inst::Rule
  Nop,
  Unsupported,
};

/// Which lanes a convergent operation waits for.
enum class MeetRule : uint8_t {
  Mask,        ///< the lanes of operand MaskOp, at this instruction
  WarpBarrier, ///< the lanes of operand MaskOp, at any warp barrier
  WholeWarp,   ///< all lanes of the warp, none exited (.aligned)
  Together,    ///< the lanes that are at this instruction together
  Barrier,     ///< a block barrier
};

enum class FloatKind : uint8_t { None, Half, BFloat, Float, Double };

/// Offset in the frame, or ~offset in the constant pool.
using Ref = int32_t;

struct Operand {
  Ref R = 0;
  uint32_t Size = 0; ///< bytes
};

/// A scalar of a type: where it is in a slot and in memory.
struct Leaf {
  uint32_t Slot = 0;
  uint32_t Bytes = 0;
  uint64_t Mem = 0;
  uint32_t Bits = 0;
};

struct PhiCopy {
  Ref To;
  Operand From;
};

struct Edge {
  uint32_t Block = 0;
  uint32_t Kept = 0; ///< The loops around both of its ends.
  std::vector<PhiCopy> Phis;
};

struct GepTerm {
  Operand Index;
  uint32_t Bits = 0;
  int64_t Stride = 0;
};

/// An argument that a call passes as a copy of what the pointer points at.
struct CopiedArgument {
  unsigned Number;
  uint32_t AS, Size;
  uint64_t Align;
};

struct Function;

struct Inst {
  Op Code = Op::Nop;
  uint8_t Sub = 0; ///< binary opcode, predicate, rmw operation, ...
  bool NSW = false, NUW = false, Exact = false; ///< Exact: also disjoint, nneg
  FloatKind FK = FloatKind::None, DstFK = FloatKind::None;
  uint32_t Bits = 0;                  ///< of a scalar of the first operand
  uint32_t Bytes = 0;                 ///< of the same
  uint32_t DstBits = 0, DstBytes = 0; ///< of a scalar of the result
  uint32_t Count = 1;                 ///< elements of a vector
  Ref Dst = 0;
  uint32_t DstSize = 0;
  llvm::SmallVector<Operand, 3> Ops;
  uint32_t Id = 0; ///< unique in the module
  const llvm::Instruction *I = nullptr;

  std::vector<Leaf> Leaves;  ///< Load, Store
  bool Dense = false;        ///< slot and memory agree byte for byte
  uint32_t AS = 0, ToAS = 0; ///< address spaces
  uint64_t Align = 1;
  bool Atomic = false;        ///< or volatile: never races with its like
  uint8_t Order = 0;          ///< bit 0 acquire, bit 1 release
  uint8_t Scope = 0;          ///< 0 thread, 1 wave, 2 block and wider
  std::vector<GepTerm> Terms; ///< Gep
  int64_t Offset = 0;         ///< Gep, ExtractElement, ...
  std::vector<int32_t> Mask;  ///< Shuffle: source byte of each element
  std::vector<Edge> Edges;
  std::unordered_map<uint64_t, uint32_t> Cases;
  Function *Callee = nullptr;
  std::vector<CopiedArgument> Copied; ///< Call
  LaneHandler OnLane = nullptr;
  GroupHandler OnGroup = nullptr;
  MeetRule Rule = MeetRule::Mask;
  int MaskOp = -1;
  int64_t Imm = 0;                        ///< mode of an intrinsic
  std::string Text;                       ///< why Unsupported; inline assembly
  std::shared_ptr<const TileMove> Tile;   ///< a layout call
  std::shared_ptr<const TileLines> Lines; ///< a reduction or a scan
  std::shared_ptr<const TensorCallInfo> Tensor; ///< an operation on tensors
};

struct Block {
  std::vector<Inst> Insts;
  const llvm::BasicBlock *BB = nullptr;
  /// The block where lanes that diverge at the end of this block reconverge;
  /// -1: at return.
  int Join = -1;
  bool Ran = false;   ///< A thread came here since Program::forgetRuns().
  uint32_t Loops = 0; ///< The number of loops around it (Decoder::findLoops).
  bool IsHeader = false; ///< of the innermost of them
};

struct Function {
  const llvm::Function *F = nullptr;
  std::vector<Block> Blocks;
  std::vector<Operand> Args;
  uint32_t FrameSize = 0;
  bool Decoded = false;
};

/// Constants, addressed by ~Ref.
struct Pool {
  std::vector<uint8_t> D, S;
  std::vector<Origin> O;
};

enum class Vendor : uint8_t { Nvidia, AMD };

class Program {
public:
  Program(llvm::Module &M);

  llvm::Module &M;
  const llvm::DataLayout &DL;
  Vendor Target;
  AddressMap Memory;
  Pool Constants;

  /// Returns the decoded body of F.
  Function &function(const llvm::Function &F);
  /// Those that were decoded so far.
  std::vector<const Function *> functions() const;
  /// Before another run.
  void forgetRuns();
  const Inst *inst(unsigned Id) const {
    return Id < Insts.size() ? Insts[Id] : nullptr;
  }
  /// Maps the number of a buffer to its name; numbers below 256 are arguments.
  std::string bufferName(unsigned Buffer) const;
  unsigned nameBuffer(llvm::StringRef Name);

  /// Appends N bytes to the pool; the caller fills them.
  Ref allocConstant(uint32_t N);
  /// Writes a constant's slot into the pool. Returns false if it is
  /// unsupported.
  bool writeConstant(const llvm::Constant &C, Ref At);
  /// Address of a global, as a pointer of its own address space.
  bool globalAddress(const llvm::GlobalVariable &G, uint64_t &Addr);
  /// Shared arrays that only other kernels use have no bytes from now on.
  void hideSharedOfOthers(const llvm::Function &Kernel);

  unsigned slotSize(llvm::Type *Ty) const;
  bool leaves(llvm::Type *Ty, std::vector<Leaf> &Out, uint32_t Slot = 0,
              uint64_t Mem = 0) const;

private:
  friend class Decoder;
  bool evaluateAddress(const llvm::Constant &C, uint64_t &Addr);
  bool imageOf(const llvm::Constant &C, std::vector<uint8_t> &D,
               std::vector<uint8_t> &S, uint64_t At);

  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Function>> Functions;
  llvm::DenseMap<const llvm::GlobalVariable *, MemObject *> GlobalObjects;
  std::vector<const Inst *> Insts;
  std::vector<std::string> BufferNames;
  llvm::StringMap<unsigned> BufferNumbers;
};

/// Returns `line 12: %x = add i32 ...`, for messages.
std::string describe(const llvm::Instruction *I);

} // namespace f2layout::sim

#endif
