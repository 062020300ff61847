//! Parses lines of the bidding for scene facts, such as `Nadia: propose "The port is bankrupt"`.

use ecow::EcoString;
use slip_dice::fate::tenets::{TenetsMove, TenetsStage, TenetsState};

/// Line of the bidding after parsing.
pub(super) enum BiddingLine {
    /// Empty line or comment.
    Nothing,
    /// Valid move of a player.
    Move(TenetsMove),
    /// Question about the current state.
    How,
    /// End of the bidding.
    End,
}

/// Parses a line of the bidding.
///
/// # Errors
/// Returns a sentence that describes the mistake.
pub(super) fn read(line: &str, context: &TenetsState) -> Result<BiddingLine, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with("//") {
        return Ok(BiddingLine::Nothing);
    }
    let front = line.find('"').unwrap_or(line.len());
    let (who, rest) = match line.get(..front).and_then(|front| front.split_once(':')) {
        Some((name, _)) => (Some(player(name, context)?), line.get(name.len() + 1..).unwrap_or_default().trim()),
        None => (None, line),
    };
    let (verb, rest) = rest.split_once(char::is_whitespace).map_or((rest, ""), |(verb, rest)| (verb, rest.trim()));
    let by = || {
        who.ok_or_else(|| format!("begin with the player: `{}: {line}`", context.players().first().map_or("Nadia", |name| name.as_str())))
    };
    let made = match verb {
        "how" => return Ok(BiddingLine::How),
        "end" => return Ok(BiddingLine::End),
        "propose" => TenetsMove::Propose { by: by()?, tenet: quoted(rest)?.0 },
        "for" => TenetsMove::Put { by: by()?, points: points(rest)?, pro: true },
        "against" => TenetsMove::Put { by: by()?, points: points(rest)?, pro: false },
        "close" => TenetsMove::Close,
        // Narration cannot be passed; `next` hands it to the next player.
        "pass" => TenetsMove::Pass { by: by()? },
        "conflict" => TenetsMove::Conflict,
        "next" => TenetsMove::Next,
        "dispute" => {
            let (one, rest) = quoted(rest)?;
            let (other, _) = quoted(rest)?;
            TenetsMove::Dispute { one: tenet(&one, context)?, other: tenet(&other, context)? }
        }
        "draw" => TenetsMove::Draw { by: by()? },
        "bid" => {
            let (count, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let named = rest.trim().strip_prefix("on").unwrap_or(rest);
            TenetsMove::Bid { by: by()?, points: points(count)?, on: tenet(&quoted(named)?.0, context)? }
        }
        "settle" => TenetsMove::Settle,
        other => return Err(format!("`{other}` is not possible now; {}", open(context))),
    };
    Ok(BiddingLine::Move(made))
}

/// Returns the moves that are possible now.
fn open(context: &TenetsState) -> &'static str {
    match context.stage() {
        TenetsStage::Proposing { .. } => "write `propose \"…\"` or `pass`",
        TenetsStage::Open(_) => "write `for 1`, `against 1` or `close`",
        TenetsStage::Playing { .. } => "write `conflict`, `next`, `dispute \"…\" \"…\"` or `end`",
        TenetsStage::Disputing { .. } => "write `draw`, `bid 1 on \"…\"` or `settle`",
    }
}

fn player(name: &str, context: &TenetsState) -> Result<usize, String> {
    let name = name.trim();
    let found = context.players().iter().position(|player| player.eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("there is no player `{name}`; the players are {}", context.players().join(", ")))
}

fn points(text: &str) -> Result<u32, String> {
    if text.is_empty() { Ok(1) } else { text.parse().map_err(|_| format!("`{text}` is not a number of points")) }
}

fn tenet(text: &EcoString, context: &TenetsState) -> Result<usize, String> {
    let found = context.tenets().iter().position(|tenet| tenet.text.eq_ignore_ascii_case(text));
    found.ok_or_else(|| format!("there is no tenet \"{text}\""))
}

/// Splits a text that begins with a quotation. Returns the quoted words and the rest of the text.
fn quoted(text: &str) -> Result<(EcoString, &str), String> {
    let inside = text.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    inside.map(|(words, rest)| (words.trim().into(), rest)).ok_or_else(|| "write a tenet in quotation marks".to_owned())
}
