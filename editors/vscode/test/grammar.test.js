'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { ROOT, files, load, tokenise } = require('./grammar.js');

/** Results of the compiler and of tree-sitter for every file; `editors/test` has the Rust tests write it. */
const EXPECTED = process.env.SLIP_TOKENS ?? path.join(ROOT, 'target', 'tmp', 'slip-tokens.json');

let grammar;
test.before(async () => ({ grammar } = await load()));

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Kind of a token in each of the grammars that are compared. */
function category({ scopes }) {
  const has = (start) => scopes.some((scope) => scope.startsWith(start));
  if (has('comment.line.documentation')) return 'doc_comment';
  if (has('comment')) return 'comment';
  if (has('string')) return 'text';
  if (has('constant.numeric')) return 'number';
  return undefined;
}

/** The ranges of each category: neighbours of one line and category are one range. */
function ranges(text) {
  const found = [];
  for (const token of tokenise(grammar, text).tokens) {
    const kind = category(token);
    if (!kind) continue;
    const last = found.at(-1);
    const between = last && text.slice(last.end, token.start);
    const joins = last && last.kind === kind && kind !== 'number' && (between === '' || (kind === 'text' && last.long && /^[ \t\r\n]*$/.test(between)));
    const long = token.scopes.some((scope) => scope.startsWith('string.quoted.triple'));
    const opens = kind === 'text' && token.scopes.some((scope) => scope.startsWith('punctuation.definition.string.begin'));
    if (joins && !opens) last.end = token.end;
    else found.push({ kind, start: token.start, end: token.end, long });
  }
  return found.map(({ kind, start, end }) => `${kind} ${start}..${end} ${text.slice(start, end)}`);
}

test('comments, texts and numbers are where the compiler says', () => {
  assert.ok(fs.existsSync(EXPECTED), `${EXPECTED} is missing: run editors/test, which has the Rust tests write it`);
  const expected = JSON.parse(fs.readFileSync(EXPECTED, 'utf8'));
  let compared = 0;
  for (const [file, tokens] of Object.entries(expected)) {
    const text = read(file);
    const wanted = tokens.map(([kind, start, end]) => `${kind} ${start}..${end} ${text.slice(start, end)}`);
    const seen = ranges(text);
    for (let at = 0; at < Math.max(seen.length, wanted.length); at += 1) assert.equal(seen[at], wanted[at], file);
    compared += seen.length;
  }
  assert.ok(Object.keys(expected).length > 100 && compared > 5000, `only ${compared} tokens were compared`);
});

test('nothing is open behind the last line of a file', () => {
  for (const file of files()) {
    assert.deepEqual(tokenise(grammar, read(file)).open, ['source.slip'], file);
  }
});

test('an item is coloured the same whatever stands before it', () => {
  const item = 'weapon b "B" : slug_thrower from a {\n  tech T1\n  aspects "Late"\n}\n';
  const alone = tokenise(grammar, item).tokens;
  for (const broken of [
    'weapon a "A : slug_thrower {\n  tech T1\n}\n',
    'weapon a : slug_thrower {\n  aspects "Late\n',
    'map a {\n  picture """\n    aab\n',
    'weapon a : slug_thrower {\n  cost max(rank,\n}\n',
    'ship a {\n  tracks { frame 3\n  beam (\n',
    'stunt a {\n  effect after attack\n',
    'stunt a { effect has aspect "Tired }\n',
  ]) {
    const after = tokenise(grammar, broken + item).tokens.filter((token) => token.start >= broken.length);
    const moved = after.map((token) => ({ ...token, start: token.start - broken.length, end: token.end - broken.length }));
    assert.deepEqual(moved, alone, broken);
  }
});

/** The innermost scope of a word in a text. */
function scope(text, words) {
  const start = text.indexOf(words);
  const token = tokenise(grammar, text).tokens.find((found) => found.start <= start && start < found.end);
  return token.scopes.at(-1);
}

for (const [what, text, words, wanted] of [
  ['the kind of an item', 'weapon a "A" : slug_thrower {}', 'weapon', 'storage.type.kind.slip'],
  ['the name of an item', 'weapon dock "A" : slug_thrower {}', 'dock', 'entity.name.type.slip'],
  ['the title of an item', 'weapon a "Dock" : slug_thrower {}', 'Dock', 'string.quoted.double.title.slip'],
  ['the design of an item', 'weapon a "A" : slug_thrower {}', 'slug_thrower', 'entity.other.inherited-class.slip'],
  ['the base of an item', 'weapon b from std.a {}', 'a {', 'entity.other.inherited-class.slip'],
  ['a parameter', 'stunt a(w: beam | torpedo) {}', 'w:', 'variable.parameter.slip'],
  ['a package', 'use std.pilot', 'std', 'entity.name.namespace.slip'],
  ['a key', 'weapon a {\n  tech T1\n}', 'tech', 'variable.other.property.slip'],
  ['a key behind a semicolon', 'ship a { beam 1; torpedo 2 }', 'torpedo', 'variable.other.property.slip'],
  ['a word of a list that goes on', 'npc a {\n  stunts civilian,\n    sensors\n}', 'sensors', 'source.slip'],
  ['a technology', 'weapon a {\n  tech T-1\n}', 'T-1', 'constant.numeric.tech.slip'],
  ['a rank', 'npc a { skills { 3 pilot } }', '3', 'constant.numeric.rank.slip'],
  ['a count', 'platoon a { units rifles x3 }', 'x3', 'constant.numeric.count.slip'],
  ['dice', 'table a { roll 4dF }', '4dF', 'constant.numeric.dice.slip'],
  ['a border', 'map a {\n  border a -- b 20/4/x\n}', '20/4/x', 'constant.numeric.border.slip'],
  ['both ways', 'map a {\n  border a -- b\n}', '--', 'keyword.operator.border.slip'],
  ['a percentage', 'test "a" {\n  expect x in 40%..60%\n}', '40%', 'constant.numeric.percent.slip'],
  ['an effect', 'stunt a { effect may land }', 'effect', 'keyword.control.effect.slip'],
  ['a word of an effect', 'stunt a { effect may land }', 'may', 'keyword.other.effect.slip'],
  ['a name of an effect', 'stunt a { effect may land }', 'land', 'source.slip'],
  ['a condition', 'stunt a { effect may land when gravity <= tech }', 'when', 'keyword.control.when.slip'],
  ['a comparison', 'stunt a { effect may land when gravity <= tech }', '<=', 'keyword.operator.comparison.slip'],
  ['a phrase', 'ship a { cost 1 when rules huge bought }', 'rules', 'keyword.other.phrase.slip'],
  ['what is judged', 'design a { require x >= y else "no" }', 'require', 'keyword.control.judged.slip'],
  ['a call', 'design a { cost max(1, 2) }', 'max', 'entity.name.function.call.slip'],
  ['an escape', 'npc a { aspects "a \\" b" }', '\\"', 'constant.character.escape.slip'],
  ['a code', 'ship a { allow over-budget "why" }', 'over-budget', 'constant.other.code.slip'],
  ['a doc comment', '/// Doc.\nmark a', 'Doc.', 'comment.line.documentation.slip'],
  ['four slashes', '//// No doc.\nmark a', 'No doc.', 'comment.line.double-slash.slip'],
  ['a picture', 'map a {\n  picture """\n    aab\n  """\n}', 'aab', 'string.quoted.triple.slip'],
  ['what follows a picture', 'map a {\n  picture """\n    aab\n  """\n  zone a dock\n}', 'dock', 'entity.name.function.slip'],
]) {
  test(`${what} has its colour`, () => assert.equal(scope(text, words), wanted));
}
