//! Answers to requests of the editor, computed from a compiled package: one function per request.

use super::diagnostics;
use super::rename_check::RenameEdits;
use super::snapshot::write_library;
use super::worker::WorkerState;
use lsp_types::{
    CodeAction, CodeActionKind, CodeLens, Command, CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentHighlight,
    DocumentHighlightKind, DocumentSymbol, Documentation, FoldingRange, FoldingRangeKind, Hover, HoverContents, InlayHint, InlayHintKind,
    InlayHintLabel, InlayHintTooltip, InsertTextFormat, Location, LocationLink, MarkupContent, MarkupKind, OneOf, ParameterInformation,
    ParameterLabel, Position, Range, SemanticToken, SemanticTokens, SignatureHelp, SignatureInformation, TextEdit, WorkspaceSymbol,
};
use serde::Serialize;
use serde_json::{Value, json};
use slip_ide::{ActionKind, ChangedFile, CurrentRange, FileView, FoldKind, LensKind, Subject, SuggestionKind, SymbolKind, TextChange};
use slip_source::FileId;
use std::path::PathBuf;
use std::sync::Arc;

/// Request of the editor about a file.
pub(super) struct FileRequest {
    pub(super) what: RequestKind,
    pub(super) file: PathBuf,
    /// Current text of the file; `None` if the compiled text is to be used.
    pub(super) text: Option<Arc<str>>,
}

/// Kind of a request, with its parameters.
pub(super) enum RequestKind {
    Hover(Position),
    Complete(Position),
    Signature(Position),
    Definition(Position),
    /// Declaration or member at a position; the requests `Uses` and `Rename` contain the answer.
    Subject(Position),
    /// References to a declaration or member. If the flag is true, the declaration itself is included.
    Uses(Subject, bool),
    Highlight(Position),
    Rename(Subject, String),
    /// Test compilation of a rename; the answer is an error if the rename would break something.
    Prove(RenameEdits),
    Symbols,
    Everywhere(String),
    Folds,
    Tokens(Option<Range>),
    Hints(Range),
    /// Code actions in a range. The list contains the diagnostics that the editor shows there. If kinds are given, only actions of these
    /// kinds.
    Actions(Range, Option<Vec<CodeActionKind>>, Vec<lsp_types::Diagnostic>),
    Lenses,
}

/// Data of the worker, and the current text of the file that a request is about.
struct CurrentFile<'d, 's, 'p, 't> {
    keeper: &'d WorkerState<'d, 's, 'p, 't>,
    view: FileView<'d, 's, 'p, 't>,
}

/// Answers a request; the answer is null if there is no result.
pub(super) fn answer(keeper: &WorkerState<'_, '_, '_, '_>, asked: &FileRequest) -> Result<Value, String> {
    if let RequestKind::Everywhere(word) = &asked.what {
        return value(everywhere(keeper, word));
    }
    if let RequestKind::Prove(trial) = &asked.what {
        return super::rename_check::prove(keeper, trial).map(|()| Value::Null);
    }
    let Some((file, fresh)) = file(keeper, asked) else { return Ok(Value::Null) };
    let desk = CurrentFile { keeper, view: FileView::new(keeper.world, file, &fresh) };
    match &asked.what {
        RequestKind::Hover(at) => value(desk.hover(*at)),
        RequestKind::Complete(at) => value(desk.complete(*at)),
        RequestKind::Signature(at) => value(desk.signature(*at)),
        RequestKind::Definition(at) => value(desk.definition(*at)),
        RequestKind::Subject(at) => value(desk.subject(*at)),
        RequestKind::Uses(subject, declares) => value(desk.uses(subject, *declares)),
        RequestKind::Highlight(at) => value(desk.highlight(*at)),
        RequestKind::Rename(subject, new) => desk.rename(subject, new),
        RequestKind::Symbols => value(slip_ide::symbols(&desk.view).iter().map(|symbol| desk.symbol(symbol)).collect::<Vec<_>>()),
        RequestKind::Everywhere(_) | RequestKind::Prove(_) => Ok(Value::Null),
        RequestKind::Folds => value(desk.folds()),
        RequestKind::Tokens(range) => value(desk.tokens(*range)),
        RequestKind::Hints(range) => value(desk.hints(*range)),
        RequestKind::Actions(range, only, context) => value(desk.actions(*range, only.as_deref(), context)),
        RequestKind::Lenses => value(desk.lenses()),
    }
}

fn value(answer: impl Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// Returns the file that a request is about, with its text; for `Uses` and `Rename`, the file that declares the subject.
fn file(keeper: &WorkerState<'_, '_, '_, '_>, asked: &FileRequest) -> Option<(FileId, std::rc::Rc<ChangedFile>)> {
    let file = keeper.ground.paths.get(&asked.file).copied();
    let file = match &asked.what {
        // The file of the declaration is looked up by its path. The file that the request names may belong to another package.
        RequestKind::Uses(subject, _) | RequestKind::Rename(subject, _) => {
            keeper.ground.sources.files().find(|(_, file)| file.path() == subject.file).map(|(id, _)| id)?
        }
        _ => file?,
    };
    let text = match &asked.text {
        Some(text) => Arc::clone(text),
        None => keeper.ground.sources.file(file)?.shared_text(),
    };
    Some((file, keeper.fresh(file, &text)))
}

fn everywhere(keeper: &WorkerState<'_, '_, '_, '_>, word: &str) -> Vec<WorkspaceSymbol> {
    let mut found = Vec::new();
    for symbol in slip_ide::everywhere(keeper.world, word) {
        let Some(text) = keeper.ground.sources.file(symbol.place.file).map(|file| file.shared_text()) else { continue };
        let fresh = keeper.fresh(symbol.place.file, &text);
        let view = FileView::new(keeper.world, symbol.place.file, &fresh);
        let Some(location) = diagnostics::location(keeper, &view, symbol.place) else { continue };
        found.push(WorkspaceSymbol {
            name: symbol.name,
            kind: symbol_kind(symbol.kind),
            tags: None,
            container_name: Some(symbol.detail),
            location: OneOf::Left(location),
            data: None,
        });
    }
    found
}

fn symbol_kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Rule => lsp_types::SymbolKind::CLASS,
        SymbolKind::Thing => lsp_types::SymbolKind::STRUCT,
        SymbolKind::Stunt => lsp_types::SymbolKind::METHOD,
        SymbolKind::Place => lsp_types::SymbolKind::NAMESPACE,
        SymbolKind::Scene => lsp_types::SymbolKind::EVENT,
        SymbolKind::Test => lsp_types::SymbolKind::FUNCTION,
        SymbolKind::Part => lsp_types::SymbolKind::FIELD,
        SymbolKind::Other => lsp_types::SymbolKind::CONSTANT,
    }
}

fn markdown(text: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value: text }
}

impl<'d> CurrentFile<'d, '_, '_, '_> {
    fn offset(&self, position: Position) -> u32 {
        u32::try_from(self.keeper.encoding.offset(self.view.text(), position)).unwrap_or(u32::MAX)
    }

    fn range(&self, spot: CurrentRange) -> Range {
        diagnostics::range(self.keeper, &self.view, spot)
    }

    fn at(&self, offset: u32) -> Position {
        self.range(CurrentRange { file: self.view.file, start: offset, end: offset }).start
    }

    fn location(&self, spot: CurrentRange) -> Option<Location> {
        // Files of the embedded library are written to disk before the editor receives their locations.
        if let (Some(path), Some(file)) = (self.keeper.path(spot.file), self.keeper.ground.sources.file(spot.file)) {
            write_library(path, file.text());
        }
        diagnostics::location(self.keeper, &self.view, spot)
    }

    fn hover(&self, at: Position) -> Option<Hover> {
        let hover = slip_ide::hover(&self.view, self.offset(at))?;
        Some(Hover { contents: HoverContents::Markup(markdown(hover.text)), range: Some(self.range(hover.spot)) })
    }

    fn complete(&self, at: Position) -> Vec<CompletionItem> {
        let kind = |kind: SuggestionKind| match kind {
            SuggestionKind::Keyword => CompletionItemKind::KEYWORD,
            SuggestionKind::Field => CompletionItemKind::FIELD,
            SuggestionKind::Stunt => CompletionItemKind::METHOD,
            SuggestionKind::Name => CompletionItemKind::STRUCT,
            SuggestionKind::Word => CompletionItemKind::ENUM_MEMBER,
            SuggestionKind::Snippet => CompletionItemKind::SNIPPET,
        };
        let item = |found: slip_ide::Suggestion| CompletionItem {
            label: found.label,
            kind: Some(kind(found.kind)),
            detail: Some(found.detail).filter(|detail| !detail.is_empty()),
            documentation: Some(found.doc).filter(|doc| !doc.is_empty()).map(|doc| Documentation::MarkupContent(markdown(doc))),
            insert_text_format: Some(if found.snippet { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT }),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: self.range(found.spot), new_text: found.insert })),
            ..CompletionItem::default()
        };
        slip_ide::complete(&self.view, self.offset(at)).into_iter().map(item).collect()
    }

    fn signature(&self, at: Position) -> Option<SignatureHelp> {
        let found = slip_ide::signature(&self.view, self.offset(at))?;
        let active = u32::try_from(found.active).ok();
        let param = |label: String| ParameterInformation { label: ParameterLabel::Simple(label), documentation: None };
        let signature = SignatureInformation {
            label: found.label,
            documentation: Some(Documentation::MarkupContent(markdown(found.text))),
            parameters: Some(found.params.into_iter().map(param).collect()),
            active_parameter: active,
        };
        Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: active })
    }

    fn definition(&self, at: Position) -> Option<Vec<LocationLink>> {
        let (origin, target) = slip_ide::definition(&self.view, self.offset(at))?;
        let location = self.location(target)?;
        Some(vec![LocationLink {
            origin_selection_range: Some(self.range(origin)),
            target_uri: location.uri,
            target_range: location.range,
            target_selection_range: location.range,
        }])
    }

    fn subject(&self, at: Position) -> Option<Value> {
        let (subject, spot) = Subject::at(&self.view, self.offset(at))?;
        let renamable = slip_ide::renamable(&self.view, self.offset(at)).is_some();
        let names = [&subject.package, &subject.kind, &subject.name, &subject.file];
        Some(json!({
            "names": names, "member": subject.member, "word": subject.word(), "range": self.range(spot), "renamable": renamable,
        }))
    }

    fn uses(&self, subject: &Subject, declares: bool) -> Vec<Location> {
        let uses = slip_ide::references(&self.view, subject).into_iter().filter(|used| declares || !used.declares);
        uses.filter_map(|used| self.location(used.spot)).collect()
    }

    fn highlight(&self, at: Position) -> Option<Vec<DocumentHighlight>> {
        let (subject, _) = Subject::at(&self.view, self.offset(at))?;
        let own = slip_ide::references(&self.view, &subject).into_iter().filter(|used| used.spot.file == self.view.file);
        let kind = |declares: bool| if declares { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        Some(own.map(|used| DocumentHighlight { range: self.range(used.spot), kind: Some(kind(used.declares)) }).collect())
    }

    fn rename(&self, subject: &Subject, new: &str) -> Result<Value, String> {
        let renaming = slip_ide::rename(&self.view, subject, new)?;
        let changes: Vec<Value> = renaming.changes.iter().filter_map(|change| self.edit(change)).collect();
        Ok(json!({ "changes": changes, "alias": renaming.alias.as_ref().and_then(|change| self.edit(change)) }))
    }

    /// Returns a text change with the URI of its file.
    fn edit(&self, change: &TextChange) -> Option<Value> {
        let location = diagnostics::location(self.keeper, &self.view, change.spot)?;
        Some(json!({ "uri": location.uri, "range": location.range, "newText": change.text }))
    }

    fn symbol(&self, symbol: &slip_ide::Symbol) -> DocumentSymbol {
        #[allow(deprecated, reason = "the struct requires the deprecated field")]
        DocumentSymbol {
            name: if symbol.name.is_empty() { "?".to_owned() } else { symbol.name.clone() },
            detail: Some(symbol.detail.clone()),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: self.range(symbol.whole),
            selection_range: self.range(symbol.place),
            children: Some(symbol.inside.iter().map(|inner| self.symbol(inner)).collect()),
        }
    }

    fn folds(&self) -> Vec<FoldingRange> {
        let fold = |fold: slip_ide::FoldingRange| {
            let range = self.range(fold.spot);
            FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind: matches!(fold.kind, FoldKind::Comments).then_some(FoldingRangeKind::Comment),
                ..FoldingRange::default()
            }
        };
        slip_ide::folds(&self.view).into_iter().map(fold).collect()
    }

    fn tokens(&self, range: Option<Range>) -> SemanticTokens {
        let all = (0, u32::MAX);
        let within = range.map_or(all, |range| (self.offset(range.start), self.offset(range.end)));
        let mut before = Position::default();
        let mut data = Vec::new();
        for token in slip_ide::tokens(&self.view, within) {
            let range = self.range(token.spot);
            let line = range.start.line.saturating_sub(before.line);
            let start = if line == 0 { range.start.character.saturating_sub(before.character) } else { range.start.character };
            data.push(SemanticToken {
                delta_line: line,
                delta_start: start,
                length: range.end.character.saturating_sub(range.start.character),
                token_type: u32::try_from(token.kind).unwrap_or(0),
                token_modifiers_bitset: 0,
            });
            before = range.start;
        }
        SemanticTokens { result_id: None, data }
    }

    fn hints(&self, range: Range) -> Vec<InlayHint> {
        let hint = |hint: slip_ide::Hint| InlayHint {
            position: self.at(hint.offset),
            label: InlayHintLabel::String(hint.label),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(markdown(hint.why))),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        slip_ide::hints(&self.view, (self.offset(range.start), self.offset(range.end))).into_iter().map(hint).collect()
    }

    fn actions(&self, range: Range, only: Option<&[CodeActionKind]>, context: &[lsp_types::Diagnostic]) -> Vec<Value> {
        let wanted = |kind: &CodeActionKind| {
            only.is_none_or(|only| only.iter().any(|only| kind.as_str().starts_with(only.as_str()) || only.as_str().is_empty()))
        };
        let within = (self.offset(range.start), self.offset(range.end));
        let standing = self.keeper.found(self.view.file);
        let mut found = Vec::new();
        for action in slip_ide::actions(&self.view, standing.iter(), within) {
            let kind = match action.kind {
                ActionKind::Extract => CodeActionKind::REFACTOR_EXTRACT,
                _ => CodeActionKind::QUICKFIX,
            };
            let about = action.about.map(|about| diagnostics::diagnostic(self.keeper, &self.view, about));
            // An editor shows the action beside the diagnostic that the editor received. The action must therefore contain exactly that
            // diagnostic.
            let about =
                about.map(|own| context.iter().find(|sent| sent.range == own.range && sent.code == own.code).cloned().unwrap_or(own));
            let title = action.title;
            let whole = CodeAction {
                title,
                kind: Some(kind.clone()),
                diagnostics: about.map(|about| vec![about]),
                is_preferred: Some(action.kind == ActionKind::Mend),
                ..CodeAction::default()
            };
            if wanted(&kind) {
                found.extend(self.with_edits(whole, &action.changes));
            }
        }
        let all = CodeActionKind::SOURCE_FIX_ALL;
        if wanted(&all) {
            let changes = slip_ide::fix_all(&self.view, standing.iter());
            let whole = CodeAction { title: "make all safe fixes in this file".to_owned(), kind: Some(all), ..CodeAction::default() };
            found.extend(self.with_edits(whole, &changes).filter(|_| !changes.is_empty()));
        }
        found
    }

    /// Returns a code action with its edits as a map of files, which every editor supports.
    fn with_edits(&self, action: CodeAction, changes: &[TextChange]) -> Option<Value> {
        let mut whole = serde_json::to_value(action).ok()?;
        let mut files = serde_json::Map::new();
        for change in changes {
            let location = diagnostics::location(self.keeper, &self.view, change.spot)?;
            let list = files.entry(location.uri.as_str().to_owned()).or_insert_with(|| json!([]));
            list.as_array_mut()?.push(json!({ "range": location.range, "newText": change.text }));
        }
        whole.as_object_mut()?.insert("edit".to_owned(), json!({ "changes": files }));
        Some(whole)
    }

    fn lenses(&self) -> Vec<CodeLens> {
        let Some(path) = self.keeper.path(self.view.file) else { return Vec::new() };
        let lens = |lens: slip_ide::CodeLens| {
            let (title, command) = match lens.kind {
                LensKind::Run => ("run", super::RUN),
                LensKind::Simulate => ("simulate", super::SIMULATE),
                LensKind::Test => ("test", super::TEST),
            };
            let arguments = vec![json!(path.to_string_lossy()), json!(lens.name)];
            let command = Command { title: title.to_owned(), command: command.to_owned(), arguments: Some(arguments) };
            CodeLens { range: self.range(lens.spot), command: Some(command), data: None }
        };
        slip_ide::lenses(&self.view).into_iter().map(lens).collect()
    }
}
