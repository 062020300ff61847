//! Answers questions of tests about facts that are stored in the pack.

use super::answer_cache::{AnswerCache, WordedAnswer};
use super::interval_arithmetic::ClaimValue;
use slip_compile::check::expectation::{ItemFact, ItemProperty};
use slip_pack::BuiltItem;
use slip_pack::item::{Account, LedgerLine};

/// Greatest number of sources listed for one number.
const TOLD: usize = 12;

impl AnswerCache<'_> {
    /// Returns the answer to a question about a built item; `None` if the item has no such value.
    pub(super) fn fact(&self, fact: &ItemFact) -> Option<WordedAnswer> {
        let item = self.pack.item(&fact.item)?;
        let name = &item.name;
        let known = |number: Option<i32>| number.map(i64::from);
        Some(match &fact.of {
            ItemProperty::Spent(mode) => {
                let spent = match mode {
                    None => item.spent,
                    Some(mode) => item.modes.iter().find(|known| known.name == *mode)?.spent,
                };
                let of_mode =
                    |line: &LedgerLine| line.account == Account::Spent && (mode.is_none() || line.mode.is_none() || line.mode == *mode);
                WordedAnswer::number(spent.into()).because(account(item, "spends", of_mode))
            }
            ItemProperty::Budget => WordedAnswer::number(known(item.budget)?).because(account(item, "may spend", of(Account::Budget))),
            ItemProperty::Left => {
                let left = i64::from(item.budget?) - i64::from(item.spent);
                WordedAnswer::number(left).because(account(item, "may spend", of(Account::Budget))).because(account(
                    item,
                    "spends",
                    of(Account::Spent),
                ))
            }
            ItemProperty::Price(local) => {
                let by = match (local, item.tech) {
                    (Some(local), Some(own)) => i64::from(item.price_per_tech) * (i64::from(own) - i64::from(*local)),
                    _ => 0,
                };
                WordedAnswer::number(known(item.price)? + by).because(account(item, "costs", of(Account::Price)))
            }
            ItemProperty::Upkeep => {
                WordedAnswer::number(known(item.upkeep)?).because(account(item, "has upkeep from", of(Account::Upkeep)))
            }
            ItemProperty::Tech => WordedAnswer::number(known(item.tech)?),
            ItemProperty::Fate => WordedAnswer::number(known(item.fate)?).because(account(item, "has fate points from", of(Account::Fate))),
            ItemProperty::Stat(stat, mode) => {
                let rank = match mode {
                    None => item.stat(stat),
                    Some(mode) => item.modes.iter().find(|known| known.name == *mode)?.stats.get(stat).copied().unwrap_or(0),
                };
                WordedAnswer::number(rank.into()).because(account(item, &format!("has {stat} from"), about(Account::Stat, stat)))
            }
            ItemProperty::Rank(skill) => match item.rank(skill) {
                Some(rank) => {
                    let by = item.counts.get(skill).map(|own| format!("`{name}` counts {own} as {skill}"));
                    let answer = WordedAnswer::number(rank.into()).because(account(
                        item,
                        &format!("has {skill} from"),
                        about(Account::Skill, skill),
                    ));
                    by.into_iter().fold(answer, WordedAnswer::because)
                }
                None => WordedAnswer { long: "0, untrained".to_owned(), ..WordedAnswer::number(0) },
            },
            ItemProperty::Track(track) => {
                let boxes = item.tracks.get(track).copied().unwrap_or(0);
                WordedAnswer::number(boxes.into()).because(account(item, &format!("has {track} from"), about(Account::Track, track)))
            }
            ItemProperty::Word(key) => {
                let word = item.words.get(key).map(ToString::to_string).or_else(|| item.letters.get(key).map(ToString::to_string));
                let word = word.or_else(|| item.phrases.get(key).cloned()).or_else(|| item.codes.get(key).cloned())?;
                WordedAnswer::told(ClaimValue::Text(word.clone()), format!("{word:?}"))
            }
            ItemProperty::HasAspect(words) => {
                let all: Vec<String> = item.aspects.iter().map(|aspect| format!("{:?}", aspect.text)).collect();
                let answer = WordedAnswer::truth(item.aspects.iter().any(|aspect| aspect.text == **words));
                answer.because(format!("`{name}` has the aspects {}", all.join(", "))).because(account(
                    item,
                    "has aspects from",
                    about(Account::Aspect, words),
                ))
            }
            ItemProperty::Aspects => WordedAnswer::number(count(item.aspects.len())),
            ItemProperty::HasStunt(stunt) => {
                let all: Vec<&str> = item.stunts.iter().map(|stunt| stunt.name.as_str()).collect();
                let answer = WordedAnswer::truth(all.contains(&stunt.as_str()));
                if all.is_empty() { answer } else { answer.because(format!("`{name}` has the stunts {}", all.join(", "))) }
            }
            ItemProperty::Stunts => {
                WordedAnswer::number(item.stunts.iter().filter(|stunt| !stunt.given).map(|stunt| i64::from(stunt.count)).sum())
            }
            ItemProperty::Carries(thing) => {
                let all: Vec<&str> = item.gear.iter().map(|gear| gear.name.as_str()).collect();
                WordedAnswer::truth(item.gear.contains(thing)).because(format!("`{name}` carries {}", listed(&all)))
            }
            ItemProperty::HasEffect(words) => {
                let lines = item.effects.iter().chain(item.modes.iter().flat_map(|mode| &mode.effects));
                let mut all: Vec<&str> = lines.map(|effect| effect.text.as_str()).collect();
                all.dedup();
                WordedAnswer::truth(all.contains(&words.as_str())).because(format!("`{name}` has the effects {}", listed(&all)))
            }
            ItemProperty::Slots => WordedAnswer::number(count(item.consequences.len())),
        })
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn listed(words: &[&str]) -> String {
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

fn of(account: Account) -> impl Fn(&LedgerLine) -> bool {
    move |line| line.account == account
}

fn about(account: Account, word: &str) -> impl Fn(&LedgerLine) -> bool + use<'_> {
    move |line| line.account == account && speaks_of(&line.what, word)
}

/// True if the text of a ledger line begins with `word` as a whole word: `beam` matches `beam 3` but not `beam_range 3`.
fn speaks_of(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

/// Returns the ledger lines of an account in words, such as `` `ember` spends 17: beam 3 for 4, … ``; empty if there are none.
fn account(item: &BuiltItem, verb: &str, is_of: impl Fn(&LedgerLine) -> bool) -> String {
    let lines: Vec<&LedgerLine> = item.ledger.lines.iter().filter(|line| is_of(line)).collect();
    if lines.is_empty() {
        return String::new();
    }
    let told = lines.iter().take(TOLD).map(|line| format!("{} ({})", line.what, signed(line.points)));
    let mut told: Vec<String> = told.collect();
    if lines.len() > TOLD {
        told.push(format!("and {} more", lines.len() - TOLD));
    }
    format!("`{}` {verb}: {}", item.name, told.join(", "))
}

fn signed(points: i32) -> String {
    if points < 0 { points.to_string() } else { format!("+{points}") }
}

#[cfg(test)]
mod tests {
    use super::speaks_of;

    #[test]
    fn a_line_of_a_ledger_speaks_of_a_whole_word() {
        assert!(speaks_of("beam 3", "beam") && speaks_of("Huge: trade 4 >= 2 * tech", "Huge") && speaks_of("beam", "beam"));
        assert!(!speaks_of("beam_range 3", "beam") && !speaks_of("beams 3", "beam") && !speaks_of("stunt beam", "beam"));
    }
}
