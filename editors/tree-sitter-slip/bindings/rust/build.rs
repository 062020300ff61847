//! Compiles the generated parser and the scanner.

fn main() {
    let mut build = cc::Build::new();
    build.std("c11").include("src").warnings(false).file("src/parser.c").file("src/scanner.c");
    #[cfg(target_env = "msvc")]
    build.flag("-utf-8");
    build.compile("tree-sitter-slip");
    println!("cargo:rerun-if-changed=src");
}
