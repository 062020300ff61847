//! Checks `table` declarations: dice, rows, and the scene for random encounters.
//!
//! A table of columns (`column_tables`) is looked up and not rolled. The following are refused: results with no row or two rows, rows that
//! the dice never give, and unknown names. Also refused are tables that roll on themselves in a circle or forever, and a scene that is
//! unplayable with some row. All tables are read before any is checked, because a row may refer to another table.

mod circular_references;
mod column_tables;
mod dice_coverage;
mod result_size;
mod rows;
mod scene;

use super::context::CheckContext;
use super::encounter;
use super::ruleset::ProgramSettings;
use super::simple_entries;
use super::simple_entry_errors;
use super::table_errors as errors;
use super::waivers;
use crate::block_schema;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use rows::RowMember;
use slip_pack::ruleset::Rules;
use slip_pack::table::{SignedDice, Table, TablePurpose, TableRoll, TableRow};
use slip_pack::{Name, Pack};
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::tree::{Entry, Expr, ExprKind, Operator, Sign};
use std::collections::BTreeMap;

/// Maximum number of results of a `one_of` table: the largest number of sides of a die.
const MOST_LISTED: usize = 200;
/// Maximum number of dice of one size.
const MOST_DICE: i64 = 20;
/// Name and default value of the setting that names the dice of checks.
const CHECK_DICE: (&str, &str) = ("dice", "4dF");

/// Table that is being checked, with its source.
struct Draft<'p, 't> {
    declared: &'p DeclaredItem<'t>,
    table: Table,
    /// Members of each row, in the order of `table.rows`.
    members: Vec<Vec<RowMember>>,
    /// Span of the numbers of each row.
    places: Vec<Span>,
    /// Results of rows whose two numbers are in the wrong order, stored with the lower number first. These rows were reported and are not
    /// in `table.rows`.
    reversed: Vec<(i32, i32)>,
    /// True if a roll on the table can lead back to the table. Only the first table of a circle is reported.
    in_circle: bool,
    found: Diagnostics,
}

/// Reads and checks every table of the program. `pack` has the items and maps.
pub fn check(context: &CheckContext<'_, '_>, settings: &ProgramSettings, pack: &Pack, out: &mut Diagnostics) -> BTreeMap<Name, Table> {
    let program = context.program;
    let mut drafts: BTreeMap<Name, Draft<'_, '_>> = BTreeMap::new();
    for declared in program.of_kind("table") {
        let draft = read(context, declared);
        // Of two tables with the same name the first counts; the second was reported.
        drafts.entry(program.key(declared)).or_insert(draft);
    }
    circular_references::check(&mut drafts);
    result_size::check(&mut drafts);
    let none = Rules::default();
    let scenes: Vec<(Name, Diagnostics)> = drafts
        .iter()
        .map(|(key, draft)| {
            let rules = context.rules_of(draft.declared.package).unwrap_or(&none);
            let stage = encounter::EncounterContext { program, known: &context.known, pack, settings, rules };
            let mut found = Diagnostics::new();
            scene::check(stage, &drafts, draft, &mut found);
            (key.clone(), found)
        })
        .collect();
    for (key, found) in scenes {
        if let Some(draft) = drafts.get_mut(&key) {
            draft.found.append(found);
        }
    }
    let mut tables = BTreeMap::new();
    for (key, mut draft) in drafts {
        let whole = !draft.declared.tree.flawed && draft.declared.entries.iter().all(super::map::unbroken);
        draft.table.valid = whole && !draft.in_circle && draft.found.count(Severity::Error) == 0;
        draft.table.waivers = waivers::settle(context.program.sources, draft.declared, draft.found, out);
        tables.insert(key, draft.table);
    }
    tables
}

/// Reports errors in the text of one table.
pub fn look(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    out.append(read(context, declared).found);
}

fn read<'p, 't>(context: &CheckContext<'p, 't>, declared: &'p DeclaredItem<'t>) -> Draft<'p, 't> {
    let program = context.program;
    let mut out = Diagnostics::new();
    simple_entries::check_words(&declared.entries, &block_schema::worlds::TABLE, &mut out);
    if let (Some(design), false) = (&declared.tree.design, declared.tree.broken) {
        out.push(errors::no_design(design.span(), declared.name()));
    }
    let dice = context.rules_of(declared.package).map_or(CHECK_DICE.1, |rules| rules.word(CHECK_DICE.0, CHECK_DICE.1)).into();
    let mut draft = Draft {
        declared,
        table: Table {
            name: declared.name().clone(),
            title: declared.title().to_string(),
            package: program.package_name(declared.package).into(),
            doc: declared.tree.doc.as_ref().map(EcoString::to_string),
            purposes: declared.entries_of("for").filter_map(|entry| purpose(program, declared, entry, &mut out)).collect(),
            roll: TableRoll::default(),
            listed: false,
            by: None,
            columns: Vec::new(),
            clamped: declared.entry("clamp").is_some_and(|entry| simple_entries::flag(entry, &mut out)),
            rows: Vec::new(),
            scene: None,
            waivers: Vec::new(),
            valid: false,
            place: context.place(declared.tree.name.span),
        },
        members: Vec::new(),
        places: Vec::new(),
        reversed: Vec::new(),
        in_circle: false,
        found: Diagnostics::new(),
    };
    let reader = rows::RowReader { program, declared, dice, fills: fills(&draft.table.purposes) };
    let listed: Vec<&Entry> = declared.entries_of("one_of").collect();
    let rolled = declared.entry("roll");
    if declared.entry("column").is_some() {
        reader.rows(&mut draft, &mut out);
        column_tables::check(&mut draft, &mut out);
        draft.found = out;
        return draft;
    }
    match (rolled, listed.first()) {
        (Some(roll), Some(list)) => out.push(errors::rolls_and_lists(list.key.span(), roll.key.span())),
        (Some(roll), None) => {
            reader.rows(&mut draft, &mut out);
            if let Some(dice) = read_roll(roll, &mut out) {
                draft.table.roll = dice;
                dice_coverage::check(&draft, roll.values_span(), &mut out);
            }
        }
        (None, Some(_)) => {
            reader.list(&mut draft, &listed, &mut out);
            draft.table.listed = true;
        }
        (None, None) if declared.tree.broken || declared.entries.iter().any(|entry| entry.broken) => {}
        (None, None) if !simple_entries::lacks(&declared.entries, &block_schema::worlds::TABLE, "roll") => {}
        (None, None) => {
            let what = format!("the table `{}`", declared.name());
            out.push(simple_entry_errors::missing(declared.tree.name.span, &what, "roll", "roll 1d10"));
        }
    }
    draft.table.scene = declared.entry("scene").and_then(|entry| scene::read(program, entry, &mut out));
    draft.found = out;
    draft
}

/// Returns the placeholders of tables with these purposes: a generator replaces such a name in braces by a value.
fn fills(purposes: &[TablePurpose]) -> Vec<&'static str> {
    purposes.iter().flat_map(|purpose| TablePurpose::fills(&purpose.what)).copied().collect()
}

/// Reads the purpose of a table: `for system names` or `for animal boxes small`.
fn purpose(program: &Program<'_>, declared: &DeclaredItem<'_>, entry: &Entry, out: &mut Diagnostics) -> Option<TablePurpose> {
    let words: Option<Vec<(&EcoString, Span)>> =
        entry.values.iter().map(|value| Some((value.expr.name().filter(|_| !value.comma)?, value.expr.span))).collect();
    let (of, what, case) = match words.as_deref() {
        Some([of, what]) => (of, what, None),
        Some([of, what, case]) => (of, what, Some(case)),
        _ => {
            if !entry.broken {
                out.push(errors::purpose_form(entry.values_span(), &TablePurpose::WORDS));
            }
            return None;
        }
    };
    let kinds = program.kinds();
    program.note_seen(of.1, &["design", "skill", "stunt"], of.0);
    let is_rule = |kind: &str| program.lookup(declared.package, kind, of.0).is_some();
    if !kinds.contains(of.0) && !["design", "skill", "stunt"].into_iter().any(is_rule) {
        out.push(
            errors::purpose_of_nothing(of.1, of.0, slip_suggest::nearest(of.0, kinds.iter().map(EcoString::as_str)))
                .completed_by(kinds.iter().map(EcoString::as_str)),
        );
        return None;
    }
    if !TablePurpose::WORDS.contains(&what.0.as_str()) {
        out.push(errors::unknown_purpose(what.1, what.0, &TablePurpose::WORDS));
        return None;
    }
    Some(TablePurpose { of: of.0.clone(), what: what.0.clone(), case: case.map(|case| case.0.clone()) })
}

/// Reads the dice of a table: `roll 2d6 + 1`.
fn read_roll(entry: &Entry, out: &mut Diagnostics) -> Option<TableRoll> {
    if entry.broken {
        return None;
    }
    let roll = entry.only().and_then(dice);
    match roll {
        Some(roll) if roll.throws().is_none() => out.push(errors::too_many_throws(entry.values_span(), TableRoll::MOST_THROWS)),
        Some(roll) => return Some(roll),
        None => out.push(errors::not_dice(entry.values_span(), "roll")),
    }
    None
}

/// Reads a sum of dice and numbers, which must have at least one die.
fn dice(expr: &Expr) -> Option<TableRoll> {
    let mut roll = TableRoll::default();
    add(expr, false, &mut roll)?;
    (!roll.dice.is_empty()).then_some(roll)
}

fn add(expr: &Expr, minus: bool, roll: &mut TableRoll) -> Option<()> {
    match &expr.kind {
        ExprKind::Dice(count, sides) => {
            let fits = (1..=MOST_DICE).contains(count) && (*sides == 0 || (2..=200).contains(sides));
            let (count, sides) = (u8::try_from(*count).ok()?, u8::try_from(*sides).ok()?);
            roll.dice.push(SignedDice { count, sides, minus });
            fits.then_some(())
        }
        ExprKind::Code(word) if word == "d6-d6" => {
            roll.dice.push(SignedDice { count: 1, sides: 6, minus });
            roll.dice.push(SignedDice { count: 1, sides: 6, minus: !minus });
            Some(())
        }
        ExprKind::Int(value) => {
            let value = i32::try_from(*value).ok().filter(|value| *value <= 1000)?;
            roll.plus = roll.plus.checked_add(if minus { -value } else { value })?;
            Some(())
        }
        ExprKind::Sign(sign, inner) => add(inner, minus != (*sign == Sign::Minus), roll),
        ExprKind::Group(inner) => add(inner, minus, roll),
        ExprKind::Binary(operator @ (Operator::Add | Operator::Subtract), sides) => {
            add(&sides.0, minus, roll)?;
            add(&sides.1, minus != (*operator == Operator::Subtract), roll)
        }
        _ => None,
    }
}

/// Creates an empty row for the results from `from` to `to`.
fn row(from: i32, to: i32) -> TableRow {
    TableRow { from, to, found: Vec::new(), check: None, otherwise: None }
}
