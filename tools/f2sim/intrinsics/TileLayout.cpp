//===- TileLayout.cpp - Layout calls by their definition ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/TileLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <unordered_map>

using namespace llvm;

namespace f2layout::sim {

uint64_t TileLayout::at(const std::string &Input, uint64_t Index) const {
  auto It = Inputs.find(Input);
  uint64_t Element = 0;
  for (unsigned J = 0; It != Inputs.end() && J < It->second.size(); ++J)
    Element ^= Index >> J & 1 ? It->second[J] : 0;
  return Element;
}

namespace {

/// Splits a text into names, numbers, and single characters.
class Pieces {
public:
  explicit Pieces(StringRef Text) : Rest(Text) {}
  bool take(StringRef What) {
    Rest = Rest.ltrim();
    return Rest.consume_front(What);
  }
  std::string name() {
    Rest = Rest.ltrim();
    StringRef Name =
        Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
    Rest = Rest.drop_front(Name.size());
    return Name.str();
  }
  std::optional<uint64_t> number() {
    uint64_t N;
    const std::string Digits = name();
    if (Digits.empty() || StringRef(Digits).getAsInteger(10, N))
      return std::nullopt;
    return N;
  }
  bool atEnd() { return Rest.ltrim().empty(); }
  /// `[` items separated by commas `]`.
  template <typename Item> bool list(Item Read) {
    if (!take("["))
      return false;
    if (take("]"))
      return true;
    do {
      if (!Read())
        return false;
    } while (take(","));
    return take("]");
  }

private:
  StringRef Rest;
};

using Point = std::vector<uint64_t>;

class Reader {
public:
  explicit Reader(StringRef Text) : P(Text) {}
  std::optional<TileLayout> read();

private:
  bool point(Point &To) {
    return P.list([&] {
      auto N = P.number();
      To.push_back(N.value_or(0));
      return N.has_value();
    });
  }
  bool size();
  /// The row-major number: the last coordinate varies fastest.
  std::optional<uint64_t> rowMajor(const Point &At) const;

  Pieces P;
  std::vector<uint64_t> Sizes;
};

} // namespace

bool Reader::size() {
  std::optional<uint64_t> N;
  const std::string Word = P.name();
  uint64_t Value;
  if (P.take(":"))
    N = P.number();
  else if (!StringRef(Word).getAsInteger(10, Value))
    N = Value;
  Sizes.push_back(N.value_or(0));
  return N && *N && (*N & (*N - 1)) == 0 && *N < 1ull << 40;
}

std::optional<uint64_t> Reader::rowMajor(const Point &At) const {
  if (At.size() != Sizes.size())
    return std::nullopt;
  uint64_t Element = 0;
  for (unsigned D = 0; D < At.size(); ++D) {
    if (At[D] >= Sizes[D])
      return std::nullopt;
    Element = Element * Sizes[D] + At[D];
  }
  return Element;
}

std::optional<TileLayout> Reader::read() {
  std::map<std::string, std::vector<Point>> Images;
  if (!P.take("->")) {
    do {
      std::vector<Point> &Of = Images[P.name()];
      if (!P.take("=") || !P.list([&] { return point(Of.emplace_back()); }))
        return std::nullopt;
    } while (P.take(","));
    if (!P.take("->"))
      return std::nullopt;
  }
  Point Offset;
  if (!P.list([&] { return size(); }) || (P.take("^") && !point(Offset)) ||
      !P.atEnd())
    return std::nullopt;
  Offset.resize(std::max(Offset.size(), Sizes.size()));
  TileLayout L;
  L.Sizes = Sizes;
  for (uint64_t Size : Sizes)
    if ((L.Elements *= Size) >= 1ull << 40)
      return std::nullopt;
  auto First = rowMajor(Offset);
  if (!First)
    return std::nullopt;
  L.First = *First;
  for (auto &[Name, Points] : Images)
    for (const Point &At : Points) {
      auto Element = rowMajor(At);
      if (!Element)
        return std::nullopt;
      L.Inputs[Name].push_back(*Element);
    }
  return L;
}

std::optional<TileLayout> readTileLayout(StringRef Text) {
  return Reader(Text).read();
}

static constexpr unsigned MostBits = 10;

/// Numbers of registers and threads; fails if they are too many.
static std::optional<TileMove> startMove(const TileLayout &L) {
  const unsigned R = L.bits("register"), T = L.bits("lane") + L.bits("warp");
  if (R > MostBits || T > MostBits)
    return std::nullopt;
  TileMove M;
  M.Registers = 1u << R;
  M.Threads = 1u << T;
  return M;
}

/// Appends to Found where the elements of all registers and threads are; false
/// if one is nowhere.
template <typename PlaceT>
static bool findElements(const TileLayout &L, const TileMove &M,
                         const std::unordered_map<uint64_t, PlaceT> &Places,
                         std::vector<PlaceT> &Found) {
  for (unsigned T = 0; T < M.Threads; ++T)
    for (unsigned R = 0; R < M.Registers; ++R) {
      auto It = Places.find(L.element(R, T));
      if (It == Places.end())
        return false;
      Found.push_back(It->second);
    }
  return true;
}

std::optional<TileMove> planConvert(const TileLayout &From,
                                    const TileLayout &To) {
  std::optional<TileMove> Has = startMove(From), M = startMove(To);
  if (!Has || !M || Has->Threads != M->Threads || From.Elements != To.Elements)
    return std::nullopt;
  M->Given = Has->Registers;
  std::unordered_map<uint64_t, std::pair<unsigned, unsigned>> Holder;
  for (unsigned T = 0; T < Has->Threads; ++T)
    for (unsigned R = 0; R < Has->Registers; ++R)
      Holder.try_emplace(From.element(R, T), R, T);
  if (!findElements(To, *M, Holder, M->From))
    return std::nullopt;
  return M;
}

/// The element's number in a tensor of other sizes, with coordinate Axis 0.
static uint64_t elementAtIndex0(uint64_t Element, uint64_t Axis,
                                const std::vector<uint64_t> &Has,
                                const std::vector<uint64_t> &Wants) {
  uint64_t Result = 0, Scale = 1;
  for (unsigned D = Has.size(); D-- > 0;) {
    if (D != Axis)
      Result += Element % Has[D] * Scale;
    Element /= Has[D];
    Scale *= Wants[D];
  }
  return Result;
}

std::optional<TileMove> planGather(const TileLayout &From, const TileLayout &To,
                                   uint64_t Axis) {
  std::optional<TileMove> Has = startMove(From), M = startMove(To);
  if (!Has || !M || Has->Threads != M->Threads ||
      From.Sizes.size() != To.Sizes.size() || Axis >= From.Sizes.size())
    return std::nullopt;
  for (unsigned D = 0; D < From.Sizes.size(); ++D)
    if (D != Axis && From.Sizes[D] != To.Sizes[D])
      return std::nullopt;
  if (From.Elements > uint64_t(Has->Threads) * Has->Registers)
    return std::nullopt;
  const std::pair<unsigned, unsigned> Nobody{~0u, ~0u};
  M->Holder.assign(From.Elements, Nobody);
  for (unsigned T = Has->Threads; T-- > 0;)
    for (unsigned R = Has->Registers; R-- > 0;)
      M->Holder[From.element(R, T)] = {R, T};
  if (llvm::is_contained(M->Holder, Nobody))
    return std::nullopt;
  M->Given = Has->Registers;
  M->Indices = From.Sizes[Axis];
  for (unsigned D = Axis + 1; D < From.Sizes.size(); ++D)
    M->Stride *= From.Sizes[D];
  for (unsigned T = 0; T < M->Threads; ++T)
    for (unsigned R = 0; R < M->Registers; ++R)
      M->Offset.push_back(
          elementAtIndex0(To.element(R, T), Axis, To.Sizes, From.Sizes));
  return M;
}

std::optional<TileMove> planBuffer(const TileLayout &Threads,
                                   const TileLayout &Memory) {
  std::optional<TileMove> M = startMove(Threads);
  if (!M || Threads.Elements != Memory.Elements || Memory.bits("offset") > 24)
    return std::nullopt;
  std::unordered_map<uint64_t, uint64_t> Place;
  for (uint64_t O = 0; O < 1ull << Memory.bits("offset"); ++O)
    Place.try_emplace(Memory.First ^ Memory.at("offset", O), O);
  if (!findElements(Threads, *M, Place, M->Offset))
    return std::nullopt;
  return M;
}

} // namespace f2layout::sim
