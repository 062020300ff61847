//! Wording of messages about dependencies that a manifest names by address.

use crate::manifest::DependencySpec;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports a dependency by address that was not fetched.
pub fn not_fetched(wanted: &DependencySpec) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("`{}` has not been fetched", wanted.name))
        .because("a dependency by address")
        .with_help("run `slipyard fetch`; `check` itself connects to no other machine")
}

/// Reports a dependency by address without a hash.
pub fn no_hash(wanted: &DependencySpec) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the hash of `{}` is missing", wanted.path))
        .because("without a hash, anything from this address would be used")
        .with_help("run `slipyard fetch`, which prints the hash; compare it with the one that the author publishes")
}

/// Reports fetched files that were changed.
pub fn changed(wanted: &DependencySpec) -> Diagnostic {
    let span = wanted.hash.as_ref().map_or(wanted.path_span, |(_, span)| *span);
    Diagnostic::new(Code::FetchMismatch, span, format!("the fetched files of `{}` do not have this hash", wanted.name))
        .because("the required hash")
        .with_label(wanted.path_span, "the address")
        .with_help("run `slipyard fetch`, which replaces them")
}

/// Reports a fetched repository without the package.
pub fn no_package(wanted: &DependencySpec, folder: &str) -> Diagnostic {
    let place = if folder.is_empty() {
        "at the root of this repository".to_owned()
    } else {
        format!("in the folder `{folder}` of this repository")
    };
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("there is no package `{}` {place}", wanted.name))
        .because("there is no `slipyard.toml`")
        .with_help("write the folder of the package: `folder = \"packages/yards\"`")
}

/// Reports a path that leads out of a fetched repository.
pub fn leaves_tree(wanted: &DependencySpec) -> Diagnostic {
    Diagnostic::new(
        Code::OutsidePackage,
        wanted.path_span,
        format!("`{}` is outside the repository that this package was fetched from", wanted.path),
    )
    .because("not read")
    .with_help("a fetched package can only depend on folders of its own repository and on addresses")
}

/// Reports an address that is refused.
pub fn refused_address(span: Span, address: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("`{address}` {reason}"))
        .because("not an address of a dependency")
        .with_help("write an address such as `https://example.org/yards.git`")
}

/// Reports an address in place of a folder.
pub fn address_of_folder(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "`path` is a folder, not an address")
        .because("an address")
        .with_help("write `git = \"https://…\", rev = \"COMMIT\", hash = \"sha256:…\"`, or `pack = \"https://…\"` with its `hash`")
}

/// Reports a git address without a revision.
pub fn no_revision(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "a dependency by git address needs `rev`, the full id of a commit")
        .because("no `rev`")
        .with_help("add `rev = \"…\"`: the 40 hexadecimal digits that `git rev-parse HEAD` prints")
}

/// Reports a key that only dependencies with a git address may have.
pub fn only_with_git(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("`{key}` is only for dependencies by git address"))
        .because("no `git` here")
        .with_help("leave it out")
}
