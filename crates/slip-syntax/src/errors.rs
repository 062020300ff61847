//! Wording of syntax messages, one function per message.

use super::tree::SpannedName;
use slip_limits::{BRACKET_DEPTH, OPERATORS};
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit, Fix, Label};

/// Reports an item whose brackets are nested beyond the limit.
pub(super) fn nested_too_deeply(item: Span, bracket: Span) -> Diagnostic {
    Diagnostic::new(Code::NestedTooDeeply, bracket, format!("more than {BRACKET_DEPTH} brackets are inside one another"))
        .because("this bracket is one too many")
        .with_label(item.at_start(), "this whole item is ignored")
        .with_help("close some of the brackets before this one, or split their content into several entries")
}

/// Reports an entry with more operators than the limit.
pub(super) fn too_many_operators(at: Span) -> Diagnostic {
    Diagnostic::new(Code::NestedTooDeeply, at, format!("this formula has more than {OPERATORS} signs, such as `+`"))
        .because("the first sign over the limit")
        .with_help("split the formula into several entries")
}

/// Reports a number that does not fit into 64 bits.
pub(super) fn number_too_large(number: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::NumberTooLarge, span, format!("the number `{number}` is too large"))
        .because(format!("the largest possible number is {}", i64::MAX))
        .with_help("write a smaller number")
}

/// Reports a chained comparison: `a < b < c`.
pub(super) fn chained_comparison(first: &str, middle: &str, left: Span, sign: Span) -> Diagnostic {
    let (first, middle) = (in_a_line(first), in_a_line(middle));
    Diagnostic::new(Code::ChainedComparison, sign, format!("two comparisons of `{middle}` are joined without `and`"))
        .because("a second comparison")
        .with_label(left, "the first comparison")
        .with_help(format!("write `{first} and {middle} …`"))
        .with_fix(format!("write `{first} and {middle} …`"), Confidence::Unsafe, sign.at_start(), format!("and {middle} "))
}

/// Reports a range with three ends: `a..b..c`.
pub(super) fn chained_range(sign: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, sign, "this range has three ends, but a range has only two")
        .because("a second `..`")
        .with_label(whole, "the range")
        .with_help("write only the lower and the upper end, as in `2..5`")
}

/// Reports arguments in brackets after a value that is not a name: `"Text"(…)`, `3(…)`.
pub(super) fn not_callable(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "a bracket cannot follow a text or a number directly")
        .because("this is not a name")
        .with_help("remove the bracket, or write a name directly before it, as in `military_grade(pilot)`")
}

/// Reports two entries on one line without a `;` between them.
pub(super) fn crowded(entry: Span, before: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, entry.at_start(), "a `;` is missing between two entries on one line")
        .because("the second entry begins here")
        .with_label(before, "the first entry ends here")
        .with_fix("put `;` between them", Confidence::Safe, before, ";")
}

/// Reports an unmatched `}`.
pub(super) fn stray_close(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnexpectedBracket, span, "this `}` closes nothing").because("no `{` is open here").with_fix(
        "remove it",
        Confidence::Unsafe,
        span,
        "",
    )
}

/// Reports an unmatched `)` or `]`.
pub(super) fn stray_bracket(bracket: char, span: Span) -> Diagnostic {
    let open = if bracket == ')' { '(' } else { '[' };
    Diagnostic::new(Code::UnexpectedBracket, span, format!("this `{bracket}` closes nothing"))
        .because(format!("no `{open}` is open here"))
        .with_fix("remove it", Confidence::Unsafe, span, "")
}

/// Reports a `(` or `[` that is not closed.
pub(super) fn unclosed_bracket(open: Span, inside: &str, end: Span) -> Diagnostic {
    let (bracket, closing) = if inside.starts_with('(') { ("(", ")") } else { ("[", "]") };
    Diagnostic::new(Code::UnclosedBracket, open, format!("this `{bracket}` is not closed"))
        .because("opened here")
        .with_label(end, format!("`{closing}` is missing here or earlier"))
        .with_help(format!("write `{closing}` after the last word that belongs into the brackets"))
}

/// Reports a missing `{` between the head of an item and its entries. `closing` is the edit that inserts the `}`, if that is missing too.
pub(super) fn unopened_block(name: &SpannedName, behind: Span, closing: Option<Edit>) -> Diagnostic {
    let both = closing.is_some();
    let (missing, title) = if both {
        ("has no `{` and no `}`", "put `{` before the first entry and `}` after the last one")
    } else {
        ("has no `{`", "put `{` before the first entry")
    };
    let mut edits = vec![Edit { span: behind, replacement: " {".to_owned() }];
    edits.extend(closing);
    Diagnostic::new(Code::UnclosedBlock, name.span, format!("the block of `{}` {missing}", name.text))
        .because("the entries of the block are below")
        .with_label(behind, "`{` is missing here")
        .with_edits(title, Confidence::Unsafe, edits)
}

/// Reports a block without its `}`. `closing` is the line that the fix inserts.
pub(super) fn unclosed_block(head: &str, opening: Span, end: Span, closing: String) -> Diagnostic {
    Diagnostic::new(Code::UnclosedBlock, opening, format!("the block of {} is not closed", quoted(head)))
        .because("opened here")
        .with_label(end, "`}` is missing after this")
        .with_fix("put `}` after the last entry of this block", Confidence::Unsafe, end, closing)
}

/// Reports an inner block without its `}`. The indentation shows that the `}` at `taken` belongs to the outer block.
pub(super) fn misclosed_block(head: &str, opening: Span, taken: Span, outer: &str) -> Diagnostic {
    Diagnostic::new(Code::UnclosedBlock, opening, format!("the block of {} is not closed", quoted(head)))
        .because("opened here")
        .with_label(taken, format!("this `}}` belongs to {}", quoted(outer)))
        .with_help(format!("put `}}` after the last entry of {}", quoted(head)))
}

/// Formats a name or a text for a message.
fn quoted(words: &str) -> String {
    if words.is_empty() { "this item".to_owned() } else { format!("`{}`", in_a_line(words)) }
}

/// Joins the lines of an author's text to one line.
pub(super) fn in_a_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reports a zone whose letter in the picture is neither a small letter nor a digit: `zone E engines`.
pub(super) fn zone_letter(letter: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::BadName, span, format!("a zone cannot be drawn as `{letter}`"))
        .because("a zone is drawn as a small letter, `a` to `z`, or as a digit");
    match snake_case(letter) {
        Some(small) => found.with_fix(format!("write `{small}`"), Confidence::Unsafe, span, small),
        None => found.with_help("write a small letter or a digit that no other zone of the map has"),
    }
}

/// Adds a help text to a message about an invalid name. The author may have meant the word as a text and left out the quotes.
pub(super) fn or_a_text(found: Diagnostic, word: &str) -> Diagnostic {
    found.with_help(format!("if it is a text, put it in quotes: `\"{word}\"`"))
}

/// Reports a hyphenated word where a name or a key is expected: `dock-carbine`.
pub(super) fn hyphened_name(code: &str, span: Span) -> Diagnostic {
    if let Some((low, high)) = code.split_once('-').filter(|(low, high)| low.parse::<i64>().is_ok() && high.parse::<i64>().is_ok()) {
        let right = format!("{low}..{high}");
        return Diagnostic::new(Code::BadName, span, format!("`{code}` is neither a name nor a range")).with_fix(
            format!("write `{right}`"),
            Confidence::Safe,
            span,
            right,
        );
    }
    let right = code.replace('-', "_");
    let right = snake_case(&right).unwrap_or(right);
    Diagnostic::new(Code::BadName, span, format!("the name `{code}` contains `-`"))
        .because("names contain only small letters, digits and `_`")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Converts a name such as `DockCarbine` to `dock_carbine`; `None` if the name has characters that names may not have.
pub(super) fn snake_case(name: &str) -> Option<String> {
    let mut right = String::with_capacity(name.len() + 4);
    let mut before_is_small = false;
    for letter in name.chars() {
        if !(letter.is_ascii_alphanumeric() || letter == '_') {
            return None;
        }
        if letter.is_ascii_uppercase() && before_is_small {
            right.push('_');
        }
        before_is_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        right.push(letter.to_ascii_lowercase());
    }
    let right = right.trim_start_matches('_');
    right.starts_with(|first: char| first.is_ascii_lowercase()).then(|| right.to_owned())
}

/// Reports a reserved word in capital letters: `WHEN`.
pub(super) fn upper_case_word(word: &str, lower: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("`{word}` is written in capital letters"))
        .because("words of the language are in small letters")
        .with_fix(format!("write `{lower}`"), Confidence::Safe, span, lower)
}

/// Reports a character that is allowed only in texts.
pub(super) fn stray_character(letter: char, span: Span) -> Diagnostic {
    let shown = if letter.is_control() { format!("U+{:04X}", u32::from(letter)) } else { letter.to_string() };
    Diagnostic::new(Code::StrayCharacter, span, format!("`{shown}` has no meaning here"))
        .because("this character is allowed only in comments and in texts in quotes")
        .with_fix("remove it", Confidence::Unsafe, span, "")
}

/// Reports `if` in place of `when`: `aspect "Big" if punch > 2`.
pub(super) fn if_for_when(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "`if` cannot begin the condition of an entry")
        .because("`if` only chooses between two values")
        .with_fix("write `when`", Confidence::Unsafe, span, "when")
}

/// Reports a state after a role without `is`: `when target prone`.
pub(super) fn role_without_is(role: &str, state: &str, span: Span) -> Diagnostic {
    let right = format!("{role} is {state}");
    Diagnostic::new(Code::Syntax, span, format!("`is` is missing between `{role}` and `{state}`")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}

/// Reports an operator of another language: `&&`, `||`, `!`, `=>`. `confidence` is the confidence of the fix. It is lower if the operator
/// may be punctuation of a text without quotes.
pub(super) fn other_mark(mark: &str, right: &str, confidence: Confidence, span: Span) -> Diagnostic {
    let space = if right == "not" { " " } else { "" };
    Diagnostic::new(Code::StrayCharacter, span, format!("`{mark}` has no meaning in Slip")).with_fix(
        format!("write `{right}`"),
        confidence,
        span,
        format!("{right}{space}"),
    )
}

/// Reports a comment in the syntax of another language: `# comment`, `/ comment`, `-- comment`, `/* comment */`, `<!-- comment -->`.
pub(super) fn other_comment(mark: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::StrayCharacter, span, format!("`{mark}` does not begin a comment"))
        .with_help("a comment starts with `//` and runs to the end of the line");
    // There is no fix for `/*` and `<!--`: it would leave the symbol at the end of the comment.
    if matches!(mark, "#" | "/" | "--") { found.with_fix("write `//`", Confidence::Unsafe, span, "//") } else { found }
}

/// Reports a text in single quotes: `'text'`. `right` is its content as it must be written in double quotes.
pub(super) fn single_quotes(words: &str, right: &str, confidence: Confidence, span: Span) -> Diagnostic {
    let right = format!("\"{right}\"");
    Diagnostic::new(Code::StrayCharacter, span, format!("`'{words}'` is in single quotes, but texts need double quotes")).with_fix(
        format!("write `{right}`"),
        confidence,
        span,
        right,
    )
}

/// Reports all characters in one entry that a word processor inserted. `confidence` is the confidence in their replacements.
pub(super) fn typographic_mark(marks: &[(Span, char, &'static str)], confidence: Confidence) -> Diagnostic {
    let (span, mark, plain) = marks.first().copied().unwrap_or_default();
    let message = match plain {
        "" => format!("there is an invisible character (U+{:04X}) here", u32::from(mark)),
        " " => format!("this is a special space from a word processor (U+{:04X}), not a plain one", u32::from(mark)),
        _ => format!("this `{mark}` comes from a word processor: write a plain `{plain}`"),
    };
    let mut found = Diagnostic::new(Code::TypographicMark, span, message);
    let is_same = marks.iter().all(|(_, _, other)| *other == plain);
    let shown = if plain == " " { "a plain space".to_owned() } else { format!("`{plain}`") };
    let title = match (plain, marks.len()) {
        ("", 1) => "remove it".to_owned(),
        (_, 1) => format!("write {shown}"),
        ("", count) if is_same => format!("remove these {count} characters from the entry"),
        (_, 2) if is_same => format!("write {shown} in both places"),
        (_, count) if is_same => format!("write {shown} in all {count} places"),
        (_, count) => format!("replace these {count} characters in the entry"),
    };
    let edits = marks.iter().map(|(span, _, plain)| Edit { span: *span, replacement: (*plain).to_owned() }).collect();
    found.fixes.push(Fix { title, edits, confidence });
    found
}

/// Reports an `=` between a key and its value: `beam = 3`.
pub(super) fn equals_after_key(key: &str, value: &str, gap: Span, sign: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, format!("there must be no `=` between `{key}` and its value")).with_fix(
        format!("write `{key} {}`", in_a_line(value)),
        Confidence::Safe,
        gap,
        " ",
    )
}

/// Reports a comparison with a single `=`: `when a = b`.
pub(super) fn equals_compares(sign: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, "`=` does not compare two values").with_fix("write `==`", Confidence::Unsafe, sign, "==")
}

/// Reports an `=` between two words of an entry: `zone o = office`.
pub(super) fn equals_in_entry(gap: Span, sign: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, "there must be no `=` between these values").with_fix(
        "write a space in place of the `=`",
        Confidence::Unsafe,
        gap,
        " ",
    )
}

/// Reports an `=` in the head of an item: `weapon a = b`.
pub(super) fn equals_in_head(behind: &str, gap: Span, sign: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::EqualsSign, sign, "there must be no `=` in the first line of an item");
    // `behind` is the text of the head after the `=`; it is empty if the block follows.
    match behind.starts_with('"') {
        true => found.with_fix("remove the `=`", Confidence::Safe, gap, " "),
        false if behind.is_empty() => found.with_fix("remove the `=`", Confidence::Safe, gap, ""),
        false => found.with_help("write the design after a colon, as in `weapon dock_carbine : slug_thrower`"),
    }
}

/// Reports a colon between a key and its value: `beam: 3`, `holds fighters : fighter`.
pub(super) fn colon(before: &str, value: &str, gap: Span, sign: Span) -> Diagnostic {
    let key = before.trim_end();
    if key.contains(char::is_whitespace) {
        return Diagnostic::new(Code::EqualsSign, sign, "there must be no `:` between these values").with_fix(
            "write a space in place of the `:`",
            Confidence::Unsafe,
            gap,
            " ",
        );
    }
    Diagnostic::new(Code::EqualsSign, sign, format!("there must be no `:` between `{key}` and its value")).with_fix(
        format!("write `{key} {}`", in_a_line(value)),
        Confidence::Safe,
        gap,
        " ",
    )
}

/// Reports a text without its closing quote.
pub(super) fn unclosed_text(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedText, span, "this text is not closed: `\"` is missing before the end of the line")
        .with_fix("write `\"` at the end of the line", Confidence::Unsafe, span.at_end(), "\"")
        .with_help("write `\"` after the last word of the text; a text of several lines is written between `\"\"\"` and `\"\"\"`")
}

/// Reports a title without its closing quote: `weapon brine_gun "Brine gun : slug_thrower`.
pub(super) fn unclosed_title(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedText, span, "this title is not closed: the second `\"` is missing")
        .because("the title of the item")
        .with_fix("write `\"` after the last word of the title", Confidence::Unsafe, span.at_end(), "\"")
}

/// Reports an entry with an odd number of quotes: `"Late again, "Early"`.
pub(super) fn odd_quotes(entry: Span, outside: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedText, outside, "a `\"` is missing in this entry")
        .because("these words are outside of all texts")
        .with_label(entry.at_start(), "the entry begins here")
        .with_help("every text needs one `\"` before it and one `\"` after it: write the missing one")
}

/// Reports a word that touches the end of a text: `"SRD"page`. `confidence` is the confidence that the text ends there.
pub(super) fn touching_text(word: &str, span: Span, confidence: Confidence) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("a space is missing between the text and `{word}`")).with_fix(
        "put a space between them",
        confidence,
        span.at_start(),
        " ",
    )
}

/// Reports a text in triple quotes that is not closed.
pub(super) fn unclosed_long_text(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedText, span, "this long text is not closed: the second `\"\"\"` is missing")
        .because("the text begins here")
        .with_help("write `\"\"\"` after the last line of the text")
}

/// Reports a list of texts that continues on the next line although there is no comma at the end of its line. `next` is the part on the
/// next line.
pub(super) fn missing_comma_at_end(key: &str, end: Span, next: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, end, format!("a comma is missing here: the list of `{key}` continues on the next line"))
        .because("the list ends here without a comma")
        .with_label(next, "these texts belong to no entry")
        .with_fix("put a comma at the end of the line", Confidence::Safe, end, ",")
}

/// Adds another missing comma of the same list to the message `found`.
pub(super) fn another_comma(found: &mut Diagnostic, end: Span, next: Span) {
    found.secondary.push(Label { span: next, text: "these texts belong to no entry".to_owned() });
    if let Some(fix) = found.fixes.first_mut() {
        fix.edits.push(Edit { span: end, replacement: ",".to_owned() });
        fix.title = format!("put a comma at the end of {} lines", fix.edits.len());
    }
}

/// Reports an operator without its second operand: `budget 6 +`.
pub(super) fn missing_operand(operator: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("there is nothing after `{operator}`"))
        .because("a value is missing after this")
        .with_help(format!("write a value after `{operator}`, or remove `{operator}`"))
}

/// Reports a comma after the last member of a list: `stunts a,`.
pub(super) fn trailing_comma(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "the list ends with a comma").because("another value is missing after this comma").with_fix(
        "remove the comma",
        Confidence::Safe,
        span,
        "",
    )
}

/// Reports a comma after the first word of an entry. In `skills { alertness, stamina }` the word `alertness` is the key of an entry.
pub(super) fn key_before_comma(word: &str, line: &str, span: Span, comma: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("the list that begins with `{word}` has no word before it"))
        .because("a word like `stunts`, or a rank, is missing before this")
        .with_help(format!(
            "if these are skills, write their rank first: `1 {}`; if `{word}` begins the entry, remove the comma",
            in_a_line(line)
        ))
        .with_fix("remove the comma", Confidence::Unsafe, comma, "")
}

/// Reports two commas without a member between them: `stunts a,, b`.
pub(super) fn empty_member(span: Span, confidence: Confidence) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "there is nothing before this comma")
        .because("a value of the list is missing before this comma")
        .with_fix("remove the comma", confidence, span, "")
}

/// Reports `when` without a condition: `aspect "Huge" when`.
pub(super) fn missing_condition(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "`when` has no condition after it").with_help("write a condition, as in `when not civilian`")
}

/// Reports `else` without a text: `require a else b`.
pub(super) fn missing_reason(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "there is no text in quotes after `else`")
        .with_help("write the sentence that explains the fault, as in `else \"too heavy to fly\"`")
}

/// Reports a repeated `not`: `not not x`.
pub(super) fn double_not(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "`not` is written twice").with_help("remove both")
}

/// Reports an `if` that is a part of a formula: `1 + if a then b else c`.
pub(super) fn if_in_formula(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "the brackets around this `if` are missing").with_help("write `1 + (if … then … else …)`")
}

/// Reports an `if` without `else`: `cost if a then b`.
pub(super) fn if_without_else(end: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, end, "this `if` has no `else`")
        .because("`else` is missing here")
        .with_help("write `if … then … else …`, with a value for both cases; a condition of the whole entry is written after `when`")
}

/// Reports a condition after `else`: `else "x" when y`.
pub(super) fn when_after_else(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "`when` is written after `else`").with_help("write `when` and its condition before `else`")
}

/// Reports a second `when` in one entry: `when a when b`.
pub(super) fn second_when(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "this entry has two `when`").with_help("write `and` in place of the second `when`")
}

/// Reports a reserved word where a value is expected: `beam and`.
pub(super) fn reserved_word(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("a value is missing before `{word}`"))
        .because("a word of the language, which cannot be a name")
        .with_help(format!("write a value before `{word}`, or remove `{word}`"))
}

/// Reports a space between a name and the brackets of its arguments: `hit (a, b)`.
pub(super) fn spaced_call(name: &str, gap: Span, open: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, open, format!("there is a space between `{name}` and its arguments"))
        .because("after a space, a bracket starts a new value")
        .with_fix("remove the space", Confidence::Safe, gap, "")
}

/// Reports an entry without a key.
pub(super) fn missing_key(found: &str, span: Span) -> Diagnostic {
    let message = match found {
        "" | "{" => "this block belongs to no entry".to_owned(),
        "\"" => "this text belongs to no entry".to_owned(),
        found => format!("an entry cannot begin with `{found}`"),
    };
    Diagnostic::new(Code::Syntax, span, message)
        .with_help("begin the entry with a word, as in `tech T1`, or with a rank, as in `3 gunnery`")
}

/// Reports text at the top level of a file that does not begin an item.
pub(super) fn no_item(found: &str, span: Span) -> Diagnostic {
    let message = match found {
        "" | "{" => "this block is outside of any item".to_owned(),
        "\"" => "this text is outside of any item".to_owned(),
        found => format!("an item cannot begin with `{found}`"),
    };
    Diagnostic::new(Code::Syntax, span, message)
        .with_help("write the kind and the name of an item first, as in `weapon dock_carbine : slug_thrower { … }`")
}

/// Reports an item without a name: `weapon { … }`.
pub(super) fn missing_name(kind: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("a name is missing after `{kind}`"))
        .because("write a name here")
        .with_help(format!("write the kind and a name, as in `{kind} my_{kind} {{ … }}`"))
}

/// Reports an item with a title and without a name: `weapon "Rifle" : slug_thrower`. `gap` is the span before the title.
pub(super) fn title_without_name(kind: &str, name: &str, title: &str, place: Span, gap: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("a name is missing after `{kind}`")).because("write a name here").with_fix(
        format!("write `{kind} {name} {title}`: other entries refer to the item by this name, one word in small letters"),
        Confidence::Unsafe,
        gap,
        format!(" {name} "),
    )
}

/// Reports an incomplete `use`, `alias`, `patch` or `test`.
pub(super) fn not_whole(kind: &str, span: Span) -> Diagnostic {
    let (message, help) = match kind {
        "use" => (
            "this `use` does not name a package or an item of a package",
            "write `use package`, `use package.item` or `use package.{a, b}`",
        ),
        "alias" => ("an `alias` needs two names", "write `alias old_name for new_name`"),
        "patch" => ("the name of an item is missing after `patch`", "write, for instance, `patch std.slug_thrower { … }`"),
        _ => ("this `test` has no title in quotes", "write, for instance, `test \"a fair fight\" { … }`"),
    };
    Diagnostic::new(Code::Syntax, span, message).with_help(help)
}

/// Reports an entry outside of all blocks.
pub(super) fn outside(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("`{word}` is outside of any item"))
        .because("not in a block")
        .with_help("if it belongs to the item above, a `}` closes that item's block too early")
}

/// Reports text that ends too early; `words` describes what is missing.
pub(super) fn ends_early(words: Option<String>, span: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::Syntax, span, "the line ends too early");
    match words {
        Some(words) => found.because(format!("{words} is missing here")).with_help(format!("write {words} at the end of the line")),
        None => found.with_help("complete the line, or remove it"),
    }
}

/// Reports text that the grammar does not expect there. It is used if no message fits better.
pub(super) fn expected(words: &str, found: &str, span: Span) -> Diagnostic {
    let unexpected = cannot_stand(found, span);
    match (words, found) {
        (_, "of") => unexpected
            .because(format!("{words} is needed here"))
            .with_help("write the number of another only in a condition, as in `when health of target <= 2`"),
        ("the end of the line", _) => unexpected.because("the line must end before this"),
        _ => unexpected.because(format!("{words} is needed here")).with_help(format!("write {words} here, or remove `{found}`")),
    }
}

/// Reports text that cannot be parsed, if no other message fits.
pub(super) fn cannot_stand(found: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("`{found}` does not belong here")).with_help(if found.chars().count() == 1 {
        format!("remove `{found}`")
    } else {
        format!("remove `{found}`, or write it on a line of its own")
    })
}
