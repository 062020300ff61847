//! Checks `rules NAME [VALUE]` in the formulas of designs, stunts and skills: the setting must exist, and the value must be possible.
//!
//! Conditions of effects are checked by the compiler of effects.

use super::ProgramSettings;
use crate::resolve::Program;
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind};

/// Checks every condition on a setting outside effects. Inherited conditions are checked where they are written.
pub fn check(program: &Program<'_>, settings: &ProgramSettings, out: &mut Diagnostics) {
    let checker = Checker { program, settings };
    for declared in program.of_kind("design").chain(program.of_kind("stunt")).chain(program.of_kind("skill")) {
        let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
        checker.entries(declared.package, own, out);
    }
}

struct Checker<'c, 't> {
    program: &'c Program<'t>,
    settings: &'c ProgramSettings,
}

impl Checker<'_, '_> {
    fn entries(&self, package: PackageId, entries: &[Entry], out: &mut Diagnostics) {
        for entry in entries.iter().filter(|entry| entry.word() != "effect") {
            entry.values.iter().for_each(|value| self.expr(package, &value.expr, out));
            if let Some(condition) = entry.condition() {
                self.expr(package, condition, out);
            }
            if let Some(block) = entry.block() {
                self.entries(package, &block.entries, out);
            }
        }
    }

    fn expr(&self, package: PackageId, expr: &Expr, out: &mut Diagnostics) {
        match &expr.kind {
            ExprKind::Phrase(word, operands) if word == "rules" => self.settings.check_condition(self.program, package, operands, out),
            ExprKind::Phrase(_, operands) => operands.iter().for_each(|operand| self.expr(package, operand, out)),
            ExprKind::List(members) => members.iter().for_each(|member| self.expr(package, member, out)),
            ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => self.expr(package, inner, out),
            ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => {
                self.expr(package, &sides.0, out);
                self.expr(package, &sides.1, out);
            }
            ExprKind::If(parts) => {
                self.expr(package, &parts.0, out);
                self.expr(package, &parts.1, out);
                self.expr(package, &parts.2, out);
            }
            ExprKind::Call(call) => call.args.iter().flatten().for_each(|arg| self.expr(package, arg, out)),
            _ => {}
        }
    }
}
