//! Draws diagnostics in several styles, each with the library that suits it best.
//!
//! | style | drawn by | for |
//! |---|---|---|
//! | human | miette | people at a terminal |
//! | ledger | ariadne | budgets: all lines of a finding in one picture |
//! | plain, short | codespan-reporting | logs, problem matchers, snapshots |
//! | narrated | our own prose | screen readers |
//! | json | our own structs | programs |
//! | sarif, github, gitlab, junit, markdown | our own structs and lines | code hosts and CI |
//!
//! This module only draws: order, severity and wording come with the diagnostics. Renderers never get an empty span, a span over several
//! lines or a control character, because files are cleaned, and cut to the lines that a picture needs, before they are drawn.

mod ariadne;
pub mod baseline;
mod codespan;
pub mod fingerprint;
mod github;
mod gitlab;
pub mod json;
mod junit;
pub mod markdown;
mod miette;
mod narrate;
mod paths_from_repository_root;
mod sarif;
mod source_excerpt;
pub mod uri;
pub mod xml;

pub use paths_from_repository_root::{Located, ReportBase};

use slip_keyword::keyword_enum;
use slip_source::diagnostic::{Confidence, Diagnostic, Diagnostics};
use slip_source::{FileId, Sources};
use std::collections::BTreeSet;
use std::io::{self, Write};

keyword_enum! {
    /// Style of a report.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Style {
        /// Human style: a frame with the code, the command for its page, and help.
        #[default]
        Human = "human",
        /// Ledger style: one compact picture of all involved lines.
        Ledger = "ledger",
        /// Plain style: a source excerpt below one line with the code and the message, for logs.
        Plain = "plain",
        /// Short style: one line per finding.
        Short = "short",
        /// Narrated style: sentences, for screen readers.
        Narrated = "narrated",
        /// JSON style: one JSON document.
        Json = "json",
        /// SARIF style: SARIF 2.1.0, for code hosts and editors.
        Sarif = "sarif",
        /// GitHub style: annotations of a workflow.
        Github = "github",
        /// GitLab style: a code quality report.
        Gitlab = "gitlab",
        /// JUnit style: JUnit XML, one test case per file.
        Junit = "junit",
        /// Markdown style: tables by package, for the summary of a job.
        Markdown = "markdown",
    }

    /// Returns the word for the style on the command line.
    pub const fn word(self) -> &'static str;
}

/// Extent of a check and root of its paths, for reports that state them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Number of packages that the user asked to check. Packages on which they depend do not count.
    pub packages: usize,
    /// Files of the packages that were checked.
    pub files: BTreeSet<FileId>,
    /// Number of items that the checked files declare.
    pub items: usize,
    /// Number of waivers that the checked packages declare.
    pub waivers: usize,
    /// Names of the policies that were applied.
    pub policies: Vec<String>,
    /// Root of the paths in reports for code hosts: SARIF, GitHub, GitLab, JUnit and Markdown.
    pub base: ReportBase,
}

/// Options for drawing a report: colours and width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawOptions {
    /// True to use ANSI colours.
    pub colour: bool,
    /// Columns at which messages and help wrap. Source lines never wrap.
    pub width: usize,
}

impl Default for DrawOptions {
    fn default() -> Self {
        DrawOptions { colour: false, width: 100 }
    }
}

/// Returns the report of all diagnostics in a style, as text.
///
/// ```
/// use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
/// use slip_report::{DrawOptions, Style, Summary, report};
/// use slip_source::{Package, Sources, Span};
///
/// let mut sources = Sources::new();
/// let package = sources.add_package(Package::default());
/// let file = sources.add_file(package, "ships.slip", "ship ember {\n  beem 3\n}\n");
/// let unknown = Diagnostic::new(Code::UnknownKey, Span::new(file, 15, 19), "`beem` is not a word of a ship");
/// let diagnostics = Diagnostics::from_iter([unknown]);
/// let text = report(&diagnostics, &sources, Style::Short, DrawOptions::default(), &Summary::default());
/// assert_eq!(text, "ships.slip:2:3: error[unknown-key]: `beem` is not a word of a ship\n");
/// ```
pub fn report(diagnostics: &Diagnostics, sources: &Sources, style: Style, picture: DrawOptions, summary: &Summary) -> String {
    let mut out = Vec::new();
    match write(&mut out, diagnostics, sources, style, picture, summary) {
        Ok(()) => String::from_utf8(out).unwrap_or_default(),
        Err(error) => error.to_string(),
    }
}

/// Writes the report of all diagnostics in a style, piece by piece.
///
/// # Errors
/// Errors of the writer.
pub fn write(
    out: &mut dyn Write,
    diagnostics: &Diagnostics,
    sources: &Sources,
    style: Style,
    picture: DrawOptions,
    summary: &Summary,
) -> io::Result<()> {
    let whole = match style {
        Style::Json => Some(json::document(diagnostics, sources, summary).map_err(io::Error::other)?),
        Style::Sarif => Some(sarif::document(diagnostics, sources, &summary.base).map_err(io::Error::other)?),
        Style::Gitlab => Some(gitlab::document(diagnostics, sources, &summary.base).map_err(io::Error::other)?),
        Style::Junit => Some(junit::document(diagnostics, sources, &summary.files, &summary.base)?.into_bytes()),
        Style::Markdown => Some(markdown::document(diagnostics, sources, summary).into_bytes()),
        Style::Human | Style::Ledger | Style::Plain | Style::Short | Style::Narrated | Style::Github => None,
    };
    match whole {
        Some(bytes) => out.write_all(&bytes),
        None => write_one_by_one(out, diagnostics, sources, style, picture, &summary.base),
    }
}

fn write_one_by_one(
    out: &mut dyn Write,
    diagnostics: &Diagnostics,
    sources: &Sources,
    style: Style,
    picture: DrawOptions,
    base: &ReportBase,
) -> io::Result<()> {
    let human = miette::Human::new(picture);
    let total = diagnostics.len();
    let mut piece = Vec::new();
    for (diagnostic, number) in diagnostics.iter().zip(1usize..) {
        match style {
            Style::Human => {
                let mut text = String::new();
                human.draw(diagnostic, source_excerpt::pages(diagnostic, sources), &mut text).map_err(io::Error::other)?;
                piece.append(&mut text.into_bytes());
            }
            Style::Ledger => ariadne::draw(diagnostic, &source_excerpt::pages(diagnostic, sources), picture, &mut piece)?,
            Style::Plain => codespan::plain(diagnostic, &source_excerpt::pages(diagnostic, sources), picture.colour, &mut piece)?,
            Style::Short => codespan::short(diagnostic, sources, picture.colour, &mut piece)?,
            Style::Github => github::annotate(diagnostic, sources, base, &mut piece)?,
            Style::Narrated | Style::Json | Style::Sarif | Style::Gitlab | Style::Junit | Style::Markdown => {
                let mut text = String::new();
                narrate::narrate(diagnostic, sources, number, total, &mut text).map_err(io::Error::other)?;
                piece.append(&mut text.into_bytes());
            }
        }
        if piece.len() > 64 * 1024 {
            out.write_all(&piece)?;
            piece.clear();
        }
    }
    out.write_all(&piece)
}

/// Greatest number of fixes that are shown as text; the JSON report has all of them.
const SHOWN: usize = 4;

/// Returns the help, followed by the titles of fixes that the help does not mention. The help mentions a fix if it contains the title, or
/// all words of the title that are in backquotes. Fixes that people must complete are only in the JSON report.
fn help_text(diagnostic: &Diagnostic) -> Option<String> {
    let help = diagnostic.help.as_ref().map(|help| source_excerpt::clean(help));
    let said = |title: &String| {
        let named = |help: &String| title.split('`').skip(1).step_by(2).all(|word| help.contains(&format!("`{word}`")));
        help.as_ref().is_some_and(|help| help.contains(title) || title.contains('`') && named(help))
    };
    let ready = diagnostic.fixes.iter().filter(|fix| fix.confidence != Confidence::Display);
    let titles: Vec<String> = ready.map(|fix| source_excerpt::clean(&fix.title)).filter(|title| !said(title)).collect();
    // If only one more fix is left, it is shown too, because a line about it would need the same space.
    let shown = if titles.len() == SHOWN + 1 { titles.len() } else { SHOWN };
    let more = titles.len().saturating_sub(shown);
    let rest = (more > 0).then(|| format!("and {more} more: `--format json` lists all of them"));
    let lines: Vec<String> = help.clone().into_iter().chain(titles.into_iter().take(shown)).chain(rest).collect();
    if lines.is_empty() { None } else { Some(lines.join("\n")) }
}

/// Returns the whole text of a finding, for reports without source lines: message, notes, help.
fn whole_message(diagnostic: &Diagnostic) -> String {
    let mut text = source_excerpt::clean(&diagnostic.message);
    for note in note_lines(diagnostic) {
        text.push_str("\nnote: ");
        text.push_str(&note);
    }
    if let Some(help) = help_text(diagnostic) {
        text.push_str("\nhelp: ");
        text.push_str(&help);
    }
    text
}

/// Returns the notes of a finding without terminal control characters.
fn note_lines(diagnostic: &Diagnostic) -> impl Iterator<Item = String> {
    diagnostic.notes.iter().map(|note| source_excerpt::clean(note))
}

/// Wraps text at spaces. No line is longer than `width`, unless it consists of a single word.
pub fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut column = 0usize;
        if !wrapped.is_empty() {
            wrapped.push('\n');
        }
        for word in line.split(' ') {
            let length = word.chars().count();
            if column > 0 && column.saturating_add(length).saturating_add(1) > width {
                wrapped.push('\n');
                column = 0;
            } else if column > 0 {
                wrapped.push(' ');
                column = column.saturating_add(1);
            }
            wrapped.push_str(word);
            column = column.saturating_add(length);
        }
    }
    wrapped
}
