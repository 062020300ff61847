//! Wording of messages about packed dependencies.

use crate::manifest::DependencySpec;
use slip_pack::archive::{ArchiveFault, ArchiveRefusal};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports a missing pack; `near` is a packed file with a similar name.
pub fn missing_pack(wanted: &DependencySpec, near: Option<&str>) -> Diagnostic {
    let message = format!("there is no file `{}` for the package `{}`", wanted.path, wanted.name);
    let diagnostic = Diagnostic::new(Code::MissingDependency, wanted.path_span, message).because("file not found");
    match near {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
            format!("write `{near}`"),
            Confidence::Unsafe,
            wanted.path_span,
            format!("\"{near}\""),
        ),
        None => diagnostic.with_help(
            "write the path of the `.slippack` file, starting from the folder of this manifest; `slipyard build` creates such files",
        ),
    }
}

/// Reports a packed dependency without a hash, which is the only proof of its content.
pub fn no_hash(wanted: &DependencySpec, hash: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the hash of the pack `{}` is missing", wanted.path))
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
    Diagnostic::new(Code::PackMismatch, span, format!("`{}` is not the required pack: its hash is different", wanted.path))
        .because("the required hash")
        .with_label(wanted.path_span, "the file")
        .with_help("restore the original file, or examine the file that is there now with `slipyard inspect`")
        .with_fix(format!("to use this file, write `{hash}`"), Confidence::Unsafe, span, format!("\"{hash}\""))
}

/// Reports a file that is not a valid pack.
pub fn refused(wanted: &DependencySpec, refusal: &ArchiveRefusal) -> Diagnostic {
    let message = format!("`{}` was refused: {refusal}", wanted.path);
    let diagnostic = Diagnostic::new(Code::RefusedPack, wanted.path_span, message).because("this file was not used");
    diagnostic.with_help(match refusal.kind {
        ArchiveFault::Newer => "use a later slipyard, or ask the author of the pack for one in a format that this slipyard reads",
        ArchiveFault::Truncated | ArchiveFault::Damaged | ArchiveFault::WrongHash => {
            "download the file again: it was damaged or changed on the way"
        }
        _ => "ask for a file that was written by `slipyard build`",
    })
}

/// Reports a dependency with a folder and a pack.
pub fn folder_and_pack(pack: Span, folder: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, pack, "a dependency is a folder or a pack, not both")
        .because("a pack")
        .with_label(folder, "a folder")
        .with_help("keep `path` while you work on both packages, otherwise `pack` with its `hash`")
}

/// Reports the hash of a folder.
pub fn hash_of_folder(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "a folder has no hash")
        .because("only a pack has a hash")
        .with_help("leave out the hash: `slipyard.lock` records the content of a folder")
}

/// Reports `sha256 = "…"` in place of `hash = "sha256:…"`.
pub fn bare_hash(span: Span, digits: &str) -> Diagnostic {
    let digits = digits.trim_start_matches("sha256:");
    let written = format!("hash = \"sha256:{digits}\"");
    Diagnostic::new(Code::UnknownKey, span, "a dependency has no key `sha256`").because("the key is `hash`").with_fix(
        format!("write `{written}`"),
        Confidence::Unsafe,
        span,
        written,
    )
}
