'use strict';
// The TextMate grammar, as VS Code runs it.

const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const ROOT = path.join(__dirname, '..', '..', '..');
const GRAMMAR = path.join(__dirname, '..', 'syntaxes', 'slip.tmLanguage.json');

/** The grammar, ready to read lines. */
async function load() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const registry = new textmate.Registry({
    onigLib,
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, 'utf8'), GRAMMAR),
  });
  return { grammar: await registry.loadGrammar('source.slip'), registry };
}

/** The tokens of a text, with offsets into it; and the scopes that are still open behind its last line. */
function tokenise(grammar, text) {
  const tokens = [];
  let state = textmate.INITIAL;
  let offset = 0;
  for (const line of text.split('\n')) {
    const words = line.replace(/\r$/, '');
    const read = grammar.tokenizeLine(words, state);
    for (const token of read.tokens) {
      const end = Math.min(token.endIndex, words.length);
      if (end > token.startIndex) {
        tokens.push({ start: offset + token.startIndex, end: offset + end, scopes: token.scopes });
      }
    }
    state = read.ruleStack;
    offset += line.length + 1;
  }
  return { tokens, open: grammar.tokenizeLine('', state).tokens.at(-1).scopes };
}

/** Every `.slip` file of the repository, by its path from the root. */
function files(folder = ROOT, found = []) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const where = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['target', 'node_modules', '.git'].includes(entry.name)) files(where, found);
    } else if (entry.name.endsWith('.slip')) {
      found.push(path.relative(ROOT, where).split(path.sep).join('/'));
    }
  }
  return found.sort();
}

module.exports = { ROOT, files, load, tokenise };
