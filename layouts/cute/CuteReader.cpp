//===- CuteReader.cpp - CuTe layouts read from text -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/CuteText.h"
#include "layouts/cute/Tiling.h"
#include "layouts/cute/TupleReader.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

namespace {

class Reader : public TupleReader {
public:
  using TupleReader::TupleReader;
  Expected<ComposedLayout> composed();
  Expected<Swizzle> swizzle();

private:
  bool atSwizzle() const;
  bool atPointer() const {
    return R.at(Token::Name) && R.next().Text.contains("_ptr");
  }
  Error stride(const IntTuple &Shape, IntTuple &Stride);
  Expected<Layout> layoutType();
  Expected<Layout> layoutAfter(Expected<IntTuple> Shape, size_t Position);
  Expected<ComposedLayout> composedType();
  Error pointer(std::optional<UnsetPointer> &Pointer);

  /// The same error with a place in front.
  Error placed(size_t Position, Error E) {
    return R.fail(Position, llvm::toString(std::move(E)));
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Swizzles, layouts, and compositions
//===----------------------------------------------------------------------===//

bool Reader::atSwizzle() const {
  if (!R.at(Token::Name))
    return false;
  StringRef Name = R.next().Text;
  return Name == "Sw" || Name == "S" || Name == "Swizzle" ||
         Name.starts_with("SW_");
}

Expected<Swizzle> Reader::swizzle() {
  skipNamespaces();
  size_t Position = R.next().Position;
  if (!atSwizzle())
    return R.unexpected("a swizzle");
  StringRef Name = R.take().Text;
  int64_t Parameters[3] = {0, 0, 0};
  if (Name.consume_front("SW_")) {
    // A negative shift ends the name: SW_1_2_-1 is SW_1_2_, -, 1.
    SmallVector<StringRef, 3> Parts;
    Name.split(Parts, '_');
    bool Negative = Parts.size() == 3 && Parts[2].empty();
    for (unsigned I = 0; I < 3 && Parts.size() == 3; ++I)
      if (I == 2 && Negative) {
        if (Error E = signedNumber(Parameters[I], "a number"))
          return E;
      } else if (Parts[I].getAsInteger(10, Parameters[I])) {
        Parts.clear();
      }
    if (Parts.size() != 3)
      return R.fail(Position, "expected SW_B_M_S with three numbers");
  } else {
    if (Error E = R.expect("<"))
      return E;
    for (unsigned I = 0; I < 3; ++I) {
      if (I == 2 && R.at(">")) {
        Parameters[2] = Parameters[0]; // Swizzle<B,M> has S = B.
        break;
      }
      if (I > 0)
        if (Error E = R.expect(","))
          return E;
      if (Error E = signedNumber(Parameters[I], "a number"))
        return E;
    }
    if (Error E = R.expect(">"))
      return E;
  }
  Expected<Swizzle> S =
      Swizzle::create(Parameters[0], Parameters[1], Parameters[2]);
  if (!S)
    return placed(Position, S.takeError());
  return S;
}

/// LayoutLeft and LayoutRight instead of strides.
Error Reader::stride(const IntTuple &Shape, IntTuple &Stride) {
  skipNamespaces();
  for (auto [Name, M] : {std::pair("LayoutLeft", Major::Left),
                         std::pair("GenColMajor", Major::Left),
                         std::pair("LayoutRight", Major::Right),
                         std::pair("GenRowMajor", Major::Right)})
    if (R.takeIfName(Name)) {
      Stride = compactStride(Shape, M);
      return Error::success();
    }
  if (Error E = tuple().moveInto(Stride))
    return E;
  return Error::success();
}

/// After the shape: `:stride`, or nothing.
Expected<Layout> Reader::layoutAfter(Expected<IntTuple> Shape,
                                     size_t Position) {
  if (!Shape)
    return Shape.takeError();
  IntTuple Stride = compactStride(*Shape);
  if (R.takeIf(":")) {
    Position = R.next().Position;
    if (Error E = stride(*Shape, Stride))
      return E;
  }
  Expected<Layout> L = Layout::create(std::move(*Shape), std::move(Stride));
  if (!L)
    return placed(Position, L.takeError());
  return L;
}

/// After `Layout`.
Expected<Layout> Reader::layoutType() {
  if (Error E = R.expect("<"))
    return E;
  size_t Position = R.next().Position;
  Expected<IntTuple> Shape = tuple();
  if (!Shape)
    return Shape.takeError();
  IntTuple Stride = compactStride(*Shape);
  if (R.takeIf(",")) {
    Position = R.next().Position;
    if (Error E = stride(*Shape, Stride))
      return E;
  }
  if (Error E = R.expect(">"))
    return E;
  Expected<Layout> L = Layout::create(std::move(*Shape), std::move(Stride));
  if (!L)
    return placed(Position, L.takeError());
  return L;
}

/// `smem_ptr[16b](unset)` or, in types, `smem_ptr_flag_bits<16>`.
Error Reader::pointer(std::optional<UnsetPointer> &Pointer) {
  Token Name = R.take();
  StringRef Space = Name.Text;
  bool Type = Space.consume_back("_flag_bits");
  if (!Space.ends_with("_ptr"))
    return R.fail(Name.Position,
                  "expected an offset or a layout, found " + quoted(Name.Text));
  uint64_t Bits;
  if (Error E = R.expect(Type ? "<" : "["))
    return E;
  if (Error E = R.number(Bits, "the bits of an element"))
    return E;
  if (!Type)
    if (Error E = R.expectName("b"))
      return E;
  if (Error E = R.expect(Type ? ">" : "]"))
    return E;
  if (!Type) {
    if (Error E = R.expect("("))
      return E;
    if (Error E = R.expectName("unset"))
      return E;
    if (Error E = R.expect(")"))
      return E;
  }
  if (Bits < 1 || Bits >= uint64_t(Overflow))
    return R.fail(Name.Position, "expected a positive number of bits");
  Pointer = UnsetPointer{Space.str(), int64_t(Bits)};
  return Error::success();
}

/// The parts of a text together. Behind a pointer, the text has the swizzle of
/// byte addresses.
static Expected<ComposedLayout> joined(std::optional<Swizzle> OfText,
                                       std::optional<UnsetPointer> Pointer,
                                       std::optional<IntTuple> Offset,
                                       Layout Inner) {
  if (OfText && Pointer) {
    Expected<Swizzle> S = recast(*OfText, 8, Pointer->Bits);
    if (!S)
      return S.takeError();
    if (S->bits() != OfText->bits())
      return cuteError(toString(*OfText) + " moves parts of an element of " +
                       Twine(Pointer->Bits) + " bits");
    OfText = *S;
  }
  Expected<ComposedLayout> C =
      ComposedLayout::create(OfText, std::move(Offset), std::move(Inner));
  if (C)
    C->Pointer = std::move(Pointer);
  return C;
}

/// After `ComposedLayout`.
Expected<ComposedLayout> Reader::composedType() {
  size_t Position = R.next().Position;
  if (Error E = R.expect("<"))
    return E;
  Expected<Swizzle> S = swizzle();
  if (!S)
    return S.takeError();
  if (Error E = R.expect(","))
    return E;
  skipNamespaces();
  std::optional<UnsetPointer> Pointer;
  std::optional<IntTuple> Offset;
  if (atPointer()) {
    if (Error E = pointer(Pointer))
      return E;
  } else {
    Expected<Int> I = integer();
    if (!I)
      return I.takeError();
    Offset = IntTuple(std::move(*I));
  }
  if (Error E = R.expect(","))
    return E;
  skipNamespaces();
  if (Error E = R.expectName("Layout"))
    return E;
  Expected<Layout> L = layoutType();
  if (!L)
    return L.takeError();
  if (Error E = R.expect(">"))
    return E;
  Expected<ComposedLayout> C =
      joined(*S, std::move(Pointer), std::move(Offset), std::move(*L));
  if (!C)
    return placed(Position, C.takeError());
  return C;
}

Expected<ComposedLayout> Reader::composed() {
  skipNamespaces();
  size_t Begin = R.next().Position;
  if (R.takeIfName("ComposedLayout"))
    return composedType();
  std::optional<Swizzle> Outer;
  std::optional<IntTuple> Offset;
  std::optional<UnsetPointer> Pointer;
  if (atSwizzle()) {
    Expected<Swizzle> S = swizzle();
    if (!S)
      return S.takeError();
    Outer = *S;
    if (Error E = R.expectName("o"))
      return E;
    skipNamespaces();
  }
  if (atPointer()) {
    if (Error E = pointer(Pointer))
      return E;
    if (Error E = R.expectName("o"))
      return E;
    skipNamespaces();
  }
  Expected<Layout> Inner = Layout();
  if (R.takeIfName("Layout")) {
    Inner = layoutType();
  } else {
    size_t Position = R.next().Position;
    Expected<IntTuple> First = tuple();
    if (First && !Pointer && R.takeIfName("o")) {
      Offset = std::move(*First);
      Position = R.next().Position;
      if (R.takeIfName("Layout"))
        Inner = layoutType();
      else
        Inner = layoutAfter(tuple(), Position);
    } else {
      Inner = layoutAfter(std::move(First), Position);
    }
  }
  if (!Inner)
    return Inner.takeError();
  Expected<ComposedLayout> C =
      joined(Outer, std::move(Pointer), std::move(Offset), std::move(*Inner));
  if (!C)
    return placed(Begin, C.takeError());
  return C;
}

Expected<ComposedLayout> cute::parseComposed(StringRef Text) {
  Reader R(Text);
  return R.whole(R.composed());
}

Expected<Layout> cute::parseLayout(StringRef Text) {
  Expected<ComposedLayout> C = parseComposed(Text);
  if (!C)
    return C.takeError();
  if (!C->isPlain())
    return TextReader(Text).fail(0, "expected a layout without a swizzle and "
                                    "an offset");
  return std::move(C->Inner);
}

Expected<IntTuple> cute::parseTuple(StringRef Text) {
  Reader R(Text);
  return R.whole(R.tuple());
}

Expected<Swizzle> cute::parseSwizzle(StringRef Text) {
  Reader R(Text);
  return R.whole(R.swizzle());
}
