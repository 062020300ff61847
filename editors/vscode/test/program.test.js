'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const zlib = require('node:zlib');
const { archiveFor, fileIn, find, install } = require('../client/program.js');

const ROOT = path.join(__dirname, '..', '..', '..');
const VERSION = '9.8.7';
const SCRIPT = `#!/bin/sh\necho 'slipyard ${VERSION}'\n`;
const LINUX = { platform: 'linux', arch: 'x64' };
const NAME = `slipyard-${VERSION}-x86_64-unknown-linux-musl`;

/** Returns an entry of a tar archive. */
function entry(name, text, type = '0') {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000755\0', 100);
  header.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\0', 257);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
  body.write(text);
  return Buffer.concat([header, body]);
}

const tar = Buffer.concat([entry(`${NAME}/`, '', '5'), entry(`${NAME}/man/slipyard`, 'a page'), entry(`${NAME}/slipyard`, SCRIPT), Buffer.alloc(1024)]);
const archive = zlib.gzipSync(tar);
const sum = createHash('sha256').update(archive).digest('hex');
const checksums = `# A list.\n${'0'.repeat(64)}  slipyard-${VERSION}-x86_64-apple-darwin.tar.gz\n${sum}  ${NAME}.tar.gz\n`;

/** Runs a function with a release host on the loopback, and returns what was asked of it. */
async function hosted(run) {
  const asked = [];
  const host = http.createServer((request, answer) => {
    asked.push(request.url);
    if (request.url === `/moved/v${VERSION}/${NAME}.tar.gz`) return answer.writeHead(302, { location: `/v${VERSION}/${NAME}.tar.gz` }).end();
    if (request.url === `/circle/v${VERSION}/${NAME}.tar.gz`) return answer.writeHead(302, { location: request.url }).end();
    if (request.url === `/v${VERSION}/${NAME}.tar.gz`) return answer.end(archive);
    return answer.writeHead(404).end();
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
  try {
    await run(`http://127.0.0.1:${host.address().port}`);
  } finally {
    host.close();
  }
  return asked;
}

const folder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'slip-storage-'));

test('the archive of the version is downloaded once, compared and unpacked', { skip: process.platform === 'win32' }, async () => {
  const storage = folder();
  const asked = await hosted(async (releases) => {
    const place = await install({ version: VERSION, storage, checksums, releases: `${releases}/moved/`, ...LINUX });
    assert.equal(fs.readFileSync(place, 'utf8'), SCRIPT);
    const found = await find({ setting: '', version: VERSION, storage });
    assert.deepEqual(found, { command: place, version: VERSION });
  });
  assert.deepEqual(asked, [`/moved/v${VERSION}/${NAME}.tar.gz`, `/v${VERSION}/${NAME}.tar.gz`]);
  assert.deepEqual(fs.readdirSync(path.join(storage, `slipyard-${VERSION}`)), ['slipyard']);
});

test('another archive than the one that the extension was made for is refused', async () => {
  const storage = folder();
  const refused = async (sentence, change) => {
    await hosted(async (releases) => {
      const wish = { version: VERSION, storage, checksums, releases, ...LINUX, ...change(releases) };
      await assert.rejects(install(wish), (error) => error.message.includes(sentence));
    });
  };
  await refused('is not the archive that this extension was made for', () => ({ checksums: checksums.replace(sum, 'f'.repeat(64)) }));
  await refused('this extension knows no archive', () => ({ checksums: '# nothing yet\n' }));
  await refused('this extension knows no archive', () => ({ checksums: checksums.replace(sum, 'f') }));
  await refused('was answered with 404', (releases) => ({ releases: `${releases}/gone` }));
  await refused('without end', (releases) => ({ releases: `${releases}/circle` }));
  assert.deepEqual(fs.readdirSync(storage), [], 'nothing is written of an archive that is refused');
});

test('the program is the file beside the licences and no other of its name', () => {
  assert.equal(fileIn(tar, 'slipyard').toString(), SCRIPT);
  assert.throws(() => fileIn(Buffer.concat([entry(`${NAME}/slipyard`, '/bin/sh', '2'), Buffer.alloc(1024)]), 'slipyard'), /has no slipyard/);
  assert.throws(() => fileIn(Buffer.concat([entry('../../slipyard', SCRIPT), Buffer.alloc(1024)]), 'slipyard'), /has no slipyard/);
  assert.throws(() => fileIn(tar.subarray(0, 600), 'slipyard'), /has no slipyard/);
  assert.throws(() => archiveFor({ version: VERSION, checksums, platform: 'aix', arch: 'ppc64' }), /no release of Slipyard for aix on ppc64/);
});

test('the setting comes first, then an installed program', { skip: process.platform === 'win32' }, async () => {
  const bin = folder();
  fs.writeFileSync(path.join(bin, 'slipyard'), SCRIPT, { mode: 0o755 });
  const before = process.env.PATH;
  process.env.PATH = `${bin}${path.delimiter}${before}`;
  try {
    assert.deepEqual(await find({ setting: '', version: VERSION, storage: folder() }), { command: 'slipyard', version: VERSION });
    assert.deepEqual(await find({ setting: '', version: '1.0.0', storage: folder() }), { command: 'slipyard', version: VERSION });
    const chosen = { command: '/no/such/program', version: undefined, isChosen: true };
    assert.deepEqual(await find({ setting: '/no/such/program', version: VERSION, storage: folder() }), chosen);
  } finally {
    process.env.PATH = before;
  }
});

test('every archive that is looked for is one of those that wheels are made from', () => {
  const wheels = fs.readFileSync(path.join(ROOT, '.ci', 'slipyard_wheel.py'), 'utf8');
  for (const [platform, arch] of [['linux', 'x64'], ['linux', 'arm64'], ['darwin', 'x64'], ['darwin', 'arm64'], ['win32', 'x64'], ['win32', 'arm64']]) {
    assert.throws(
      () => archiveFor({ version: '1.0.0', checksums: '', platform, arch }),
      (error) => wheels.includes(`"${/slipyard-1\.0\.0-(.*)\.tar\.gz/.exec(error.message)[1]}"`),
    );
  }
});

test('a release without the best archive for a machine gives the next one that runs there', () => {
  const listed = (target) => `${'a'.repeat(64)}  slipyard-1.0.0-${target}.tar.gz\n`;
  const name = (checksums, platform, arch) => archiveFor({ version: '1.0.0', checksums, platform, arch }).name;
  const both = listed('x86_64-unknown-linux-gnu') + listed('x86_64-unknown-linux-musl');
  assert.match(name(both, 'linux', 'x64'), /musl/);
  assert.match(name(listed('x86_64-unknown-linux-gnu'), 'linux', 'x64'), /gnu/);
  assert.match(name(listed('x86_64-pc-windows-msvc'), 'win32', 'arm64'), /x86_64/);
  assert.throws(() => name(listed('x86_64-apple-darwin'), 'darwin', 'arm64'), /knows no archive/);
});

test('the package has its manifests, the bundle and the checksums', { skip: spawnSync('python3', ['--version']).error ? 'python3 is missing' : false }, () => {
  const bundle = path.join(ROOT, 'editors', 'vscode', 'dist', 'extension.js');
  const isMade = fs.existsSync(bundle);
  if (!isMade) {
    fs.mkdirSync(path.dirname(bundle), { recursive: true });
    fs.writeFileSync(bundle, '// In place of the bundle.\n');
  }
  try {
    const out = folder();
    const pack = (name) => spawnSync('python3', ['-B', '.ci/vsix.py', 'gate/checksums', path.join(out, name)], { cwd: ROOT, encoding: 'utf8' });
    for (const name of ['one.vsix', 'two.vsix']) assert.equal(pack(name).status, 0, pack(name).stderr);
    assert.ok(fs.readFileSync(path.join(out, 'one.vsix')).equals(fs.readFileSync(path.join(out, 'two.vsix'))), 'the same files give the same bytes');
    const unpack = spawnSync('python3', ['-m', 'zipfile', '-e', path.join(out, 'one.vsix'), out], { encoding: 'utf8' });
    assert.equal(unpack.status, 0, unpack.stderr);
    const read = (name) => fs.readFileSync(path.join(out, name), 'utf8');
    const version = /^version = "(.*)"/m.exec(fs.readFileSync(path.join(ROOT, 'Cargo.toml'), 'utf8'))[1];
    const packed = JSON.parse(read('extension/package.json'));
    assert.equal(packed.version, version);
    assert.ok(fs.existsSync(path.join(out, 'extension', packed.main)), packed.main);
    const { contributes } = packed;
    for (const file of [contributes.languages[0].configuration, contributes.grammars[0].path, contributes.snippets[0].path]) {
      assert.ok(fs.existsSync(path.join(out, 'extension', file)), file);
    }
    assert.equal(read('extension/checksums'), fs.readFileSync(path.join(ROOT, 'gate', 'checksums'), 'utf8'));
    const manifest = read('extension.vsixmanifest');
    assert.ok(manifest.includes(`Id="slip" Version="${version}" Publisher="slipyard"`), manifest);
    for (const [, file] of manifest.matchAll(/ Path="([^"]+)"/g)) assert.ok(fs.existsSync(path.join(out, file)), file);
    const types = read('[Content_Types].xml');
    for (const end of ['.json', '.js', '.md', '.txt', '.vsixmanifest']) assert.ok(types.includes(`Extension="${end}"`), end);
  } finally {
    if (!isMade) fs.rmSync(path.dirname(bundle), { recursive: true });
  }
});
