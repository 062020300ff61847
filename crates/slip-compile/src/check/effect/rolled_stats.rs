//! Finds statistics that are used for rolls. A setting can name one for a roll (`setting beam_stat stat { default beam }`), or an effect
//! can use one in place of a skill (`must use sensors for detection`).

use ecow::EcoString;
use slip_syntax::tree::{Entry, Expr};

/// Calls `stat` for each statistic that a setting or effect among these entries uses for a roll. The second argument is the word after
/// `for` in an effect. Skills in these places are passed on too.
pub(super) fn rolled(entries: &[Entry], stat: &mut impl FnMut(&EcoString, Option<&EcoString>)) {
    for entry in entries {
        let inside = entry.block().map_or(&[][..], |block| &block.entries);
        match entry.word() {
            "effect" => used(entry).into_iter().for_each(|(word, roll)| stat(word, roll)),
            "setting" if entry.values.get(1).and_then(|value| value.expr.name()).is_some_and(|kind| kind == "stat") => {
                let default = inside.iter().find(|entry| entry.word() == "default").and_then(Entry::only).and_then(Expr::name);
                default.into_iter().for_each(|word| stat(word, None));
            }
            word if word.ends_with("_stat") => entry.only().and_then(Expr::name).into_iter().for_each(|word| stat(word, None)),
            _ => rolled(inside, stat),
        }
    }
}

/// Returns the name after `use` or `use my` in an effect, and the word after `for`, if there is one: `agility` and `attack` in `must use
/// agility for attack`.
fn used(entry: &Entry) -> Option<(&EcoString, Option<&EcoString>)> {
    let words: Vec<Option<&EcoString>> = entry.values.iter().map(|value| value.expr.name()).collect();
    let is = |word: &Option<&EcoString>, wanted: &str| word.is_some_and(|word| word == wanted);
    let at = words.iter().position(|word| is(word, "use"))?;
    let after = words.get(at.saturating_add(1)..)?;
    let (word, rest) = match after {
        [first, second, rest @ ..] if is(first, "my") => ((*second)?, rest),
        [first, rest @ ..] => ((*first)?, rest),
        [] => return None,
    };
    let roll = match rest {
        [first, roll, ..] if is(first, "for") => *roll,
        _ => None,
    };
    Some((word, roll))
}
