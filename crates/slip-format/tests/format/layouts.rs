//! Tests of the layout that the formatter produces.

use super::laid_out;

#[track_caller]
fn becomes(text: &str, expected: &str) {
    let formatted = laid_out(text);
    assert_eq!(formatted.text, expected);
    assert!(formatted.left.is_empty(), "{:?}", formatted.diagnostics);
}

#[test]
fn a_file_with_two_versions_of_some_lines_stays_as_it_is() {
    let text = "weapon   a:slug_thrower{\n<<<<<<< HEAD\nharm 1\n=======\nharm   2\n>>>>>>> spring\n}\nnpc   b{cap 3}\n";
    let formatted = laid_out(text);
    assert_eq!((formatted.text.as_str(), formatted.left.len()), (text, 1));
}

#[test]
fn entries_stand_two_spaces_deeper_than_their_block() {
    becomes(
        "map m {\nzone a {\naspects \"x\"\n      }\n   zone b\n\n\n\n border a -- b 2\n}\n",
        "map m {\n  zone a {\n    aspects \"x\"\n  }\n  zone b\n\n  border a -- b 2\n}\n",
    );
}

#[test]
fn one_space_stands_between_words_and_none_inside_brackets() {
    becomes(
        "weapon   a  \"A\":b{ range 0 .. 2;cost max( 1 ,tech+2 )*3 ; }",
        "weapon a \"A\" : b { range 0..2; cost max(1, tech + 2) * 3 }\n",
    );
    becomes("stunt s( w:beam|torpedo , t : track? ) \"S\" { cost 1 }\n", "stunt s(w: beam | torpedo, t: track?) \"S\" { cost 1 }\n");
    becomes("use std.{ a,b , c }\nuse   std.x\n", "use std.{a, b, c}\nuse std.x\n");
}

#[test]
fn signs_stay_with_their_numbers() {
    becomes(
        "system x : y { environment  -1; a - 2; b 3-1; c f(-1 , -2) }\n",
        "system x : y { environment -1; a - 2; b 3 - 1; c f(-1, -2) }\n",
    );
    becomes(
        "weapon a : b {\n  stunts  +  low_recoil\n  +   spend when x\n}\n",
        "weapon a : b {\n  stunts + low_recoil\n  + spend when x\n}\n",
    );
}

#[test]
fn a_block_with_a_line_end_inside_takes_a_line_for_each_of_its_ends() {
    becomes("side us { actors a at b; doctrine c\n points 3 }", "side us {\n  actors a at b; doctrine c\n  points 3\n}\n");
    becomes("encounter a : b\n{ x 1 }", "encounter a : b { x 1 }\n");
}

#[test]
fn columns_that_were_lined_up_stay_lined_up() {
    becomes(
        "map m {\n    zone b bridge      \"Bridge\"   { x 1 }\n    zone e engine_room \"Engine room\"  { x 1 }\n    zone m mess \"Mess\" { x 1 }\n}\n",
        "map m {\n  zone b bridge      \"Bridge\" { x 1 }\n  zone e engine_room \"Engine room\" { x 1 }\n  zone m mess \"Mess\" { x 1 }\n}\n",
    );
    becomes("table t : u {\n  5   \"a\"\n  10  \"b\"\n}\n", "table t : u {\n  5   \"a\"\n  10  \"b\"\n}\n");
    becomes("x y {\nbeam    10\nv_shift  2\n}\n", "x y {\n  beam    10\n  v_shift  2\n}\n");
    becomes("x y {\n  a     1+1  // one\n  b     2    // two\n}\n", "x y {\n  a     1 + 1 // one\n  b     2     // two\n}\n");
}

/// The first line of a file is aligned in columns like other lines, with or without a line end before it.
#[test]
fn the_first_line_of_a_file_has_columns_like_any_other() {
    let lined_up = "mark a   \"A\"\nmark bcd \"B\"\n";
    becomes(lined_up, lined_up);
    becomes(&format!("\n{lined_up}"), lined_up);
}

#[test]
fn a_list_that_goes_on_stands_under_its_first_member_or_two_spaces_deeper() {
    becomes(
        "npc a {\n  aspects \"one\",\n          \"two\",\n      \"three\"\n}\n",
        "npc a {\n  aspects \"one\",\n          \"two\",\n    \"three\"\n}\n",
    );
}

#[test]
fn pictures_are_not_touched() {
    let text = "map m {\n  picture \"\"\"\n      a---b\n     /   \\\n  \"\"\"\n}\n";
    becomes(text, text);
}

#[test]
fn comments_stand_as_deep_as_what_they_stand_above() {
    becomes(
        "// head\nnpc a {// why\n// first\n   cap 2   // trailing\n\n        // last\n}\n// foot",
        "// head\nnpc a { // why\n  // first\n  cap 2 // trailing\n\n  // last\n}\n\n// foot\n",
    );
}

#[test]
fn an_item_of_several_lines_stands_apart() {
    becomes(
        "mark a \"A\"\nmark b \"B\"\nnpc c {\n  cap 2\n}\nmark d \"D\"\n",
        "mark a \"A\"\nmark b \"B\"\nnpc c {\n  cap 2\n}\n\nmark d \"D\"\n",
    );
}

#[test]
fn what_follows_an_item_that_does_not_parse_and_is_no_item_is_left_with_it() {
    let broken = "npc  p { cap 2\nskills  { 1 a }\naspects  \"A\"\n  \"B\"\n\n\n";
    let formatted = laid_out(&format!("{broken}npc  q  {{ cap   1 }}\n"));
    assert_eq!(formatted.text, format!("{broken}npc q {{ cap 1 }}\n"));
}

#[test]
fn what_does_not_parse_is_left_while_the_rest_is_laid_out() {
    let formatted = laid_out("mark   a \"A\"\nweapon  b :: {\n   tech T1\n}   // odd\nmark   c \"C\"\n");
    assert_eq!(formatted.text, "mark a \"A\"\nweapon  b :: {\n   tech T1\n}   // odd\nmark c \"C\"\n");
    assert_eq!(formatted.left.len(), 1);
}

/// A sign at the end of its line, with or without a space after it, is left unchanged.
#[test]
fn a_sign_that_nothing_follows_does_not_parse_before_or_after() {
    for sign in ["units -", "units - ", "units - // gone\n", "units +\t"] {
        let text = format!("platoon a from b {{\n  {sign}\n  units + c\n}}\n");
        let formatted = laid_out(&text);
        assert_eq!(formatted.left.len(), 1, "{sign:?}");
        assert_eq!(laid_out(&formatted.text).left.len(), 1, "{sign:?}");
    }
}

/// A vertical tab and a non-breaking space are not blanks: the only blanks of the grammar are spaces, tabs and carriage returns.
#[test]
fn strange_spaces_at_the_end_of_a_comment_stay_in_it() {
    for space in ["\u{b}", "\u{a0}", "\u{2028}", "\u{b} \t\u{85}"] {
        for text in [format!("mark a \"A\"\n\n/// Of it.{space}\n"), format!("mark a {{ // why{space}\n  x 1\n}}\n")] {
            becomes(&text, &text);
            becomes(&text.replace('\n', " \t\n"), &text);
        }
        let left = format!("weapon  b :: {{\n   tech T1\n}}   // odd{space}\n");
        assert_eq!(laid_out(&left).text, left);
    }
}

/// Columns can cross: numbers are aligned at their ends, so a long number may begin left of the words that come before the numbers in other
/// lines.
#[test]
fn columns_that_cross_are_placed_from_the_left_of_each_line() {
    let written = "mook dock_gang {  23206 }\nmook dockock_gag  {n 23 }\nmoook dockgang {  232 }\nmoook dock_gag  {n 23 }\nmoook dock_gag  {around 23 }\n";
    let once = laid_out(written).text;
    assert_eq!(laid_out(&once).text, once);
    let words = |text: &str| text.split([' ', '\n', '{', '}']).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&once), words(written), "no two words are joined");
}

/// If the last line of a picture is unindented like an item, the picture ends before the `{` at the end of that line. If it were formatted,
/// the line would parse as the head of an item. The file is therefore left unchanged.
#[test]
fn what_would_be_read_otherwise_once_it_is_laid_out_is_left_as_it_was_written() {
    let picture = "test \"\"\"a\nand so\"\"\" {  expect 1 == 1\n  expect 2 == 2 }\n";
    assert_eq!(laid_out(picture).text, picture);
}

/// In the grammar a carriage return is a blank.
#[test]
fn a_carriage_return_within_a_line_keeps_words_apart() {
    becomes("platoon a from b {\n+\r\rs a\r+ c }", "platoon a from b {\n  + s a + c\n}\n");
    becomes("x y {\n  z when\r(a) and not\r-1 < b\n}\n", "x y {\n  z when (a) and not -1 < b\n}\n");
}

#[test]
fn a_byte_order_mark_is_dropped_at_the_beginning_and_left_elsewhere() {
    becomes("\u{feff}mark  a \"A\"\n", "mark a \"A\"\n");
    becomes("\u{feff}\u{feff}mark  a \"A\"\n", "mark a \"A\"\n");
    for behind_a_blank in [
        " \u{feff}ions {\n  require (harm == 0 a\n",
        " \r\u{feff}ions\ra \"Jamming\" { pipe out\" {\n  effAct crew_si",
        "\n\u{feff}\rstunt a(t: u) {\n}\n",
    ] {
        assert_eq!(laid_out(behind_a_blank).text, behind_a_blank);
    }
}

#[test]
fn line_endings_are_those_of_the_first_line() {
    becomes("mark a \"A\"\r\n\r\n\r\nmark  b \"B\"\n", "mark a \"A\"\r\n\r\nmark b \"B\"\r\n");
    becomes("mark a \"A\"\r\r\r\nmark  b \"B\"\r\n", "mark a \"A\"\r\nmark b \"B\"\r\n");
    becomes("// One.\nnpc a { aspects \"\"\"A\r\r\r\n b\"\"\" }\n", "// One.\nnpc a { aspects \"\"\"A\n b\"\"\" }\n");
    becomes("", "");
    becomes("\n\n", "");
}
