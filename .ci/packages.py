"""Makes the other artefacts of a release from its archives: `.ci/release packages FOLDER`. The same archives give the same bytes."""

import glob
import gzip
import hashlib
import io
import json
import os
import re
import sys
import tarfile
import zipfile

import vsix
from slipyard_wheel import GLIBC, PLATFORMS, ROOT, manifest, program_of, wheel

# Names of systems and processors as Node.js has them.
NODE = {
    "x86_64-unknown-linux-musl": ("linux", "x64"),
    "aarch64-unknown-linux-musl": ("linux", "arm64"),
    "x86_64-unknown-linux-gnu": ("linux", "x64"),
    "aarch64-unknown-linux-gnu": ("linux", "arm64"),
    "x86_64-apple-darwin": ("darwin", "x64"),
    "aarch64-apple-darwin": ("darwin", "arm64"),
    "x86_64-pc-windows-msvc": ("win32", "x64"),
    "aarch64-pc-windows-msvc": ("win32", "arm64"),
}
LAUNCHER = """#!/usr/bin/env node
// Starts the program for this system, which comes in a package of its own.
const { spawnSync } = require('node:child_process');

const file = process.platform === 'win32' ? 'slipyard.exe' : 'slipyard';
const part = `@slipyard/${process.platform}-${process.arch}`;
// Windows for ARM processors runs programs for others, too.
const parts = process.platform === 'win32' ? [part, '@slipyard/win32-x64'] : [part];
let program;
for (const name of parts) {
  try {
    program ??= require.resolve(`${name}/${file}`);
  } catch {
    // The next one may be there.
  }
}
if (!program) {
  console.error(`error: slipyard needs the package ${part}, which is missing: install again without --omit=optional, or see the book for other ways`);
  process.exit(2);
}
const run = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (run.error) {
  console.error(`error: cannot start ${program}: ${run.error.message}`);
  process.exit(2);
}
if (run.signal) process.kill(process.pid, run.signal);
process.exit(run.status ?? 2);
"""


def npm(path, description, files):
    """Writes an npm package: a tar file whose entries lie in `package/`."""
    files = {"package.json": (json.dumps(description, indent=2) + "\n").encode(), **files}
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            # npm takes this date for files without one.
            entry.mtime = 499162500
            entry.mode = 0o755 if name.startswith("slipyard") else 0o644
            tar.addfile(entry, io.BytesIO(data))


def zipped(archive, path):
    """Writes an archive as a .zip file, which Windows opens with a double click."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for member in tar:
            if member.isfile():
                entry = zipfile.ZipInfo(member.name, (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                out.writestr(entry, tar.extractfile(member).read())


def main(folder):
    version = manifest("version")
    # A package with a scope is private until it says otherwise.
    common = {"version": version, "license": "MIT OR Apache-2.0", "repository": manifest("repository"), "publishConfig": {"access": "public"}}
    prefix, suffix = f"slipyard-{version}-", ".tar.gz"
    archives = {}
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), f"{prefix}*{suffix}"))):
        target = os.path.basename(path)[len(prefix) : -len(suffix)]
        if target not in NODE:
            raise SystemExit(f"{path}: no package can be made for the target {target}")
        with open(path, "rb") as file:
            archives[target] = file.read()
    if not archives:
        raise SystemExit(f"there is no archive of Slipyard {version} in {folder}: make them with `.ci/release archive`")
    for target in list(archives):
        # The musl program runs with every C library, so it is the one in packages; the glibc program is taken where there is no other.
        if GLIBC.match(target) and target.replace("-gnu", "-musl") in archives:
            continue
        wheel(archives[target], target, version, folder)
        system, processor = NODE[target]
        name, program, licences = program_of(archives[target])
        processors = [processor]
        if target == "x86_64-pc-windows-msvc" and "aarch64-pc-windows-msvc" not in archives:
            processors.append("arm64")
        part = {"name": f"@slipyard/{system}-{processor}", **common, "description": f"Slipyard for {system} on {processor}", "os": [system], "cpu": processors}
        npm(os.path.join(folder, f"slipyard-{system}-{processor}-{version}.tgz"), part, {name: program, **licences})
        if system == "win32":
            zipped(archives[target], os.path.join(folder, f"{prefix}{target}.zip"))
    parts = sorted({"@slipyard/%s-%s" % NODE[target] for target in archives})
    whole = {"name": "slipyard", **common, "description": manifest("description"), "bin": {"slipyard": "slipyard.js"}}
    whole["optionalDependencies"] = {part: version for part in parts}
    whole["engines"] = {"node": ">=16"}
    with open(os.path.join(ROOT, "README.md"), "rb") as file:
        readme = file.read()
    npm(os.path.join(folder, f"slipyard-{version}.tgz"), whole, {"slipyard.js": LAUNCHER.encode(), "README.md": readme})
    # The extension for Visual Studio Code downloads these archives and no others.
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {prefix}{target}{suffix}\n" for target, data in archives.items())
    vsix.pack(sums.encode(), os.path.join(folder, f"slip-{version}.vsix"))
    made = sorted(name for name in os.listdir(folder) if re.search(r"\.(tar\.gz|tgz|zip|whl|vsix)$", name))
    with open(os.path.join(folder, "SHA256SUMS"), "w", encoding="utf-8", newline="\n") as out:
        for name in made:
            with open(os.path.join(folder, name), "rb") as file:
                out.write(f"{hashlib.sha256(file.read()).hexdigest()}  {name}\n")
    print("\n".join(made))
    missing = sorted(set(PLATFORMS) - set(archives))
    if missing:
        print(f"without {', '.join(missing)}: no archive", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
