//! Draws the human report: miette's frame with the code, the command for its page, help, and all involved files.

use super::source_excerpt::{self, ExcerptPage, TAB};
use super::{DrawOptions, help_text, note_lines, wrap};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use slip_source::diagnostic::{Diagnostic, Severity};
use std::fmt::{self, Display, Write};

/// Renderer of reports in the human style.
pub(super) struct Human {
    handler: GraphicalReportHandler,
    width: usize,
}

impl Human {
    /// Returns a renderer with or without colours that wraps messages at a width.
    pub(super) fn new(picture: DrawOptions) -> Self {
        let theme = if picture.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(picture.width)
            .with_links(false)
            // Miette would also wrap the source lines of nested frames. Only sentences are wrapped, and this is done here.
            .with_wrap_lines(false)
            .with_context_lines(1)
            .tab_width(TAB)
            .without_syntax_highlighting()
            .with_show_related_as_nested(true);
        Human { handler, width: picture.width }
    }

    /// Draws one diagnostic in the human style.
    pub(super) fn draw(&self, diagnostic: &Diagnostic, pages: Vec<ExcerptPage<'_>>, out: &mut String) -> fmt::Result {
        let mut pages = pages.into_iter().map(|page| Frame {
            title: String::new(),
            help: None,
            code: None,
            severity: None,
            page: Some(page),
            others: Vec::new(),
        });
        let mut first = pages.next().unwrap_or_default();
        first.title = wrap(&source_excerpt::clean(&diagnostic.message), self.width.saturating_sub("  × ".len()));
        first.help = help_text(diagnostic).map(|help| wrap(&help, self.width.saturating_sub("  help: ".len())));
        first.code = Some(diagnostic.code.slug());
        first.severity = Some(diagnostic.severity);
        first.others = pages.map(|frame| frame.named()).collect();
        self.handler.render_report(out, &first)?;
        for note in note_lines(diagnostic) {
            let note = wrap(&note, self.width.saturating_sub("  note: ".len()));
            writeln!(out, "  note: {}", note.replace('\n', "\n        "))?;
        }
        out.push('\n');
        Ok(())
    }
}

/// Report in the form that miette needs: one main page, and behind it the pages of the other files.
#[derive(Default)]
struct Frame<'a> {
    title: String,
    help: Option<String>,
    code: Option<&'static str>,
    severity: Option<Severity>,
    page: Option<ExcerptPage<'a>>,
    others: Vec<Frame<'a>>,
}

impl Frame<'_> {
    /// Sets the title of a frame that shows a further file: `and in FILE`.
    fn named(mut self) -> Self {
        if let Some(page) = &self.page {
            self.title = format!("and in {}", page.name);
            self.severity = Some(Severity::Note);
        }
        self
    }
}

impl Display for Frame<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.title)
    }
}

impl fmt::Debug for Frame<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.title)
    }
}

impl std::error::Error for Frame<'_> {}

impl miette::Diagnostic for Frame<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let word = self.severity.unwrap_or(Severity::Error).word();
        self.code.map(|code| Box::new(format!("{word}[{code}]")) as Box<dyn Display>)
    }

    fn url<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.code.map(|code| Box::new(format!("slipyard explain {code}")) as Box<dyn Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        self.severity.map(|severity| match severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.page.as_ref().map(|page| page as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let page = self.page.as_ref()?;
        Some(Box::new(page.marks.iter().map(|mark| {
            let text = (!mark.text.is_empty()).then(|| mark.text.clone());
            let span = (mark.range.start, mark.range.len());
            if mark.primary { LabeledSpan::new_primary_with_span(text, span) } else { LabeledSpan::new_with_span(text, span) }
        })))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.others.is_empty() {
            return None;
        }
        Some(Box::new(self.others.iter().map(|frame| frame as &dyn miette::Diagnostic)))
    }
}

impl SourceCode for ExcerptPage<'_> {
    fn read_span<'a>(&'a self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text.read_span(span, before, after)?;
        let mark = self.marks.iter().find(|mark| mark.range.start == span.offset());
        // With `before` 0, miette asks for the position above the frame. Its column must be that of the file, not of the page.
        let column = match mark {
            Some(mark) if before == 0 => mark.column.saturating_sub(1),
            _ => contents.column(),
        };
        let line = contents.line().saturating_add(self.first_line);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_owned(),
            contents.data(),
            *contents.span(),
            line,
            column,
            contents.line_count(),
        )))
    }
}
