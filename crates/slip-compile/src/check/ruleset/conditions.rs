//! Checks `rules NAME [VALUE]` in formulas and conditions: the setting must exist, and the value must be possible.
//!
//! An unknown setting in an effect is reported by the compiler of effects.

use super::ProgramSettings;
use crate::resolve::Program;
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind};

/// Kinds of declarations in which all formulas may test settings.
const RULES: [&str; 3] = ["design", "stunt", "skill"];

/// Checks every test of a setting: in designs, stunts and skills, and in the effects of all declarations. Inherited conditions are checked
/// where they are written.
pub fn check(program: &Program<'_>, settings: &ProgramSettings, out: &mut Diagnostics) {
    for declared in program.all() {
        let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
        let checker = Checker { program, settings, package: declared.package, is_rule: RULES.contains(&declared.kind()), in_effect: false };
        checker.entries(own, out);
    }
}

#[derive(Clone, Copy)]
struct Checker<'c, 't> {
    program: &'c Program<'t>,
    settings: &'c ProgramSettings,
    /// Package of the declaration.
    package: PackageId,
    /// True if all formulas of the declaration may test settings; otherwise only its effects may.
    is_rule: bool,
    /// True while an effect is read.
    in_effect: bool,
}

impl Checker<'_, '_> {
    fn entries(self, entries: &[Entry], out: &mut Diagnostics) {
        for entry in entries {
            let in_effect = entry.word() == "effect";
            if in_effect || self.is_rule {
                let inside = Checker { in_effect, ..self };
                entry.values.iter().for_each(|value| inside.expr(&value.expr, out));
                if let Some(condition) = entry.condition() {
                    inside.expr(condition, out);
                }
            }
            if let Some(block) = entry.block() {
                self.entries(&block.entries, out);
            }
        }
    }

    fn expr(self, expr: &Expr, out: &mut Diagnostics) {
        match &expr.kind {
            ExprKind::Phrase(word, operands) if word == "rules" => {
                let is_known = operands.first().and_then(Expr::name).is_some_and(|name| self.settings.get(name).is_some());
                if is_known || !self.in_effect {
                    self.settings.check_condition(self.program, self.package, operands, out);
                }
            }
            ExprKind::Phrase(_, operands) => operands.iter().for_each(|operand| self.expr(operand, out)),
            ExprKind::List(members) => members.iter().for_each(|member| self.expr(member, out)),
            ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => self.expr(inner, out),
            ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => {
                self.expr(&sides.0, out);
                self.expr(&sides.1, out);
            }
            ExprKind::If(parts) => {
                self.expr(&parts.0, out);
                self.expr(&parts.1, out);
                self.expr(&parts.2, out);
            }
            ExprKind::Call(call) => call.args.iter().flatten().for_each(|arg| self.expr(arg, out)),
            _ => {}
        }
    }
}
