//! What the editor can, and what we offer it.

use super::convert::{self, Encoding};
use super::{RUN, SIMULATE, TEST};
use lsp_types::InitializeParams;
use serde_json::{Value, json};
use slip_ide::TOKENS;
use std::path::PathBuf;

/// What the editor can.
#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    /// What columns count.
    pub(super) encoding: Encoding,
    /// The folders it has open.
    pub(super) folders: Vec<PathBuf>,
    /// True if it tells of files that change beside it, if asked to.
    pub(super) watches: bool,
    /// True if it takes edits with the versions of documents, and asks before it makes some of them.
    pub(super) annotates: bool,
    /// True if it asks for hints again when told to.
    pub(super) refreshes_hints: bool,
}

impl Client {
    /// What the first message says.
    #[allow(deprecated, reason = "editors that know no folders say `rootUri`")]
    pub(super) fn of(asked: &Value) -> Client {
        // What cannot be read is what an editor without wishes says.
        let params: InitializeParams = serde_json::from_value(asked.clone()).unwrap_or_default();
        let general = params.capabilities.general.as_ref();
        let encoding = Encoding::chosen(general.and_then(|general| general.position_encodings.as_deref()));
        let workspace = params.capabilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let folders = params.workspace_folders.unwrap_or_default();
        let mut folders: Vec<PathBuf> = folders.iter().filter_map(|folder| convert::path(&folder.uri)).collect();
        if folders.is_empty() {
            folders.extend(params.root_uri.as_ref().and_then(convert::path));
        }
        Client {
            encoding,
            folders,
            watches: watched.is_some_and(|watched| watched.dynamic_registration == Some(true)),
            annotates: edits.is_some_and(|edits| edits.document_changes == Some(true) && edits.change_annotation_support.is_some()),
            refreshes_hints: hints.is_some_and(|hints| hints.refresh_support == Some(true)),
        }
    }
}

/// What we offer.
pub(super) fn offered(encoding: Encoding) -> Value {
    json!({
        "capabilities": {
            "positionEncoding": encoding.name(),
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": [" ", ",", "(", ":", "."] },
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.extract", "source.fixAll"] },
            "codeLensProvider": { "resolveProvider": false },
            "documentFormattingProvider": true,
            "renameProvider": { "prepareProvider": true },
            "foldingRangeProvider": true,
            "inlayHintProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": TOKENS, "tokenModifiers": [] },
                "full": true,
                "range": true,
            },
            "executeCommandProvider": { "commands": [RUN, SIMULATE, TEST] },
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
        },
        "serverInfo": { "name": "slipyard", "version": env!("CARGO_PKG_VERSION") },
    })
}
