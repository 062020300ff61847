//! `tokens`: the tokens of a file with their kinds, for syntax highlighting.

use crate::editor_view::look;
use crate::session::Session;
use serde::{Deserialize, Serialize};

/// File to highlight.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Tokens {
    file: String,
}

/// Token of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Token {
    from: usize,
    to: usize,
    /// Meaning of the token: `keyword`, `property`, `string` …
    kind: String,
}

/// Returns the tokens in the order of the text.
pub(crate) fn answer(session: &Session, asked: &Tokens) -> Result<Vec<Token>, String> {
    look(session, (&asked.file, 0), |view| {
        // Each offset is counted from the previous token. Counting from the start of the text each time would take quadratic time.
        let (text, mut at, mut units) = (view.file.text(), 0_usize, 0_usize);
        let mut count = |bytes: u32| {
            let to = usize::try_from(bytes).unwrap_or(usize::MAX);
            units = units.saturating_add(text.get(at..to).map_or(0, |passed| passed.encode_utf16().count()));
            at = at.max(to);
            units
        };
        let mut tokens = Vec::new();
        for token in slip_ide::tokens(&view.file, (0, u32::MAX)) {
            let kind = slip_ide::TOKENS.get(token.kind).copied().unwrap_or_default();
            tokens.push(Token { from: count(token.spot.start), to: count(token.spot.end), kind: kind.to_owned() });
        }
        tokens
    })
}
