//! Parses choices as they are typed: `mild="In debt"`, `tam:2`, aspects.

use crate::cli::args::upkeep::AspectArgs;
use crate::project::is_name;
use slip_campaign::command_execution::{CommandExecution, CommandRefusal, Invoked};
use slip_campaign::hit_outside_encounter::Chosen;
use slip_dice::fate::consequence::Grade;
use slip_pack::item::Gear;
use slip_pack::{BuiltItem, Pack};

/// Returns the aspects invoked on a roll. A reroll requires an aspect.
pub(super) fn invoked(aspects: &AspectArgs) -> Result<Vec<Invoked>, CommandRefusal> {
    if aspects.reroll && aspects.free.is_empty() && aspects.aspect.is_empty() {
        return Err(CommandRefusal::because("--reroll needs an aspect for the roll: add it with --aspect or --free"));
    }
    let used = |text: &String| aspects.free.contains(text) || aspects.aspect.contains(text);
    if let Some(idle) = aspects.scene.iter().find(|text| !used(text)) {
        return Err(CommandRefusal::because(format!(
            "--scene \"{idle}\" declares an aspect that the roll does not use: add it with --aspect or --free"
        )));
    }
    let one =
        |free: bool| move |text: &String| Invoked { text: text.clone(), free, again: aspects.reroll, scene: aspects.scene.contains(text) };
    Ok(aspects.free.iter().map(one(true)).chain(aspects.aspect.iter().map(one(false))).collect())
}

/// Parses the grade of a consequence, such as `mild`.
pub(super) fn grade(word: &str) -> Result<Grade, CommandRefusal> {
    Grade::from_word(word).ok_or_else(|| CommandRefusal::because(format!("`{word}` is not a grade: write mild, moderate or severe")))
}

/// Parses consequences: `none`, `mild`, `mild=In debt`, `tam:mild=In debt`. The people are looked up.
pub(super) fn consequences(command: &CommandExecution<'_>, words: &[String]) -> Result<Vec<Chosen>, CommandRefusal> {
    let chosen: Vec<Chosen> = words.iter().map(|word| consequence(word)).collect::<Result<_, _>>()?;
    for who in chosen.iter().filter_map(|choice| choice.who.as_deref()) {
        command.person(who)?;
    }
    Ok(chosen)
}

/// Checks a new name in the campaign.
pub(super) fn new_name(name: &str) -> Result<(), CommandRefusal> {
    if is_name(name.split('#').next().unwrap_or(name)) {
        return Ok(());
    }
    Err(CommandRefusal::because(format!("`{name}` is not a name: write lower-case letters, digits and `_`, and add `#2` for a second one")))
}

fn consequence(word: &str) -> Result<Chosen, CommandRefusal> {
    let (head, text) = match word.split_once('=') {
        Some((head, text)) => (head, Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        None => (word, None),
    };
    let (who, graded) = match head.rsplit_once(':') {
        Some((who, graded)) => (Some(who.into()), graded),
        None => (None, head),
    };
    let grade = match graded {
        "none" => None,
        word => Some(grade(word)?),
    };
    Ok(Chosen { who, grade, text })
}

/// Parses a box on a person's track: `tam:2`.
pub(super) fn spent(word: &str) -> Result<(&str, u8), CommandRefusal> {
    let parts = word.rsplit_once(':').and_then(|(who, number)| Some((who, number.parse().ok()?)));
    parts.ok_or_else(|| CommandRefusal::because(format!("`{word}` is not a box: write a person and a number, such as tam:2, or none")))
}

/// Returns the item of the package that a word means, `name` or `package.name`; items of the package itself come first.
///
/// # Errors
/// If the word means no item, or several.
pub(super) fn item<'p>(pack: &'p Pack, word: &str, meant: impl Fn(&BuiltItem) -> bool) -> Result<&'p BuiltItem, CommandRefusal> {
    let (package, name) = word.split_once('.').map_or((None, word), |(package, name)| (Some(package), name));
    let all = || pack.items.values().flat_map(|items| items.values()).filter(|item| meant(item));
    let named: Vec<&BuiltItem> = all().filter(|item| item.name == name && package.is_none_or(|package| item.package == package)).collect();
    let own: Vec<&BuiltItem> = named.iter().copied().filter(|item| item.package == pack.package.name).collect();
    let found = if own.is_empty() { named } else { own };
    match found.as_slice() {
        [one] => Ok(one),
        [] if let Some(party) = pack.parties.values().find(|party| party.name == name && package.is_none_or(|of| party.package == of)) => {
            Err(CommandRefusal::because(format!(
                "`{word}` is an {}, which cannot be in a campaign: it belongs to raise-and-see conflicts",
                party.kind
            )))
        }
        [] => {
            let near = slip_suggest::nearest(name, all().map(|item| item.name.as_str()));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(CommandRefusal::because(format!("the package has no `{word}` that fits here{near}")))
        }
        several => {
            let names = several.iter().map(|item| format!("{}.{} ({})", item.package, item.name, item.kind)).collect();
            Err(CommandRefusal::choose(format!("`{word}` has several meanings"), names))
        }
    }
}

/// Returns the name and version of a campaign's package in words.
pub(super) fn package(name: &str, version: &str) -> String {
    if name.is_empty() { "loose files".to_owned() } else { format!("{name} {version}") }
}

/// Returns the reference to an item that a campaign file contains: kind, package and name.
pub(super) fn reference(item: &BuiltItem) -> Gear {
    Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() }
}

/// True if the campaign has a person or ship of this name.
pub(super) fn taken(command: &CommandExecution<'_>, name: &str) -> bool {
    command.state.people.contains_key(name) || command.state.ships.contains_key(name)
}
