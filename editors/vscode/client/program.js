// Finds the program that serves the editor, or downloads the archive of its version. An archive is used only if its SHA-256 is the one that
// this extension was packaged with (`checksums`, the same list that the action of the repository compares with).
'use strict';

const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs/promises');
const http = require('node:http');
const https = require('node:https');
const path = require('node:path');
const { promisify } = require('node:util');
const zlib = require('node:zlib');

const MOST_BYTES = 256 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const PATIENCE = 60_000;
/** Targets of the archives by system and processor, the best first. The musl program runs with every C library; Windows for ARM runs programs for others, too. */
const TARGETS = {
  'linux-x64': ['x86_64-unknown-linux-musl', 'x86_64-unknown-linux-gnu'],
  'linux-arm64': ['aarch64-unknown-linux-musl', 'aarch64-unknown-linux-gnu'],
  'darwin-x64': ['x86_64-apple-darwin'],
  'darwin-arm64': ['aarch64-apple-darwin'],
  'win32-x64': ['x86_64-pc-windows-msvc'],
  'win32-arm64': ['aarch64-pc-windows-msvc', 'x86_64-pc-windows-msvc'],
};

/** Returns the name of the program's file on a system. */
const fileName = (platform) => (platform === 'win32' ? 'slipyard.exe' : 'slipyard');

/** Returns the version that a program prints; undefined if it does not start. */
function versionOf(program) {
  return new Promise((done) => {
    execFile(program, ['--version'], { timeout: 10_000 }, (error, out) => done(error ? undefined : /^slipyard (\S+)/.exec(out)?.[1]));
  });
}

/** Returns the place of the program of a version in the extension's own folder. */
function ownPlace({ version, storage, platform = process.platform }) {
  return path.join(storage, `slipyard-${version}`, fileName(platform));
}

/**
 * Finds the program: the one that the settings name, then one of this version that is installed or was downloaded, then any other that is
 * installed. Returns its command and version; the version is undefined if there is no program.
 */
async function find({ setting, version, storage }) {
  if (setting) return { command: setting, version: await versionOf(setting), isChosen: true };
  const installed = await versionOf('slipyard');
  if (installed === version) return { command: 'slipyard', version };
  const own = ownPlace({ version, storage });
  if ((await versionOf(own)) === version) return { command: own, version };
  return { command: 'slipyard', version: installed };
}

/** Returns the archive for this machine and its SHA-256. Throws a sentence if the extension knows none. */
function archiveFor({ version, checksums, platform = process.platform, arch = process.arch }) {
  const targets = TARGETS[`${platform}-${arch}`];
  if (!targets) throw new Error(`there is no release of Slipyard for ${platform} on ${arch}`);
  const lines = checksums.split(/\r?\n/).filter((line) => !line.startsWith('#')).map((line) => line.trim().split(/\s+/));
  const names = targets.map((target) => `slipyard-${version}-${target}.tar.gz`);
  for (const name of names) {
    const sum = lines.find(([, file]) => file?.replace(/^\*/, '') === name)?.[0];
    if (/^[0-9a-f]{64}$/.test(sum ?? '')) return { name, sum };
  }
  throw new Error(`this extension knows no archive ${names[0]}: install Slipyard, or take the extension of a release`);
}

/** Downloads an address. A redirect must not lead from https to http. */
function download(address, redirects = MOST_REDIRECTS) {
  return new Promise((done, fail) => {
    const client = new URL(address).protocol === 'https:' ? https : http;
    const request = client.get(address, { timeout: PATIENCE }, (answer) => {
      const { statusCode, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.resume();
        const next = new URL(headers.location, address);
        if (redirects === 0) return fail(new Error(`${address} leads from one address to another without end`));
        if (client === https && next.protocol !== 'https:') return fail(new Error(`${address} leads to ${next}, which is not https`));
        return download(next.href, redirects - 1).then(done, fail);
      }
      if (statusCode !== 200) {
        answer.resume();
        return fail(new Error(`${address} was answered with ${statusCode}`));
      }
      const parts = [];
      let size = 0;
      answer.on('data', (part) => {
        size += part.length;
        if (size > MOST_BYTES) return request.destroy(new Error(`${address} has more than ${MOST_BYTES} bytes`));
        parts.push(part);
      });
      answer.on('end', () => done(Buffer.concat(parts)));
      answer.on('error', fail);
    });
    request.on('timeout', () => request.destroy(new Error(`${address} does not answer`)));
    request.on('error', fail);
  });
}

/** Returns the bytes of a file in a tar archive, by the last part of its path in the one folder of a release. */
function fileIn(tar, name) {
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (from, length) => tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const entry = text(0, 100);
    if (entry === '') break;
    const size = Number.parseInt(text(124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0) break;
    const isFile = ['', '0'].includes(text(156, 1));
    if (isFile && /^[^/]+\/[^/]+$/.test(entry) && entry.endsWith(`/${name}`)) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the archive has no ${name}`);
}

/** Downloads the program of a version into the extension's own folder, and returns its path. */
async function install({ version, storage, checksums, releases, platform = process.platform, arch = process.arch }) {
  const { name, sum } = archiveFor({ version, checksums, platform, arch });
  const address = `${releases.replace(/\/$/, '')}/v${version}/${name}`;
  const archive = await download(address);
  const found = createHash('sha256').update(archive).digest('hex');
  if (found !== sum) throw new Error(`${address} is not the archive that this extension was made for: its SHA-256 is ${found}, and must be ${sum}`);
  const tar = await promisify(zlib.gunzip)(archive, { maxOutputLength: 4 * MOST_BYTES });
  const program = fileIn(tar, fileName(platform));
  const place = ownPlace({ version, storage, platform });
  await fs.mkdir(path.dirname(place), { recursive: true });
  const temporary = `${place}.${process.pid}.new`;
  await fs.writeFile(temporary, program, { mode: 0o755 });
  await fs.rename(temporary, place);
  return place;
}

module.exports = { archiveFor, download, fileIn, find, install, ownPlace, versionOf };
