//===- Evaluation.cpp - Index expressions in each thread ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/Evaluation.h"
#include "tools/f2layout/commandline/Command.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

using Node = ExpressionNode;

std::string IntValue::text() const {
  return Type.IsUnsigned ? std::to_string(Bits) : std::to_string(int64_t(Bits));
}

Expected<BlockShape> parseBlock(StringRef Text, unsigned Lanes) {
  BlockShape Block;
  Block.Lanes = Lanes;
  Block.Size = {1, 1, 1};
  SmallVector<StringRef> Parts;
  std::string Commas = Text.str();
  for (char &C : Commas)
    C = C == ',' ? 'x' : C;
  StringRef(Commas).split(Parts, 'x');
  uint64_t Threads = 1;
  bool Wrong = Parts.size() > 3;
  for (unsigned I = 0; !Wrong && I < Parts.size(); ++I) {
    Wrong = Parts[I].getAsInteger(10, Block.Size[I]) || Block.Size[I] == 0 ||
            Block.Size[I] > 1024;
    Threads *= Block.Size[I];
  }
  if (Wrong || Threads > 1024)
    return fail("'" + Text + "' is no shape of a block, expected up to three " +
                "sizes such as 32x8, of at most 1024 threads together");
  return Block;
}

std::string threadText(const IndexText &Text, const BlockShape &Block,
                       unsigned Thread, unsigned Access) {
  std::string Name = "thread " + std::to_string(Thread);
  if (Block.Size[1] * Block.Size[2] > 1) {
    Name += " (" + std::to_string(Thread % Block.Size[0]) + "," +
            std::to_string(Thread / Block.Size[0] % Block.Size[1]);
    if (Block.Size[2] > 1)
      Name += "," + std::to_string(Thread / Block.Size[0] / Block.Size[1]);
    Name += ")";
  }
  if (Text.UsesAccessNumber)
    Name += ", i = " + std::to_string(Access);
  return Name;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static IntValue convert(uint64_t Bits, IntType To) {
  if (!To.IsLong)
    Bits = To.IsUnsigned ? Bits & 0xffffffff : uint64_t(int64_t(int32_t(Bits)));
  return {Bits, To};
}

static IntValue truth(bool Yes) { return {Yes, {}}; }

//===----------------------------------------------------------------------===//
// Evaluator
//===----------------------------------------------------------------------===//

Evaluator::Evaluator(const IndexText &Text, const BlockShape &Block,
                     unsigned Thread, unsigned Access)
    : Text(Text), Block(Block), Thread(Thread), Access(Access),
      Known(Text.Definitions.size()) {}

std::optional<IntValue> Evaluator::wrong(const Node &N, const Twine &Why) {
  if (!Fault)
    Fault = {N.At,
             (threadText(Text, Block, Thread, Access) + ": " + Why).str()};
  return std::nullopt;
}

Error Evaluator::error() {
  return Text.errorAtPlace(Fault->first, Fault->second);
}

Expected<IntValue> Evaluator::at(unsigned Root) {
  std::optional<IntValue> V = compute(Root);
  if (!V)
    return error();
  return *V;
}

Expected<IntValue> Evaluator::definition(unsigned Number) {
  std::optional<IntValue> V = defined(Number);
  if (!V)
    return error();
  return *V;
}

/// Definitions are computed where they stand, with the values of earlier ones.
std::optional<IntValue> Evaluator::defined(unsigned Number) {
  std::optional<IntValue> &V = Known[Number];
  if (!V) {
    const ExpressionDefinition &D = Text.Definitions[Number];
    std::optional<IntValue> Computed = compute(D.Root);
    if (!Computed)
      return std::nullopt;
    V = D.Type ? convert(Computed->Bits, *D.Type) : *Computed;
  }
  return V;
}

std::optional<IntValue> Evaluator::named(const Node &N) const {
  const unsigned X = Thread % Block.Size[0];
  const unsigned Y = Thread / Block.Size[0] % Block.Size[1];
  const unsigned Z = Thread / Block.Size[0] / Block.Size[1];
  const IntType Unsigned{true, false}, Signed;
  switch (N.Which) {
  case ThreadName::ThreadX:
    return IntValue{X, Unsigned};
  case ThreadName::ThreadY:
    return IntValue{Y, Unsigned};
  case ThreadName::ThreadZ:
    return IntValue{Z, Unsigned};
  case ThreadName::BlockX:
    return IntValue{Block.Size[0], Unsigned};
  case ThreadName::BlockY:
    return IntValue{Block.Size[1], Unsigned};
  case ThreadName::BlockZ:
    return IntValue{Block.Size[2], Unsigned};
  case ThreadName::SignedX:
    return IntValue{X, Signed};
  case ThreadName::SignedY:
    return IntValue{Y, Signed};
  case ThreadName::SignedZ:
    return IntValue{Z, Signed};
  case ThreadName::Thread:
    return IntValue{Thread, Signed};
  case ThreadName::Lane:
    return IntValue{Thread % Block.Lanes, Signed};
  case ThreadName::Warp:
    return IntValue{Thread / Block.Lanes, Signed};
  case ThreadName::WarpSize:
    return IntValue{Block.Lanes, Signed};
  case ThreadName::Access:
    return IntValue{Access, Signed};
  }
  return std::nullopt;
}

std::optional<IntValue> Evaluator::checked(const Node &N, bool Overflow,
                                           int64_t Value, IntType Type) {
  if (Overflow || (!Type.IsLong && !isInt<32>(Value)))
    return wrong(N, Twine("the result overflows ") +
                        (Type.IsLong ? "64 bits" : "an int"));
  return IntValue{uint64_t(Value), Type};
}

std::optional<IntValue> Evaluator::unary(const Node &N) {
  std::optional<IntValue> V = compute(N.A);
  if (!V)
    return V;
  switch (N.K) {
  case Node::Cast:
    if (N.Narrow == 1)
      return truth(V->Bits != 0);
    if (N.Narrow) {
      const unsigned Unused = 64 - N.Narrow;
      const uint64_t Top = V->Bits << Unused;
      // N.Type says that it is an int by now, and Value.Type what it was.
      return convert(N.Value.Type.IsUnsigned ? Top >> Unused
                                             : uint64_t(int64_t(Top) >> Unused),
                     {});
    }
    return convert(V->Bits, N.Type);
  case Node::PopCount:
    return IntValue{uint64_t(popcount(uint32_t(V->Bits))), {}};
  case Node::Not:
    return truth(V->Bits == 0);
  case Node::Complement:
    return convert(~V->Bits, V->Type);
  case Node::Negate: {
    if (V->Type.IsUnsigned)
      return convert(-V->Bits, V->Type);
    int64_t Negated;
    const bool Overflow = SubOverflow<int64_t>(0, V->Bits, Negated);
    return checked(N, Overflow, Negated, V->Type);
  }
  default:
    return V;
  }
}

std::optional<IntValue> Evaluator::shift(const Node &N, IntValue A,
                                         IntValue B) {
  const unsigned Width = A.Type.IsLong ? 64 : 32;
  if (B.isNegative() || B.Bits >= Width)
    return wrong(N, "a shift by " + B.text() + ", expected 0 to " +
                        Twine(Width - 1));
  if (N.K == Node::ShiftRight)
    return IntValue{A.Type.IsUnsigned ? A.Bits >> B.Bits
                                      : uint64_t(int64_t(A.Bits) >> B.Bits),
                    A.Type};
  // C++20 and every compiler: the bits move, whatever the sign.
  return convert(A.Bits << B.Bits, A.Type);
}

static bool compare(Node::Kind K, IntValue A, IntValue B) {
  const bool Less =
      A.Type.IsUnsigned ? A.Bits < B.Bits : int64_t(A.Bits) < int64_t(B.Bits);
  switch (K) {
  case Node::Less:
    return Less;
  case Node::LessEqual:
    return Less || A.Bits == B.Bits;
  case Node::Greater:
    return !Less && A.Bits != B.Bits;
  case Node::GreaterEqual:
    return !Less;
  case Node::Equal:
    return A.Bits == B.Bits;
  default:
    return A.Bits != B.Bits;
  }
}

static IntValue arithmetic(Node::Kind K, IntValue A, IntValue B) {
  switch (K) {
  case Node::Add:
    return convert(A.Bits + B.Bits, A.Type);
  case Node::Subtract:
    return convert(A.Bits - B.Bits, A.Type);
  case Node::Multiply:
    return convert(A.Bits * B.Bits, A.Type);
  case Node::Divide:
    return convert(A.Bits / B.Bits, A.Type);
  default:
    return convert(A.Bits % B.Bits, A.Type);
  }
}

/// The product of two numbers of 24 bits. What else the operands have is left
/// to the machine, so that this is no answer but an error.
std::optional<IntValue> Evaluator::multiply24(const Node &N, IntValue A,
                                              IntValue B) {
  A = convert(A.Bits, N.Type);
  B = convert(B.Bits, N.Type);
  for (const IntValue &V : {A, B})
    if (N.Type.IsUnsigned ? !isUInt<24>(V.Bits) : !isInt<24>(int64_t(V.Bits)))
      return wrong(N, "an operand is " + V.text() + ", expected 24 bits");
  return convert(A.Bits * B.Bits, N.Type);
}

std::optional<IntValue> Evaluator::binary(const Node &N) {
  std::optional<IntValue> L = compute(N.A);
  if (!L)
    return L;
  if (N.K == Node::And || N.K == Node::Or) {
    if ((L->Bits != 0) == (N.K == Node::Or))
      return truth(N.K == Node::Or);
    std::optional<IntValue> R = compute(N.B);
    return R ? truth(R->Bits != 0) : R;
  }
  std::optional<IntValue> R = compute(N.B);
  if (!R)
    return R;
  if (N.K == Node::ShiftLeft || N.K == Node::ShiftRight)
    return shift(N, *L, *R);
  if (N.K == Node::Multiply24 || N.K == Node::MultiplyUnsigned24)
    return multiply24(N, *L, *R);
  const IntType Type = commonType(L->Type, R->Type); // Also to compare.
  const IntValue A = convert(L->Bits, Type), B = convert(R->Bits, Type);
  switch (N.K) {
  case Node::Min:
    return compare(Node::Less, A, B) ? A : B;
  case Node::Max:
    return compare(Node::Less, A, B) ? B : A;
  case Node::BitAnd:
    return IntValue{A.Bits & B.Bits, Type};
  case Node::BitXor:
    return IntValue{A.Bits ^ B.Bits, Type};
  case Node::BitOr:
    return IntValue{A.Bits | B.Bits, Type};
  case Node::Add:
  case Node::Subtract:
  case Node::Multiply:
  case Node::Divide:
  case Node::Remainder:
    break;
  default:
    return truth(compare(N.K, A, B));
  }
  const bool Divides = N.K == Node::Divide || N.K == Node::Remainder;
  if (Divides && B.Bits == 0)
    return wrong(N, "a division by zero");
  if (Type.IsUnsigned)
    return arithmetic(N.K, A, B);
  const int64_t X = A.Bits, Y = B.Bits;
  // The one quotient that overflows. Its remainder has no meaning either.
  if (Divides && Y == -1)
    return checked(N, X == (Type.IsLong ? INT64_MIN : INT32_MIN),
                   N.K == Node::Divide && X != INT64_MIN ? -X : 0, Type);
  if (Divides)
    return IntValue{uint64_t(N.K == Node::Divide ? X / Y : X % Y), Type};
  int64_t Z;
  const bool Overflow = N.K == Node::Add        ? AddOverflow(X, Y, Z)
                        : N.K == Node::Subtract ? SubOverflow(X, Y, Z)
                                                : MulOverflow(X, Y, Z);
  return checked(N, Overflow, Z, Type);
}

std::optional<IntValue> Evaluator::compute(unsigned Root) {
  const Node &N = Text.Nodes[Root];
  switch (N.K) {
  case Node::Number:
    return N.Value;
  case Node::Name:
    return named(N);
  case Node::Definition:
    return defined(N.A);
  case Node::Cast:
  case Node::Not:
  case Node::Complement:
  case Node::Negate:
  case Node::Plus:
  case Node::PopCount:
    return unary(N);
  case Node::Choose: {
    std::optional<IntValue> Condition = compute(N.A);
    std::optional<IntValue> Chosen =
        Condition ? compute(Condition->Bits ? N.B : N.C) : Condition;
    return Chosen ? convert(Chosen->Bits, N.Type) : Chosen;
  }
  default:
    return binary(N);
  }
}

} // namespace f2layout::calc
