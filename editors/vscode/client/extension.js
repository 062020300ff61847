// Starts the language server and shows maps. The server decides what is right and wrong in a text; see `slipyard lsp`.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { drawn, page, mapAround } = require('./preview.js');
const { find, install } = require('./program.js');

const SETTINGS = 'Open settings';

let client;
/** Command of the program, as it was found last. */
let command = 'slipyard';
/** Version, folders and checksums of this extension. */
let extension;

function setting() {
  return vscode.workspace.getConfiguration('slipyard').get('path') || '';
}

function serverOptions() {
  return { command, args: ['lsp'] };
}

function clientOptions() {
  return {
    documentSelector: [{ scheme: 'file', language: 'slip' }, { scheme: 'untitled', language: 'slip' }, { scheme: 'file', pattern: '**/slipyard.toml' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/{*.slip,slipyard.toml,slipyard.lock,slipyard-policy.toml}') },
  };
}

/** Returns what the extension knows of itself: the manifest, and the checksums that were packaged with it. */
function described(context) {
  const { version, repository } = context.extension.packageJSON;
  let checksums = '';
  try {
    checksums = fs.readFileSync(path.join(context.extensionPath, 'checksums'), 'utf8');
  } catch {
    // An extension that was not made by a release downloads nothing.
  }
  return { version, checksums, storage: context.globalStorageUri.fsPath, releases: `${repository?.url}/releases/download` };
}

/** Offers to download the program; returns true if it is there now. */
async function offer(found) {
  const { version } = extension;
  const download = `Download ${version}`;
  const sentence = found.version
    ? `Slipyard ${found.version} is installed, but this extension is made for ${version}.`
    : `Slipyard is not installed. Without it there are colours and snippets, but no checks.`;
  const asked = await vscode.window.showInformationMessage(sentence, download, SETTINGS);
  if (asked === SETTINGS) await vscode.commands.executeCommand('workbench.action.openSettings', 'slipyard.path');
  if (asked !== download) return false;
  try {
    const progress = { location: vscode.ProgressLocation.Notification, title: `Downloading Slipyard ${version}` };
    command = await vscode.window.withProgress(progress, () => install(extension));
    return true;
  } catch (error) {
    vscode.window.showErrorMessage(`Slipyard was not installed: ${error.message}`);
    return false;
  }
}

async function start() {
  const found = await find({ setting: setting(), ...extension });
  command = found.command;
  if (!found.isChosen && found.version !== extension.version) {
    if (found.version) offer(found).then((isNew) => isNew && restart());
    else if (!(await offer(found))) return;
  }
  client = new LanguageClient('slipyard', 'Slipyard', serverOptions(), clientOptions());
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const asked = await vscode.window.showErrorMessage(`Slipyard could not be started as \`${command}\`: ${error.message}`, SETTINGS);
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
    panel.webview.html = page(name, await drawn(command, name, path.dirname(file)));
  };
  const saved = vscode.workspace.onDidSaveTextDocument((document) => {
    if (document.languageId === 'slip') show();
  });
  panel.onDidDispose(() => saved.dispose());
  await show();
}

async function activate(context) {
  extension = described(context);
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
