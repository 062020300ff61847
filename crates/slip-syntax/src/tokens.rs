//! Splits text into tokens, with the layout between them, and decides the spaces between each two tokens.
//!
//! It is used only for text that parses, so it does not check what is allowed where. As in the grammar, it decides which characters are one
//! word, and if `+` and `-` are operators or signs.

/// Blanks other than line ends, as in the grammar. Other Unicode spaces are part of the token around them.
pub(crate) const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// Kind of token, with the distinctions that the layout needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name, the unit of a number, a code, or a symbol such as `--`.
    Word,
    /// A number, which may be right-aligned in a column.
    Number,
    /// An operator between two values.
    Infix,
    /// Dots of a range, `..`, which are written without spaces around them.
    Range,
    /// The sign of a value, or the `+` before a key.
    Prefix,
    /// Comma: `,`.
    Comma,
    /// Semicolon: `;`.
    Semicolon,
    /// Colon: `:`.
    Colon,
    /// `?` after a parameter, and the `.` before the names of a `use`.
    Tail,
    /// `(`, `[` and the `{` of a `use`.
    OpenRound,
    /// `)`, `]` and the `}` of a `use`.
    CloseRound,
    /// Opening bracket of a block: `{`.
    OpenBrace,
    /// Closing bracket of a block: `}`.
    CloseBrace,
    /// A comment, from its slashes to the end of its line.
    Comment,
}

/// Token with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Number of characters before the token on its line.
    pub column: usize,
    /// Number of blanks directly before the token.
    pub blanks: usize,
    /// Number of line ends between the previous token and this one.
    pub breaks: usize,
}

impl Token {
    /// True if a value can end with this kind of token.
    fn ends_a_value(self, text: &str) -> bool {
        match self.kind {
            TokenKind::Number | TokenKind::CloseRound => true,
            TokenKind::Word => !RESERVED.contains(&text.get(self.start..self.end).unwrap_or_default()),
            _ => false,
        }
    }
}

/// Words after which `+` or `-` is a sign and not an operator.
const RESERVED: [&str; 11] = ["and", "or", "not", "if", "then", "else", "when", "in", "is", "has", "of"];

/// Returns the number of spaces between two tokens of a line. `breaks` is the number of line ends that the author wrote between them.
/// `brackets` is true if the second token is inside round or square brackets.
pub fn gap(last: Token, token: Token, breaks: usize, brackets: bool) -> usize {
    let apart = usize::from(token.blanks > 0 || breaks > 0);
    match (last.kind, token.kind) {
        (_, TokenKind::Comma | TokenKind::Semicolon | TokenKind::CloseRound | TokenKind::Tail | TokenKind::Range) => 0,
        (_, TokenKind::Comment) => 1,
        (TokenKind::OpenRound | TokenKind::Range | TokenKind::Tail, _) | (TokenKind::OpenBrace, TokenKind::CloseBrace) => 0,
        (TokenKind::Comma | TokenKind::Semicolon | TokenKind::Colon, _) => 1,
        (TokenKind::Prefix, _) => apart,
        // Parameters have the form `name: type`, a head with a design `name : design`.
        (_, TokenKind::Colon) => usize::from(!brackets),
        (TokenKind::Infix, _) | (_, TokenKind::Infix) => 1,
        // A bracket directly after a name is a call; after a space it begins a value.
        (_, TokenKind::OpenRound) => apart,
        _ => 1,
    }
}

/// Formats a part of an entry independently of its layout: on one line, with standard spaces, without comments. Text that is stored outside
/// of its file has this form. `brackets` is true if the part is inside brackets.
pub fn on_one_line(text: &str, brackets: bool) -> String {
    let mut found = Vec::new();
    tokens(text, 0, text.len(), &mut found);
    let mut line = String::with_capacity(text.len());
    let (mut last, mut open, mut breaks) = (None, usize::from(brackets), 0);
    for token in found {
        breaks += token.breaks;
        if token.kind == TokenKind::Comment {
            continue;
        }
        if let Some(last) = last {
            (0..gap(last, token, std::mem::take(&mut breaks), open > 0)).for_each(|_| line.push(' '));
        }
        let word = text.get(token.start..token.end).unwrap_or_default();
        // A token with a line end is a text in triple quotes, since no other text has several lines.
        if word.contains('\n') {
            line.push_str(&word.split_whitespace().collect::<Vec<_>>().join(" "));
        } else {
            line.push_str(word);
        }
        match token.kind {
            TokenKind::OpenRound => open += 1,
            TokenKind::CloseRound => open = open.saturating_sub(1),
            _ => {}
        }
        last = Some(token);
    }
    line
}

/// Appends the tokens of `text[from..to]`. Line breaks and blanks before the first token are counted from `from` on.
pub fn tokens(text: &str, from: usize, to: usize, found: &mut Vec<Token>) {
    let text = text.get(..to).unwrap_or_default();
    let bytes = text.as_bytes();
    let mut measure = Measure::at(text, from);
    let (mut breaks, mut blanks, mut names) = (0, 0, false);
    // A carriage return separates words like any blank. For the alignment of columns it does not count.
    let mut returns = false;
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => {
                breaks += 1;
                (blanks, returns) = (0, false);
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                // A tab separates columns, so it counts like several spaces.
                blanks += if byte == b'\t' { 2 } else { usize::from(byte == b' ') };
                returns |= byte == b'\r';
                at += 1;
                continue;
            }
            _ => {}
        }
        let last = found.last().copied().filter(|last| last.end > from);
        let (mut kind, end) = token(text, at, last);
        if kind == TokenKind::OpenBrace && last.is_some_and(|last| last.kind == TokenKind::Tail && breaks == 0) {
            kind = TokenKind::OpenRound;
            names = true;
        } else if kind == TokenKind::CloseBrace && names {
            kind = TokenKind::CloseRound;
            names = false;
        }
        found.push(Token { kind, start: at, end, column: measure.column(at), blanks: blanks.max(usize::from(returns)), breaks });
        (breaks, blanks, returns) = (0, 0, false);
        at = end.max(at + 1);
    }
}

/// Returns the kind and end of the token that begins at `at`.
fn token(text: &str, at: usize, last: Option<Token>) -> (TokenKind, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let bytes = rest.as_bytes();
    let second = bytes.get(1).copied();
    let one = |kind| (kind, at + 1);
    let two = |kind| (kind, at + 2);
    match bytes.first().copied().unwrap_or_default() {
        b'/' if second == Some(b'/') => {
            (TokenKind::Comment, at + rest.split('\n').next().map_or(0, |comment| comment.trim_end_matches(BLANKS).len()))
        }
        b'"' => (TokenKind::Word, at + text_length(rest)),
        b'a'..=b'z' | b'A'..=b'Z' => (TokenKind::Word, at + word_length(bytes)),
        b'0'..=b'9' => (TokenKind::Number, at + number_length(bytes)),
        b'(' | b'[' => one(TokenKind::OpenRound),
        b')' | b']' => one(TokenKind::CloseRound),
        b'{' => one(TokenKind::OpenBrace),
        b'}' => one(TokenKind::CloseBrace),
        b',' => one(TokenKind::Comma),
        b';' => one(TokenKind::Semicolon),
        b':' => one(TokenKind::Colon),
        b'?' => one(TokenKind::Tail),
        b'.' if second == Some(b'.') => two(TokenKind::Range),
        b'.' => one(TokenKind::Tail),
        b'-' if matches!(second, Some(b'-' | b'>')) => two(TokenKind::Word),
        b'+' | b'-' => one(sign(at, second, last, text)),
        b'=' | b'!' | b'<' | b'>' if second == Some(b'=') => two(TokenKind::Infix),
        b'<' | b'>' | b'*' | b'/' | b'|' => one(TokenKind::Infix),
        _ => (TokenKind::Word, at + rest.chars().next().map_or(1, char::len_utf8)),
    }
}

/// Returns the kind of a `+` or `-`. It is an operator if it follows a value directly or has a blank on both sides; otherwise it is the
/// sign of a value.
fn sign(at: usize, second: Option<u8>, last: Option<Token>, text: &str) -> TokenKind {
    let Some(last) = last.filter(|last| last.ends_a_value(text)) else { return TokenKind::Prefix };
    let blank_after = matches!(second, None | Some(b' ' | b'\t' | b'\r' | b'\n' | b'/'));
    if last.end == at || blank_after { TokenKind::Infix } else { TokenKind::Prefix }
}

/// Returns the length of a text literal with its quotes.
fn text_length(rest: &str) -> usize {
    if let Some(inside) = rest.strip_prefix("\"\"\"") {
        return inside.find("\"\"\"").map_or(rest.len(), |length| length + 6);
    }
    let mut escaped = false;
    for (length, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return length + 1,
            _ => {}
        }
    }
    rest.len()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn run(bytes: &[u8], from: usize, inside: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().position(|byte| !inside(*byte)).unwrap_or(rest.len())
}

/// Returns the length of the word at the start, such as `name`, `package.name`, `over-budget` or `T-1`.
fn word_length(bytes: &[u8]) -> usize {
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    if bytes.first() == Some(&b'T') && bytes.get(1) == Some(&b'-') && bytes.get(2).is_some_and(u8::is_ascii_digit) {
        return run(bytes, 2, is_word);
    }
    let mut end = run(bytes, 0, is_word);
    if bytes.get(end) == Some(&b'.') && letter(end + 1) {
        return run(bytes, end + 1, is_word);
    }
    while bytes.get(end) == Some(&b'-') && letter(end + 1) {
        end = run(bytes, end + 1, is_word);
    }
    end
}

/// Returns the length of a number: `3`, `20_000`, `45%`, `4dF`, `2d6`, `4/0/4`, `20/4/x`.
fn number_length(bytes: &[u8]) -> usize {
    let digits = |from| run(bytes, from, |byte| byte.is_ascii_digit() || byte == b'_');
    let end = run(bytes, 0, is_word);
    match bytes.get(end) {
        Some(b'%') => end + 1,
        Some(b'/') => {
            let pass = digits(end + 1);
            let close = run(bytes, pass + 1, is_word);
            if pass > end + 1 && bytes.get(pass) == Some(&b'/') && close > pass + 1 { close } else { end }
        }
        _ => end,
    }
}

/// Counter of characters from the beginning of a line, which visits each byte once.
struct Measure<'t> {
    text: &'t str,
    at: usize,
    column: usize,
}

impl<'t> Measure<'t> {
    fn at(text: &'t str, from: usize) -> Self {
        let before = text.get(..from).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        Measure { text, at: line, column: 0 }
    }

    /// Returns the number of characters before byte `at` on its line. Offsets must not decrease from call to call.
    fn column(&mut self, at: usize) -> usize {
        let passed = self.text.get(self.at..at).unwrap_or_default();
        match passed.rsplit_once('\n') {
            Some((_, line)) => self.column = line.chars().count(),
            None => self.column += passed.chars().count(),
        }
        self.at = at;
        self.column
    }
}
