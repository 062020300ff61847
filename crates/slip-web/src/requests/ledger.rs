//! `ledger`: the numbers of an item, each with the addends that it is made of.

use crate::session::Session;
use crate::things::ThingName;
use serde::{Deserialize, Serialize};

/// Item whose ledger is asked for.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Ledger {
    /// Folder of the package.
    package: String,
    kind: String,
    name: String,
}

/// Ledger of an item.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct LedgerOfItem {
    title: String,
    budget: Option<i32>,
    spent: i32,
    price: Option<i32>,
    lines: Vec<LedgerAddend>,
}

/// Line of a ledger: one addend of a number.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct LedgerAddend {
    /// Number that the line adds to: `budget`, `spent`, `price`, `stat` …
    account: String,
    /// Reason for the addend.
    what: String,
    points: i32,
    /// Mode of a modal weapon that the line belongs to.
    mode: Option<String>,
}

/// Returns the ledger.
pub(crate) fn answer(session: &Session, asked: &Ledger) -> Result<LedgerOfItem, String> {
    let world = session.world(&asked.package)?;
    let wanted = ThingName { kind: asked.kind.clone(), name: asked.name.clone() };
    let item = world.item(&wanted)?;
    let lines = item.ledger.lines.iter().map(|line| LedgerAddend {
        account: line.account.word().to_owned(),
        what: line.what.to_string(),
        points: line.points,
        mode: line.mode.as_ref().map(ToString::to_string),
    });
    Ok(LedgerOfItem { title: item.title.to_string(), budget: item.budget, spent: item.spent, price: item.price, lines: lines.collect() })
}
