//! Compares the numbers of an item with those of the page.

use slip_pack::effect::{Action, PackOperation, Quantity, Term};
use slip_pack::item::{Account, BuiltItem};
use slip_source::diagnostic::Diagnostic;
use toml::Value;

/// Returns the bonus of an item's effects to all rolls of a skill: armour's Agility Mod and Stamina Mod.
fn modifier(item: &BuiltItem, skill: &str) -> i32 {
    let count = |name: &str| item.stunts.iter().find(|stunt| stunt.name == name).map_or(0, |stunt| i64::from(stunt.count));
    let mut value = |term: &Term| Ok(if let Term::Stunt(name) = term { count(name) } else { panic!("{term:?}") });
    let mut sum = 0;
    for effect in &item.effects {
        let PackOperation::Change(change) = &effect.op else { continue };
        let Quantity::Roll(roll) = &change.to else { continue };
        let holds = effect.condition.as_ref().is_none_or(|condition| condition.eval(&mut value).unwrap() != 0);
        if holds && roll.action == Action::Rolls && roll.with.iter().any(|with| with == skill) {
            sum += change.by.eval(&mut value).unwrap() * effect.count();
        }
    }
    i32::try_from(sum).unwrap()
}

/// Returns a number of an item, or 0 and 1 for an aspect; `none` if the item does not have it.
pub(crate) fn read(item: &BuiltItem, what: &str) -> Value {
    let number = match what.split_once(' ') {
        Some(("aspect", text)) => Some(i32::from(item.aspects.iter().any(|aspect| aspect.text == text.trim_matches('"')))),
        Some(("price", local)) => {
            let local: i32 = local.trim_start_matches("at ").trim_start_matches('T').parse().unwrap();
            item.price.map(|price| price + item.price_per_tech * (item.tech.unwrap() - local))
        }
        Some(("rolls", skill)) => Some(modifier(item, skill)),
        Some((of, name)) => if of == "tracks" { item.tracks.get(name) } else { item.stats.get(name) }.copied(),
        None => match what {
            "spent" => Some(item.spent),
            "budget" => item.budget,
            "upkeep" => item.upkeep,
            "price" => item.price,
            "fate" => item.fate,
            other => panic!("no such number of an item: {other}"),
        },
    };
    number.map_or_else(|| "none".into(), |number| i64::from(number).into())
}

/// True if the ledger entries that spend points are those of the page, which lists some entries of 0 points and leaves out others.
pub(crate) fn same_ledger(item: &BuiltItem, mode: Option<&str>, expected: &Value, wrong: &mut Vec<String>) {
    let lines = item.ledger.lines.iter().filter(|line| line.account == Account::Spent && line.points != 0 && line.mode.as_deref() == mode);
    let mut found: Vec<String> = lines.map(|line| format!("{}: {}", line.what, line.points)).collect();
    let expected = expected.as_array().unwrap().iter();
    let mut expected: Vec<String> = expected.map(|line| format!("{}: {}", line[0].as_str().unwrap(), line[1])).collect();
    found.sort();
    expected.sort();
    if found != expected {
        wrong.push(format!("ledger: found {found:?}, expected {expected:?}"));
    }
}

/// True if the findings are exactly those expected: `code: words that occur in the message, its labels or its help`.
pub(crate) fn same_findings(found: &[&Diagnostic], expected: &[String], wrong: &mut Vec<String>) {
    let mut left: Vec<&Diagnostic> = found.to_vec();
    for line in expected {
        let (code, rest) = line.split_once(": ").unwrap_or((line, ""));
        let fits = |finding: &&Diagnostic| {
            let text = format!("{} {} {:?} {:?}", finding.message, finding.primary.text, finding.secondary, finding.help);
            finding.code.slug() == code && rest.split(' ').all(|word| text.contains(word))
        };
        match left.iter().position(fits) {
            Some(at) => drop(left.remove(at)),
            None => wrong.push(format!("expected `{line}`")),
        }
    }
    wrong.extend(left.iter().map(|finding| format!("unexpected `{}: {}`", finding.code.slug(), finding.message)));
}
