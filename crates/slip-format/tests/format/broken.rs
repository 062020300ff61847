//! Tests of items with syntax errors: they stay byte for byte, and so does the text after them up to the next certain item head.

use super::laid_out;

/// Formats a text whose middle is broken: the middle is unchanged, the items around it are formatted.
#[track_caller]
fn stays(broken: &str) {
    let text = format!("mark   a \"A\"\n\n{broken}mark   z  \"Z\"\n");
    let formatted = laid_out(&text);
    assert_eq!(formatted.text, format!("mark a \"A\"\n\n{broken}mark z \"Z\"\n"));
    assert!(!formatted.left.is_empty());
    let windows = laid_out(&text.replace('\n', "\r\n"));
    assert_eq!(windows.text, formatted.text.replace('\n', "\r\n"));
}

#[test]
fn what_follows_an_early_bracket_keeps_its_indent() {
    stays("doctrine dug_in : platoon {\n  act unjam when ooc >= 1\n}\n  move goal, cover, hidden\n  engineer   enemy\n    stay in_cover\n");
    // The same without an error of the parser.
    stays("doctrine dug_in : platoon {\n act unjam when ooc >= 1\n}\n  engineer   enemy\n  stay in_cover\n");
    stays("map m {\n zone a \"A\"\n}\n  zone b   \"B\" { exit yes }\n  zone c \"C\"\n");
    stays("design d : weapon {\n stat a\n}\n  stunt  lamp \"Lamp\" { cost 1 }\n  stunt b \"B\" { cost 2 }\n");
    stays("test \"t\" {\n expect  1 == 1\n}\n  expect  2 == 2\n");
    stays("patch std.x {\n harm  1\n}\n\n   // why\n  harm   2\n");
    stays("npc p {\n cap 2 }\n\n\n   // why\n  skills { 1 eva }\n  gear   rifle\n}\n\n\n");
    stays("npc p { cap   2 }; aspects \"A\"\n");
}

#[test]
fn items_that_are_all_indented_are_laid_out() {
    assert_eq!(laid_out("  npc p {\n cap   2\n  }\n  npc q { cap 2 }\n").text, "npc p {\n  cap 2\n}\n\nnpc q { cap 2 }\n");
    assert_eq!(laid_out("npc a { cap 2 }\n  ship p : spacecraft { tech T1 }\n").text, "npc a { cap 2 }\nship p : spacecraft { tech T1 }\n");
}

#[test]
fn the_finding_of_a_file_without_an_error_of_the_parser_names_the_first_indented_line() {
    let formatted = laid_out("doctrine d : platoon {\n  act unjam\n}\n  engineer enemy\n  stay in_cover\n");
    let found: Vec<_> = formatted.diagnostics.iter().collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "`engineer enemy` is indented like an entry, but it is outside of any item");
}

#[test]
fn a_block_without_its_bracket_stays_and_ends_at_a_certain_head() {
    stays("weapon   b : c {\n   tech T1\n\n\n   harm  3\n\n");
    stays("weapon   b : c\n   tech T1\n   harm  3\n}\n");
    stays("map m {\n  zone a  \"A\" {\n   exit yes\n  border a -- b\n}\n");
    // An unindented line that may be an entry does not end the item.
    stays("map m {\n   zone a  \"A\"\nzone b   \"B\"\n   zone c\n");
    stays("npc p {\n   gear  rifle\ngear   pistol\n");
}

/// "Items begin at the left margin and entries are indented. This is not required."
#[test]
fn an_entry_at_the_margin_is_indented_if_the_brackets_match() {
    let formatted = laid_out("map m {\n   zone a  \"A\"\nzone b   \"B\"\n   zone c\n}\n");
    assert_eq!(formatted.text, "map m {\n  zone a \"A\"\n  zone b \"B\"\n  zone c\n}\n");
    assert!(formatted.left.is_empty());
}

#[test]
fn an_open_quote_ends_at_a_certain_head() {
    stays("npc p   \"Name {\n   cap 2\n}\n");
    // With an odd number of long quotes an item head counts only if it opens its block at the end of its line, as in the grammar.
    for picture in ["map m {\n  picture\n  a--b\n  \"\"\"\n}\n", "map m {\n  picture \"\"\"\n     a---b   \n  zone  a\n}\n"] {
        let picture = format!("{picture}mark   x  \"X\"\n");
        let formatted = laid_out(&format!("{picture}npc   q  {{\n cap 2\n}}\n"));
        assert_eq!(formatted.text, format!("{picture}npc q {{\n  cap 2\n}}\n"));
    }
}

/// The block ends only at its `}`, so every later head may be an entry of it.
#[test]
fn behind_a_block_at_the_margin_no_head_is_certain_in_a_broken_file() {
    let flat = "design  d : weapon {\nstat  a\n}\nstunt  b \"B\" { cost 1 }\n}\nmark   z  \"Z\"\n";
    assert_eq!(laid_out(&format!("mark   a \"A\"\n{flat}")).text, format!("mark a \"A\"\n{flat}"));
    // In a valid file the item is formatted as usual.
    assert_eq!(laid_out("npc  p {\ncap  2\n}\n").text, "npc p {\n  cap 2\n}\n");
}

#[test]
fn comments_stay_with_what_they_are_above() {
    let broken = "  // of the broken one\nweapon  b :: {\n   tech T1\n}   // odd\n   // behind it\n\n\n";
    let formatted = laid_out(&format!("mark   a \"A\"   // of a\n// free\n\n\n{broken}// of z   \n// and more\nmark   z \"Z\"\n"));
    assert_eq!(formatted.text, format!("mark a \"A\" // of a\n// free\n\n{broken}// of z\n// and more\nmark z \"Z\"\n"));
}

#[test]
fn line_ends_of_what_stays_are_not_changed() {
    let formatted = laid_out("mark   a \"A\"\r\nweapon  b :: {\n   tech T1\r\r\n}\n\n\nmark   z \"Z\"\n");
    assert_eq!(formatted.text, "mark a \"A\"\r\nweapon  b :: {\n   tech T1\r\r\n}\n\n\nmark z \"Z\"\r\n");
    // A last line without a line end is not changed either.
    assert_eq!(laid_out("mark   a \"A\"\nweapon  b :: {").text, "mark a \"A\"\nweapon  b :: {");
}

#[test]
fn columns_in_front_of_a_broken_item_are_those_of_a_whole_file() {
    let columns = "mark a   \"A\"\nmark bcd \"B\"\n";
    let text = format!("{columns}weapon  x :: {{\n   tech   T1\n}}\n{columns}");
    assert_eq!(laid_out(&text).text, text);
}
