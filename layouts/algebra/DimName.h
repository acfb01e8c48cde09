//===- DimName.h - The name of a dimension --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions have short names: "register", "lane", "dim0". Names are copied
// with every layout and compared whenever two layouts are combined. A DimName
// is a StringRef that owns its letters, up to 16 of them in place:
//
//   DimName Name("lane");       no allocation, none for a copy
//   Name == "lane"              and whatever else a StringRef can be asked
//   std::string Text = Name;
//   Name.consume_front("la")    is refused by the compiler
//
// Functions that would move the StringRef away from the letters are deleted,
// since the destructor frees the letters through it. To shorten a name, shorten
// a copy: `llvm::StringRef(Name)`.
//
// Two short names are equal if their 16 bytes are equal, which needs no loop.
// Longer names are allowed; they are allocated.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_DIMNAME_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_DIMNAME_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace f2layout {
inline namespace layouts {

class DimName : public llvm::StringRef {
public:
  static constexpr size_t MostInPlace = 16;

  DimName() : StringRef(letters(), 0) {}
  DimName(llvm::StringRef Text) { copyLetters(Text); }
  DimName(const char *Text) { copyLetters(Text); }
  DimName(const std::string &Text) { copyLetters(Text); }
  DimName(const DimName &O) : StringRef() { assign(O); }
  DimName(DimName &&O) noexcept : StringRef() { take(O); }
  DimName &operator=(const DimName &O) {
    if (this != &O) {
      clear();
      assign(O);
    }
    return *this;
  }
  DimName &operator=(DimName &&O) noexcept {
    if (this != &O) {
      clear();
      take(O);
    }
    return *this;
  }
  ~DimName() { clear(); }

  template <typename... ArgTs> bool consume_front(ArgTs &&...) = delete;
  template <typename... ArgTs>
  bool consume_front_insensitive(ArgTs &&...) = delete;
  template <typename... ArgTs> bool consume_back(ArgTs &&...) = delete;
  template <typename... ArgTs>
  bool consume_back_insensitive(ArgTs &&...) = delete;
  template <typename... ArgTs> bool consumeInteger(ArgTs &&...) = delete;

  operator std::string() const { return str(); }

  bool isSame(const DimName &O) const {
    return size() == O.size() && Words[0] == O.Words[0] &&
           Words[1] == O.Words[1] &&
           (size() <= MostInPlace ||
            llvm::StringRef(*this) == llvm::StringRef(O));
  }

private:
  const char *letters() const { return reinterpret_cast<const char *>(Words); }
  bool isInPlace() const { return data() == letters(); }
  void refer(const char *Letters, size_t Size) {
    StringRef::operator=(llvm::StringRef(Letters, Size));
  }
  void clear() {
    if (!isInPlace())
      delete[] data();
  }
  void assign(const DimName &O) {
    if (!O.isInPlace())
      return copyLetters(O);
    copyInPlace(O);
  }
  void copyInPlace(const DimName &O) {
    Words[0] = O.Words[0];
    Words[1] = O.Words[1];
    refer(letters(), O.size());
  }
  void copyLetters(llvm::StringRef Text);
  /// Copies letters that are stored in place; takes over allocated letters.
  void take(DimName &O) {
    if (O.isInPlace())
      return copyInPlace(O);
    Words[0] = Words[1] = 0;
    refer(O.data(), O.size());
    O.refer(O.letters(), 0);
  }

  uint64_t Words[2] = {0, 0}; ///< Letters in place, then zeros; else zeros.
};

inline void DimName::copyLetters(llvm::StringRef Text) {
  Words[0] = Words[1] = 0;
  char *To = reinterpret_cast<char *>(Words);
  if (Text.size() > MostInPlace)
    To = new char[Text.size()];
  if (!Text.empty())
    std::memcpy(To, Text.data(), Text.size());
  refer(To, Text.size());
}

/// For two names only; a name and other text are compared as StringRefs.
template <typename A, typename B>
std::enable_if_t<std::is_same_v<A, DimName> && std::is_same_v<B, DimName>, bool>
operator==(const A &X, const B &Y) {
  return X.isSame(Y);
}
template <typename A, typename B>
std::enable_if_t<std::is_same_v<A, DimName> && std::is_same_v<B, DimName>, bool>
operator!=(const A &X, const B &Y) {
  return !X.isSame(Y);
}

/// A name and other text concatenate to text, as with std::string.
inline std::string operator+(const DimName &A, const char *B) {
  return A.str() + B;
}
inline std::string operator+(const char *A, const DimName &B) {
  return A + B.str();
}
inline std::string operator+(std::string A, const DimName &B) {
  return std::move(A) + B.str();
}
inline std::string operator+(const DimName &A, const std::string &B) {
  return A.str() + B;
}

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_DIMNAME_H
