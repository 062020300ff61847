// Starts the language server and shows maps. What is right and wrong in a text is the server's to say; see `slipyard lsp`.
'use strict';

const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { drawn, page, mapAround } = require('./preview.js');

const SETTINGS = 'Open settings';

let client;

function program() {
  return vscode.workspace.getConfiguration('slipyard').get('path') || 'slipyard';
}

function serverOptions() {
  return { command: program(), args: ['lsp'] };
}

function clientOptions() {
  return {
    documentSelector: [{ scheme: 'file', language: 'slip' }, { scheme: 'untitled', language: 'slip' }, { scheme: 'file', pattern: '**/slipyard.toml' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/{*.slip,slipyard.toml,slipyard.lock}') },
  };
}

async function start() {
  client = new LanguageClient('slipyard', 'Slipyard', serverOptions(), clientOptions());
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const asked = await vscode.window.showErrorMessage(`Slipyard could not be started as \`${program()}\`: ${error.message}`, SETTINGS);
    if (asked === SETTINGS) await vscode.commands.executeCommand('workbench.action.openSettings', 'slipyard.path');
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

/** Shows the map around the cursor, and again whenever its file is saved. */
async function preview() {
  const editor = vscode.window.activeTextEditor;
  const name = editor && mapAround(editor.document.getText(), editor.document.offsetAt(editor.selection.active));
  if (!name) {
    vscode.window.showInformationMessage('Put the cursor into a map: `map yard { … }`.');
    return;
  }
  const file = editor.document.uri.fsPath;
  const panel = vscode.window.createWebviewPanel('slipyardMap', name, vscode.ViewColumn.Beside, {});
  const show = async () => {
    panel.webview.html = page(name, await drawn(program(), name, path.dirname(file)));
  };
  const saved = vscode.workspace.onDidSaveTextDocument((document) => {
    if (document.languageId === 'slip') show();
  });
  panel.onDidDispose(() => saved.dispose());
  await show();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('slipyard.restart', restart),
    vscode.commands.registerCommand('slipyard.previewMap', preview),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('slipyard.path')) restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop, serverOptions, clientOptions };
