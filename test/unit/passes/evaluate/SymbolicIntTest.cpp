//===- SymbolicIntTest.cpp - Symbolic integers against integers -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random expressions over opaque values, as symbolic integers and computed for
// random values of their leaves. The claims of the table must hold for all of
// these: equal terms are equal integers, terms with the same symbolic part
// differ by their constants, known bits have their value, and a term is the sum
// of its summands.
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/SymbolicInt.h"
#include "passes/evaluate/ThreadEval.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned Samples = 12;
using Integers = std::array<uint64_t, Samples>;

/// Functions whose arguments are opaque values.
const char Leaves[] = "define void @f(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) "
                      "{\n  ret void\n}\n";

/// A term, and its value for each sample of the leaves.
struct Sampled {
  SymbolicInt Term;
  Integers Is;
};

uint64_t random64(std::mt19937 &Random) {
  return uint64_t(Random()) << 32 | Random();
}

/// The result of an operation; std::nullopt if it is undefined.
std::optional<uint64_t> compute(unsigned Opcode, unsigned Predicate, uint64_t A,
                                uint64_t B, unsigned Width) {
  const APInt X(Width, A), Y(Width, B);
  switch (Opcode) {
  case Instruction::Add:
    return (X + Y).getZExtValue();
  case Instruction::Sub:
    return (X - Y).getZExtValue();
  case Instruction::Mul:
    return (X * Y).getZExtValue();
  case Instruction::And:
    return A & B;
  case Instruction::Or:
    return A | B;
  case Instruction::Xor:
    return A ^ B;
  case Instruction::ICmp:
    return ICmpInst::compare(X, Y, CmpInst::Predicate(Predicate));
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    if (B >= Width)
      return std::nullopt;
    return (Opcode == Instruction::Shl    ? X.shl(B)
            : Opcode == Instruction::LShr ? X.lshr(B)
                                          : X.ashr(B))
        .getZExtValue();
  case Instruction::UDiv:
  case Instruction::URem:
    if (!B)
      return std::nullopt;
    return (Opcode == Instruction::UDiv ? X.udiv(Y) : X.urem(Y)).getZExtValue();
  case Instruction::SDiv:
  case Instruction::SRem:
    if (!B || (X.isMinSignedValue() && Y.isAllOnes()))
      return std::nullopt;
    return (Opcode == Instruction::SDiv ? X.sdiv(Y) : X.srem(Y)).getZExtValue();
  }
  llvm_unreachable("not an operation of this test");
}

/// Terms of one table, by width, with all claims about them.
class Claims {
  std::mt19937 &Random;
  SymbolicIntTable Table;
  ParsedKernel Kernel{Leaves};
  std::map<unsigned, std::vector<Sampled>> Pool;
  /// By width and symbolic part: the value without the constant.
  std::map<std::pair<unsigned, SymId>, Integers> Parts;
  /// The value of an atom, if it is known.
  std::map<std::pair<unsigned, uint32_t>, Integers> Atoms;

public:
  unsigned Equalities = 0, SumsChecked = 0;

  explicit Claims(std::mt19937 &Random) : Random(Random) {
    for (unsigned Width : {1u, 8u, 13u, 32u, 64u}) {
      for (const Argument &A : Kernel.function().args())
        leaf(A, Width);
      for (unsigned N = 0; N < 3; ++N)
        note(constant(Width), Width);
    }
  }

  void step() {
    const unsigned Width = width();
    const Sampled A = any(Width);
    switch (pick(8)) {
    case 0:
      return truncate(A, Width);
    case 1:
      return extend(A, Width);
    case 2: {
      const uint64_t Factor = random64(Random) >> pick(64);
      return note({Table.mul(A.Term, Factor, Width),
                   map(A, A, [&](uint64_t X, uint64_t) { return X * Factor; })},
                  Width);
    }
    case 3:
      return note({Table.sub(A.Term, A.Term, Width), Integers{}}, Width);
    default:
      return fold(A, pick(3) ? any(Width) : constant(Width), Width);
    }
  }

  /// Sums in other orders are the same terms.
  void checkAlgebra() {
    const unsigned Width = width();
    const SymbolicInt A = any(Width).Term, B = any(Width).Term,
                      C = any(Width).Term;
    const uint64_t Factor = random64(Random);
    auto Add = [&](SymbolicInt X, SymbolicInt Y) {
      return Table.add(X, Y, Width);
    };
    auto Mul = [&](SymbolicInt X) { return Table.mul(X, Factor, Width); };
    EXPECT_TRUE(Add(A, B) == Add(B, A));
    EXPECT_TRUE(Add(Add(A, B), C) == Add(A, Add(B, C)));
    EXPECT_TRUE(Mul(Add(A, B)) == Add(Mul(A), Mul(B)));
    EXPECT_TRUE(Table.sub(Add(A, B), B, Width) == A);
    if (Width > 8) {
      EXPECT_TRUE(Table.truncate(Add(A, B), Width, 8) ==
                  Table.add(Table.truncate(A, Width, 8),
                            Table.truncate(B, Width, 8), 8));
    }
  }

private:
  unsigned pick(unsigned End) { return Random() % End; }
  unsigned width() { return std::next(Pool.begin(), pick(Pool.size()))->first; }
  const Sampled &any(unsigned Width) {
    auto &Of = Pool[Width];
    return Of[pick(Of.size())];
  }

  template <typename Fn>
  Integers map(const Sampled &A, const Sampled &B, Fn Each) {
    Integers R;
    for (unsigned S = 0; S < Samples; ++S)
      R[S] = Each(A.Is[S], B.Is[S]);
    return R;
  }

  Sampled constant(unsigned Width) {
    uint64_t C = pick(2) ? random64(Random) : 1ull << pick(64);
    C = (pick(4) ? C : C - 1) & maskTrailingOnes<uint64_t>(Width);
    Sampled R;
    R.Term = {0, C};
    R.Is.fill(C);
    return R;
  }

  void leaf(const Argument &A, unsigned Width) {
    // Some bits are known, mostly the low ones, as in addresses.
    KnownBits Known(Width);
    const uint64_t All = maskTrailingOnes<uint64_t>(Width);
    if (pick(2))
      Known.Zero = APInt(Width, maskTrailingOnes<uint64_t>(pick(Width)));
    Known.One = APInt(Width, random64(Random) & random64(Random) & All &
                                 ~Known.Zero.getZExtValue());
    Sampled L;
    // The arguments are 64 bits wide: a narrow leaf is another value.
    L.Term = Table.opaque(narrow(A, Width), Known);
    for (uint64_t &I : L.Is)
      I = (random64(Random) & All & ~Known.Zero.getZExtValue()) |
          Known.One.getZExtValue();
    note(L, Width);
  }

  /// Another value for each width of an argument.
  const Value *narrow(const Argument &A, unsigned Width) {
    if (Width == 64)
      return &A;
    auto &BB = Kernel.function().getEntryBlock();
    return CastInst::Create(Instruction::Trunc, const_cast<Argument *>(&A),
                            Type::getIntNTy(A.getContext(), Width), "",
                            BB.getTerminator()->getIterator());
  }

  void truncate(const Sampled &A, unsigned From) {
    for (auto &[To, Others] : Pool)
      if (To < From && pick(2))
        return note({Table.truncate(A.Term, From, To), A.Is}, To);
  }

  void extend(const Sampled &A, unsigned From) {
    const bool Signed = pick(2);
    for (auto &[To, Others] : Pool)
      if (To > From && pick(2))
        return note(
            {Table.extend(A.Term, From, To, Signed),
             map(A, A,
                 [&, To = To](uint64_t X, uint64_t) {
                   const APInt N(From, X);
                   return (Signed ? N.sext(To) : N.zext(To)).getZExtValue();
                 })},
            To);
  }

  void fold(const Sampled &A, const Sampled &B, unsigned Width) {
    static const unsigned Opcodes[] = {
        Instruction::Add,  Instruction::Sub,  Instruction::Mul,
        Instruction::And,  Instruction::Or,   Instruction::Xor,
        Instruction::Shl,  Instruction::LShr, Instruction::AShr,
        Instruction::UDiv, Instruction::URem, Instruction::SDiv,
        Instruction::SRem, Instruction::ICmp};
    const unsigned Opcode = Opcodes[pick(std::size(Opcodes))];
    const bool Compares = Opcode == Instruction::ICmp;
    const unsigned Predicate = Compares
                                   ? CmpInst::FIRST_ICMP_PREDICATE +
                                         pick(CmpInst::LAST_ICMP_PREDICATE -
                                              CmpInst::FIRST_ICMP_PREDICATE + 1)
                                   : 0;
    Sampled R;
    for (unsigned S = 0; S < Samples; ++S) {
      auto Is = compute(Opcode, Predicate, A.Is[S], B.Is[S], Width);
      if (!Is)
        return;
      R.Is[S] = *Is;
    }
    R.Term = foldBinary(Table, Opcode, Predicate, A.Term, B.Term, Width);
    note(R, Compares ? 1 : Width);
  }

  /// Checks a new term against all known ones, and keeps it.
  void note(Sampled New, unsigned Width) {
    const uint64_t All = maskTrailingOnes<uint64_t>(Width);
    for (uint64_t &I : New.Is)
      I &= All;
    EXPECT_EQ(New.Term.Const & ~All, 0u) << "the constant is kept reduced";
    const KnownBits Known = Table.known(New.Term, Width);
    Integers Part;
    for (unsigned S = 0; S < Samples; ++S) {
      EXPECT_EQ(New.Is[S] & Known.Zero.getZExtValue(), 0u);
      EXPECT_EQ(~New.Is[S] & Known.One.getZExtValue(), 0u);
      Part[S] = (New.Is[S] - New.Term.Const) & All;
    }
    if (New.Term.isConst()) {
      EXPECT_EQ(Part, Integers{});
    }
    auto [It, First] = Parts.try_emplace({Width, New.Term.Sym}, Part);
    Equalities += !First;
    EXPECT_EQ(It->second, Part) << "one symbolic part, two integers";
    checkSum(New.Term.Sym, Part, Width);
    Pool[Width].push_back(New);
  }

  void checkSum(SymId S, const Integers &Part, unsigned Width) {
    const ArrayRef<SymbolicIntTable::Summand> Sum = Table.summands(S);
    if (Sum.size() == 1 && Sum[0].second == 1) {
      auto [It, First] = Atoms.try_emplace({Width, Sum[0].first}, Part);
      EXPECT_EQ(It->second, Part) << "one atom, two integers";
      return;
    }
    Integers Total = {};
    for (const SymbolicIntTable::Summand &T : Sum) {
      auto It = Atoms.find({Width, T.first});
      if (It == Atoms.end())
        return; // its value is unknown
      for (unsigned I = 0; I < Samples; ++I)
        Total[I] += T.second * It->second[I];
    }
    for (uint64_t &I : Total)
      I &= maskTrailingOnes<uint64_t>(Width);
    EXPECT_EQ(Total, Part) << "a term is not the sum of its summands";
    ++SumsChecked;
  }
};

TEST(SymbolicInt, RandomExpressions) {
  unsigned Equalities = 0, Sums = 0;
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    std::mt19937 Random(Seed);
    Claims C(Random);
    for (unsigned N = 0; N < 300 && !testing::Test::HasFailure(); ++N)
      C.step();
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << Seed;
    Equalities += C.Equalities;
    Sums += C.SumsChecked;
  }
  // The claims are not empty.
  EXPECT_GT(Equalities, 2000u);
  EXPECT_GT(Sums, 1000u);
}

TEST(SymbolicInt, SumsHaveOneForm) {
  for (unsigned Seed = 100; Seed < 140; ++Seed) {
    std::mt19937 Random(Seed);
    Claims C(Random);
    for (unsigned N = 0; N < 60; ++N)
      C.step();
    for (unsigned N = 0; N < 100 && !testing::Test::HasFailure(); ++N)
      C.checkAlgebra();
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << Seed;
  }
}

} // namespace
