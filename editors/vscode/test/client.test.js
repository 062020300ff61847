'use strict';

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const test = require('node:test');
const protocol = require('vscode-languageserver-protocol/node');
const { drawn, mapAround, page } = require('../client/preview.js');

/** The program that is driven; the tests of the server need it. */
const SLIPYARD = process.env.SLIPYARD;

test('a map is found around the cursor and nothing else is', () => {
  const text = 'weapon flint { harm 1 }\nmap yard "Yard" {\n  zone near\n}\n\nmap quay {\n}\n';
  assert.equal(mapAround(text, text.indexOf('zone')), 'yard');
  assert.equal(mapAround(text, text.indexOf('quay')), 'quay');
  assert.equal(mapAround(text, 3), undefined);
});

test('a page shows text as text', () => {
  const shown = page('a<b', 'near --1-- far <script>');
  assert.ok(shown.includes('near --1-- far &lt;script&gt;'));
  assert.ok(!shown.includes('<script'));
});

test('the extension starts the server that the settings name, and stops it', async () => {
  const seen = [];
  class LanguageClient {
    constructor(id, name, server, client) {
      seen.push({ id, server, client });
    }
    async start() {
      seen.push('started');
    }
    async stop() {
      seen.push('stopped');
    }
  }
  const commands = new Map();
  const vscode = {
    commands: { registerCommand: (name, run) => (commands.set(name, run), { dispose() {} }) },
    workspace: {
      getConfiguration: () => ({ get: () => '/opt/slipyard' }),
      createFileSystemWatcher: (pattern) => pattern,
      onDidChangeConfiguration: () => ({ dispose() {} }),
    },
    window: {},
  };
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest));
  try {
    const extension = require('../client/extension.js');
    const { version } = require('../package.json');
    const folder = { fsPath: path.join(os.tmpdir(), 'no-such-folder') };
    await extension.activate({ subscriptions: [], extensionPath: folder.fsPath, globalStorageUri: folder, extension: { packageJSON: { version } } });
    await commands.get('slipyard.restart')();
    await extension.deactivate();
  } finally {
    Module._load = load;
  }
  assert.deepEqual(seen[0].server, { command: '/opt/slipyard', args: ['lsp'] });
  assert.equal(seen[0].client.documentSelector[0].language, 'slip');
  assert.deepEqual(seen.filter((one) => typeof one === 'string'), ['started', 'stopped', 'started', 'stopped']);
  const { contributes } = require('../package.json');
  assert.deepEqual(contributes.commands.map((one) => one.command).sort(), [...commands.keys()].sort());
});

test('without a program the extension offers to download it, and goes on without', async () => {
  const asked = [];
  const vscode = {
    commands: { registerCommand: () => ({ dispose() {} }) },
    workspace: {
      getConfiguration: () => ({ get: () => '' }),
      createFileSystemWatcher: (pattern) => pattern,
      onDidChangeConfiguration: () => ({ dispose() {} }),
    },
    window: {
      showInformationMessage: async (sentence, ...choices) => (asked.push(sentence), choices[0]),
      showErrorMessage: async (sentence) => void asked.push(sentence),
      withProgress: (progress, run) => run(),
    },
    ProgressLocation: { Notification: 15 },
  };
  class LanguageClient {
    constructor() {
      asked.push('a client without a program');
    }
  }
  const before = process.env.PATH;
  process.env.PATH = '/no-such-folder';
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest));
  try {
    delete require.cache[require.resolve('../client/extension.js')];
    const extension = require('../client/extension.js');
    const folder = { fsPath: path.join(os.tmpdir(), 'no-such-folder') };
    const packageJSON = { version: '9.8.7', repository: { url: 'https://host.invalid/slipyard' } };
    await extension.activate({ subscriptions: [], extensionPath: folder.fsPath, globalStorageUri: folder, extension: { packageJSON } });
  } finally {
    Module._load = load;
    process.env.PATH = before;
  }
  assert.equal(asked.length, 2, asked.join('\n'));
  assert.match(asked[0], /^Slipyard is not installed/);
  assert.match(asked[1], /this extension knows no archive slipyard-9\.8\.7-/);
});

test('the server says what is wrong as it is typed, and its edit mends it', { skip: SLIPYARD ? false : 'SLIPYARD is not set' }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slip-'));
  const file = path.join(folder, 'guns.slip');
  const text = 'weapon gaff "Gaff" : close_combat { tech T0; hram 1; range 0..1 }\n';
  fs.writeFileSync(path.join(folder, 'slipyard.toml'), '[package]\nname = "yard"\nversion = "0.1.0"\n');
  fs.writeFileSync(file, text);
  const uri = pathToFileURL(file).href;
  const server = spawn(SLIPYARD, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = protocol.createProtocolConnection(new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
  const waiting = [];
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (found) => {
    if (found.uri === uri) waiting.forEach((look) => look(found.diagnostics));
  });
  const until = (holds) => new Promise((done) => waiting.push((found) => holds(found) && done(found)));
  connection.listen();
  await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'yard' }],
    capabilities: { textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } } } },
  });
  connection.sendNotification(protocol.InitializedNotification.type, {});
  const wrong = until((found) => found.some((one) => one.code === 'unknown-key'));
  connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'slip', version: 1, text } });
  const misspelt = (await wrong).find((one) => one.code === 'unknown-key');
  assert.equal(text.split('\n')[0].slice(misspelt.range.start.character, misspelt.range.end.character), 'hram');
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, { textDocument: { uri }, range: misspelt.range, context: { diagnostics: [misspelt] } });
  const edits = actions.map((action) => action.edit?.changes?.[uri] ?? action.edit?.documentChanges?.flatMap((change) => change.edits)).find((found) => found?.some((edit) => edit.newText === 'harm'));
  assert.ok(edits, JSON.stringify(actions));
  const mended = text.slice(0, edits[0].range.start.character) + edits[0].newText + text.slice(edits[0].range.end.character);
  const right = until((found) => found.every((one) => one.code !== 'unknown-key'));
  connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [{ text: mended }] });
  await right;
  await connection.sendRequest(protocol.ShutdownRequest.type);
  connection.sendNotification(protocol.ExitNotification.type);
  await new Promise((done) => server.on('exit', done));
  assert.equal(server.exitCode, 0);
  connection.dispose();
});

test('a map is drawn by the program', { skip: SLIPYARD ? false : 'SLIPYARD is not set' }, async () => {
  const folder = path.join(__dirname, '..', '..', '..', 'content', 'wreck_coast');
  const shown = await drawn(SLIPYARD, 'slow_candle', folder);
  assert.match(shown, /The Slow Candle/);
  assert.match(await drawn(SLIPYARD, 'no_such_map', folder), /no_such_map/);
});
