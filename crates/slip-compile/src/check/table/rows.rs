//! Reads the rows of a table: `1..3 ridge_cat x2 at wood "hunting" when check(0, 0) else "…"`.

use super::{Draft, MOST_LISTED, dice, row};
use crate::check::encounter::MOST_ACTORS;
use crate::check::simple_entries::{is_word, member_span};
use crate::check::table_errors as errors;
use crate::check::{gear, simple_entry_errors};
use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::item::Gear;
use slip_pack::table::{CopyCount, RowCheck, RowItem, RowResult, TableRoll};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::{Entry, Expr, ExprKind, Key, NamePath, Operator, Value};

/// Word for a new roll on the same table.
const AGAIN: &str = "again";
/// Word for an empty result.
const NOTHING: &str = "nothing";

/// Part of a row's result, with the data that the scene of the table needs.
#[derive(Clone, Debug)]
pub(super) struct RowMember {
    /// Span of this part of the result.
    pub(super) span: Span,
    /// Actor that this part puts into the scene.
    pub(super) met: Option<SceneActor>,
    /// Tables on which this part rolls. The flag is true for tables in braces in a text.
    pub(super) tables: Vec<(Name, bool)>,
    /// True if this part is a text or a number.
    pub(super) is_words: bool,
}

/// Actor that a row puts into a scene.
#[derive(Clone, Debug)]
pub(super) struct SceneActor {
    /// Name of the actor.
    pub(super) path: NamePath,
    /// Highest possible number of copies of the actor.
    pub(super) most: i64,
    /// Zone after `at`, if written.
    pub(super) zone: Option<Expr>,
    /// Gear after `with`.
    pub(super) with: Vec<Expr>,
}

/// Reader of the rows of one table.
pub(super) struct RowReader<'p, 't> {
    pub(super) program: &'p Program<'t>,
    pub(super) declared: &'p DeclaredItem<'t>,
    /// Dice of checks under the rules in force.
    pub(super) dice: Name,
    /// Placeholders in braces that a generator replaces by values, so they are not names of tables.
    pub(super) fills: Vec<&'static str>,
}

impl RowReader<'_, '_> {
    /// Reads every entry whose key is a number or a range.
    pub(super) fn rows(&self, draft: &mut Draft<'_, '_>, out: &mut Diagnostics) {
        for entry in self.declared.entries.iter() {
            let (from, to) = match entry.key {
                Key::Rank(number, _) => (number, number),
                Key::Range(from, to, _) => (from, to),
                Key::Word(_) => continue,
            };
            let span = entry.key.span();
            let (Ok(from), Ok(to)) = (i32::try_from(from), i32::try_from(to)) else {
                out.push(errors::far_result(span));
                continue;
            };
            if from > to {
                out.push(errors::backwards(span, (from.into(), to.into())));
                draft.reversed.push((to, from));
                continue;
            }
            self.parts(entry, out);
            let mut read = row(from, to);
            let mut members = Vec::new();
            for values in entry.members() {
                if let Some((found, member)) = self.member(entry, values, out) {
                    read.found.push(found);
                    members.push(member);
                }
            }
            if entry.values.is_empty() && !entry.broken {
                out.push(errors::empty_row(span));
            }
            let is_list = self.declared.entry("column").is_none();
            if is_list && read.found.len() > 1 && read.found.iter().any(|found| matches!(found, RowResult::Again(_) | RowResult::Nothing)) {
                out.push(errors::stands_alone(entry.values_span()));
            }
            read.check = entry.condition().and_then(|condition| self.check(entry, condition, out));
            read.otherwise = entry.otherwise().map(|text| text.value.to_string());
            draft.table.rows.push(read);
            draft.members.push(members);
            draft.places.push(span);
        }
    }

    /// Reads `one_of` lists, which have a row for each result.
    pub(super) fn list(&self, draft: &mut Draft<'_, '_>, entries: &[&Entry], out: &mut Diagnostics) {
        if let Some(numbered) = self.declared.entries.iter().find(|entry| entry.key.word().is_none()) {
            out.push(errors::row_in_list(numbered.key.span()));
        }
        let mut number = 0;
        for entry in entries {
            if entry.values.is_empty() && !entry.broken {
                out.push(errors::empty_row(entry.key.span()));
            }
            for values in entry.members() {
                let Some((found, member)) = self.member(entry, values, out) else { continue };
                if let RowResult::Again(_) = found {
                    out.push(errors::again_in_list(member.span));
                }
                number += 1;
                draft.places.push(member.span);
                let mut read = row(number, number);
                read.found.push(found);
                draft.table.rows.push(read);
                draft.members.push(vec![member]);
            }
        }
        match u8::try_from(draft.table.rows.len()) {
            Ok(sides) if usize::from(sides) <= MOST_LISTED => draft.table.roll = TableRoll::die(sides.max(1)),
            _ => out.push(errors::too_many_listed(self.declared.tree.name.span, draft.table.rows.len(), MOST_LISTED)),
        }
    }

    fn parts(&self, entry: &Entry, out: &mut Diagnostics) {
        if entry.broken {
            return;
        }
        if let Some(block) = entry.block() {
            out.push(simple_entry_errors::no_part(block.span, "a row", "a block"));
        }
        if let Some((_, span)) = entry.sign() {
            out.push(simple_entry_errors::no_part(span, "a row", "a sign"));
        }
        if let (Some(text), None) = (entry.otherwise(), entry.condition()) {
            out.push(errors::else_without_when(text.span));
        }
    }

    /// Reads the condition of a row: `check(SKILL, DIFFICULTY)`.
    fn check(&self, entry: &Entry, condition: &Expr, out: &mut Diagnostics) -> Option<RowCheck> {
        let numbers = match &condition.kind {
            ExprKind::Call(call) if call.name.package.is_none() && call.name.name.text == "check" => {
                let args: Option<Vec<i32>> = call.args.iter().map(|arg| small(arg)).collect();
                args
            }
            _ => None,
        };
        match numbers.as_deref() {
            Some([skill, difficulty]) => Some(RowCheck { skill: *skill, difficulty: *difficulty, dice: self.dice.clone() }),
            _ => {
                if !entry.broken {
                    out.push(errors::check_form(condition.span));
                }
                None
            }
        }
    }

    fn member(&self, entry: &Entry, values: &[Value], out: &mut Diagnostics) -> Option<(RowResult, RowMember)> {
        let span = member_span(values, entry);
        let mut member = RowMember { span, met: None, tables: Vec::new(), is_words: false };
        let (first, rest) = values.split_first()?;
        let found = match (&first.expr.kind, rest) {
            (ExprKind::Text(text), []) => {
                member.is_words = true;
                Some(RowResult::Text(self.words(&text.value, text.span, &mut member, out)))
            }
            (ExprKind::Name(word), []) if word == NOTHING => {
                member.is_words = true;
                Some(RowResult::Nothing)
            }
            (ExprKind::Int(_) | ExprKind::Sign(..), []) => {
                member.is_words = true;
                first.expr.int().and_then(|number| i32::try_from(number).ok()).map(RowResult::Number)
            }
            (_, []) if again(&first.expr).is_some() => again(&first.expr).map(RowResult::Again),
            (ExprKind::Name(_) | ExprKind::Path(_), rest) => return self.named(entry, &first.expr, rest, member, out),
            _ => None,
        };
        if found.is_none() && !entry.broken {
            out.push(errors::result_form(span));
        }
        Some((found?, member))
    }

    /// Reads a result that is an item or another table.
    fn named(
        &self,
        entry: &Entry,
        first: &Expr,
        rest: &[Value],
        mut member: RowMember,
        out: &mut Diagnostics,
    ) -> Option<(RowResult, RowMember)> {
        let path = first.path()?;
        let from = self.declared.package;
        let kinds = self.program.kinds();
        let results: Vec<&str> =
            kinds.iter().map(EcoString::as_str).filter(|kind| *kind == "table" || self.program.is_built_kind(kind)).collect();
        let found = self.program.find(from, &path, Kinds::Any(&results));
        if let Err(ambiguous) = &found
            && (ambiguous.code == Code::AmbiguousName || path.kind.is_some())
        {
            out.push((**ambiguous).clone());
            return None;
        }
        let found = found.ok().and_then(|id| self.program.get(id));
        if let Some(declared) = found.filter(|found| found.kind() != "table") {
            let Some(mut read) = self.thing(path, rest, out) else {
                if !entry.broken {
                    out.push(errors::thing_form(member.span, MOST_ACTORS));
                }
                return None;
            };
            read.thing.item = reference(self.program, declared);
            member.met = Some(read.met);
            return Some((RowResult::Thing(read.thing), member));
        }
        let Some(table) = found else {
            let package = path.package.as_ref().filter(|package| self.program.package_called(from, &package.text).is_none());
            if package.is_some() {
                // This look-up reports an unknown package in the path.
                out.append(self.program.find(from, &path, Kinds::Built).err().map(|found| *found).into_iter().collect());
                return None;
            }
            let mut names = self.program.visible(from, Kinds::Built);
            names.extend(self.program.visible(from, Kinds::One("table")));
            out.push(errors::unknown_result(&path, names.iter().map(EcoString::as_str)));
            return None;
        };
        if let Some(extra) = rest.first() {
            out.push(errors::table_takes_nothing(extra.expr.span, &path.name.text));
        }
        let key = self.program.key(table);
        member.tables.push((key.clone(), false));
        Some((RowResult::Table(key), member))
    }

    /// Reads what may follow an item: `[xN | DICE] [at ZONE] [with THING …] ["note"]`.
    fn thing(&self, path: NamePath, rest: &[Value], out: &mut Diagnostics) -> Option<ReadThing> {
        let mut rest = rest;
        let mut thing = RowItem {
            item: Gear { kind: "".into(), package: "".into(), name: "".into() },
            count: CopyCount::Fixed(1),
            zone: None,
            with: Vec::new(),
            note: None,
        };
        let mut met = SceneActor { path, most: 1, zone: None, with: Vec::new() };
        if let [others @ .., last] = rest
            && let Some(note) = last.expr.text()
        {
            thing.note = Some(note.value.to_string());
            rest = others;
        }
        if let [first, others @ ..] = rest
            && let Some((count, most)) = count(&first.expr)
        {
            (thing.count, met.most) = (count, most);
            rest = others;
        }
        if let [at, zone, others @ ..] = rest
            && is_word(at, "at")
        {
            thing.zone = Some(zone.expr.name()?.clone());
            met.zone = Some(zone.expr.clone());
            rest = others;
        }
        if let [with, things @ ..] = rest
            && is_word(with, "with")
            && !things.is_empty()
        {
            for value in things {
                value.expr.path()?;
                let found = gear::find(self.program, self.declared.package, value, out);
                thing.with.extend(found.map(|(_, gear)| gear));
                met.with.push(value.expr.clone());
            }
            rest = &[];
        }
        rest.is_empty().then_some(ReadThing { thing, met })
    }

    /// Reads a text. Names of tables in braces are replaced by the keys that the generator uses.
    fn words(&self, text: &str, span: Span, member: &mut RowMember, out: &mut Diagnostics) -> String {
        let mut words = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            words.push_str(before);
            let Some((name, behind)) = after.split_once('}') else {
                out.push(errors::open_brace(span));
                return words + after;
            };
            rest = behind;
            words.push('{');
            if self.fills.contains(&name) || slip_printable::is_escape(before, name) {
                words.push_str(name);
            } else if let Some(key) = self.table_called(name, span, out) {
                words.push_str(&key);
                member.tables.push((key, true));
            }
            words.push('}');
        }
        words + rest
    }

    fn table_called(&self, name: &str, span: Span, out: &mut Diagnostics) -> Option<Name> {
        let word = |text: &str| slip_syntax::tree::SpannedName { text: text.into(), span };
        let path = match name.split_once('.') {
            Some((package, name)) => NamePath { kind: None, package: Some(word(package)), name: word(name) },
            None => NamePath { kind: None, package: None, name: word(name) },
        };
        match self.program.find(self.declared.package, &path, Kinds::One("table")) {
            Ok(id) => self.program.get(id).map(|declared| self.program.key(declared)),
            Err(_) => {
                let mut names = self.program.visible(self.declared.package, Kinds::One("table"));
                names.extend(self.fills.iter().map(|word| EcoString::from(*word)));
                out.push(errors::unknown_brace(span, name, names.iter().map(EcoString::as_str)));
                None
            }
        }
    }
}

/// Item in a result. `thing` is stored in the pack; `met` is needed for the scene.
struct ReadThing {
    thing: RowItem,
    met: SceneActor,
}

fn reference(program: &Program<'_>, declared: &DeclaredItem<'_>) -> Gear {
    Gear { kind: declared.kind().into(), package: program.package_name(declared.package).into(), name: declared.name().clone() }
}

/// Reads a number of copies, such as `x3`, `1d6` or `1d6 + 1`. Also returns the highest possible number.
fn count(expr: &Expr) -> Option<(CopyCount, i64)> {
    if let ExprKind::Count(count) = expr.kind {
        let fits = u8::try_from(count).ok().filter(|count| (1..=MOST_ACTORS).contains(&usize::from(*count)))?;
        return Some((CopyCount::Fixed(fits), count));
    }
    let roll = dice(expr).filter(|roll| roll.throws().is_some())?;
    let ways = roll.ways();
    let (least, most) = (*ways.first_key_value()?.0, *ways.last_key_value()?.0);
    let fits = least >= 0 && usize::try_from(most).is_ok_and(|most| (1..=MOST_ACTORS).contains(&most));
    fits.then_some((CopyCount::Rolled(roll), i64::from(most)))
}

/// Reads a repeated roll: `again`, `again + 6` or `again - 1`.
fn again(expr: &Expr) -> Option<i32> {
    let is_again = |expr: &Expr| expr.name().is_some_and(|word| word == AGAIN);
    match &expr.kind {
        ExprKind::Name(_) if is_again(expr) => Some(0),
        ExprKind::Binary(operator @ (Operator::Add | Operator::Subtract), sides) if is_again(&sides.0) => {
            let number = sides.1.int().and_then(|number| i32::try_from(number).ok()).filter(|number| (0..=1000).contains(number))?;
            Some(if *operator == Operator::Subtract { -number } else { number })
        }
        _ => None,
    }
}

/// Returns the number of an argument that is a single number.
fn small(arg: &[Expr]) -> Option<i32> {
    match arg {
        [one] => one.int().and_then(|number| i32::try_from(number).ok()).filter(|number| (-100..=100).contains(number)),
        _ => None,
    }
}
