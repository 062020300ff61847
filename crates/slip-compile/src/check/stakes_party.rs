//! Checks `operative`, `opposition` and `background` declarations: the parties of raise-and-see conflicts.
//!
//! Refuses parties without dice, statistics below two dice, more dice than the background gives, invalid dice, more than five stages, and
//! things with the same name. Warns of unused dice.

use super::aliases;
use super::context::CheckContext;
use super::effect::{self, CarrierDeclaration, EffectScope};
use super::simple_entries;
use super::simple_entry_errors;
use super::stakes_party_errors as errors;
use super::waivers;
use crate::block_schema;
use crate::resolve::{DeclaredItem, Kinds};
use slip_pack::Name;
use slip_pack::effect::{Effect, EffectOrigin};
use slip_pack::item::{Account, Gear, LedgerLine, SourcePosition};
use slip_pack::stakes_party::{Approach, Background, MOST_SIDES, Party, PartyDice, PartyThing, PartyThingKind, Stat};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_syntax::tree::{Entry, Expr, ExprKind, Operator, Value};

/// Kinds of parties.
pub const KINDS: [&str; 2] = ["operative", "opposition"];
/// Minimum number of dice of a statistic at creation.
pub const LEAST_STAT: u8 = 2;
/// Maximum number of dice of one kind.
const MOST_DICE: i64 = 20;
/// Maximum number of stages of an opposition's track.
const MOST_STAGES: usize = 5;
/// Maximum number of things of a party: traits, objects and relationships.
const MOST_THINGS: usize = 40;

/// Maximum number of dice that a background gives for statistics, and for traits.
const MOST_GIVEN: i64 = 200;

/// Checks a background.
pub fn background(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, place: SourcePosition, out: &mut Diagnostics) -> Background {
    simple_entries::check(&declared.entries, &block_schema::raise_and_see::BACKGROUND, out);
    let dice = |key: &str, least: i64, example: &str, out: &mut Diagnostics| match declared.entry(key) {
        Some(entry) => simple_entries::int(entry, least..=MOST_GIVEN, out).and_then(|dice| u32::try_from(dice).ok()).unwrap_or(0),
        None => {
            if !declared.tree.broken && simple_entries::lacks(&declared.entries, &block_schema::raise_and_see::BACKGROUND, key) {
                out.push(simple_entry_errors::missing(declared.tree.name.span, "a background", key, example));
            }
            0
        }
    };
    let least = i64::from(LEAST_STAT) * 4;
    let stat_dice = dice("stat_dice", least, "stat_dice 14", out);
    let trait_dice = dice("trait_dice", 0, "trait_dice 6", out);
    Background {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: context.program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        stat_dice,
        trait_dice,
        effects: lines(context, declared, &declared.entries, declared.title(), out),
        place,
    }
}

/// Checks a party of a raise-and-see conflict. The pack already contains the backgrounds.
pub fn check(
    context: &CheckContext<'_, '_>,
    pack: &slip_pack::Pack,
    declared: &DeclaredItem<'_>,
    place: SourcePosition,
    out: &mut Diagnostics,
) -> Party {
    let mut found = Diagnostics::new();
    let opposes = declared.kind() == "opposition";
    let block = if opposes { &block_schema::raise_and_see::OPPOSITION } else { &block_schema::raise_and_see::OPERATIVE };
    let what = block.title;
    simple_entries::check(&declared.entries, block, &mut found);
    if let (Some(design), false) = (&declared.tree.design, declared.tree.broken) {
        found.push(errors::no_design(design.span(), declared.name(), what));
    }
    let mut party = Party {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: context.program.package_name(declared.package).into(),
        kind: declared.kind().into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        place,
        ..Party::default()
    };
    let case = Case { context, declared };
    let spent = case.stats(&mut party, what, &mut found);
    party.effects = lines(context, declared, &declared.entries, declared.title(), &mut found);
    let traits_read = case.things(&mut party, &mut found);
    case.family(&mut party, &mut found);
    party.hope =
        declared.entry("hope").and_then(|entry| simple_entries::texts(entry, &mut found).first().map(|text| text.value.to_string()));
    if opposes {
        party.stages = declared.entry("stages").map_or_else(|| vec![String::new()], |entry| stages(entry, &mut found));
    }
    case.background(pack, &mut party, (spent, traits_read), &mut found);
    let may = |code: Code| code.waivable() || code.severity() != Severity::Error;
    let (waivers, quiet) = waivers::settle_with(context.program.sources, declared, found, may, out);
    party.waivers = waivers;
    party.valid = quiet && !declared.tree.flawed && !declared.entries.iter().any(|entry| entry.broken);
    party
}

/// Data for the checks of one party.
struct Case<'a, 'p, 't> {
    context: &'a CheckContext<'p, 't>,
    declared: &'a DeclaredItem<'t>,
}

impl Case<'_, '_, '_> {
    fn reason(&self, party: &mut Party, account: Account, what: impl Into<Name>, points: u32, span: Span) {
        let points = i32::try_from(points).unwrap_or(i32::MAX);
        party.ledger.push(LedgerLine { account, what: what.into(), points, mode: None, patch: None, place: self.context.place(span) });
    }

    /// Reads the statistics: `stats { body 3; mind 4; soft 3; hard 4 }`. Returns the number of dice if all statistics could be read.
    fn stats(&self, party: &mut Party, what: &str, out: &mut Diagnostics) -> Option<u32> {
        let Some(entry) = self.declared.entry("stats") else {
            if !self.declared.tree.broken {
                let example = "stats { body 3; mind 4; soft 3; hard 4 }";
                out.push(simple_entry_errors::missing(self.declared.tree.name.span, what, "stats", example));
            }
            return None;
        };
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        simple_entries::check(inner, &block_schema::raise_and_see::STATS, out);
        let mut sum = 0;
        let mut whole = true;
        for (stat, dice) in Stat::ALL.into_iter().zip(&mut party.stats) {
            let Some(written) = inner.iter().find(|entry| entry.word() == stat.word()) else {
                if !entry.broken && !inner.iter().any(|entry| entry.broken) {
                    out.push(errors::stat_missing(entry.key.span(), stat));
                }
                whole = false;
                continue;
            };
            match simple_entries::int(written, 0..=MOST_DICE, out).and_then(|count| u8::try_from(count).ok()) {
                Some(count) => {
                    *dice = count;
                    sum += u32::from(count);
                    if count < LEAST_STAT {
                        out.push(errors::too_few(written.values_span(), stat, count, LEAST_STAT));
                    }
                }
                None => whole = false,
            }
        }
        for stat in Stat::ALL {
            let dice = u32::from(party.stat(stat));
            self.reason(party, Account::Stat, stat.word(), dice, entry.key.span());
        }
        whole.then_some(sum)
    }

    /// Reads the traits, objects and relationships. Returns true if all traits could be read; only then can their dice be compared with
    /// those of the background.
    fn things(&self, party: &mut Party, out: &mut Diagnostics) -> bool {
        let mut read = true;
        let sorts = [PartyThingKind::Trait, PartyThingKind::Object, PartyThingKind::Relationship];
        let mut spans: Vec<(Name, Span)> = Vec::new();
        for entry in self.declared.entries.iter() {
            let Some(sort) = sorts.into_iter().find(|sort| sort.word() == entry.word()) else { continue };
            let said = out.len();
            let written = thing(entry, sort, out);
            read &= sort != PartyThingKind::Trait || (written.is_some() && out.len() == said);
            let Some((mut thing, span)) = written else { continue };
            let inner = entry.block().map_or(&[][..], |block| &block.entries);
            thing.effects = lines(self.context, self.declared, inner, &thing.title, out);
            if sort == PartyThingKind::Relationship {
                // A relationship may have the name of another party. The reference is recorded so that editors can jump to that party.
                self.context.program.note_seen(span, &KINDS, &thing.name);
                thing.name = self.context.program.name_now(&KINDS, (&thing.name, span));
            }
            if let Some((_, first)) = spans.iter().find(|(name, _)| *name == thing.name) {
                out.push(errors::thing_twice(span, &thing.name, *first));
                read &= sort != PartyThingKind::Trait;
                continue;
            }
            if party.things.len() == MOST_THINGS {
                out.push(errors::too_many_things(span, MOST_THINGS));
                return false;
            }
            spans.push((thing.name.clone(), span));
            let count = thing.dice.iter().map(|dice| u32::from(dice.count)).sum();
            if sort == PartyThingKind::Trait {
                self.reason(party, Account::Spent, thing.title.as_str(), count, span);
            }
            party.things.push(thing);
        }
        read
    }

    /// Reads other parties that count as relationships: `family tolliver`.
    fn family(&self, party: &mut Party, out: &mut Diagnostics) {
        let Some(entry) = self.declared.entry("family") else { return };
        for path in simple_entries::paths(entry, "names of parties", out) {
            match self.context.program.find(self.declared.package, &path, Kinds::Any(&KINDS)) {
                Ok(id) if id == self.declared.id => out.push(errors::own_family(path.span(), self.declared.name())),
                Ok(id) => party.family.push(aliases::true_name(self.context.program, &path, id)),
                Err(diagnostic) => out.push(*diagnostic),
            }
        }
    }

    /// Compares the dice that the background gives with those that the party uses.
    fn background(&self, pack: &slip_pack::Pack, party: &mut Party, (stats, traits_read): (Option<u32>, bool), out: &mut Diagnostics) {
        let Some(entry) = self.declared.entry("background") else {
            if party.kind == "operative" && !self.declared.tree.broken {
                let span = self.declared.tree.name.span;
                out.push(simple_entry_errors::missing(span, "an operative", "background", "background courier"));
            }
            return;
        };
        let program = self.context.program;
        let Some(path) = simple_entries::path(entry, "the name of a background", out) else { return };
        let found = match program.find(self.declared.package, &path, Kinds::One("background")) {
            Ok(id) => program.get(id),
            Err(diagnostic) => return out.push(*diagnostic),
        };
        let Some(from) = found.and_then(|found| pack.backgrounds.get(&program.key(found))) else { return };
        party.effects.splice(0..0, from.effects.iter().cloned());
        party.background = Some(Gear { kind: "background".into(), package: from.package.clone(), name: from.name.clone() });
        self.reason(party, Account::Budget, ecow::eco_format!("{}: stat dice", from.title), from.stat_dice, path.span());
        self.reason(party, Account::Budget, ecow::eco_format!("{}: trait dice", from.title), from.trait_dice, path.span());
        // A number that could not be read is not compared.
        let gives = |key: &str, least: i64| {
            let entry = found.and_then(|found| found.entry(key)).filter(|entry| !entry.broken);
            entry.is_some_and(|entry| simple_entries::int(entry, least..=MOST_GIVEN, &mut Diagnostics::new()).is_some())
        };
        let traits = party.things.iter().filter(|thing| thing.sort == PartyThingKind::Trait).flat_map(|thing| &thing.dice);
        let traits: u32 = traits.map(|dice| u32::from(dice.count)).sum();
        let broken = self.declared.entries.iter().any(|entry| entry.broken);
        let stats_at = self.declared.entry("stats").map_or(path.span(), |entry| entry.key.span());
        if let Some(stats) = stats.filter(|_| gives("stat_dice", i64::from(LEAST_STAT) * 4)) {
            self.balance(("statistics", stats, from.stat_dice), stats_at, from, out);
        }
        if traits_read && !broken && gives("trait_dice", 0) {
            let traits_at = self.declared.entry("trait").map_or(path.span(), |entry| entry.key.span());
            self.balance(("traits", traits, from.trait_dice), traits_at, from, out);
        }
    }

    fn balance(&self, (what, spent, given): (&str, u32, u32), span: Span, from: &Background, out: &mut Diagnostics) {
        match spent.cmp(&given) {
            std::cmp::Ordering::Greater => out.push(errors::overspent(span, what, spent, given, &from.title)),
            std::cmp::Ordering::Less => out.push(errors::left(span, what, spent, given, &from.title)),
            std::cmp::Ordering::Equal => {}
        }
    }
}

/// Compiles the effects of a party, of one of its things, or of a background.
fn lines(
    context: &CheckContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    entries: &[Entry],
    title: &str,
    out: &mut Diagnostics,
) -> Vec<Effect> {
    let kind = declared.kind();
    let scope = EffectScope::new(context.program, &context.known, declared.package, CarrierDeclaration::Party(kind.into()));
    let origin = EffectOrigin::new(kind, declared.name().clone(), title.to_owned(), None);
    let lines = effect::lines(entries, &scope, out).into_iter();
    lines.map(|line| Effect { origin: Some(origin.clone()), ..line }).collect()
}

/// Reads a trait, object or relationship: `object pistol "Old service pistol" 1d4 + 1d8 dangerous { fits opposed_physical }`.
fn thing(entry: &Entry, sort: PartyThingKind, out: &mut Diagnostics) -> Option<(PartyThing, Span)> {
    let form = |out: &mut Diagnostics| {
        if !entry.broken {
            out.push(errors::thing_form(entry.values_span(), sort));
        }
        None
    };
    let Some((name, rest)) = entry.values.split_first() else { return form(out) };
    let Some(word) = name.expr.name() else { return form(out) };
    let mut thing = PartyThing {
        name: word.clone(),
        title: word.replace("_", " ").to_string(),
        sort,
        dice: Vec::new(),
        dangerous: false,
        fits: Vec::new(),
        effects: Vec::new(),
    };
    for Value { expr, .. } in rest {
        match &expr.kind {
            ExprKind::Text(text) => thing.title = text.value.to_string(),
            ExprKind::Name(word) if word == "dangerous" && sort == PartyThingKind::Object => thing.dangerous = true,
            _ => {
                let Some(()) = dice(expr, &mut thing.dice, out) else { return form(out) };
            }
        }
    }
    if thing.dice.is_empty() {
        return form(out);
    }
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check_titled(inner, &block_schema::raise_and_see::BELONGING, &format!("a {}", sort.word()), out);
    for written in inner.iter().filter(|entry| entry.word() == "fits") {
        thing.fits.extend(approaches(written, out));
    }
    Some((thing, name.expr.span))
}

/// Reads dice such as `1d4 + 1d8`; `None` for anything else.
fn dice(expr: &Expr, into: &mut Vec<PartyDice>, out: &mut Diagnostics) -> Option<()> {
    match &expr.kind {
        ExprKind::Dice(count, sides) => {
            if !(1..=MOST_DICE).contains(count) || !(2..=i64::from(MOST_SIDES)).contains(sides) {
                out.push(errors::bad_dice(expr.span, MOST_DICE, i64::from(MOST_SIDES)));
            }
            into.push(PartyDice { count: u8::try_from(*count).unwrap_or(1).max(1), sides: u8::try_from(*sides).unwrap_or(6).max(2) });
            Some(())
        }
        ExprKind::Binary(Operator::Add, sides) => {
            dice(&sides.0, into, out)?;
            dice(&sides.1, into, out)
        }
        _ => None,
    }
}

/// Reads the approaches that a thing fits: `fits opposed_physical, unopposed_physical`.
pub(super) fn approaches(entry: &Entry, out: &mut Diagnostics) -> Vec<Approach> {
    let mut found = Vec::new();
    let mut values = entry.values.iter().peekable();
    while let Some(value) = values.next() {
        let word = value.expr.name();
        if let ExprKind::Code(code) = &value.expr.kind
            && let Some(approach) = Approach::from_word(&code.replace("-", "_"))
        {
            out.push(errors::parted_approach(value.expr.span, approach.word()));
            found.push(approach);
            continue;
        }
        let second = values.peek().filter(|next| !next.comma).and_then(|next| Some((next.expr.name()?, next.expr.span)));
        if let (Some(first), Some((second, span))) = (word, second)
            && let Some(approach) = Approach::from_word(&format!("{first}_{second}"))
        {
            out.push(errors::parted_approach(value.expr.span.to(span), approach.word()));
            found.push(approach);
            values.next();
            continue;
        }
        match word.and_then(|word| Approach::from_word(word)) {
            Some(approach) => found.push(approach),
            None if entry.broken => {}
            None => {
                let known = Approach::ALL.into_iter().map(Approach::word);
                let nearest = word.and_then(|word| slip_suggest::nearest(word, known.clone()));
                out.push(errors::unknown_approach(value.expr.span, word.map(|word| word.as_str()), nearest, known));
            }
        }
    }
    if entry.values.is_empty() && !entry.broken {
        out.push(simple_entry_errors::wrong_value(entry.values_span(), entry.word(), "approaches, such as `opposed_physical`"));
    }
    found
}

/// Reads the stages of an opposition's track: their number (`stages 3`), or the text at the end of each stage
/// (`stages "winded", "out of friends"`).
fn stages(entry: &Entry, out: &mut Diagnostics) -> Vec<String> {
    if entry.only().and_then(Expr::int).is_some() {
        let most = i64::try_from(MOST_STAGES).unwrap_or(i64::MAX);
        let count = simple_entries::int(entry, 1..=most, out).and_then(|count| usize::try_from(count).ok()).unwrap_or(1);
        return vec![String::new(); count];
    }
    let texts: Vec<String> = simple_entries::texts(entry, out).into_iter().map(|text| text.value.to_string()).collect();
    if texts.len() > MOST_STAGES {
        out.push(errors::too_many_stages(entry.values_span(), texts.len(), MOST_STAGES));
    }
    if texts.is_empty() { vec![String::new()] } else { texts.into_iter().take(MOST_STAGES).collect() }
}
