//! Differences between the numbers of an input and those that the rules compute.

use super::built;
use crate::Difference;
use crate::draft::{Claimed, ItemDraft};
use crate::vocabulary::{DesignWords, Vocabulary};
use slip_pack::item::Account;
use slip_pack::{BuiltItem, Pack, built_values};

/// Returns the differences of all drafts, in the order of the input.
pub(crate) fn differences(drafts: &[ItemDraft], pack: &Pack, home: &str, words: &Vocabulary) -> Vec<Difference> {
    let mut all = Vec::new();
    for draft in drafts {
        let (Some(design), Some(item)) = (words.designs.get(draft.design), built(draft, pack, home, words)) else { continue };
        let found = computed(draft, item).into_iter().chain(unreached(draft, item)).chain(not_given(draft, item, design));
        all.extend(found);
    }
    all
}

/// Returns the differences of claimed numbers.
fn computed(draft: &ItemDraft, item: &BuiltItem) -> Vec<Difference> {
    let ranks = built_values::ranks(item);
    let differs = |claim: &crate::draft::Claim| {
        let (what, account, value) = match &claim.of {
            Claimed::Spent => ("build points".to_owned(), Account::Spent, item.budget.map(|_| item.spent)),
            Claimed::Budget => ("build points allowed".to_owned(), Account::Budget, item.budget),
            Claimed::Price => ("Cost".to_owned(), Account::Price, item.price),
            Claimed::Upkeep => ("upkeep".to_owned(), Account::Upkeep, item.upkeep),
            Claimed::Fate => ("fate points".to_owned(), Account::Fate, item.fate),
            Claimed::Stat(name) => (name.replace('_', " "), Account::Stat, ranks.get(name.as_str()).copied()),
            Claimed::Track(name) => {
                (format!("boxes of {}", name.replace('_', " ")), Account::Track, item.tracks.get(name.as_str()).copied())
            }
        };
        let subject = match &claim.of {
            Claimed::Stat(name) | Claimed::Track(name) => Some(name.as_str()),
            _ => None,
        };
        (value != Some(claim.value)).then(|| Difference {
            line: draft.line,
            title: draft.title.clone(),
            what,
            claimed: claim.value.to_string(),
            computed: value.map(|value| value.to_string()),
            ledger: ledger(item, account, subject),
        })
    };
    draft.claims.iter().filter_map(differs).collect()
}

/// Returns the lines of one account in an item's ledger. For the accounts of tracks and statistics, only the lines about the given one.
fn ledger(item: &BuiltItem, account: Account, subject: Option<&str>) -> Vec<(i32, String)> {
    let of_account = item.ledger.lines.iter().filter(|line| line.account == account);
    let about = |line: &&slip_pack::item::LedgerLine| subject.is_none_or(|subject| line.what.split([' ', ':']).any(|word| word == subject));
    of_account.filter(about).map(|line| (line.points, line.what.to_string())).collect()
}

/// Returns the differences for numbers of the input that the built item does not have.
fn unreached(draft: &ItemDraft, item: &BuiltItem) -> Vec<Difference> {
    let ranks = built_values::ranks(item);
    let difference = |name: &str, what: String, claimed: i32, has: Option<i32>, account: Account| {
        (has != Some(claimed)).then(|| Difference {
            line: draft.line,
            title: draft.title.clone(),
            what,
            claimed: claimed.to_string(),
            computed: has.map(|has| has.to_string()),
            ledger: ledger(item, account, Some(name)),
        })
    };
    let spaced = |name: &str| name.replace('_', " ");
    let stats = draft.stats.wanted.iter().filter(|_| draft.modes.is_empty());
    let stats = stats.filter_map(|(name, value)| difference(name, spaced(name), *value, ranks.get(name.as_str()).copied(), Account::Stat));
    let tracks = draft.tracks.wanted.iter();
    let boxes = |name: &str| format!("boxes of {}", spaced(name));
    let tracks =
        tracks.filter_map(|(name, value)| difference(name, boxes(name), *value, item.tracks.get(name.as_str()).copied(), Account::Track));
    let skills = draft.skills.wanted.iter();
    let skills =
        skills.filter_map(|(name, value)| difference(name, spaced(name), *value, item.skills.get(name.as_str()).copied(), Account::Skill));
    stats.chain(tracks).chain(skills).collect()
}

/// Returns the aspects of the rules that the input lists and that the rules do not give to the item.
fn not_given(draft: &ItemDraft, item: &BuiltItem, design: &DesignWords) -> Vec<Difference> {
    let earned = |text: &str| item.aspects.iter().any(|aspect| crate::spelling::key(&aspect.text) == crate::spelling::key(text));
    let missing = draft.aspects.iter().filter(|aspect| aspect.is_given && !earned(&aspect.text));
    missing
        .map(|aspect| Difference {
            line: draft.line,
            title: draft.title.clone(),
            what: format!("aspect \"{}\"", design.derived_aspect(&aspect.text).unwrap_or(&aspect.text)),
            claimed: "yes".to_owned(),
            computed: None,
            ledger: Vec::new(),
        })
        .collect()
}
