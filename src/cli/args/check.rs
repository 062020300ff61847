//! Arguments of `slipyard check`.

use clap::{Args, ValueEnum};
use slip_report::Style;
use std::path::PathBuf;
use std::str::FromStr;

/// Arguments of `slipyard check`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard check                        the package around the current folder, or those below it
  slipyard check content                every package in a folder
  slipyard check ships.slip             one file, in its package if it has one
  slipyard check - < ships.slip         the standard input
  slipyard check --format short         one line per finding, for editors and logs
  slipyard check --deny warnings        warnings fail the run too
  slipyard check --deny waivers         each waiver, `allow CODE \"why\"`, fails the run
  slipyard check --policy main:slipyard-policy.toml   the policy as it is in a commit, for CI
  slipyard check --locked               fail if anything differs from slipyard.lock, for CI
  slipyard check --fix --diff           print the changes of --fix as a patch
  slipyard check --fix                  make all fixes that keep the meaning of the text
  slipyard check --unsafe-fixes         make the first fix of every finding; read the diff after it
  slipyard check --format sarif > a.sarif   for a code host; also github, gitlab, junit and markdown
  slipyard check --format github --report sarif=a.sarif   two reports of one check
  slipyard check --changed-since main   only findings that are new since that commit
  slipyard check --write-baseline known.json   save the present findings as known
  slipyard check --baseline known.json  report only findings that are not in the file

Files are changed only with --fix or --unsafe-fixes, and never with --diff; manifests and
dependencies are never changed. The findings of a package are cached until the package or one of its
dependencies changes, in the folder named by SLIPYARD_CACHE or else in the cache folder of the
system. An empty value (SLIPYARD_CACHE=) turns the cache off.

Exit code 0 without errors, 1 with errors (with --diff: also if there is anything to fix), 2 if the
check could not run.")]
pub struct CheckArgs {
    /// Packages, folders, files, or `-` for the standard input
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Report format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Also write a report in another format to a file; may be given several times
    #[arg(long, value_name = "FORMAT=FILE")]
    pub report: Vec<FileReport>,
    /// Folder to which paths in reports for code hosts are relative; by default, the git repository that contains the first path
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
    /// Fail if a path contains no package, that is, no folder with a slipyard.toml
    #[arg(long)]
    pub require_packages: bool,
    /// Treat these findings as errors
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub deny: Vec<Deny>,
    /// Policy to apply: a file, or COMMIT:FILE for its version in a commit; by default slipyard-policy.toml at the root of the repository
    #[arg(long, value_name = "FILE|COMMIT:FILE")]
    pub policy: Option<String>,
    /// Fail if a dependency differs from slipyard.lock, or if the lock is missing or out of date
    #[arg(long)]
    pub locked: bool,
    /// Apply safe edits: an edit is safe if it keeps the meaning and is the only one for its finding
    #[arg(long)]
    pub fix: bool,
    /// Apply the first edit of every finding, even if it changes numbers or meaning
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Ignore the findings listed in a file written by --write-baseline
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    pub baseline: Option<PathBuf>,
    /// Write all current findings to a file for --baseline, and report none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "unsafe_fixes", "diff", "changed_since"])]
    pub write_baseline: Option<PathBuf>,
    /// Ignore findings that a commit already had; needs `git`
    #[arg(long, value_name = "COMMIT")]
    pub changed_since: Option<String>,
    /// Print the edits as a unified diff, and write no files
    #[arg(long)]
    pub diff: bool,
    /// Check everything again, and write nothing to the cache
    #[arg(long)]
    pub no_cache: bool,
}

/// Findings that `--deny` can turn into errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Deny {
    /// Every warning counts as an error.
    Warnings,
    /// Every waiver (`allow CODE "why"`) is an error.
    Waivers,
}

/// Report format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Source excerpts with the error code and help
    Human,
    /// Source excerpts in compact form: one picture with all lines of a finding
    Ledger,
    /// Source excerpts with the error code and the message on one line, for logs
    Plain,
    /// One line per finding
    Short,
    /// Sentences, for screen readers
    Narrated,
    /// One JSON document
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// Annotations for a GitHub workflow
    Github,
    /// Code quality report for GitLab
    Gitlab,
    /// JUnit XML, one case per file
    Junit,
    /// Tables in Markdown, for the summary of a job
    Markdown,
}

/// Report that is written to a file, given to `--report` as `sarif=slipyard.sarif`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileReport {
    /// Format of the report.
    pub format: Format,
    /// File to write.
    pub file: PathBuf,
}

impl FromStr for FileReport {
    type Err = String;

    fn from_str(text: &str) -> Result<FileReport, String> {
        let help = "write a format, `=` and a file, such as `sarif=slipyard.sarif`";
        let (format, file) = text.split_once('=').filter(|(_, file)| !file.is_empty()).ok_or_else(|| help.to_owned())?;
        match <Format as ValueEnum>::from_str(format, false) {
            Ok(format) => Ok(FileReport { format, file: PathBuf::from(file) }),
            Err(_) => {
                let formats: Vec<String> =
                    Format::value_variants().iter().filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned())).collect();
                Err(format!("there is no format `{format}`; the formats are {}", formats.join(", ")))
            }
        }
    }
}

impl From<Format> for Style {
    fn from(format: Format) -> Style {
        match format {
            Format::Human => Style::Human,
            Format::Ledger => Style::Ledger,
            Format::Plain => Style::Plain,
            Format::Short => Style::Short,
            Format::Narrated => Style::Narrated,
            Format::Json => Style::Json,
            Format::Sarif => Style::Sarif,
            Format::Github => Style::Github,
            Format::Gitlab => Style::Gitlab,
            Format::Junit => Style::Junit,
            Format::Markdown => Style::Markdown,
        }
    }
}
