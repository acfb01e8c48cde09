//===- TextReader.h - Tokens of a text, and errors with a place -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout text and every other notation are read token by token. Errors
// state the line and the column, counted from 1:
//
//   #ttg.blocked<{order = [1 0]}>
//   1:26: expected ',' or ']', found '0'
//
// The text above has the tokens
//
//   Alias "#ttg.blocked"   Symbol "<"   Symbol "{"   Name "order"   Symbol "="
//   Symbol "["   Number "1"   Number "0"   Symbol "]" ...
//
// White space is allowed between any two tokens. MLIR's attributes, and
// quotations from MLIR files, also have comments (`//` to the end of the line),
// names with # or ! in front and names with $ inside. In layout text such
// characters are errors.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_TEXTREADER_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_TEXTREADER_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace f2layout {
inline namespace layouts {

struct Token {
  /// Alias is a name with # or ! in front. Symbol is -> or one of [ ] ( ) { } <
  /// > , = : ^ + -, and Bad is any other character.
  enum Kind { End, Name, Alias, Number, Symbol, Bad };
  Kind K = End;
  llvm::StringRef Text;
  size_t Position = 0; ///< In the whole text.
};

/// Takes tokens from the front of a text, which must outlive the reader.
class TextReader {
public:
  /// Plain: names, numbers and symbols. Mlir: aliases, comments and $ as well.
  enum Lexis { Plain, Mlir };
  explicit TextReader(llvm::StringRef Whole, Lexis Words = Mlir)
      : Whole(Whole), Words(Words) {
    advance();
  }

  const Token &next() const { return Next; }
  Token take();
  bool at(Token::Kind K) const { return Next.K == K; }
  bool at(llvm::StringRef Symbol) const {
    return Next.K == Token::Symbol && Next.Text == Symbol;
  }
  bool takeIf(llvm::StringRef Symbol);
  bool takeIfName(llvm::StringRef Name);

  /// Fails if the next token is not this symbol.
  llvm::Error expect(llvm::StringRef Symbol);
  llvm::Error expectName(llvm::StringRef Name);
  /// Reads a number below 2^64. \p What is its name in the message.
  llvm::Error number(uint64_t &Value, const llvm::Twine &What);
  /// Open [Item {"," Item}] Close
  llvm::Error list(llvm::StringRef Open, llvm::StringRef Close,
                   llvm::function_ref<llvm::Error()> Item);
  /// Numbers in brackets of that kind, as `[0, 1]` or `(0, 1)`.
  llvm::Error point(LayoutPoint &P, llvm::StringRef Open,
                    llvm::StringRef Close);

  /// Line and column, from 1.
  std::pair<size_t, size_t> place(size_t Position) const;
  /// "line:column: Message"
  llvm::Error fail(size_t Position, const llvm::Twine &Message) const;
  /// "line:column: expected ..., found ..." at the next token.
  llvm::Error unexpected(const llvm::Twine &Expected) const;

private:
  void skipBlanks();
  bool startsAlias(llvm::StringRef Text) const;
  llvm::StringRef nameAtFront(llvm::StringRef Text) const;
  void advance();

  llvm::StringRef Whole;
  Lexis Words;
  size_t End = 0; ///< Of the token Next.
  Token Next;
};

/// A word of a user's text in quotes, shortened and printable.
std::string quoted(llvm::StringRef Text);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_TEXTREADER_H
