# `just` lists these. Each is one cargo command, so nothing depends on just.

default:
    @just --list

# Everything a change must pass.
ci:
    .ci/run

# The tests; `just test reports` runs one file of them.
test *NAME:
    cargo test {{ if NAME == "" { "" } else { "--test " + NAME } }}

# Take over what snapshots and console pages say now; read the difference before you commit it.
accept:
    INSTA_UPDATE=always TRYCMD=overwrite cargo test --test errors --test reports --test cli

# Check the rules and the packages we publish.
content:
    cargo run --release -- check stdlib content

# The benchmarks.
bench:
    cargo bench
