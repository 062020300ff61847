//! `allow CODE "why"` in things that no design builds: maps and encounters. Floor 4.
//!
//! Only warnings and notes can be allowed there, since what is an error could not be played. A waiver that waives nothing
//! is itself reported.

use super::errors;
use super::keys_errors;
use super::purchase::WrittenWaiver;
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::resolve::Declared;
use crate::syntax::tree::{Entry, ExprKind};

/// Takes away what the author allowed and hands the rest on.
pub fn settle(declared: &Declared<'_>, mut found: Diagnostics, out: &mut Diagnostics) {
    for entry in declared.entries_of("allow").filter(|entry| !entry.broken) {
        let Some(waiver) = read(entry) else {
            out.push(keys_errors::wrong_value(entry.values_span(), "allow", "a code and the reason in quotes"));
            continue;
        };
        match Code::from_slug(&waiver.code).filter(|code| code.severity() != Severity::Error) {
            None => out.push(errors::unwaivable(&waiver)),
            Some(code) => {
                let before = found.len();
                found.retain(|diagnostic| diagnostic.code != code);
                if found.len() == before {
                    out.push(errors::unused_waiver(&waiver, &declared.tree.name));
                }
            }
        }
    }
    out.append(found);
}

fn read(entry: &Entry) -> Option<WrittenWaiver> {
    let [code, reason] = entry.values.as_slice() else { return None };
    let code = match &code.expr.kind {
        ExprKind::Code(code) | ExprKind::Name(code) => code.clone(),
        _ => return None,
    };
    let reason = reason.expr.text().map(|text| text.value.clone()).filter(|reason| !reason.trim().is_empty())?;
    Some(WrittenWaiver { code, reason, span: entry.span })
}
