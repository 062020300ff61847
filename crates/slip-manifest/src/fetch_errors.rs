//! Wording of messages about dependencies that a manifest names by address.

use crate::manifest::DependencySpec;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports a dependency by address that was not fetched.
pub fn not_fetched(wanted: &DependencySpec) -> Diagnostic {
    Diagnostic::new(Code::MissingDependency, wanted.path_span, format!("the package `{}` has not been fetched", wanted.name))
        .because("an address on the network")
        .with_help("run `slipyard fetch`; `check` itself connects to no other machine")
}

/// Reports a dependency by address without a hash.
pub fn no_hash(wanted: &DependencySpec) -> Diagnostic {
    Diagnostic::new(Code::Manifest, wanted.path_span, format!("the package `{}` has no hash", wanted.path))
        .because("without a hash, anything from this address would be used")
        .with_help("run `slipyard fetch`, which prints the hash; compare it with the one that the author publishes")
}

/// Reports fetched files that were changed.
pub fn changed(wanted: &DependencySpec) -> Diagnostic {
    let span = wanted.hash.as_ref().map_or(wanted.path_span, |(_, span)| *span);
    Diagnostic::new(Code::FetchMismatch, span, format!("the fetched files of `{}` are not the required ones", wanted.name))
        .because("the hash of the required files")
        .with_label(wanted.path_span, "fetched from here")
        .with_help("run `slipyard fetch`, which fetches them again")
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
        .with_help("write the folder of the package, as in `folder = \"packages/yards\"`")
}

/// Reports a path that leads out of a fetched repository.
pub fn leaves_tree(wanted: &DependencySpec) -> Diagnostic {
    Diagnostic::new(
        Code::OutsidePackage,
        wanted.path_span,
        format!("`{}` is outside the repository that this package was fetched from", wanted.path),
    )
    .because("not read")
    .with_help("ask its author to use only folders of its own repository, or addresses")
}

/// Reports an address that is refused.
pub fn refused_address(span: Span, address: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("`{address}` {reason}"))
        .because("not an address of a dependency")
        .with_help("write an address such as `https://example.org/yards.git`")
}

/// Reports an address in place of a folder.
pub fn address_of_folder(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "an address cannot be written after `path`")
        .because("an address, not a folder")
        .with_help("write `git = \"https://…\", rev = \"COMMIT\", hash = \"sha256:…\"`, or `pack = \"https://…\"` with its `hash`")
}

/// Reports a git address without a revision.
pub fn no_revision(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, "this git address has no `rev`")
        .because("the commit to use is missing")
        .with_help("add `rev = \"…\"`, with the 40 letters and digits that `git rev-parse HEAD` prints")
}

/// Reports a key that only dependencies with a git address may have.
pub fn only_with_git(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(Code::Manifest, span, format!("`{key}` can be used only with a git address"))
        .because("there is no `git` in this line")
        .with_help(format!("remove `{key}`"))
}
