//! Reports entries of a design that change nothing for its items: numbers that their kind does not have, stunts that no item can buy, and
//! requirements that are always met.

use crate::check::effect::{DeclaredDesignNames, design_bounds};
use crate::resolve::Program;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, ExprKind};

/// Kinds of things that are worn or carried.
const CARRIED: [&str; 3] = ["weapon", "armour", "gear"];
/// Words of entries that do nothing in designs of things that are worn or carried.
const OF_ACTORS: [&str; 4] = ["fate", "consequences", "gear", "skill_rank"];

/// Highest technology of the scale.
const HIGHEST_TECH: i64 = 4;

/// Checks every design outside the standard library. An inherited entry is checked only in the base that contains it.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    let own = program.of_kind("design").filter(|declared| declared.package != PackageId::STD && !declared.tree.broken);
    for declared in own {
        let names = DeclaredDesignNames::of(&declared.entries);
        let kind = declared.tree.design.as_ref().map_or("", |kind| kind.name.text.as_str());
        let list = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
        for entry in list.iter().filter(|entry| !entry.broken) {
            let word = entry.word();
            let is_of_actors = CARRIED.contains(&kind) && OF_ACTORS.contains(&word);
            let is_of_units = word == "platoon" && kind != "unit" && super::super::effect::is_played(kind);
            if is_of_actors || is_of_units {
                out.push(not_of_kind(entry.key.span(), word, kind));
            }
            match (word, entry.values.first()) {
                ("require" | "advise", Some(wanted)) if design_bounds::formula(&wanted.expr, &names).truth() == Some(true) => {
                    out.push(always_met(wanted.expr.span, word));
                }
                ("stunt", _) => stunt(entry, &names, out),
                _ => {}
            }
        }
    }
}

fn stunt(stunt: &Entry, names: &DeclaredDesignNames, out: &mut Diagnostics) {
    for entry in stunt.block().map_or(&[][..], |block| &block.entries).iter().filter(|entry| !entry.broken) {
        if let ("tech", Some(ExprKind::Tech(least)), Some((_, high))) = (entry.word(), entry.only().map(|expr| &expr.kind), names.tech)
            && *least > high
            // A technology beyond the scale is reported as a wrong value already.
            && *least <= HIGHEST_TECH
        {
            out.push(beyond_tech(entry.values_span(), *least, high));
        }
    }
}

fn not_of_kind(span: Span, word: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::NotRead, span, format!("things of the kind `{kind}` have no `{word}`, so this entry changes nothing"))
        .because("used only for other kinds")
        .with_help(format!("remove it, or write it in the design of the characters that use the {kind}"))
}

fn always_met(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, format!("every thing of this design meets this `{word}`, so it changes nothing"))
        .because("always true")
        .with_help("correct the comparison, or remove this line")
}

fn beyond_tech(span: Span, least: i64, high: i64) -> Diagnostic {
    Diagnostic::new(Code::NeverFits, span, format!("nothing can buy this stunt, because the design ends at T{high}"))
        .because(format!("sold from T{least} on"))
        .with_help(format!("write `tech T{high}` or less here"))
}
