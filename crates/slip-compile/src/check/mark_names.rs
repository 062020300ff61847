//! Refuses marks that have the name of a state of play. In a condition such as `target is prone`, the word means the state, so no condition
//! could test the mark.

use crate::resolve::Program;
use slip_pack::effect::State;
use slip_source::PackageId;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};

/// Checks the marks of all packages but the standard library.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    for declared in program.of_kind("mark").filter(|declared| declared.package != PackageId::STD) {
        let name = declared.name();
        if State::from_word(name).is_some() {
            let found =
                Diagnostic::new(Code::DuplicateName, declared.tree.name.span, format!("the mark `{name}` has the name of a state of play"))
                    .because("no mark can have this name")
                    .with_help("write another name for the mark");
            out.push(found);
        }
    }
}
