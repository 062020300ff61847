"""Makes a Python wheel from a release archive, so that `pip install` and hooks with `language: python` get the program without a compiler.

Two ways lead here. A release makes the wheels of all its archives (`.ci/packages.py`). An installation from the sources, as pre-commit does
it, calls `build_wheel` (PEP 517): it downloads the archive of its own version for this machine, compares its SHA-256 with gate/checksums
and packs that. SLIPYARD_RELEASES is another base address of the archives, for a mirror; it changes nothing about the comparison.
"""

import base64
import hashlib
import io
import os
import platform
import re
import sys
import tarfile
import urllib.request
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LICENCES = ("LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "OGL.txt")
# The musl program needs no C library of the system, so it runs beside any of them.
PLATFORMS = {
    "x86_64-unknown-linux-musl": "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "aarch64-unknown-linux-musl": "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "x86_64-apple-darwin": "macosx_10_12_x86_64",
    "aarch64-apple-darwin": "macosx_11_0_arm64",
    "x86_64-pc-windows-msvc": "win_amd64",
    "aarch64-pc-windows-msvc": "win_arm64",
}
GLIBC = re.compile(r"^(x86_64|aarch64)-unknown-linux-gnu$")


def manifest(key):
    """Returns the first value of a key in Cargo.toml."""
    with open(os.path.join(ROOT, "Cargo.toml"), encoding="utf-8") as file:
        found = re.search(rf'^{key} = "(.*)"', file.read(), re.MULTILINE)
    return found.group(1)


def python_version(version):
    """Returns a semantic version as Python writes it: `0.2.0-rc.1` is `0.2.0rc1`."""
    return re.sub(r"-(alpha|beta|rc)\.?", lambda word: {"alpha": "a", "beta": "b", "rc": "rc"}[word.group(1)], version)


def tags(target, program):
    """Returns the platform tags of a wheel; those of a glibc program name the newest glibc that it needs."""
    glibc = GLIBC.match(target)
    if glibc is None:
        return PLATFORMS[target]
    newest = max(int(number) for number in re.findall(rb"GLIBC_2\.(\d+)", program))
    return f"manylinux_2_{newest}_{glibc.group(1)}"


def program_of(archive):
    """Returns the name and the bytes of the program in a release archive, and its licences by name."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        files = {os.path.basename(member.name): tar.extractfile(member).read() for member in tar if member.isfile() and member.name.count("/") == 1}
    name = "slipyard.exe" if "slipyard.exe" in files else "slipyard"
    return name, files[name], {licence: files[licence] for licence in LICENCES}


def wheel(archive, target, version, folder):
    """Writes the wheel of an archive into a folder and returns its name. The same archive gives the same bytes."""
    name, program, licences = program_of(archive)
    version = python_version(version)
    platforms = tags(target, program)
    info = f"slipyard-{version}.dist-info"
    metadata = (
        f"Metadata-Version: 2.1\nName: slipyard\nVersion: {version}\nSummary: {manifest('description')}\n"
        f"License: MIT OR Apache-2.0\nProject-URL: Home, {manifest('repository')}\nRequires-Python: >=3.8\n"
    )
    kinds = "".join(f"Tag: py3-none-{tag}\n" for tag in platforms.split("."))
    files = {f"slipyard-{version}.data/scripts/{name}": program}
    files.update({f"{info}/licenses/{licence}": text for licence, text in licences.items()})
    files[f"{info}/METADATA"] = metadata.encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: slipyard\nRoot-Is-Purelib: false\n{kinds}".encode()
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n" for path, data in files.items()
    )
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    file = f"slipyard-{version}-py3-none-{platforms}.whl"
    with zipfile.ZipFile(os.path.join(folder, file), "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16
            out.writestr(entry, data)
    return file


def targets():
    """Returns the targets that run on this machine, the fastest first."""
    machine = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}.get(platform.machine().lower())
    if machine is None:
        raise SystemExit(f"there is no release of Slipyard for the processor {platform.machine()}")
    if sys.platform == "darwin":
        return [f"{machine}-apple-darwin"]
    if sys.platform == "win32":
        return [f"{machine}-pc-windows-msvc"]
    if sys.platform != "linux":
        raise SystemExit(f"there is no release of Slipyard for the system {sys.platform}")
    library, number = platform.libc_ver()
    is_new = library == "glibc" and tuple(map(int, number.split(".")[:2])) >= (2, 35)
    return ([f"{machine}-unknown-linux-gnu"] if is_new else []) + [f"{machine}-unknown-linux-musl"]


def known():
    """Returns the SHA-256 of every archive in gate/checksums by its name."""
    with open(os.path.join(ROOT, "gate", "checksums"), encoding="utf-8") as file:
        lines = (line.split() for line in file if not line.startswith("#"))
        return {line[1].lstrip("*"): line[0] for line in lines if len(line) == 2}


def get_requires_for_build_wheel(config_settings=None):
    """PEP 517: nothing else is needed."""
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: downloads the archive of this version for this machine, compares its SHA-256, and packs it."""
    version, sums = manifest("version"), known()
    names = {target: f"slipyard-{version}-{target}.tar.gz" for target in targets()}
    target = next((target for target, name in names.items() if name in sums), None)
    if target is None:
        raise SystemExit(f"these sources know no archive of Slipyard {version} for {next(iter(names))} (gate/checksums): use the tag of a release")
    base = os.environ.get("SLIPYARD_RELEASES") or f"{manifest('repository')}/releases/download"
    address = f"{base.rstrip('/')}/v{version}/{names[target]}"
    try:
        with urllib.request.urlopen(address, timeout=300) as answer:
            archive = answer.read()
    except OSError as error:
        raise SystemExit(f"cannot download {address}: {error}") from error
    found = hashlib.sha256(archive).hexdigest()
    if found != sums[names[target]]:
        raise SystemExit(f"{address} is not the archive of this version: its SHA-256 is {found}, and must be {sums[names[target]]}")
    return wheel(archive, target, version, wheel_directory)


def get_requires_for_build_sdist(config_settings=None):
    """PEP 517: nothing else is needed."""
    return []


def build_sdist(sdist_directory, config_settings=None):
    """PEP 517: there is no such distribution, because the wheel is made from an archive and not from sources."""
    raise SystemExit("there is no source distribution of Slipyard for Python: install the wheel, or the sources with cargo")
