//! Wording of messages about packed dependencies.

use super::manifest::Wanted;
use slip_pack::archive::{Kind, Refusal};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a missing pack; `near` is a packed file with a similar name.
pub(super) fn missing_pack(wanted: &Wanted, near: Option<&str>) -> Diagnostic {
    let message = format!("there is no file `{}` to take `{}` from", wanted.path, wanted.name);
    let diagnostic = Diagnostic::new(Code::MissingDependency, wanted.path_span, message).because("not there");
    match near {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
            format!("write `{near}`"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{near}\""),
        ),
        None => diagnostic.with_help("write where the `.slippack` file lies, seen from this manifest; `slipyard build` makes such files"),
    }
}

/// Reports a packed dependency without a hash, which is the only proof of its content.
pub(super) fn no_hash(wanted: &Wanted, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the pack `{}` is asked for without its hash", wanted.path))
        .because("whatever lies there would be taken")
        .with_fix(
            format!("write `hash = \"{hash}\"` behind it: that is the hash of the file that lies there now"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{}\", hash = \"{hash}\"", wanted.path),
        )
}

/// Reports a pack with another hash. The span is that of the requested hash.
pub(super) fn other_pack(wanted: &Wanted, span: Span, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::PackMismatch, span, format!("`{}` is not the pack that is asked for: its hash is another", wanted.path))
        .because("what is asked for")
        .with_label(wanted.path_span, "what lies there")
        .with_help("bring back the file that was meant, or look through this one with `slipyard inspect`")
        .with_fix(format!("if this one is meant, write `{hash}`"), Confidence::Unsafe, span, format!("\"{hash}\""))
}

/// Reports a file that is not a valid pack.
pub(super) fn refused(wanted: &Wanted, refusal: &Refusal) -> Diagnostic {
    let message = format!("`{}` is refused: {refusal}", wanted.path);
    let diagnostic = Diagnostic::new(Code::RefusedPack, wanted.path_span, message).because("nothing is read from it");
    diagnostic.with_help(match refusal.kind {
        Kind::Newer => "use a later slipyard, or ask whoever built it for a pack of this format",
        Kind::Truncated | Kind::Damaged | Kind::WrongHash => "fetch the file once more: it was damaged or changed on its way",
        _ => "ask whoever gave it to you for a file that `slipyard build` wrote",
    })
}

pub(super) fn folder_and_pack(pack: Span, folder: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, pack, "a dependency is a folder or a pack, not both")
        .because("a pack")
        .with_label(folder, "a folder")
        .with_help("keep `path` while you work on both, `pack` with its `hash` otherwise")
}

pub(super) fn hash_of_folder(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "a folder has no hash")
        .because("only a pack has one")
        .with_help("leave it out: `slipyard.lock` pins what a folder holds")
}

/// Reports `sha256 = "…"` in place of `hash = "sha256:…"`.
pub(super) fn bare_hash(span: Span, digits: &str) -> Diagnostic {
    let digits = digits.trim_start_matches("sha256:");
    let written = format!("hash = \"sha256:{digits}\"");
    Diagnostic::new(Code::UnknownKey, span, "`sha256` is not a word of a dependency").because("the hash stands behind `hash`").with_fix(
        format!("write `{written}`"),
        Confidence::Unsafe,
        span,
        written,
    )
}
