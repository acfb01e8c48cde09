//===- InlineAsm.cpp - PTX inside inline assembly -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline assembly is split into its statements. Each becomes an Inst of its
// own, as if the compiler had written an intrinsic:
//
//   { .reg .u32 t;                       a local register: a slot in the frame
//     mov.u32 t, %laneid;                Lane  t <- special register
//     add.u32 $0, t, $1; }               IntBinary  result <- t + argument
//
// Operands are $0, $1, ... (outputs first, then inputs; an input tied to an
// output is copied there first), local registers, numbers and, where PTX has
// them, {vectors} and [addresses]. An unknown statement makes the whole call
// unsupported.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/assembly/InlineAsm.h"
#include "compat/LLVMCompat.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace f2layout::sim {

/// Returns the bytes of a PTX type such as u32, b16, f64, pred; 0 for other
/// text.
unsigned ptxTypeBytes(StringRef Type) {
  if (Type == "pred")
    return 1;
  unsigned Bits;
  if (Type == "bf16")
    return 2;
  if (Type.size() < 2 || !StringRef("usbf").contains(Type[0]) ||
      Type.drop_front().getAsInteger(10, Bits))
    return 0;
  return Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 ? Bits / 8 : 0;
}

AsmExpander::AsmExpander(Program &P, const CallBase &CB, const Inst &Call,
                         function_ref<Ref(unsigned)> NewSlot,
                         std::vector<Inst> &Out)
    : P(P), CB(CB), Call(Call), NewSlot(NewSlot), Out(Out) {}

/// Binds the names of the operands: $0 is the first output.
bool AsmExpander::bindOperands() {
  auto *IA = cast<InlineAsm>(CB.getCalledOperand());
  Type *Result = CB.getType();
  std::vector<unsigned> Sizes;
  if (auto *S = dyn_cast<StructType>(Result)) {
    for (Type *T : S->elements())
      Sizes.push_back(P.slotSize(T));
  } else if (!Result->isVoidTy()) {
    Sizes.push_back(P.slotSize(Result));
  }
  unsigned Number = 0, NextOut = 0, NextIn = 0;
  uint32_t At = 0;
  for (const auto &C : IA->ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber)
      continue;
    if (C.isIndirect)
      return false;
    std::string Name = "$" + utostr(Number++);
    if (C.Type == InlineAsm::isOutput) {
      if (NextOut >= Sizes.size())
        return false;
      Names[Name] = {Call.Dst + Ref(At), Sizes[NextOut]};
      At += Sizes[NextOut++];
      continue;
    }
    if (C.Type != InlineAsm::isInput || NextIn >= Call.Ops.size())
      return false;
    Operand In = Call.Ops[NextIn++];
    Names[Name] = In;
    if (!C.hasMatchingInput() && C.Codes.size() == 1 && !C.Codes[0].empty() &&
        isDigit(C.Codes[0][0])) {
      // Tied: the output starts as this input.
      Operand To = Names["$" + C.Codes[0]];
      if (To.Size != In.Size)
        return false;
      Inst M = fresh(Op::Move);
      M.Dst = To.R;
      M.DstSize = To.Size;
      M.Ops = {In};
      Out.push_back(std::move(M));
    }
  }
  return NextOut == Sizes.size() && NextIn == Call.Ops.size();
}

Inst AsmExpander::fresh(Op Code) const {
  Inst D;
  D.Code = Code;
  D.I = Call.I;
  return D;
}

/// Reads a register, or a number of Size bytes.
bool AsmExpander::source(StringRef Text, unsigned Size, Operand &O) {
  auto It = Names.find(Text.str());
  if (It != Names.end()) {
    O = It->second;
    return O.Size == Size;
  }
  int64_t V;
  uint64_t U;
  StringRef Digits = Text;
  Text.consume_back("U");
  if (Text == "WARP_SZ")
    U = 32;
  else if ((Digits.consume_front("0f") && Digits.size() == 8 && Size == 4) ||
           (Digits.consume_front("0d") && Digits.size() == 16 && Size == 8)) {
    if (Digits.getAsInteger(16, U)) // the bits of a float
      return false;
  } else if (!Text.getAsInteger(0, V))
    U = V;
  else if (Text.getAsInteger(0, U))
    return false;
  O.Size = Size;
  O.R = P.allocConstant(Size);
  std::memcpy(P.Constants.D.data() + ~O.R, &U, std::min(Size, 8u));
  return true;
}

bool AsmExpander::target(StringRef Text, unsigned Size, Inst &D) {
  auto It = Names.find(Text.str());
  if (It == Names.end() || It->second.Size != Size || It->second.R < 0)
    return false;
  D.Dst = It->second.R;
  D.DstSize = Size;
  return true;
}

bool AsmExpander::emit(Inst D) {
  const Ref Result = D.Dst;
  const bool InPlace = D.DstSize && any_of(D.Ops, [&](const Operand &O) {
                         return O.R >= 0 && O.R < Result + Ref(D.DstSize) &&
                                Result < O.R + Ref(O.Size);
                       });
  if (InPlace)
    D.Dst = NewSlot(D.DstSize);
  Inst Copy = fresh(Op::Move);
  Copy.Dst = Result;
  Copy.DstSize = D.DstSize;
  Copy.Ops = {{D.Dst, D.DstSize}};
  Out.push_back(std::move(D));
  if (InPlace)
    Out.push_back(std::move(Copy));
  return true;
}

unsigned AsmExpander::sizeOf(StringRef Text) const {
  auto It = Names.find(Text.str());
  return It == Names.end() ? 0 : It->second.Size;
}

/// Reads registers that are adjacent, like those of one struct result.
bool AsmExpander::targets(ArrayRef<StringRef> Texts, unsigned Size, Inst &D) {
  for (unsigned K = 0; K < Texts.size(); ++K) {
    Inst One;
    if (!target(Texts[K], Size, One))
      return false;
    if (K == 0)
      D.Dst = One.Dst;
    else if (One.Dst != D.Dst + Ref(K * Size))
      return false;
  }
  D.DstSize = Texts.size() * Size;
  return true;
}

/// Reads `[$1]` or `[$1+16]`.
bool AsmExpander::address(StringRef Text, Inst &D) {
  Text = Text.trim();
  if (!Text.consume_front("[") || !Text.consume_back("]"))
    return false;
  auto [Base, Offset] = Text.split('+');
  D.Offset = 0;
  if (!Offset.empty() && Offset.trim().getAsInteger(0, D.Offset))
    return false;
  auto It = Names.find(Base.trim().str());
  if (It == Names.end() || (It->second.Size != 4 && It->second.Size != 8))
    return false;
  D.Ops.push_back(It->second);
  return true;
}

/// Splits operands at the top level: `{$0,$1}, [$2+4], 16` has three.
static SmallVector<StringRef, 8> splitOperands(StringRef Text) {
  SmallVector<StringRef, 8> Parts;
  int Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    char C = I < Text.size() ? Text[I] : ',';
    Depth += (C == '{' || C == '[') - (C == '}' || C == ']');
    if (C != ',' || Depth != 0)
      continue;
    StringRef Part = Text.slice(Start, I).trim();
    if (!Part.empty() || I < Text.size())
      Parts.push_back(Part);
    Start = I + 1;
  }
  return Parts;
}

SmallVector<StringRef, 8> vectorElements(StringRef Text) {
  if (Text.consume_front("{") && Text.consume_back("}"))
    return splitOperands(Text);
  return {Text};
}

bool AsmExpander::declare(StringRef Text) {
  // .reg .u32 a, b
  Text = Text.trim();
  if (!Text.consume_front("."))
    return false;
  auto [Type, Rest] = Text.split(' ');
  unsigned Size = ptxTypeBytes(Type.trim());
  if (!Size)
    return false;
  for (StringRef Name : splitOperands(Rest.trim())) {
    if (Name.empty() || Name.contains('<'))
      return false;
    Names[Name.str()] = {NewSlot(Size), Size};
  }
  return true;
}

/// The operation computes a register from registers, and does nothing else.
static bool isPure(StringRef Name) {
  const StringRef Head = Name.split('.').first;
  static const char *const Heads[] = {
      "mov", "add", "sub", "mul", "mad",  "fma",  "and", "or",  "xor",  "not",
      "shl", "shr", "min", "max", "neg",  "abs",  "cvt", "bfe", "bfi",  "bfind",
      "set", "rcp", "ex2", "lg2", "sqrt", "selp", "sin", "cos", "bmsk", "lop3"};
  return (is_contained(Heads, Head) && !Name.contains(".cc.")) ||
         Name == "prmt.b32";
}

/// @p instruction, @!p instruction: PTX ISA 9.3, predicated execution. Both the
/// result and what was in its register are computed, and one of them is chosen.
/// An asynchronous copy has a predicate of its own.
bool AsmExpander::guarded(StringRef Text) {
  const bool Negated = Text.consume_front("!");
  const size_t Space = Text.find_first_of(" \t\n");
  if (Space == StringRef::npos)
    return false;
  Operand Guard;
  const StringRef P = Text.substr(0, Space), Rest = Text.substr(Space).trim();
  if (sizeOf(P) != 1 || !source(P, 1, Guard) || Guard.R < 0)
    return false;
  const size_t End = Rest.find_first_of(" \t\n");
  if (Rest.starts_with("cp.async.") && End != StringRef::npos)
    return copyAsync(Rest.substr(0, End), splitOperands(Rest.substr(End)),
                     &Guard, Negated);
  const StringRef To = Rest.substr(End).split(',').first.trim();
  if (End == StringRef::npos || !isPure(Rest.substr(0, End)) || !sizeOf(To) ||
      To == P)
    return false;
  const unsigned Size = sizeOf(To);
  Inst Keep = fresh(Op::Move), Choose = fresh(Op::Select);
  Operand Now;
  if (!source(To, Size, Now) || !target(To, Size, Choose))
    return false;
  Keep.Dst = NewSlot(Size);
  Keep.DstSize = Size;
  Keep.Ops = {Now};
  const Operand Before = {Keep.Dst, Size};
  emit(std::move(Keep));
  if (!statement(Rest))
    return false;
  Choose.Ops = {Guard, Negated ? Before : Now, Negated ? Now : Before};
  Choose.Bytes = Choose.DstBytes = Size;
  Choose.Bits = Choose.DstBits = Size * 8;
  return emit(std::move(Choose));
}

bool AsmExpander::statement(StringRef Text) {
  Text = Text.trim();
  if (Text.consume_front(".reg"))
    return declare(Text);
  if (Text.consume_front("@"))
    return guarded(Text);
  if (Text.starts_with("."))
    return false;
  size_t Space = Text.find_first_of(" \t\n");
  StringRef Name = Text.substr(0, Space);
  StringRef Rest =
      Space == StringRef::npos ? StringRef() : Text.substr(Space).trim();
  return instruction(Name, splitOperands(Rest));
}

bool AsmExpander::run() {
  std::string Text =
      StringRef(cast<InlineAsm>(CB.getCalledOperand())->getAsmString()).str();
  // Comments end with the line.
  for (size_t At; (At = Text.find("//")) != std::string::npos;) {
    size_t End = Text.find('\n', At);
    Text.erase(At, End == std::string::npos ? End : End - At);
  }
  if (!bindOperands())
    return false;
  StringRef Left = StringRef(Text).trim();
  if (Left.empty())
    return true; // a compiler barrier; tied operands have been copied
  if (compat::targetTriple(*CB.getModule()).isAMDGPU())
    return false;
  while (!Left.empty()) {
    Left = Left.ltrim();
    // Ignore scopes: compilers receive unique local names.
    if (Left.consume_front("{") || Left.consume_front("}"))
      continue;
    if (Left.empty())
      break;
    auto [One, Rest] = Left.split(';');
    if (!One.trim().empty() && !statement(One))
      return false;
    Left = Rest;
  }
  return true;
}

} // namespace f2layout::sim
