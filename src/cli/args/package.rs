//! Arguments of the commands that create, pin and share a package: `new`, `lock`, `fetch`, `build`, `inspect`, `verify`.

use super::TextOrJson;
use clap::{Args, ValueEnum};
use slip_keyword::keyword_enum;
use std::path::{Path, PathBuf};

/// Arguments of `slipyard new`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard new salt_road                creates the folder salt_road
  slipyard new salt_road --path content/salt_road --licence cc0

If the folder is not empty, nothing is written.")]
pub struct NewArgs {
    /// Package name: lower-case letters, digits and `_`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Folder to create; by default named like the package
    #[arg(long, value_name = "DIR")]
    pub path: Option<PathBuf>,
    /// Licence of the package
    #[arg(long, value_enum, default_value_t = Licence::CcBy)]
    pub licence: Licence,
}

keyword_enum! {
    /// Licence of a package.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
    pub enum Licence {
        /// CC-BY-4.0: any use, with credit
        CcBy = "CC-BY-4.0",
        /// CC-BY-SA-4.0: the same, if derived works have the same licence
        CcBySa = "CC-BY-SA-4.0",
        /// CC0-1.0: any use
        Cc0 = "CC0-1.0",
        /// OGL-1.0a: Open Game Content
        Ogl = "OGL-1.0a",
        /// No licence yet: all rights reserved
        None = "all rights reserved",
    }

    /// Returns the identifier of the licence, as the manifest contains it.
    pub const fn word(self) -> &'static str;
}

impl Licence {
    /// Returns a sentence that explains the licence to authors.
    pub const fn says(self) -> &'static str {
        match self {
            Licence::CcBy => "CC-BY-4.0: use it, change it and pass it on, if you name the author.",
            Licence::CcBySa => "CC-BY-SA-4.0: use it, change it and pass it on under the same licence, if you name the author.",
            Licence::Cc0 => "CC0-1.0: do what you like with it.",
            Licence::Ogl => "Open Game Content under the Open Game License 1.0a; keep a copy of that licence with the package.",
            Licence::None => "All rights reserved.",
        }
    }
}

/// Arguments of `slipyard lock`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard lock                         writes slipyard.lock, or adds new dependencies to it
  slipyard lock content/table           the same for a package, or for every package in a folder
  slipyard lock --update                pins the present content of all dependencies
  slipyard lock --update yards          the same for one package; `std` is the standard library

The lock lists every package that is used, directly or through others, with its version and the
hash of its content. Packages in folders of the same repository are left out: every commit contains
them. `check` compares and never writes; with --locked a difference is an error.
`build` writes a missing lock and adds new dependencies to it.")]
pub struct Lock {
    /// Package, or folder of packages
    #[arg(default_value = ".", value_name = "PATH", conflicts_with = "folder")]
    pub path: PathBuf,
    /// Package, or folder of packages: the same as the argument PATH
    #[arg(long = "in", value_name = "PATH")]
    pub folder: Option<PathBuf>,
    /// Pin changed packages again: all packages, or only the named ones
    #[arg(long, value_name = "PACKAGE", num_args = 0..)]
    pub update: Option<Vec<String>>,
}

impl Lock {
    /// Returns the package, or the folder of packages.
    pub fn path(&self) -> &Path {
        self.folder.as_deref().unwrap_or(&self.path)
    }
}

/// Arguments of `slipyard fetch`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard fetch                        the package around the current folder, or those below it
  slipyard fetch content/table
  slipyard fetch --mirror https://example.org/=/srv/mirror/   a folder in place of an address

Downloads the dependencies that a manifest gives by address, and the dependencies of those:
  [dependencies]
  yards = { git = \"https://example.org/yards.git\", rev = \"COMMIT\", hash = \"sha256:…\" }
  guns = { pack = \"https://example.org/guns-1.2.0.slippack\", hash = \"sha256:…\" }

Files are written to .slipyard beside the manifest, and only if they have the hash in the
manifest. `diff COMMIT` and `check --changed-since COMMIT` use them for the packages of the commit
too, where the hashes are the same; --commit COMMIT downloads the others. If a hash is missing, the
command prints it. No other command connects to another machine.

Exit code 0 if everything is there, 1 if a hash differs or a dependency is not usable, 2 if the command
could not run.")]
pub struct Fetch {
    /// Package, or folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Also download what the packages needed in this commit, for `diff` and `check --changed-since`
    #[arg(long, value_name = "COMMIT")]
    pub commit: Option<String>,
    /// Use another address, or a folder, for addresses that begin with ADDRESS
    #[arg(long, value_name = "ADDRESS=OTHER")]
    pub mirror: Vec<String>,
}

/// Arguments of `slipyard build`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard build                        writes target/NAME-VERSION.slippack inside the package
  slipyard build content/yards --out packs
  slipyard build --format json          the compiled package alone, as JSON

A .slippack is a zip archive of the compiled package, its texts and those of its dependencies, its
drawn maps, all licences and notices, the verdict of `check`, and the hash of each. The same content
gives the same bytes on every run and machine. Another package depends on it by file and hash:
  [dependencies]
  yards = { pack = \"packs/yards-1.2.0.slippack\", hash = \"sha256:…\" }

Nothing is written if there are errors. `slipyard inspect` lists the contents of such a file, and
`slipyard verify` checks them.")]
pub struct Build {
    /// Package, or folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Folder to write to; by default `target` inside the package
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: BuildFormat,
    /// Fail if a dependency differs from slipyard.lock, or if the lock is missing or out of date
    #[arg(long)]
    pub locked: bool,
}

/// Output format of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum BuildFormat {
    /// An archive with everything that belongs to the package
    #[default]
    Slippack,
    /// Only the compiled package
    Json,
}

/// Arguments of `slipyard inspect`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard inspect packs/yards-1.2.0.slippack
  slipyard inspect yards-1.2.0.slippack --format json

Nothing is written, and the file is not trusted: it is refused if `slipyard build` cannot have written
it. To read its contents, give the file in place of a package:
  slipyard show flint --in yards-1.2.0.slippack")]
pub struct Inspect {
    /// A packed package
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: TextOrJson,
}

/// Arguments of `slipyard verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard verify yards-1.2.0.slippack
  slipyard verify yards-1.2.0.slippack \\
    --sha256 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef

Checks every hash in the file, and compiles the texts in it: the result must be the pack, the maps and
the verdict that the file contains. Exit code 1 if anything differs, with the name of that part; 2 if
the file cannot be read, or was built with rules other than those of this slipyard.")]
pub struct Verify {
    /// A packed package
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// SHA-256 hash that the file must have
    #[arg(long, value_name = "HASH")]
    pub sha256: Option<String>,
}
