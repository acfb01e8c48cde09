//===- Oracle.cpp - Maps and sets of integers, by isl ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/isl/Oracle.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <isl/ilp.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/val.h>

using namespace llvm;

namespace f2layout::oracle {

static Answer answer(isl_bool B) {
  if (B < 0)
    return Answer::Unknown;
  return B ? Answer::Yes : Answer::No;
}

/// The text, which isl allocated.
static std::string owned(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text);
  return Result;
}

/// Takes the value; nothing if it is infinite or does not fit.
static std::optional<int64_t> number(isl_val *V) {
  std::optional<int64_t> Result;
  if (V && isl_val_is_int(V) == isl_bool_true &&
      isl_val_n_abs_num_chunks(V, sizeof(int64_t)) <= 1) {
    int64_t Value = isl_val_get_num_si(V);
    Result = Value;
  }
  isl_val_free(V);
  return Result;
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

Set Set::intersect(const Set &O) const {
  return Set(isl_set_intersect(give(), O.give()));
}
Set Set::unite(const Set &O) const {
  return Set(isl_set_union(give(), O.give()));
}
Set Set::without(const Set &O) const {
  return Set(isl_set_subtract(give(), O.give()));
}
Set Set::plus(const Set &O) const {
  isl_map *Add = isl_map_read_from_str(
      keep() ? isl_set_get_ctx(keep()) : nullptr, "{ [a, b] -> [a + b] }");
  return Set(isl_set_apply(isl_set_flat_product(give(), O.give()), Add));
}
Answer Set::equals(const Set &O) const {
  return answer(isl_set_is_equal(keep(), O.keep()));
}
Answer Set::isSubsetOf(const Set &O) const {
  return answer(isl_set_is_subset(keep(), O.keep()));
}
Answer Set::isEmpty() const { return answer(isl_set_is_empty(keep())); }

std::optional<int64_t> Set::least(unsigned I) const {
  return number(isl_set_dim_min_val(give(), int(I)));
}
std::optional<int64_t> Set::greatest(unsigned I) const {
  return number(isl_set_dim_max_val(give(), int(I)));
}

std::string Set::text() const { return owned(isl_set_to_str(keep())); }

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

Map Map::then(const Map &Next) const {
  return Map(isl_map_apply_range(give(), Next.give()));
}
Map Map::inverse() const { return Map(isl_map_reverse(give())); }
Map Map::on(const Set &Inputs) const {
  return Map(isl_map_intersect_domain(give(), Inputs.give()));
}
Map Map::beside(const Map &O) const {
  return Map(isl_map_flat_product(give(), O.give()));
}
Set Map::domain() const { return Set(isl_map_domain(give())); }
Set Map::range() const { return Set(isl_map_range(give())); }

static unsigned sizeOf(isl_size Size) { return Size < 0 ? 0 : unsigned(Size); }

unsigned Map::inputs() const {
  return M ? sizeOf(isl_map_dim(keep(), isl_dim_in)) : 0;
}
unsigned Map::outputs() const {
  return M ? sizeOf(isl_map_dim(keep(), isl_dim_out)) : 0;
}

static std::string nameOf(isl_map *M, isl_dim_type Type, unsigned I) {
  const char *Name = M ? isl_map_get_dim_name(M, Type, I) : nullptr;
  return Name ? Name : "";
}

std::string Map::inputName(unsigned I) const {
  return nameOf(keep(), isl_dim_in, I);
}
std::string Map::outputName(unsigned I) const {
  return nameOf(keep(), isl_dim_out, I);
}

Answer Map::equals(const Map &O) const {
  return answer(isl_map_is_equal(keep(), O.keep()));
}
Answer Map::isSubsetOf(const Map &O) const {
  return answer(isl_map_is_subset(keep(), O.keep()));
}
Answer Map::isIncreasing() const {
  if (!M)
    return Answer::Unknown;
  // From values of smaller inputs to values of greater ones.
  Map Less(
      isl_map_read_from_str(isl_map_get_ctx(keep()), "{ [a] -> [b] : a < b }"));
  return inverse().then(Less).then(*this).isSubsetOf(Less);
}
Answer Map::isSingleValued() const {
  return answer(isl_map_is_single_valued(keep()));
}
Answer Map::isInjective() const { return answer(isl_map_is_injective(keep())); }
Answer Map::isBijective() const { return answer(isl_map_is_bijective(keep())); }

/// Not isl_map_is_identity(), which compares the text of the constraints.
Answer Map::isIdentity() const {
  if (!M)
    return Answer::Unknown;
  return equals(Map(isl_set_identity(isl_map_domain(give()))));
}

std::optional<std::vector<int64_t>> Map::at(ArrayRef<int64_t> Input) const {
  if (!M)
    return std::nullopt;
  isl_map *Here = give();
  isl_ctx *C = isl_map_get_ctx(keep());
  for (unsigned I = 0; I < Input.size(); ++I)
    Here =
        isl_map_fix_val(Here, isl_dim_in, I, isl_val_int_from_si(C, Input[I]));
  isl_set *Values = isl_map_range(Here);
  std::optional<std::vector<int64_t>> Result;
  if (isl_set_is_singleton(Values) == isl_bool_true) {
    Result.emplace();
    isl_point *P = isl_set_sample_point(isl_set_copy(Values));
    for (unsigned I = 0; I < outputs() && Result; ++I) {
      std::optional<int64_t> Value =
          number(isl_point_get_coordinate_val(P, isl_dim_set, int(I)));
      if (Value)
        Result->push_back(*Value);
      else
        Result.reset();
    }
    isl_point_free(P);
  }
  isl_set_free(Values);
  return Result;
}

std::string Map::text() const { return owned(isl_map_to_str(keep())); }

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Function::Function(isl_pw_multi_aff *Given) : F(Given) {
  unsigned Count = Given ? sizeOf(isl_pw_multi_aff_dim(Given, isl_dim_out)) : 0;
  for (unsigned I = 0; I < Count; ++I)
    Items.emplace_back(isl_pw_multi_aff_get_pw_aff(Given, int(I)));
}

std::optional<std::vector<int64_t>>
Function::at(ArrayRef<int64_t> Input) const {
  if (!F)
    return std::nullopt;
  isl_ctx *C = isl_pw_multi_aff_get_ctx(F.keep());
  isl_point *P = isl_point_zero(isl_pw_multi_aff_get_domain_space(F.keep()));
  for (unsigned I = 0; I < Input.size(); ++I)
    P = isl_point_set_coordinate_val(P, isl_dim_set, int(I),
                                     isl_val_int_from_si(C, Input[I]));
  std::vector<int64_t> Values;
  for (const auto &Item : Items)
    if (std::optional<int64_t> Value =
            number(isl_pw_aff_eval(Item.give(), isl_point_copy(P))))
      Values.push_back(*Value);
  isl_point_free(P);
  if (Values.size() != Items.size())
    return std::nullopt;
  return Values;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

Context::Context(unsigned long MaxOperations) : C(isl_ctx_alloc()) {
  isl_options_set_on_error(C, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(C, MaxOperations);
}

Context::~Context() { isl_ctx_free(C); }

/// isl's parser recurses at every bracket and at every factor behind a `*`, and
/// exhausts the stack at some ten thousand of them.
static bool isTooDeep(StringRef Text) {
  constexpr size_t Deepest = 512;
  SmallVector<size_t> Open; ///< The depth at each open bracket.
  size_t Depth = 0;
  char Last = ' ';
  for (char C : Text) {
    if (isSpace(C))
      continue;
    if (StringRef("([{").contains(C)) {
      Open.push_back(Depth++);
    } else if (StringRef(")]}").contains(C)) {
      Depth = Open.empty() ? 0 : Open.pop_back_val();
    } else if (C == '*') {
      ++Depth;
    } else if (StringRef("+,;:<>=").contains(C) || (C == '-' && Last != '*')) {
      Depth = Open.empty() ? 0 : Open.back() + 1; // A new term.
    }
    if (Depth > Deepest)
      return true;
    Last = C;
  }
  return false;
}

Map Context::map(StringRef Text) {
  if (isTooDeep(Text))
    return Map();
  return Map(isl_map_read_from_str(C, Text.str().c_str()));
}

Set Context::set(StringRef Text) {
  return Set(isl_set_read_from_str(C, Text.str().c_str()));
}

Function Context::function(StringRef Text) {
  return Function(isl_pw_multi_aff_read_from_str(C, Text.str().c_str()));
}

Map Context::composition(ArrayRef<std::string> Texts) {
  Map Result = map(Texts.front());
  for (const std::string &Next : Texts.drop_front())
    Result = Result.then(map(Next));
  return Result;
}

std::string Context::why() const {
  const char *Message = isl_ctx_last_error_msg(C);
  return Message ? Message : "";
}

bool Context::gaveUp() const {
  return isl_ctx_last_error(C) == isl_error_quota;
}

void Context::restart() {
  isl_ctx_reset_error(C);
  isl_ctx_reset_operations(C);
}

void Context::restart(unsigned long MaxOperations) {
  restart();
  isl_ctx_set_max_operations(C, MaxOperations);
}

} // namespace f2layout::oracle
