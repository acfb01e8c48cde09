//===- StagedRead.cpp - Staged tensors from shared memory -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/staging/StagedRead.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/calls/LayoutCalls.h"
#include "intrinsics/lanes/AffineForm.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/families/SwizzledShared.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/BufferAccess.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Bytes of a row of a matrix, and of a row of all banks.
static constexpr uint64_t RowBytes = 16, AllBanks = 128;

LinearLayout f2layout::stagedMemory(const TensorType &Type, unsigned Minor) {
  const uint64_t Bytes = Type.elementBits() / 8;
  SwizzledSharedParams P;
  if (Type.rank())
    P.Order.push_back(Minor);
  for (unsigned D = Type.rank(); D-- > 0;)
    if (D != Minor)
      P.Order.push_back(D);
  if (Type.rank() >= 2) {
    const uint64_t Row = Type.Shape[Minor] * Bytes;
    P.Vec = unsigned(std::max<uint64_t>(1, RowBytes / Bytes));
    P.PerPhase = unsigned(std::max<uint64_t>(1, AllBanks / Row));
    const uint64_t Phases = std::min(AllBanks / RowBytes / P.PerPhase,
                                     std::max<uint64_t>(1, Row / RowBytes));
    P.MaxPhase = unsigned(std::max<uint64_t>(1, Phases));
  }
  return cantFail(swizzledSharedLayout(P, Type.Shape));
}

namespace {

/// A layout as matrices.
struct Matrices {
  bool Trans = false;
  /// The thread bits and register bits whose places the bits of a row's number
  /// are: thread bits first, from Table.threadBits() on register bits.
  unsigned Row[3] = {};
  /// Register bits of the elements in a word, then those of the matrices.
  SmallVector<unsigned, 2> InWord;
  SmallVector<unsigned, 8> Others;
};

/// Bits of a thread's number and of its registers, and where their places are
/// in memory, in elements.
class Bits {
public:
  Bits(const TensorType &Type, unsigned MinorDim, const LayoutTable &Table,
       LayoutId L)
      : Threads(Table.threadBits()), Registers(Table[L].inputBits("register")) {
    const LinearLayout Memory = stagedMemory(Type, MinorDim);
    const LinearLayout Inverse = cantFail(invert(Memory));
    auto Add = [&](const LayoutPoint &P) {
      Minor.push_back(P.empty() ? 0 : P[MinorDim]);
      uint64_t Others = 0;
      for (unsigned D = 0; D < P.size(); ++D)
        if (D != MinorDim)
          Others |= P[D];
      OnlyMinor.push_back(!Others);
      IsNextRow.push_back(Others == 1 && !Minor.back());
      Offset.push_back(uint32_t(Inverse.applyFlat(Memory.flatten(P))));
    };
    for (unsigned I = 0; I < Threads; ++I)
      Add(Table.threadImage(L, I));
    for (unsigned I = 0; I < Registers; ++I)
      Add(Table.registerImage(L, I));
    const LayoutPoint First = Table.elementAt(L, 0);
    IsLinear = all_of(First, [](uint64_t X) { return X == 0; });
  }
  bool isAt(unsigned Bit, uint64_t Place) const {
    return Minor[Bit] == Place && OnlyMinor[Bit];
  }

  const unsigned Threads, Registers;
  SmallVector<uint64_t, 24> Minor; ///< The coordinate along rows.
  SmallVector<bool, 24> OnlyMinor, IsNextRow;
  SmallVector<uint32_t, 24> Offset;
  bool IsLinear = true;
};

} // namespace

/// The matrices of one load shall be those of registers that are near.
static void putFirst(SmallVectorImpl<unsigned> &Others,
                     ArrayRef<unsigned> Near) {
  auto *Next = Others.begin();
  for (unsigned Register : Near) {
    auto *Found = std::find_if(Next, Others.end(), [&](unsigned Bit) {
      return 1u << Bit == Register;
    });
    if (Found != Others.end())
      std::rotate(Next++, Found, std::next(Found));
  }
}

static std::optional<Matrices> matricesOf(const TensorType &Type,
                                          unsigned Minor, const Bits &At,
                                          const Target &T) {
  const unsigned Width = Type.elementBits();
  const auto PerRow = uint64_t(RowBytes * 8 / Width);
  const unsigned PerWord = 32 / Width;
  if (T.Maker != Vendor::NVIDIA || At.Threads < 5 || !At.IsLinear ||
      Width > 16 || Type.rank() < 2 || Type.Shape[Minor] < PerRow)
    return std::nullopt;
  auto RegisterAt = [&](uint64_t Place) -> std::optional<unsigned> {
    for (unsigned I = 0; I < At.Registers; ++I)
      if (At.isAt(At.Threads + I, Place))
        return I;
    return std::nullopt;
  };
  // Bits that are places in a row; no other bit may touch these.
  SmallVector<unsigned, 8> InRow;
  Matrices M;
  if (At.isAt(0, PerWord) && At.isAt(1, PerWord * 2)) {
    InRow = {0, 1};
    for (uint64_t Place = 1; Place < PerWord; Place *= 2) {
      std::optional<unsigned> R = RegisterAt(Place);
      if (!R)
        return std::nullopt;
      M.InWord.push_back(*R);
      InRow.push_back(At.Threads + *R);
    }
    for (unsigned I : {0, 1, 2})
      M.Row[I] = 2 + I;
  } else if (Width == 16 && At.isAt(2, 1) && At.isAt(3, 2) && At.isAt(4, 4)) {
    M.Trans = true;
    InRow = {2, 3, 4};
    // Any register that is no place in a row: that of the next row if there is
    // one, since matrix instructions want words of such.
    std::optional<unsigned> InWord;
    for (unsigned I = 0; I < At.Registers; ++I)
      if (At.Minor[At.Threads + I] % PerRow == 0 &&
          (!InWord || At.IsNextRow[At.Threads + I]))
        InWord = I;
    if (!InWord)
      return std::nullopt;
    M.InWord.push_back(*InWord);
    M.Row[0] = At.Threads + M.InWord[0];
    M.Row[1] = 0;
    M.Row[2] = 1;
  } else {
    return std::nullopt;
  }
  for (unsigned I = 0; I < At.Threads + At.Registers; ++I)
    if (At.Minor[I] % PerRow && !is_contained(InRow, I))
      return std::nullopt;
  for (unsigned I = 0; I < At.Registers; ++I)
    if (!is_contained(M.InWord, I))
      M.Others.push_back(I);
  return M;
}

static Value *emitMatrices(IRBuilder<> &B, const TensorType &Type,
                           const Bits &At, const Matrices &M, Value *Thread,
                           Value *Address) {
  static constexpr Intrinsic::ID Loads[2][3] = {
      {Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_b16,
       Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16,
       Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16},
      {Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_trans_b16,
       Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16,
       Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16}};
  const unsigned Width = Type.elementBits(), PerWord = 32 / Width;
  const unsigned Together = std::min<unsigned>(2, M.Others.size());
  auto BytesAt = [&](unsigned Bit) { return At.Offset[Bit] * (Width / 8); };
  // The address of the lane's row; lanes that are not needed repeat others.
  AffineForm Form;
  for (unsigned Bit : M.Row)
    Form.Columns.push_back(BytesAt(Bit));
  for (unsigned I = 0; I < 2; ++I)
    Form.Columns.push_back(I < Together ? BytesAt(At.Threads + M.Others[I])
                                        : 0);
  for (unsigned I = 5; I < At.Threads; ++I)
    Form.Columns.push_back(BytesAt(I));
  uint32_t OfThreads = 0;
  for (uint32_t Column : Form.Columns)
    OfThreads |= Column;
  Value *First = emitAffine(B, Thread, At.Threads, Form);
  auto WordAt = [&](Value *Words, unsigned I) {
    return Together ? B.CreateExtractValue(Words, I) : Words;
  };
  SmallVector<Value *, 64> Elements(size_t(1) << At.Registers);
  auto *Pair = FixedVectorType::get(Type.Element, PerWord);
  for (unsigned Rest = 0; Rest < 1u << (M.Others.size() - Together); ++Rest) {
    unsigned Registers = 0;
    uint32_t Constant = 0;
    for (unsigned I = Together; I < M.Others.size(); ++I)
      if (Rest >> (I - Together) & 1) {
        Registers |= 1u << M.Others[I];
        Constant ^= BytesAt(At.Threads + M.Others[I]);
      }
    // Bits that threads set, too, are exclusive-ored; the others are added.
    Value *Offset = First;
    if (const uint32_t Common = Constant & OfThreads)
      Offset = B.CreateXor(Offset, B.getInt32(Common));
    Value *Row = B.CreateGEP(B.getInt8Ty(), Address, Offset);
    Row = B.CreateGEP(B.getInt8Ty(), Row, B.getInt32(Constant & ~OfThreads));
    Value *Words = B.CreateIntrinsic(Loads[M.Trans][Together],
                                     {Address->getType()}, {Row});
    for (unsigned Matrix = 0; Matrix < 1u << Together; ++Matrix) {
      unsigned Of = Registers;
      for (unsigned I = 0; I < Together; ++I)
        if (Matrix >> I & 1)
          Of |= 1u << M.Others[I];
      Value *Word = B.CreateBitCast(WordAt(Words, Matrix), Pair);
      for (unsigned I = 0; I < PerWord; ++I) {
        unsigned R = Of;
        for (auto [Bit, Register] : enumerate(M.InWord))
          if (I >> Bit & 1)
            R |= 1u << Register;
        Elements[R] = B.CreateExtractElement(Word, uint64_t(I));
      }
    }
  }
  Value *All = PoisonValue::get(
      FixedVectorType::get(Type.Element, unsigned(Elements.size())));
  for (auto [R, V] : enumerate(Elements))
    All = B.CreateInsertElement(All, V, uint64_t(R));
  return All;
}

double f2layout::stagedReadPrice(const TensorType &Type, unsigned Minor,
                                 const LayoutTable &Table, LayoutId L,
                                 const Target &T) {
  const Bits At(Type, Minor, Table, L);
  const unsigned Bytes = Type.elementBits() / 8;
  const double Words = double(Table.registers(L)) * Bytes / 4;
  if (matricesOf(Type, Minor, At, T))
    return Words;
  Expected<BufferAccesses> A = bufferAccesses(
      Table[L], stagedMemory(Type, Minor), Type.elementBits(), MaxAccessBytes);
  if (!A) {
    consumeError(A.takeError());
    return 100 * Words;
  }
  // As if there were no conflicts, and an instruction for each.
  return double(A->Accesses.size()) *
         (1 + std::max(1.0, A->Elements * Bytes / 4.0));
}

Value *f2layout::emitStagedRead(IRBuilder<> &B, const TensorType &Type,
                                unsigned Minor, const LayoutTable &Table,
                                LayoutId L, Value *Thread, Value *Address,
                                ArrayRef<unsigned> Near, const Target &T) {
  const Bits At(Type, Minor, Table, L);
  if (std::optional<Matrices> M = matricesOf(Type, Minor, At, T)) {
    putFirst(M->Others, Near);
    return emitMatrices(B, Type, At, *M, Thread, Address);
  }
  return emitLoad(B, Address, Type.Element, Table[L],
                  stagedMemory(Type, Minor));
}
