//! Messages about patches.

use ecow::EcoString;
use slip_limits::PATCHES;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};
use slip_syntax::tree::NamePath;

/// Formats a path: `cost` of `stunt civilian`, from `["stunt civilian", "cost"]`.
fn shown(path: &[EcoString]) -> String {
    path.iter().rev().map(|part| format!("`{part}`")).collect::<Vec<_>>().join(" of ")
}

/// Formats the name of a package. A package without a manifest has no name.
fn package(name: &str) -> String {
    if name.is_empty() { "this package".to_owned() } else { format!("`{name}`") }
}

/// Reports a patch of an item in the same package.
pub(super) fn own_patch(path: &NamePath, declared: Span) -> Diagnostic {
    Diagnostic::new(Code::OwnPatch, path.span(), format!("`{}` belongs to this package and cannot be patched here", path.name.text))
        .because("patches change items of other packages")
        .with_label(declared, "declared here")
        .with_help("remove this patch, and change the item where it is declared")
}

/// Reports a patch of a declaration for which the maximum number of patches is reached.
pub(super) fn too_many(span: Span, target: &str) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("`{target}` is changed by more than {PATCHES} patches"))
        .because("this patch and those after it are not applied")
        .with_help("put the changes of one package in one patch: a patch can have many entries")
}

/// Changes the diagnostic about an unknown stunt in a patch: the stunt belongs to a design, which must be patched.
pub(super) fn stunt_of_design(unknown: Diagnostic, name: &str, design: &str) -> Diagnostic {
    Diagnostic { fixes: Vec::new(), ..unknown }
        .because(format!("a stunt of `{design}`, and perhaps of other designs"))
        .with_help(format!("patch the design: `patch {design} {{ stunt {name} {{ … }} }}`"))
}

/// Reports two patches that change the same entry differently. A package that depends on both could decide, but there is none that does.
pub(super) fn conflicting(second: (&str, Span), first: (&str, Span), target: &str, path: &[EcoString]) -> Diagnostic {
    let what = shown(path);
    let message = if second.0 == first.0 {
        format!("{} patches {what} in `{target}` twice, in different ways", package(second.0))
    } else {
        format!("{} and {} patch {what} in `{target}` in different ways", package(first.0), package(second.0))
    };
    let help = if second.0 == first.0 {
        "keep one of the two patches, and remove the other".to_owned()
    } else {
        format!("decide in a package that depends on both: its `patch {target} {{ … }}` is applied last")
    };
    Diagnostic::new(Code::ConflictingPatches, second.1, message)
        .because(format!("patched by {} here", package(second.0)))
        .with_label(first.1, format!("patched by {} here", package(first.0)))
        .with_help(help)
}

/// Reports an entry of a patch that is equal to the entry that it replaces.
pub(super) fn useless(span: Span, target: &str, path: &[EcoString], there: Option<Span>) -> Diagnostic {
    let message = if path.is_empty() {
        format!("the patch of `{target}` changes nothing")
    } else {
        format!("the patch of `{target}` leaves {} as it is", shown(path))
    };
    let diagnostic = Diagnostic::new(Code::UselessPatch, span, message).because("this entry changes nothing");
    match there {
        Some(there) => diagnostic.with_label(there, "already written here"),
        None => diagnostic,
    }
    .with_help("remove it")
}

/// Reports a new name in a patch if it is similar to an existing name.
pub(super) fn nearly(span: Span, target: &str, what: &str, near: &str) -> Diagnostic {
    Diagnostic::new(Code::UselessPatch, span, format!("`{target}` has no `{what}`: the patch adds a new entry beside `{near}`"))
        .because("a new entry, not a change")
        .with_help(format!("did you mean `{near}`?"))
}
