//! Capabilities that the editor and the server report to each other.

use super::convert_positions::{self, Encoding};
use super::{RUN, SIMULATE, TEST};
use lsp_types::InitializeParams;
use serde_json::{Value, json};
use slip_ide::TOKENS;
use std::path::PathBuf;

/// Capabilities of the editor.
#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    /// Unit in which columns are counted.
    pub(super) encoding: Encoding,
    /// Workspace folders that are open.
    pub(super) folders: Vec<PathBuf>,
    /// True if the editor can report files that change on disk.
    pub(super) watches: bool,
    /// True if the editor accepts edits with document versions, and can ask the user to confirm some of them.
    pub(super) annotates: bool,
    /// True if the editor can refresh inlay hints on request.
    pub(super) refreshes_hints: bool,
}

impl Client {
    /// Reads the capabilities from the `initialize` request.
    #[allow(deprecated, reason = "editors without workspace folders send `rootUri`")]
    pub(super) fn of(asked: &Value) -> Client {
        // An editor whose parameters cannot be read counts as one without any capability.
        let params: InitializeParams = serde_json::from_value(asked.clone()).unwrap_or_default();
        let general = params.capabilities.general.as_ref();
        let encoding = Encoding::chosen(general.and_then(|general| general.position_encodings.as_deref()));
        let workspace = params.capabilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let folders = params.workspace_folders.unwrap_or_default();
        let mut folders: Vec<PathBuf> = folders.iter().filter_map(|folder| convert_positions::path(&folder.uri)).collect();
        if folders.is_empty() {
            folders.extend(params.root_uri.as_ref().and_then(convert_positions::path));
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

/// Returns the capabilities of the server.
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
