//! Wording of messages about packed dependencies.

use crate::manifest::DependencySpec;
use slip_pack::archive::{ArchiveFault, ArchiveRefusal};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a missing pack; `near` is a packed file with a similar name.
pub fn missing_pack(wanted: &DependencySpec, near: Option<&str>) -> Diagnostic {
    let message = format!("there is no file `{}` for the package `{}`", wanted.path, wanted.name);
    let diagnostic = Diagnostic::new(Code::MissingDependency, wanted.path_span, message).because("no such file");
    match near {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
            format!("write `{near}`"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{near}\""),
        ),
        None => diagnostic.with_help("write the path from the folder of this file to the `.slippack` file, which `slipyard build` writes"),
    }
}

/// Reports a packed dependency without a hash, which is the only proof of its content.
pub fn no_hash(wanted: &DependencySpec, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the pack `{}` has no hash", wanted.path))
        .because("without a hash, any file of this name would be used")
        .with_fix(
            format!("add `hash = \"{hash}\"`, the hash of the file that is there now"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{}\", hash = \"{hash}\"", wanted.path),
        )
}

/// Reports a pack with another hash. The span is that of the requested hash.
pub fn other_pack(wanted: &DependencySpec, span: Span, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::PackMismatch, span, format!("`{}` is not the required pack, because its hash is different", wanted.path))
        .because("the hash of the required pack")
        .with_label(wanted.path_span, "the file that is there")
        .with_help(format!("put the original file back; or look at this one with `slipyard inspect`, and write `{hash}` to use it"))
        .with_fix(format!("write `{hash}` to use this file"), Confidence::Unsafe, span, format!("\"{hash}\""))
}

/// Reports a file that is not a valid pack.
pub fn refused(wanted: &DependencySpec, refusal: &ArchiveRefusal) -> Diagnostic {
    let message = format!("the pack `{}` cannot be used", wanted.path);
    let because = refusal.to_string();
    let diagnostic = Diagnostic::new(Code::RefusedPack, wanted.path_span, message).because(because);
    diagnostic.with_help(match refusal.kind {
        ArchiveFault::Newer => "use a later slipyard, or ask the author of the pack for one in a format that this slipyard reads",
        ArchiveFault::Truncated | ArchiveFault::Damaged | ArchiveFault::WrongHash => {
            "download the file again, because it was damaged or changed on the way"
        }
        _ => "ask for a file that was written by `slipyard build`",
    })
}

/// Reports a dependency with a folder and a pack.
pub fn folder_and_pack(pack: Span, folder: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, pack, "this line has both a folder and a pack")
        .because("a pack")
        .with_label(folder, "a folder")
        .with_help("remove `pack` and its `hash` while you work on both packages, otherwise remove `path`")
}

/// Reports the hash of a folder.
pub fn hash_of_folder(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "a folder cannot have a hash here")
        .because("only a pack has a hash")
        .with_help("remove the hash; `slipyard.lock` keeps the hash of a folder")
}

/// Reports `sha256 = "…"` in place of `hash = "sha256:…"`.
pub fn bare_hash(span: Span, digits: &str) -> Diagnostic {
    let digits = digits.trim_start_matches("sha256:");
    let written = format!("hash = \"sha256:{digits}\"");
    Diagnostic::new(Code::UnknownKey, span, "`sha256` is not the name of a hash here").because("`hash` belongs here").with_fix(
        format!("write `{written}`"),
        Confidence::Unsafe,
        span,
        written,
    )
}
