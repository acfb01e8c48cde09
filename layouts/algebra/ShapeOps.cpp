//===- ShapeOps.cpp - Layouts through shape operations --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map from elements of the operand to elements of the result is linear,
// too. Trans, reshape and broadcast have a map from the result to the operand:
// backward composes the result's layout with it, and forward the operand's
// layout with its inverse. The map of broadcast has no inverse, so forward
// makes a choice.
//
// Join and split are the identity on a tensor whose last coordinate is the
// number of the tensor, laid out in lists of registers, one after the other.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/ShapeOps.h"
#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/RegisterPairs.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/Slicing.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

using DimList = std::vector<LayoutDim>;

/// dim0, dim1, ... with these sizes.
static DimList dimsOf(ArrayRef<uint64_t> Shape) {
  DimList Dims;
  for (auto [I, Size] : enumerate(Shape))
    Dims.push_back({defaultName(I), Log2_64(Size)});
  return Dims;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static Error checkShape(ArrayRef<uint64_t> Shape) {
  for (auto [I, Size] : enumerate(Shape))
    if (!isPowerOf2_64(Size))
      return layoutError("size " + Twine(Size) + " of dimension " + Twine(I) +
                         " of " + pointText(Shape) + " is not a power of two");
  return Error::success();
}

Expected<ShapeOp> ShapeOp::checked(Kind K, ArrayRef<uint64_t> From,
                                   ArrayRef<uint64_t> To) {
  if (Error E = checkShape(From))
    return E;
  if (Error E = checkShape(To))
    return E;
  return ShapeOp(K, From, To);
}

Expected<ShapeOp> ShapeOp::trans(ArrayRef<uint64_t> Operand,
                                 ArrayRef<unsigned> Order) {
  SmallVector<unsigned> Sorted(Order);
  sort(Sorted);
  bool Permutes = Order.size() == Operand.size();
  for (auto [I, Axis] : enumerate(Sorted))
    Permutes &= Axis == I;
  if (!Permutes) {
    SmallVector<uint64_t> Shown(Order.begin(), Order.end());
    return layoutError("cannot transpose: " + pointText(Shown) +
                       " is no order of the " + Twine(Operand.size()) +
                       " dimensions of " + pointText(Operand));
  }
  Shape Result;
  for (unsigned Axis : Order)
    Result.push_back(Operand[Axis]);
  Expected<ShapeOp> Op = checked(Kind::Trans, Operand, Result);
  if (Op)
    Op->Order.assign(Order.begin(), Order.end());
  return Op;
}

Expected<ShapeOp> ShapeOp::reshape(ArrayRef<uint64_t> Operand,
                                   ArrayRef<uint64_t> Result) {
  Expected<ShapeOp> Op = checked(Kind::Reshape, Operand, Result);
  if (!Op)
    return Op;
  unsigned Have = sumBits(dimsOf(Operand)), Want = sumBits(dimsOf(Result));
  if (Have != Want)
    return layoutError("cannot reshape " + pointText(Operand) + " with 2^" +
                       Twine(Have) + " elements to " + pointText(Result) +
                       " with 2^" + Twine(Want));
  return Op;
}

Expected<ShapeOp> ShapeOp::expandDims(ArrayRef<uint64_t> Operand,
                                      unsigned Axis) {
  if (Axis > Operand.size())
    return layoutError("cannot expand " + pointText(Operand) + " at axis " +
                       Twine(Axis) + ", expected at most " +
                       Twine(Operand.size()));
  Shape Result(Operand);
  Result.insert(Result.begin() + Axis, 1);
  return checked(Kind::Reshape, Operand, Result);
}

Expected<ShapeOp> ShapeOp::broadcast(ArrayRef<uint64_t> Operand,
                                     ArrayRef<uint64_t> Result) {
  if (Operand.size() != Result.size())
    return layoutError("cannot broadcast " + pointText(Operand) + " to " +
                       pointText(Result) +
                       ", expected the same number of dimensions");
  for (auto [I, Have] : enumerate(Operand))
    if (Have != 1 && Have != Result[I])
      return layoutError("cannot broadcast " + pointText(Operand) + " to " +
                         pointText(Result) + ": dimension " + Twine(I) +
                         " has size " + Twine(Have) + ", expected 1 or " +
                         Twine(Result[I]));
  return checked(Kind::Broadcast, Operand, Result);
}

Expected<ShapeOp> ShapeOp::join(ArrayRef<uint64_t> Operand) {
  Shape Result(Operand);
  Result.push_back(2);
  return checked(Kind::Join, Operand, Result);
}

Expected<ShapeOp> ShapeOp::split(ArrayRef<uint64_t> Operand) {
  if (Operand.empty() || Operand.back() != 2)
    return layoutError("cannot split " + pointText(Operand) +
                       ", expected a last dimension of size 2");
  return checked(Kind::Split, Operand, Operand.drop_back());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Maps the elements of the result to those of the operand; for join and split,
/// those of the larger tensor to themselves. The inputs are transposed, so that
/// the outputs of the inverse are in order.
Expected<LinearLayout> ShapeOp::elements() const {
  DimList Operand = dimsOf(From), Result = dimsOf(To);
  if (K == Kind::Reshape)
    return LinearLayout::fromMatrix(swapped(Result), Operand,
                                    BitMatrix::identity(sumBits(Result)));
  if (K == Kind::Join || K == Kind::Split) {
    const DimList &Pairs = K == Kind::Join ? Result : Operand;
    return LinearLayout::fromMatrix(swapped(Pairs), Pairs,
                                    BitMatrix::identity(sumBits(Pairs)));
  }
  LayoutSpec Spec;
  for (unsigned I = Result.size(); I-- > 0;) {
    unsigned Axis = K == Kind::Trans ? Order[I] : I;
    LayoutSpec::Input &In = Spec.Inputs.emplace_back();
    In.Name = Result[I].Name;
    for (unsigned Bit = 0; Bit < Result[I].Bits; ++Bit) {
      LayoutPoint &P = In.Images.emplace_back(Operand.size(), 0);
      if (Bit < Operand[Axis].Bits)
        P[Axis] = uint64_t(1) << Bit;
    }
  }
  for (const LayoutDim &D : Operand)
    Spec.Outputs.push_back({D.Name, D.size()});
  return LinearLayout::create(Spec);
}

/// The layout with positional names, if it has the shape.
static Expected<LinearLayout> ofShape(const LinearLayout &L, StringRef Whose,
                                      ArrayRef<uint64_t> Shape) {
  SmallVector<uint64_t> Sizes;
  for (const LayoutDim &D : L.outputs())
    Sizes.push_back(D.size());
  if (ArrayRef<uint64_t>(Sizes) != Shape)
    return layoutError("the layout of the " + Whose + " has the outputs " +
                       dimText(L.outputs()) + ", expected the shape " +
                       pointText(Shape));
  return withStandardOutputs(L);
}

//===----------------------------------------------------------------------===//
// Broadcast
//===----------------------------------------------------------------------===//

/// Free bits as (input, bit), in the order in which they are used.
static SmallVector<std::pair<unsigned, unsigned>>
freePlaces(const LinearLayout &L) {
  SmallVector<std::pair<unsigned, unsigned>> Places;
  std::vector<InputBits> Free = freeBits(L);
  auto Append = [&](unsigned Input) {
    for (unsigned Bit = 0; Bit < L.inputs()[Input].Bits; ++Bit)
      if (Free[Input].Bits >> Bit & 1)
        Places.push_back({Input, Bit});
  };
  for (StringRef Name : {"register", "lane", "warp", "block"})
    if (std::optional<unsigned> I = indexOf(L.inputs(), Name))
      Append(*I);
  return Places;
}

static Expected<LinearLayout> spread(const LinearLayout &L,
                                     ArrayRef<uint64_t> To) {
  Expected<LinearLayout> Old = withRegisters(L);
  if (!Old)
    return Old;
  LayoutSpec Spec = Old->spec();
  auto Places = freePlaces(*Old);
  auto &Registers = Spec.Inputs[*indexOf(Old->inputs(), "register")].Images;
  size_t Used = 0;
  for (unsigned I = To.size(); I-- > 0;) {
    uint64_t Have = Spec.Outputs[I].Size;
    Spec.Outputs[I].Size = To[I];
    for (uint64_t Step = Have; Step < To[I]; Step *= 2) {
      if (Used < Places.size()) {
        auto [Input, Bit] = Places[Used++];
        Spec.Inputs[Input].Images[Bit][I] ^= Step;
        continue;
      }
      LayoutPoint New(To.size(), 0);
      New[I] = Step;
      Registers.push_back(New);
    }
  }
  return LinearLayout::create(Spec);
}

//===----------------------------------------------------------------------===//
// Forward, backward, registers
//===----------------------------------------------------------------------===//

Expected<LinearLayout> ShapeOp::forward(const LinearLayout &Operand) const {
  Expected<LinearLayout> L = ofShape(Operand, "operand", From);
  if (!L)
    return L;
  if (K == Kind::Join)
    return pairRegisters(*L, 0);
  if (K == Kind::Split)
    return unpairRegisters(*L);
  if (K == Kind::Broadcast)
    return spread(*L, To);
  Expected<LinearLayout> E = elements();
  if (!E)
    return E;
  Expected<LinearLayout> Inverse = invert(*E);
  if (!Inverse)
    return Inverse;
  return compose(*L, *Inverse);
}

Expected<LinearLayout> ShapeOp::backward(const LinearLayout &Result) const {
  Expected<LinearLayout> L = ofShape(Result, "result", To);
  if (!L)
    return L;
  if (K == Kind::Join)
    return unpairRegisters(*L);
  if (K == Kind::Split)
    return pairRegisters(*L, 0);
  Expected<LinearLayout> E = elements();
  if (!E)
    return E;
  return compose(*L, *E);
}

/// The layout with registers; if Two, of two tensors one after the other.
static Expected<LinearLayout> listed(const LinearLayout &L, bool Two) {
  if (Two)
    return pairRegisters(L, L.inputBits("register"));
  return withRegisters(L);
}

/// Fails if a map between places moves data between threads.
static Error checkThreadsStay(const LinearLayout &Places) {
  Expected<LinearLayout> Threads = quotient(Places, StringRef("register"));
  if (!Threads)
    return layoutError("some thread needs an element that it does not hold: " +
                       toString(Threads.takeError()));
  for (const LayoutDim &D : Threads->inputs())
    if (!isTrivialOver(*Threads, StringRef(D.Name)))
      return layoutError("some index of '" + D.Name +
                         "' needs an element that it does not hold");
  // In a dimension that the result does not have, only index 0 exists.
  if (Threads->longOffset())
    return layoutError("every thread needs an element that it does not hold");
  return Error::success();
}

/// The action on registers of a map between places that moves nothing between
/// threads.
static Expected<RegisterAction> registersAlone(const LinearLayout &Places) {
  if (Error E = checkThreadsStay(Places))
    return E;
  SmallVector<StringRef> Threads;
  for (const LayoutDim &D : Places.inputs())
    if (D.Name != "register")
      Threads.push_back(D.Name);
  Expected<LinearLayout> Registers = quotient(Places, Threads);
  if (!Registers)
    return layoutError("an element is in different registers of different "
                       "threads: " +
                       toString(Registers.takeError()));
  Expected<LinearLayout> Action =
      sublayout(*Registers, StringRef("register"), StringRef("register"));
  if (!Action)
    return Action.takeError();
  return RegisterAction::affine(Action->matrix(), Action->flatOffset());
}

Expected<RegisterAction> ShapeOp::registers(const LinearLayout &Operand,
                                            const LinearLayout &Result) const {
  Expected<LinearLayout> In = ofShape(Operand, "operand", From);
  if (!In)
    return In.takeError();
  Expected<LinearLayout> Out = ofShape(Result, "result", To);
  if (!Out)
    return Out.takeError();
  Expected<LinearLayout> Held = listed(*In, K == Kind::Join);
  if (!Held)
    return Held.takeError();
  Expected<LinearLayout> Shown = listed(*Out, K == Kind::Split);
  if (!Shown)
    return Shown.takeError();
  Expected<LinearLayout> E = elements();
  if (!E)
    return E.takeError();
  Expected<LinearLayout> Wanted = compose(*Shown, *E);
  if (!Wanted)
    return Wanted.takeError();
  Expected<LinearLayout> Places = holderOf(*Wanted, *Held);
  if (!Places)
    return Places.takeError();
  return registersAlone(*Places);
}
