'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { ROOT, files } = require('./grammar.js');

const folder = path.join(__dirname, '..');
const json = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
const manifest = json('package.json');
const language = json('language-configuration.json');

test('every file that the manifest names is there', () => {
  const { languages, grammars, snippets } = manifest.contributes;
  const named = [...languages.map((found) => found.configuration), ...grammars.map((found) => found.path), ...snippets.map((found) => found.path)];
  for (const file of named) json(file);
  assert.equal(json(grammars[0].path).scopeName, grammars[0].scopeName);
});

test('the indentation rules give every line of our packages the indentation it has', () => {
  const increase = new RegExp(language.indentationRules.increaseIndentPattern);
  const decrease = new RegExp(language.indentationRules.decreaseIndentPattern);
  let lines = 0;
  for (const file of files().filter((found) => /^(content|stdlib)\//.test(found))) {
    let indent = 0;
    let inLong = false;
    for (const line of fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n')) {
      if (!inLong && line.trim() && !/^\s*\/\//.test(line)) {
        if (decrease.test(line)) indent -= 2;
        const own = line.length - line.trimStart().length;
        assert.ok(indent >= 0, `${file}: ${line}`);
        // A line that goes on with the one before stands deeper.
        assert.ok(own === indent || own > indent, `${file}: ${line}: ${own}, not ${indent}`);
        if (increase.test(line)) indent += 2;
        lines += 1;
      }
      if ((line.match(/"""/g) ?? []).length % 2 === 1) inLong = !inLong;
    }
    assert.equal(indent, 0, `${file} ends indented`);
  }
  assert.ok(lines > 3000, `only ${lines} lines`);
});

test('Enter behind a doc comment goes on with it, and behind an empty one does not', () => {
  const append = (line) => language.onEnterRules.find((rule) => new RegExp(rule.beforeText).test(line) && !rule.afterText)?.action.appendText;
  assert.equal(append('  /// Handy.'), '/// ');
  assert.equal(append('  ///'), undefined);
  assert.equal(append('  // Not of the sheet.'), undefined);
  assert.equal(append('  //// Not either.'), undefined);
  assert.equal(append('  tech T1'), undefined);
});

test('a name is one word for whoever selects it', () => {
  const word = new RegExp(language.wordPattern, 'g');
  assert.deepEqual('std.dock_carbine over-budget T-2 20_000'.match(word), ['std', 'dock_carbine', 'over-budget', 'T-2', '20_000']);
});

test('every prefix of a snippet is its own', () => {
  const snippets = Object.values(json('snippets/slip.json'));
  const prefixes = snippets.flatMap((snippet) => snippet.prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
  for (const snippet of snippets) assert.ok(snippet.description && snippet.body.length, JSON.stringify(snippet));
});

test('the lock file names no registry', () => {
  const lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  assert.ok(!lock.includes('"resolved"'));
});
