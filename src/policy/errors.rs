//! Wording of messages about what a policy does not allow.

use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;

pub(super) fn higher_tech(span: Span, own: i32, most: i32, policy: &str) -> Diagnostic {
    Diagnostic::new(Code::LooserThanPolicy, span, format!("`max_tech` is T{own}, but the policy `{policy}` allows T{most} at most"))
        .because("more than the policy allows")
        .with_help(format!("write `max_tech = \"T{most}\"` or less, or remove the line"))
        .sized(own.abs_diff(most).into())
}

pub(super) fn weaker_lint(span: Span, (slug, level): (&str, &str), floor: &str, policy: &str) -> Diagnostic {
    Diagnostic::new(
        Code::LooserThanPolicy,
        span,
        format!("the lint `{slug}` is `{level}`, but the policy `{policy}` requires at least `{floor}`"),
    )
    .because("weaker than the policy")
    .with_help(format!("write `{slug} = \"{floor}\"`, or remove the line"))
}

pub(super) fn other_library(span: Span, hash: &str, policy: &str) -> Diagnostic {
    Diagnostic::new(Code::LooserThanPolicy, span, format!("the policy `{policy}` does not allow these rules in place of the standard ones"))
        .because("other rules")
        .with_note(format!("the hash of these rules is {hash}"))
        .with_help("remove this line; the maintainers of the repository can allow the hash under `[rules] std` of the policy")
}

pub(super) fn waiver(span: Span, code: Code, policy: &str) -> Diagnostic {
    Diagnostic::new(Code::ForbiddenWaiver, span, format!("the policy `{policy}` does not permit `allow {code}`"))
        .because("not permitted")
        .with_help("correct the item and remove this line; the maintainers of the repository can permit the code under `[waivers] codes`")
}

pub(super) fn too_many_waivers(span: Span, (number, most): (usize, usize), owner: &str, policy: &str) -> Diagnostic {
    let noun = if number == 1 { "line" } else { "lines" };
    let message = format!("{owner} {number} {noun} with `allow`, but the policy `{policy}` permits {}", allowed(most));
    excess(Diagnostic::new(Code::ForbiddenWaiver, span, message), number, most)
}

pub(super) fn waived_too_often(span: Span, code: Code, (number, most): (usize, usize), policy: &str) -> Diagnostic {
    let times = if number == 1 { "once".to_owned() } else { format!("{number} times") };
    let message = format!("`allow {code}` is written {times}, but the policy `{policy}` permits {}", allowed(most));
    excess(Diagnostic::new(Code::ForbiddenWaiver, span, message), number, most)
}

/// Returns a limit as a word for a sentence.
fn allowed(most: usize) -> String {
    if most == 0 { "none".to_owned() } else { most.to_string() }
}

fn excess(found: Diagnostic, number: usize, most: usize) -> Diagnostic {
    found
        .because("the first one over the limit")
        .with_help("correct some items, and remove their lines with `allow`")
        .sized(u64::try_from(number.abs_diff(most)).unwrap_or(u64::MAX))
}

/// Reports a waiver in a run that allows no waivers.
pub fn denied_waiver(span: Span, code: &str) -> Diagnostic {
    Diagnostic::new(Code::ForbiddenWaiver, span, format!("`allow {code}` is not permitted in this run"))
        .because("not permitted with `--deny waivers`")
        .with_help("correct the item and remove this line")
}

pub(super) fn patch(span: Span, package: &str, (target, name): (&str, &str), policy: &str) -> Diagnostic {
    let package = if package.is_empty() { "this package".to_owned() } else { format!("`{package}`") };
    Diagnostic::new(Code::ForbiddenPatch, span, format!("the policy `{policy}` does not allow {package} to patch `{target}`"))
        .because(format!("a patch of `{target}.{name}`"))
        .with_help(format!(
            "write an item of your own with `from {target}.{name}`; the maintainers of the repository can allow patches under `[patches]`"
        ))
}

pub(super) fn licence(span: Span, package: &str, licence: &str, (allowed, policy): (&BTreeSet<String>, &str)) -> Diagnostic {
    let message = if licence.is_empty() {
        format!("`{package}` has no licence, but the policy `{policy}` requires one")
    } else {
        format!("the policy `{policy}` does not allow the licence \"{licence}\" of `{package}`")
    };
    let known: Vec<String> = allowed.iter().map(|licence| format!("`{licence}`")).collect();
    let found = Diagnostic::new(Code::ForbiddenLicence, span, message).because("not one of the licences that the policy allows");
    match known.as_slice() {
        [] => found.with_help("ask the maintainers of the repository to allow a licence in the policy"),
        _ => found.with_help(format!("write `licence =` and one of {}", slip_suggest::enumerate(known.iter().map(String::as_str)))),
    }
}
