//===- RegisterAsm.cpp - Inline assembly that only touches registers ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/RegisterAsm.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

/// PTX opcodes, up to the first dot, that involve no memory, control flow,
/// other lanes or synchronisation. A "mov" of a symbol is rejected because of
/// the symbol's name.
static bool isPtxArithmetic(StringRef Opcode) {
  return compat::StringSwitch<bool>(Opcode.split('.').first)
      .Cases({"mov", "cvt", "cvta", "prmt", "lop3", "shf", "bfe", "bfi"}, true)
      .Cases({"add", "sub", "mul", "mad", "mul24", "mad24", "fma"}, true)
      .Cases({"div", "rem", "neg", "abs", "min", "max", "sad"}, true)
      .Cases({"and", "or", "xor", "not", "cnot", "shl", "shr"}, true)
      .Cases({"bfind", "brev", "clz", "popc", "fns", "szext", "bmsk"}, true)
      .Cases({"setp", "set", "selp", "slct", "testp", "copysign"}, true)
      .Cases({"rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos", "tanh"}, true)
      .Cases({"dp2a", "dp4a"}, true)
      .Default(false);
}

/// PTX instructions that only read memory, in any order with others, or that
/// pass a carry on. Texture fetches are left out on purpose: they return as
/// well, but where loads are joined across them, ptxas has more fetches in
/// flight at a time, and a kernel that had 63 registers takes 168.
static bool isPtxReadOrCarry(StringRef Opcode) {
  SmallVector<StringRef, 6> Parts;
  Opcode.split(Parts, '.');
  const bool IsOrdered = any_of(Parts, [](StringRef Part) {
    return Part == "volatile" || Part == "acquire" || Part == "relaxed" ||
           Part == "mmio";
  });
  return !IsOrdered && compat::StringSwitch<bool>(Parts.front())
                           .Cases({"ld", "ldu"}, true)
                           .Cases({"addc", "subc", "madc"}, true)
                           .Cases({"vadd", "vsub", "vabsdiff", "vmin", "vmax",
                                   "vshl", "vshr", "vmad", "vset"},
                                  true)
                           .Cases({"vadd2", "vsub2", "vavrg2", "vabsdiff2",
                                   "vmin2", "vmax2", "vset2"},
                                  true)
                           .Cases({"vadd4", "vsub4", "vavrg4", "vabsdiff4",
                                   "vmin4", "vmax4", "vset4"},
                                  true)
                           .Default(false);
}

/// PTX instructions that synchronise the lanes of a warp, but access no memory.
static bool isPtxLaneExchange(StringRef Opcode) {
  for (StringRef Family :
       {"mma.sync.aligned.", "movmatrix.sync.aligned.", "shfl.sync.",
        "vote.sync.", "match.any.sync.", "match.all.sync.", "redux.sync."})
    if (Opcode.starts_with(Family))
      return true;
  return Opcode == "activemask.b32";
}

/// GCN vector arithmetic without DPP or SDWA modifiers (the parser below
/// rejects the tokens of their operands).
static bool isGcnArithmetic(StringRef Opcode) {
  if (Opcode.contains("dpp") || Opcode.contains("sdwa") ||
      Opcode.contains("lane"))
    return false;
  return Opcode.starts_with("v_mov_b") || Opcode.starts_with("v_add_") ||
         Opcode.starts_with("v_sub_") || Opcode.starts_with("v_mul_") ||
         Opcode.starts_with("v_and_") || Opcode.starts_with("v_or_") ||
         Opcode.starts_with("v_xor_") || Opcode.starts_with("v_not_") ||
         Opcode.starts_with("v_lshl") || Opcode.starts_with("v_lshr") ||
         Opcode.starts_with("v_perm_b32") || Opcode.starts_with("v_bf") ||
         Opcode.starts_with("v_fma_") || Opcode.starts_with("v_pk_") ||
         Opcode.starts_with("v_cvt_") || Opcode.starts_with("v_max_") ||
         Opcode.starts_with("v_min_") || Opcode == "s_nop";
}

/// The first word and the rest.
static std::pair<StringRef, StringRef> splitOpcode(StringRef S) {
  size_t End = S.find_first_of(" \t\n\r");
  if (End == StringRef::npos)
    return {S, StringRef()};
  return {S.take_front(End), S.drop_front(End).trim()};
}

/// Calls Take with each statement of the text until it returns false.
static bool forEachStatement(StringRef Text, bool IsPtx,
                             function_ref<bool(StringRef)> Take) {
  // Braces open a scope for .reg; the parsers treat them as blanks.
  std::string Flat(Text);
  for (char &C : Flat)
    if (C == '{' || C == '}')
      C = IsPtx ? ' ' : C;
  SmallVector<StringRef, 8> Lines;
  StringRef(Flat).split(Lines, IsPtx ? ';' : '\n');
  return all_of(Lines, [&](StringRef Line) { return Take(Line.trim()); });
}

namespace {
/// Reads one assembly text, statement by statement.
class AsmParser {
  bool IsPtx;
  StringSet<> Declared;
  unsigned Statements = 0;

public:
  RegisterAsm Found;

  explicit AsmParser(bool IsPtx) : IsPtx(IsPtx) {}

  bool parse(StringRef Text) {
    if (Text.contains("//") || Text.contains("/*"))
      return false;
    // The registers found are kept as references into the original text.
    if (!forEachStatement(Text, IsPtx,
                          [&](StringRef S) { return parseStatement(S, Text); }))
      return false;
    if (Statements != 1)
      Found.MovedRegister = StringRef();
    return true;
  }

private:
  bool parseStatement(StringRef S, StringRef Text) {
    if (S.empty())
      return true;
    auto [Opcode, Rest] = splitOpcode(S);
    if (IsPtx && Opcode == ".reg") {
      auto [Type, Names] = splitOpcode(Rest);
      return declare(Type, Names);
    }
    if (IsPtx && Opcode.consume_front(".reg")) // ".reg.b32 a"
      return declare(Opcode, Rest);
    ++Statements;
    if (IsPtx && isPtxLaneExchange(Opcode))
      Found.ExchangesLanes = true;
    else if (!(IsPtx ? isPtxArithmetic(Opcode) : isGcnArithmetic(Opcode)))
      return false;
    SmallVector<StringRef, 4> Operands;
    Rest.split(Operands, ',');
    for (StringRef Op : Operands) {
      // Two results: "$0|p".
      auto [Value, Predicate] = Op.split('|');
      if (!parseOperand(Value.trim(), Text) ||
          (Op.contains('|') && !parseOperand(Predicate.trim(), Text)))
        return false;
    }
    if (Operands.size() == 2 && Opcode.starts_with("mov.") &&
        Operands[0].trim() == "$0" && Operands[1].trim().starts_with("%") &&
        !Found.SpecialRegisters.empty())
      Found.MovedRegister = Found.SpecialRegisters.back();
    return true;
  }

  /// ".reg .b32 a, b" (its first word already taken).
  bool declare(StringRef Type, StringRef Names) {
    if (!Type.starts_with("."))
      return false;
    SmallVector<StringRef, 4> List;
    Names.split(List, ',');
    for (StringRef Name : List) {
      if (!isIdentifier(Name.trim()))
        return false;
      Declared.insert(Name.trim());
    }
    return true;
  }

  /// A dollar sign is written twice ("__$$1"), since "$1" is an operand.
  static bool isIdentifier(StringRef S) {
    const std::pair<StringRef, StringRef> Dollar = S.split("$$");
    if (Dollar.first.size() != S.size())
      return isIdentifier(Dollar.first) &&
             (Dollar.second.empty() || isWord(Dollar.second));
    return isWord(S) && !isDigit(S.front());
  }
  static bool isWord(StringRef S) {
    return !S.empty() &&
           all_of(S, [](char C) { return isAlnum(C) || C == '_' || C == '%'; });
  }

  bool parseOperand(StringRef Op, StringRef Text) {
    if (Declared.contains(Op) || (IsPtx && Op == "WARP_SZ"))
      return true;
    if (Op.consume_front("$")) // An operand $0, not $$ or ${0:mod}.
      return !Op.empty() && all_of(Op, isDigit);
    if (Op.starts_with("%") && IsPtx)
      return takeSpecial(Op, Text);
    Op.consume_front("-");
    if (Op.empty() || !isDigit(Op.front())) // A symbol's address.
      return false;
    return all_of(Op, [](char C) { return isAlnum(C) || C == '.'; });
  }

  bool takeSpecial(StringRef Op, StringRef Text) {
    if (!all_of(Op.drop_front(),
                [](char C) { return isAlnum(C) || C == '_' || C == '.'; }))
      return false;
    size_t At = Text.find(Op);
    if (At == StringRef::npos)
      return false;
    Found.SpecialRegisters.push_back(Text.substr(At, Op.size()));
    return true;
  }
};
} // namespace

static bool clobbersMemory(const InlineAsm::ConstraintInfo &C) {
  return C.Type == InlineAsm::isClobber && is_contained(C.Codes, "{memory}");
}

/// No pointer, no operand passed by address, and no memory clobber, unless it
/// does not matter.
static bool hasRegisterConstraintsOnly(const CallBase &CB, const InlineAsm &Asm,
                                       bool MayClobber = false) {
  for (const Use &Arg : CB.args())
    if (Arg->getType()->isPtrOrPtrVectorTy())
      return false;
  // Most constraints have no mark of any of these, and need not be parsed.
  const StringRef Text = Asm.getConstraintString();
  if (!Text.contains('*') && !Text.contains('!') && !Text.contains("{memory}"))
    return true;
  for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
    if (C.isIndirect || C.Type == InlineAsm::isLabel)
      return false;
    if (!MayClobber && clobbersMemory(C))
      return false;
  }
  return true;
}

/// An empty text passes each input on to the output that it is tied to: the
/// usual way to hide a value from the optimiser. An output that is not tied is
/// undefined.
static bool allOutputsTied(const InlineAsm &Asm) {
  return all_of(Asm.ParseConstraints(), [](const InlineAsm::ConstraintInfo &C) {
    return C.Type != InlineAsm::isOutput || C.hasMatchingInput();
  });
}

RegisterAsm parseRegisterAsm(const CallBase &CB) {
  auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  if (!Asm || !hasRegisterConstraintsOnly(CB, *Asm))
    return {};
  const Triple &TT = compat::targetTriple(*CB.getModule());
  if (!TT.isNVPTX() && !TT.isAMDGCN())
    return {};
  StringRef Text = Asm->getAsmString();
  if (Text.trim().empty()) {
    RegisterAsm Empty;
    Empty.Known = allOutputsTied(*Asm);
    return Empty;
  }
  AsmParser Parser(TT.isNVPTX());
  if (!Parser.parse(Text))
    return {};
  Parser.Found.Known = true;
  return Parser.Found;
}

bool isCompilerBarrier(const CallBase &CB) {
  auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  return Asm && StringRef(Asm->getAsmString()).trim().empty() &&
         any_of(Asm->ParseConstraints(), clobbersMemory) &&
         hasRegisterConstraintsOnly(CB, *Asm, /*MayClobber=*/true) &&
         allOutputsTied(*Asm);
}

/// A statement that always comes to its end: an instruction that neither jumps
/// nor waits, under a predicate or not, or a declaration.
static bool alwaysEnds(StringRef Statement, bool IsPtx) {
  if (Statement.empty())
    return true;
  auto [Opcode, Rest] = splitOpcode(Statement);
  if (!IsPtx)
    return isGcnArithmetic(Opcode);
  if (Opcode.starts_with("@"))
    Opcode = splitOpcode(Rest).first;
  return Opcode == ".reg" || Opcode.starts_with(".reg.") ||
         isPtxArithmetic(Opcode) || isPtxReadOrCarry(Opcode);
}

bool asmReturns(const CallBase &CB) {
  auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  if (!Asm || !isa<CallInst>(CB) || Asm->hasSideEffects() || Asm->canThrow() ||
      !CB.onlyReadsMemory())
    return false;
  const Triple &TT = compat::targetTriple(*CB.getModule());
  if (!TT.isNVPTX() && !TT.isAMDGCN())
    return false;
  return forEachStatement(Asm->getAsmString(), TT.isNVPTX(), [&](StringRef S) {
    return alwaysEnds(S, TT.isNVPTX());
  });
}

bool asmMayEndThread(const CallBase &CB) {
  auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  if (!Asm)
    return false;
  StringRef Text = Asm->getAsmString();
  return Text.contains("exit") || Text.contains("endpgm") ||
         Text.contains("sendmsghalt") || Text.contains("ret;") ||
         Text.contains("setpc");
}

} // namespace passes
} // namespace f2layout
