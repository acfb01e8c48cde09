//===- Notation.cpp - Layouts in any notation, read and written -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/Notation.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/TextReader.h"
#include "layouts/notations/CuteNotation.h"
#include "layouts/notations/LayoutJson.h"
#include "layouts/notations/Masks.h"
#include "layouts/notations/Recognition.h"
#include "layouts/notations/TritonDump.h"
#include "layouts/relations/LinearRelation.h"
#include "layouts/relations/RelationReader.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {

using RecogniseThreads = Expected<DistributedFamily> (*)(const LinearLayout &);
using RecogniseMemory = Expected<MemoryFamily> (*)(const LinearLayout &);

/// Attributes of threads set one function, those of memory the other. The order
/// is that in which families are tried for `ttg`.
struct Attribute {
  Notation N;
  RecogniseThreads Threads;
  RecogniseMemory Memory;
};

constexpr Attribute Attributes[] = {
    {Notation::Blocked, recogniseBlocked, nullptr},
    {Notation::NvidiaMma, recogniseMma, nullptr},
    {Notation::AmdMfma, recogniseMfma, nullptr},
    {Notation::AmdWmma, recogniseWmma, nullptr},
    {Notation::DotOperand, recogniseDotOperand, nullptr},
    {Notation::Linear, recogniseLinear, nullptr},
    {Notation::GenericLinear, recogniseGenericLinear, nullptr},
    {Notation::Slice, recogniseSlice, nullptr},
    {Notation::SwizzledShared, nullptr, recogniseSwizzled},
    {Notation::NvmmaShared, nullptr, recogniseNvmma},
    {Notation::RotatingShared, nullptr, recogniseRotating},
    {Notation::SharedLinear, nullptr, recogniseSharedLinear},
};

struct Named {
  Notation N;
  StringRef Name;
};

constexpr Named Names[] = {
    {Notation::Text, "text"},
    {Notation::Dump, "dump"},
    {Notation::Masks, "masks"},
    {Notation::Json, "json"},
    {Notation::Isl, "isl"},
    {Notation::Cute, "cute"},
    {Notation::Pycute, "pycute"},
    {Notation::CuteType, "cute-type"},
    {Notation::Triton, "ttg"},
    {Notation::Linear, "linear"},
    {Notation::GenericLinear, "generic_linear"},
    {Notation::Blocked, "blocked"},
    {Notation::Slice, "slice"},
    {Notation::DotOperand, "dot_op"},
    {Notation::NvidiaMma, "nvidia_mma"},
    {Notation::AmdMfma, "amd_mfma"},
    {Notation::AmdWmma, "amd_wmma"},
    {Notation::SwizzledShared, "swizzled_shared"},
    {Notation::NvmmaShared, "nvmma_shared"},
    {Notation::RotatingShared, "amd_rotating_shared"},
    {Notation::PaddedShared, "padded_shared"},
    {Notation::SharedLinear, "shared_linear"},
};

constexpr Notation All[] = {
    Notation::Text,          Notation::Dump,
    Notation::Masks,         Notation::Json,
    Notation::Isl,           Notation::Cute,
    Notation::Pycute,        Notation::CuteType,
    Notation::Triton,        Notation::Linear,
    Notation::GenericLinear, Notation::Blocked,
    Notation::Slice,         Notation::DotOperand,
    Notation::NvidiaMma,     Notation::AmdMfma,
    Notation::AmdWmma,       Notation::SwizzledShared,
    Notation::NvmmaShared,   Notation::RotatingShared,
    Notation::PaddedShared,  Notation::SharedLinear,
};

} // namespace

ArrayRef<Notation> f2layout::allNotations() { return All; }

StringRef f2layout::nameOf(Notation N) {
  for (const Named &Each : Names)
    if (Each.N == N)
      return Each.Name;
  return "";
}

std::optional<Notation> f2layout::notationByName(StringRef Name) {
  for (const Named &Each : Names)
    if (Each.Name == Name)
      return Each.N;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool isMaskName(StringRef Name) {
  unsigned Number;
  return Name.consume_front("m") &&
         (Name.consume_front("_"), !Name.getAsInteger(10, Number));
}

Notation f2layout::recogniseNotation(StringRef Text) {
  if (startsCute(Text))
    return Notation::Cute;
  TextReader R(Text);
  if (R.takeIf("{"))
    return R.at("[") || R.at(Token::Name) ? Notation::Isl : Notation::Json;
  if (R.at(Token::Alias))
    return Notation::Triton;
  if (R.at("-") || R.at("("))
    return Notation::Dump;
  if (R.at("[") || (R.at(Token::Name) && isMaskName(R.next().Text)))
    return Notation::Masks;
  if (R.at(Token::Name)) {
    // A dump may lack its first sign: lane=1 -> (0, 1); where out ...
    StringRef First = R.take().Text;
    if (First == "tensor" && R.at("<"))
      return Notation::Triton;
    bool Equals = R.takeIf("=");
    if (First == "where" || (Equals && R.at(Token::Number)))
      return Notation::Dump;
  }
  return Notation::Text;
}

static Expected<PaddedLayout> withoutPadding(Expected<LinearLayout> L) {
  if (!L)
    return L.takeError();
  return PaddedLayout{*L, {}};
}

/// Reads notations that state the shape, except for attributes in JSON.
static Expected<PaddedLayout>
readComplete(StringRef Text, Notation N,
             std::optional<ArrayRef<uint64_t>> Shape) {
  switch (N) {
  case Notation::Dump:
    return withoutPadding(parseTritonDump(Text));
  case Notation::Masks:
    return withoutPadding(parseMasks(Text));
  case Notation::Json:
    return parseLayoutJson(Text, Shape);
  case Notation::Isl:
    return parseRelation(Text);
  case Notation::Cute:
    return withoutPadding(parseCute(Text));
  default:
    return withoutPadding(parseLayout(Text));
  }
}

static Expected<TypedLayout>
readTriton(StringRef Text, std::optional<ArrayRef<uint64_t>> Shape) {
  Expected<TritonAttribute> A = parseTritonAttribute(Text);
  if (!A)
    return A.takeError();
  Expected<PaddedLayout> L = layoutOf(*A, Shape);
  if (!L)
    return L.takeError();
  return TypedLayout{std::move(*L), A->ElementBits};
}

Expected<TypedLayout>
f2layout::readTypedLayout(StringRef Text,
                          std::optional<ArrayRef<uint64_t>> Shape) {
  Notation N = recogniseNotation(Text);
  if (N == Notation::Triton)
    return readTriton(Text, Shape);
  Expected<PaddedLayout> L = readComplete(Text, N, Shape);
  if (!L)
    return L.takeError();
  if (Shape && ArrayRef(shapeOf(L->Linear)) != *Shape)
    return layoutError("the layout has shape " + shapeText(shapeOf(L->Linear)) +
                       ", expected " + shapeText(*Shape));
  return TypedLayout{std::move(*L), std::nullopt};
}

Expected<PaddedLayout>
f2layout::readLayout(StringRef Text, std::optional<ArrayRef<uint64_t>> Shape) {
  Expected<TypedLayout> L = readTypedLayout(Text, Shape);
  if (!L)
    return L.takeError();
  return std::move(L->Layout);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// L is a result of withFamilyInputs, and has as many images as needed.
static Expected<TritonAttribute> asAttribute(const LinearLayout &L,
                                             const Attribute &A) {
  bool Memory = L.inputShift("offset").has_value();
  if (Memory != (A.Memory != nullptr))
    return layoutError(Memory ? "it is of memory, expected inputs register, "
                                "lane and warp"
                              : "it is of threads, expected the input offset");
  TritonAttribute Result;
  if (A.Memory) {
    Expected<MemoryFamily> F = A.Memory(L);
    if (!F)
      return F.takeError();
    Result.Family = std::move(*F);
  } else {
    Expected<DistributedFamily> F = A.Threads(L);
    if (!F)
      return F.takeError();
    Result.Family = std::move(*F);
  }
  return Result;
}

static Expected<TritonAttribute> asPadded(const LinearLayout &L,
                                          ArrayRef<Padding> Paddings) {
  if (!L.inputShift("offset"))
    return layoutError("it is of threads, expected the input offset");
  Expected<MemoryFamily> F = recognisePadded(L, Paddings);
  if (!F)
    return F.takeError();
  return TritonAttribute{std::move(*F), shapeOf(L)};
}

/// The first attribute that fits. The last ones of threads and of memory accept
/// the most layouts, so their errors explain why none fits. Slices are left
/// out: a slice of a generic_linear parent, which accepts the layouts of every
/// other parent, is generic_linear itself.
static Expected<TritonAttribute> asAny(const LinearLayout &L) {
  bool Memory = L.inputShift("offset").has_value();
  Error Reason = Error::success();
  for (const Attribute &A : Attributes) {
    if (Memory != (A.Memory != nullptr) || A.N == Notation::Slice)
      continue;
    Expected<TritonAttribute> Found = asAttribute(L, A);
    if (Found) {
      consumeError(std::move(Reason));
      return Found;
    }
    consumeError(std::move(Reason));
    Reason = Found.takeError();
  }
  return Reason;
}

static Expected<TritonAttribute> asFamily(const PaddedLayout &L, Notation N) {
  Expected<LinearLayout> Linear = withFamilyInputs(L.Linear);
  if (!Linear)
    return Linear.takeError();
  if (N == Notation::PaddedShared ||
      (N == Notation::Triton && !L.Paddings.empty()))
    return asPadded(*Linear, L.Paddings);
  if (!L.Paddings.empty())
    return layoutError("it is padded, expected no padding");
  if (N == Notation::Triton)
    return asAny(*Linear);
  for (const Attribute &A : Attributes)
    if (A.N == N)
      return asAttribute(*Linear, A);
  return layoutError("that is no attribute");
}

Expected<TritonAttribute> f2layout::recogniseAttribute(const PaddedLayout &L,
                                                       Notation N) {
  Expected<TritonAttribute> Found = asFamily(L, N);
  if (Found)
    return Found;
  std::string What = N == Notation::Triton ? "layout of Triton's"
                                           : ("#ttg." + nameOf(N)).str();
  return layoutError("the layout is no " + What + ": " +
                     toString(Found.takeError()));
}

static Expected<std::string> writeAttribute(const PaddedLayout &L, Notation N) {
  Expected<TritonAttribute> A = recogniseAttribute(L, N);
  if (!A)
    return A.takeError();
  return toTritonAttribute(*A);
}

Expected<std::string> f2layout::writeLayout(const PaddedLayout &L, Notation N) {
  if (N == Notation::Json)
    return toLayoutJson(L);
  if (N == Notation::Isl)
    return toString(relationOf(L));
  bool Cute =
      N == Notation::Cute || N == Notation::Pycute || N == Notation::CuteType;
  if (N != Notation::Text && N != Notation::Dump && N != Notation::Masks &&
      !Cute)
    return writeAttribute(L, N);
  if (!L.Paddings.empty())
    return layoutError("the layout is padded, which '" + nameOf(N) +
                       "' has no place for, expected 'json', 'isl' "
                       "or 'padded_shared'");
  if (Cute)
    return toCute(L.Linear, N == Notation::Cute     ? CuteForm::Cute
                            : N == Notation::Pycute ? CuteForm::Pycute
                                                    : CuteForm::Type);
  if (N == Notation::Dump)
    return toTritonDump(L.Linear);
  return N == Notation::Masks ? toMasks(L.Linear) : toString(L.Linear);
}

Expected<std::string> f2layout::writeLayout(const LinearLayout &L, Notation N) {
  return writeLayout(PaddedLayout{L, {}}, N);
}
