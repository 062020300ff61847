//! Reads the entry `for` of a stunt outside designs: the kinds and designs that may buy the stunt.
//!
//! A member is a kind (`npc`) or a design (`infantry`); designs derived from that design may buy the stunt too. If a design has the same
//! name as a kind, the word alone means the kind, and `design armour` means the design.

use super::campaign_or_wargame::CampaignOrWargame;
use crate::check::errors;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, SpannedName, Value};

/// Member of `for`: a kind or a design.
enum Buyer {
    Kind(SpannedName),
    Design(SpannedName),
}

fn buyer(program: &Program<'_>, member: &[Value]) -> Option<Buyer> {
    let name = |value: &Value| Some(SpannedName { text: value.expr.name()?.clone(), span: value.expr.span });
    match member {
        [only] => {
            let name = name(only)?;
            Some(if program.is_built_kind(&name.text) { Buyer::Kind(name) } else { Buyer::Design(as_now(program, name)) })
        }
        [word, design] if word.expr.name().is_some_and(|word| word == "design") => Some(Buyer::Design(as_now(program, name(design)?))),
        _ => None,
    }
}

/// Replaces an old name of a design by its current one.
fn as_now(program: &Program<'_>, name: SpannedName) -> SpannedName {
    let from = program.sources.file(name.span.file).map(|file| file.package());
    let found = from.and_then(|from| program.peek(from, "design", &name.text)).and_then(|id| program.get(id));
    found.map_or(name.clone(), |design| SpannedName { text: design.name().clone(), ..name })
}

fn members<'d>(declared: &'d DeclaredItem<'_>) -> impl Iterator<Item = &'d [Value]> {
    declared.entries_of("for").filter(|entry| !entry.broken).flat_map(Entry::members)
}

/// True if items of a kind may buy a stunt. `family` contains the names of their design and of its bases.
pub fn is_for(program: &Program<'_>, stunt: &DeclaredItem<'_>, kind: &str, family: &[EcoString]) -> bool {
    members(stunt).filter_map(|member| buyer(program, member)).any(|buyer| match buyer {
        Buyer::Kind(name) => name.text == kind,
        Buyer::Design(name) => family.contains(&name.text),
    })
}

/// Returns the kinds and designs after the `for` of a stunt, in the form in which effects look them up. If a design has the same name as a
/// kind, the kind that it builds is returned in its place.
pub fn words(program: &Program<'_>, stunt: &DeclaredItem<'_>) -> Vec<EcoString> {
    let word = |buyer: Buyer| match buyer {
        Buyer::Design(name) if program.is_built_kind(&name.text) => kind_of(program, &name.text).unwrap_or(name.text),
        Buyer::Kind(name) | Buyer::Design(name) => name.text,
    };
    members(stunt).filter_map(|member| buyer(program, member)).map(word).collect()
}

fn kind_of(program: &Program<'_>, design: &str) -> Option<EcoString> {
    let declared = program.of_kind("design").find(|declared| declared.name() == design)?;
    Some(declared.tree.design.as_ref()?.name.text.clone())
}

/// Reports members of `for` that are neither a kind nor a design.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    for stunt in program.of_kind("stunt") {
        wargame_only(program, stunt, out);
        for member in members(stunt) {
            match buyer(program, member) {
                Some(Buyer::Kind(_)) => {}
                Some(Buyer::Design(name)) => {
                    let written = program.sources.slice(name.span);
                    program.note_seen(name.span, &["design"], written);
                    program.find_old_word((written, name.span), |declared| declared.kind() == "design");
                    let designs = || program.of_kind("design").map(|design| design.name().clone());
                    if designs().all(|design| design != name.text) {
                        let mut known: Vec<EcoString> = program.kinds();
                        known.extend(designs());
                        out.push(errors::unknown_buyer(&name, stunt.name(), &known));
                    }
                }
                None => {
                    let span = member.iter().map(|value| value.expr.span).reduce(|first, last| first.to(last));
                    out.push(errors::buyer_form(span.unwrap_or(stunt.tree.name.span)));
                }
            }
        }
    }
}

/// Reports `in wargame` in a stunt if none of the kinds that may buy the stunt has separate designs for wargames. The entry then excludes
/// no item.
fn wargame_only(program: &Program<'_>, stunt: &DeclaredItem<'_>, out: &mut Diagnostics) {
    let is_wargame = |entry: &&Entry| {
        entry.only().and_then(|expr| expr.name()).and_then(|word| CampaignOrWargame::from_word(word)) == Some(CampaignOrWargame::Wargame)
    };
    let Some(entry) = stunt.entries_of("in").find(is_wargame) else { return };
    let mut kinds = words(program, stunt).into_iter().map(|word| kind_of(program, &word).unwrap_or(word)).peekable();
    if kinds.peek().is_some() && kinds.all(|kind| program.uniform_designs(&kind).next().is_none()) {
        out.push(errors::game_excludes_nothing(entry.span));
    }
}
