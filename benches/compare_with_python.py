"""Compares the CPU time of `slipyard check` with a plain Python check of the same items: `python3 benches/compare_with_python.py [COUNT]`.

Both programs check the same catalogue (`benches/catalogue.rs`), in turn, five times each. The figures are the least user and system
seconds, and the largest peak of memory. Build first: `cargo build --release --bin slipyard --example generate_catalogue`.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
TIMES = 5


def measure(command):
    """Runs a command. Returns its CPU seconds and its peak of memory in MiB."""
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    count = sys.argv[1] if len(sys.argv) > 1 else "100000"
    with tempfile.TemporaryDirectory() as folder:
        slip, plain, empty = (os.path.join(folder, name) for name in ("items.slip", "items.json", "empty.slip"))
        for path, form in ((slip, []), (plain, ["json"])):
            with open(path, "w") as file:
                subprocess.run([BUILT / "examples" / "generate_catalogue", count, *form], stdout=file, check=True)
        pathlib.Path(empty).touch()
        check = [BUILT / "slipyard", "check", "--no-cache", "--format", "json"]
        rows = {
            "plain Python": [sys.executable, ROOT / "benches" / "plain_check.py", plain],
            "slipyard check": [*check, slip],
            "slipyard check, no item": [*check, empty],
        }
        runs = {name: [] for name in rows}
        for _ in range(TIMES):
            for name, command in rows.items():
                runs[name].append(measure(command))
        for name, measured in runs.items():
            print(f"{name:26} {min(seconds for seconds, _ in measured):7.3f} CPU s {max(peak for _, peak in measured):7.1f} MiB")
        ours, theirs = (min(seconds for seconds, _ in runs[name]) for name in ("slipyard check", "plain Python"))
        print(f"{'ratio':26} {ours / theirs:7.2f}")


main()
