// Answers four questions that a grammar without lookahead cannot: where an entry ends, which `+` adds and which is a
// sign, where a block without its `}` ends, and if a text has an end. The rules are those of `grammar/slip.pest`; the names
// in brackets are its rules.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

enum Token {
  STOP,
  ITEM_END,
  MISSING_CLOSE,
  OPEN,
  CLOSE,
  TEXT_START,
  LONG_TEXT,
  UNCLOSED_TEXT,
  LEAD,
  LIST_SIGN,
  PLUS,
  MINUS,
  SIGN,
  GAP,
  FLAT_GAP,
  // Valid only while the parser recovers from a mistake.
  ERROR_SENTINEL,
};

enum { DEEPEST = 512 };

// The blocks that are open. One whose first entry stands at the left margin knows no indentation, so that an item at
// the margin does not end it [flat_start].
typedef struct {
  uint16_t depth;
  bool flat[DEEPEST];
} Blocks;

static bool is_blank(int32_t letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

static bool is_lower(int32_t letter) { return letter >= 'a' && letter <= 'z'; }

static bool is_word(int32_t letter) {
  return is_lower(letter) || letter == '_' || (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z');
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) advance(lexer);
}

static void skip_line(TSLexer *lexer) {
  while (lexer->lookahead != '\n' && !lexer->eof(lexer)) advance(lexer);
}

// Reads a word; the first letters of it are kept.
static void read_word(TSLexer *lexer, char *word, size_t room) {
  size_t length = 0;
  while (is_word(lexer->lookahead)) {
    if (length + 1 < room) word[length++] = (char)lexer->lookahead;
    else word[0] = '\0'; // longer than any word that is asked for
    advance(lexer);
  }
  word[length] = '\0';
}

// The next character after blanks, comments and line ends.
typedef struct {
  bool new_line;
  bool comment;
  bool at_margin;
} Gap;

// Goes on over blanks, comments and line ends. A single `/` is passed as well, and said.
static bool skip_gap(TSLexer *lexer, Gap *gap) {
  for (;;) {
    if (lexer->lookahead == '\n') {
      gap->new_line = true;
      gap->at_margin = true;
      advance(lexer);
    } else if (is_blank(lexer->lookahead)) {
      gap->at_margin = false;
      advance(lexer);
    } else if (lexer->lookahead == '/') {
      advance(lexer);
      if (lexer->lookahead != '/') return true;
      gap->comment = true;
      gap->at_margin = false;
      skip_line(lexer);
    } else {
      return false;
    }
  }
}

// True if a word at the margin begins an item; the word has been read [item_start].
static bool begins_item(TSLexer *lexer) {
  if (!is_blank(lexer->lookahead)) return false;
  skip_blanks(lexer);
  return is_lower(lexer->lookahead) || lexer->lookahead == '"';
}

// True if the entry continues on its next line [continues].
static bool entry_goes_on(TSLexer *lexer, const Gap *gap) {
  int32_t first = lexer->lookahead;
  if (is_lower(first)) {
    char word[8];
    read_word(lexer, word, sizeof word);
    bool goes_on = !strcmp(word, "or") || !strcmp(word, "and") || !strcmp(word, "when") || !strcmp(word, "else");
    return goes_on && !(gap->at_margin && begins_item(lexer));
  }
  switch (first) {
    case '{':
    case ',':
    case '*':
    case '<':
    case '>':
      return true;
    case '=':
    case '!':
      advance(lexer);
      return lexer->lookahead == '=';
    case '.':
      advance(lexer);
      return lexer->lookahead == '.';
    default:
      return false;
  }
}

// True if the head of an item continues on its next line.
static bool head_goes_on(TSLexer *lexer, const Gap *gap) {
  if (lexer->lookahead == ':' || lexer->lookahead == '{') return true;
  if (!is_lower(lexer->lookahead)) return false;
  char word[8];
  read_word(lexer, word, sizeof word);
  return !strcmp(word, "from") && !gap->at_margin;
}

// True if the block that has just been opened begins at the margin [flat_start].
static bool begins_flat(TSLexer *lexer) {
  Gap gap = {false, false, false};
  if (skip_gap(lexer, &gap)) return false;
  if (!gap.at_margin || !is_lower(lexer->lookahead)) return false;
  char word[2];
  read_word(lexer, word, sizeof word);
  if (!is_blank(lexer->lookahead)) return true;
  skip_blanks(lexer);
  if (!is_lower(lexer->lookahead)) return true;
  read_word(lexer, word, sizeof word);
  skip_blanks(lexer);
  if (lexer->lookahead == '"') {
    advance(lexer);
    while (lexer->lookahead != '"' && lexer->lookahead != '\n' && !lexer->eof(lexer)) {
      if (lexer->lookahead == '\\') advance(lexer);
      advance(lexer);
    }
    advance(lexer);
    skip_blanks(lexer);
  }
  return lexer->lookahead != ':';
}

// A long text, whose three quotes have been read [long_text]. One that runs over the head of an item, or to the end,
// lacks its own end: it stops at the last line before the next item at the margin [unclosed_long].
static enum Token long_text(TSLexer *lexer) {
  bool margin_seen = false;
  for (;;) {
    if (lexer->eof(lexer)) {
      if (!margin_seen) lexer->mark_end(lexer);
      return UNCLOSED_TEXT;
    }
    if (lexer->lookahead == '"') {
      int quotes = 0;
      while (lexer->lookahead == '"' && quotes < 3) {
        advance(lexer);
        quotes++;
      }
      if (quotes == 3) {
        lexer->mark_end(lexer);
        return LONG_TEXT;
      }
      continue;
    }
    if (lexer->lookahead != '\n') {
      advance(lexer);
      continue;
    }
    if (!margin_seen) lexer->mark_end(lexer);
    advance(lexer);
    // Comments in front of an item belong to the item.
    while (!margin_seen && lexer->lookahead == '/') {
      advance(lexer);
      if (lexer->lookahead != '/') break;
      skip_line(lexer);
      if (lexer->eof(lexer)) break;
      advance(lexer);
    }
    if (!is_lower(lexer->lookahead)) continue;
    char word[2];
    read_word(lexer, word, sizeof word);
    if (!begins_item(lexer)) continue;
    margin_seen = true;
    int32_t last = 0;
    int quotes = 0;
    while (lexer->lookahead != '\n' && !lexer->eof(lexer)) {
      quotes = lexer->lookahead == '"' ? quotes + 1 : 0;
      if (!is_blank(lexer->lookahead)) last = lexer->lookahead;
      advance(lexer);
      if (quotes == 3) {
        lexer->mark_end(lexer);
        return LONG_TEXT;
      }
    }
    if (last == '{') return UNCLOSED_TEXT;
  }
}

// A text; one without an end runs to the end of its line, but leaves the `}` or `{` there [text, open_text].
static enum Token text(TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  if (lexer->lookahead == '"') {
    advance(lexer);
    if (lexer->lookahead != '"') return TEXT_START;
    advance(lexer);
    return long_text(lexer);
  }
  int32_t bracket = 0;
  for (;;) {
    if (lexer->lookahead == '\n' || lexer->eof(lexer)) {
      if (!bracket) lexer->mark_end(lexer);
      return UNCLOSED_TEXT;
    }
    if (lexer->lookahead == '"') {
      // Only the quote itself is the token.
      return TEXT_START;
    }
    if (lexer->lookahead == '\\') {
      bracket = 0;
      advance(lexer);
      if (lexer->lookahead == '\n' || lexer->eof(lexer)) continue;
    } else if (lexer->lookahead == '{' || (lexer->lookahead == '}' && bracket != '}')) {
      bracket = lexer->lookahead;
      lexer->mark_end(lexer);
    } else if (lexer->lookahead != '}' && !is_blank(lexer->lookahead)) {
      bracket = 0;
    }
    advance(lexer);
  }
}

// `+` or `-`, with or without blanks before it; or the gap before it, where it begins a value.
static bool sign(TSLexer *lexer, const bool *valid, bool spaced) {
  bool gap = spaced && (valid[GAP] || valid[FLAT_GAP]);
  int32_t mark = lexer->lookahead;
  advance(lexer);
  int32_t next = lexer->lookahead;
  if (mark == '-' && (next == '-' || next == '>')) {
    lexer->result_symbol = valid[GAP] ? GAP : FLAT_GAP;
    return gap;
  }
  if (gap && !is_blank(next) && next != '\n' && next != '/') {
    lexer->result_symbol = valid[GAP] ? GAP : FLAT_GAP;
    return true;
  }
  lexer->mark_end(lexer);
  bool blank_after = is_blank(next);
  bool loose = blank_after || next == '\n' || lexer->eof(lexer);
  if (next == '/') {
    advance(lexer);
    loose = lexer->lookahead == '/';
  }
  if (valid[LEAD] && mark == '+' && blank_after) {
    lexer->result_symbol = LEAD;
    return true;
  }
  if (valid[LIST_SIGN] && spaced && blank_after) {
    lexer->result_symbol = LIST_SIGN;
    return true;
  }
  if (valid[PLUS] && (!spaced || loose)) {
    lexer->result_symbol = mark == '+' ? PLUS : MINUS;
    return true;
  }
  if (valid[SIGN] && !loose) {
    lexer->result_symbol = SIGN;
    return true;
  }
  return false;
}

static bool is_reserved(const char *word) {
  static const char *const reserved[] = {"and", "or", "not", "if", "then", "else", "when"};
  for (size_t at = 0; at < sizeof reserved / sizeof *reserved; at++) {
    if (!strcmp(word, reserved[at])) return true;
  }
  return false;
}

// True if a value follows the word `in`, which is a name otherwise [op_in].
static bool has_operand(TSLexer *lexer) {
  if (!is_blank(lexer->lookahead)) return false;
  skip_blanks(lexer);
  if (lexer->lookahead == '(' || lexer->lookahead == '[' || lexer->lookahead == '"') return true;
  if (lexer->lookahead == '-') advance(lexer);
  char word[8];
  bool some = is_word(lexer->lookahead);
  read_word(lexer, word, sizeof word);
  return some && !is_reserved(word);
}

// True if a value of its own follows the blanks, and not an operator between two values.
static bool begins_value(TSLexer *lexer, bool flat) {
  int32_t first = lexer->lookahead;
  if (is_lower(first)) {
    char word[8];
    read_word(lexer, word, sizeof word);
    if (!strcmp(word, "when") || !strcmp(word, "else")) return false;
    if (flat) return true;
    if (!strcmp(word, "in")) return !has_operand(lexer);
    return strcmp(word, "and") && strcmp(word, "or") && strcmp(word, "then");
  }
  return is_word(first) || first == '"' || first == '(' || first == '[';
}

static bool open_block(Blocks *blocks, TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  if (blocks->depth >= DEEPEST) return false;
  blocks->flat[blocks->depth] = begins_flat(lexer);
  blocks->depth++;
  lexer->result_symbol = OPEN;
  return true;
}

static bool close_block(Blocks *blocks, TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  if (blocks->depth > 0) blocks->depth--;
  lexer->result_symbol = CLOSE;
  return true;
}

static bool inside_indented(const Blocks *blocks) {
  return blocks->depth > 0 && !blocks->flat[blocks->depth - 1];
}

static bool nothing_wide(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

// True if a block without its `}` ends here: at the next item at the margin, or at the end of the file.
static bool block_ends(Blocks *blocks, TSLexer *lexer, const Gap *gap) {
  if (lexer->eof(lexer)) return blocks->depth > 0;
  if (!gap->at_margin || !inside_indented(blocks) || !is_lower(lexer->lookahead)) return false;
  char word[2];
  read_word(lexer, word, sizeof word);
  return begins_item(lexer);
}

bool tree_sitter_slip_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Blocks *blocks = payload;
  bool recovering = valid[ERROR_SENTINEL];
  // Tokens without width stand right behind what was read before.
  lexer->mark_end(lexer);
  Gap gap = {false, false, lexer->get_column(lexer) == 0};
  bool spaced = false;
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') {
    if (lexer->lookahead == '\n') gap.new_line = true;
    gap.at_margin = lexer->lookahead == '\n';
    spaced = true;
    lexer->advance(lexer, true);
  }
  if (lexer->lookahead == '/') {
    bool slash = skip_gap(lexer, &gap);
    // A lone `/` divides: it goes on. So does the parser, if it is told of no end.
    if (slash || !gap.comment) return false;
    if (valid[MISSING_CLOSE] && block_ends(blocks, lexer, &gap)) {
      if (blocks->depth > 0) blocks->depth--;
      return nothing_wide(lexer, MISSING_CLOSE);
    }
    if (recovering) return false;
    if (valid[STOP] && !entry_goes_on(lexer, &gap)) return nothing_wide(lexer, STOP);
    if (valid[ITEM_END] && !head_goes_on(lexer, &gap)) return nothing_wide(lexer, ITEM_END);
    return false;
  }

  int32_t first = lexer->lookahead;
  bool at_end = lexer->eof(lexer);
  if (!recovering && valid[STOP]) {
    if (at_end || first == ';' || first == '}') return nothing_wide(lexer, STOP);
    if (gap.new_line) {
      if (first == '{' && valid[OPEN]) return open_block(blocks, lexer);
      // An operator goes on; the parser's own lexer reads it.
      return entry_goes_on(lexer, &gap) ? false : nothing_wide(lexer, STOP);
    }
  }
  if (!recovering && valid[ITEM_END]) {
    if (at_end) return nothing_wide(lexer, ITEM_END);
    if (gap.new_line && first != '{') return head_goes_on(lexer, &gap) ? false : nothing_wide(lexer, ITEM_END);
  }
  if (!recovering && spaced && first != '+' && first != '-' && (valid[GAP] || valid[FLAT_GAP])) {
    enum Token token = valid[GAP] ? GAP : FLAT_GAP;
    if (begins_value(lexer, token == FLAT_GAP)) return nothing_wide(lexer, token);
    // The characters that were read for the answer are not read again here; none of it opens, closes or begins a text.
    if (is_lower(first)) return false;
  }
  if (first == '{' && valid[OPEN]) return open_block(blocks, lexer);
  if (first == '}' && valid[CLOSE]) return close_block(blocks, lexer);
  if (first == '"' && valid[TEXT_START]) return nothing_wide(lexer, text(lexer));
  if ((first == '+' || first == '-') && !recovering) return sign(lexer, valid, spaced);
  if (valid[MISSING_CLOSE] && (at_end || is_lower(first)) && block_ends(blocks, lexer, &gap)) {
    if (blocks->depth > 0) blocks->depth--;
    return nothing_wide(lexer, MISSING_CLOSE);
  }
  return false;
}

void *tree_sitter_slip_external_scanner_create(void) { return ts_calloc(1, sizeof(Blocks)); }

void tree_sitter_slip_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_slip_external_scanner_serialize(void *payload, char *buffer) {
  const Blocks *blocks = payload;
  for (unsigned at = 0; at < blocks->depth; at++) buffer[at] = (char)blocks->flat[at];
  return blocks->depth;
}

void tree_sitter_slip_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Blocks *blocks = payload;
  blocks->depth = (uint16_t)length;
  for (unsigned at = 0; at < length; at++) blocks->flat[at] = buffer[at] != 0;
}
