//! Messages about tables.

use slip_limits::{SCENE_ROWS, TABLE_RESULTS, TABLE_TEXT_BYTES};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;
use slip_syntax::tree::NamePath;

/// Reports a design after the name of a table.
pub(super) fn no_design(span: Span, table: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the table `{table}` has a kind or a design after its name"))
        .because("not allowed after the name of a table")
        .with_help("remove it; the kind of an encounter is written inside the table, as in `scene personal { … }`")
}

/// Reports a table with both `roll` and `one_of`.
pub(super) fn rolls_and_lists(list: Span, roll: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, list, "this table has both `roll` and `one_of`")
        .because("results of equal chance")
        .with_label(roll, "results by dice")
        .with_help("remove `roll`, or write numbers before each result in place of `one_of`, as in `1..3 ridge_cat`")
}

/// Reports a row with numbers in a `one_of` table.
pub(super) fn row_in_list(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this row has numbers, but the table has `one_of`")
        .because("numbers belong to a table with `roll`")
        .with_help("remove the numbers and add the result after `one_of`; or write `roll 1d10`, and numbers before every row")
}

/// Reports a malformed `for` entry.
pub(super) fn purpose_form(span: Span, words: &[&str]) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `for` line is not written correctly")
        .because("a kind, a design, a skill or a stunt, then a word for the results")
        .with_help(format!(
            "write for instance `for npc names`; the words for results are {}",
            slip_suggest::enumerate(words.iter().copied())
        ))
}

/// Reports a `for` with an unknown subject.
pub(super) fn purpose_of_nothing(span: Span, word: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no kind, design, skill or stunt called `{word}`"))
        .because("unknown name");
    match nearest {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")).with_fix(
            format!("write `{nearest}`"),
            Confidence::Unsafe,
            span,
            nearest,
        ),
        None => diagnostic.with_help("write the name of a kind, a design, a skill or a stunt"),
    }
}

/// Reports an unknown purpose of a table.
pub(super) fn unknown_purpose(span: Span, word: &str, words: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("a table cannot give `{word}`"))
        .because("not a word for results")
        .completed_by(words.iter().copied());
    match slip_suggest::nearest(word, words.iter().copied()) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None => diagnostic.with_help(format!("write one of {}", slip_suggest::enumerate(words.iter().copied()))),
    }
}

/// Reports a value that must be dice.
pub(super) fn not_dice(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the value of `{key}` is not dice"))
        .because("dice belong here, as in `1d10`")
        .with_help("write `1d10`, `2d6 + 1`, `4dF` or `d6-d6`; at most 20 dice of 2 to 200 sides")
}

/// Reports dice with too many possible results.
pub(super) fn too_many_throws(span: Span, most: u64) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("these dice have more than {most} outcomes"))
        .because("too many dice")
        .with_help("roll fewer or smaller dice, and put rare results into a separate table")
}

/// Reports a row with a number that is out of range.
pub(super) fn far_result(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "no dice can give this number")
        .because("never a result")
        .with_help("write a number that the dice of this table can give")
}

/// Reports a row whose first number is higher than its second, such as `6..4`.
pub(super) fn backwards(span: Span, (low, high): (i64, i64)) -> Diagnostic {
    let right = format!("{high}..{low}");
    Diagnostic::new(Code::WrongValue, span, "the numbers of this row are in the wrong order")
        .because("the lower number comes first")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a row without a result.
pub(super) fn empty_row(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this row gives no result")
        .because("the result is missing")
        .with_help("write a thing or person, a text in quotes, another table, `again` or `nothing`")
}

/// Reports a row in which `again` or `nothing` is written together with another result.
pub(super) fn stands_alone(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`again` or `nothing` is written beside other results")
        .because("several results in one row")
        .with_help("write it alone in its row; to roll twice, write the names of two tables, as in `1 on_the_ridge, in_the_fog`")
}

/// Reports `again` in a `one_of` table.
pub(super) fn again_in_list(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`again` changes nothing in a list of equal chances")
        .because("changes nothing")
        .with_help("remove `again`")
}

/// Reports more results than a die has sides.
pub(super) fn too_many_listed(span: Span, count: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("the table has {count} results, but can have at most {most}"))
        .because("too many for one roll")
        .with_help("write two tables, and a third one that lists both")
        .sized(u64::try_from(count.abs_diff(most)).unwrap_or(u64::MAX))
}

/// Reports `else` without `when`.
pub(super) fn else_without_when(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this `else` has no `when check(…)` before it")
        .because("no check comes before this")
        .with_help("write `when check(0, 0)` before `else`, or remove `else`")
}

/// Reports a condition of a row that is not a check.
pub(super) fn check_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the condition of this row is not a check")
        .because("a check of two numbers belongs here")
        .with_help("write for instance `when check(2, 3)`, where a roll with rank 2 must reach 3")
}

/// Reports a value that the result of a row cannot have.
pub(super) fn result_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is not a result")
        .because("a result belongs here")
        .with_help("write for instance `ridge_cat x2`, a text in quotes, a number, another table, `again + 6` or `nothing`")
}

/// Reports an unexpected value after the name of an item.
pub(super) fn thing_form(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot follow the result").because("not in the order of the words").with_help(format!(
        "write for instance `ridge_cat x2 at wood with net \"hunting\"`; everything after the name may be left out (at most x{most})"
    ))
}

/// Reports a name that is neither an item nor a table.
pub(super) fn unknown_result<'n>(path: &NamePath, names: impl Iterator<Item = &'n str>) -> Diagnostic {
    let word = &path.name.text;
    let diagnostic =
        Diagnostic::new(Code::UnknownName, path.span(), format!("there is no item or table called `{word}`")).because("unknown name");
    match slip_suggest::nearest(word, names) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")).with_fix(
            format!("write `{nearest}`"),
            Confidence::Unsafe,
            path.name.span,
            nearest,
        ),
        None => diagnostic.with_help(format!("write `\"{word}\"` if it is a text, or declare an item or a table with this name")),
    }
}

/// Reports a value after the name of a table.
pub(super) fn table_takes_nothing(span: Span, table: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("something follows the name of the table `{table}`"))
        .because("not allowed after a table")
        .with_help("remove it; a number or a place is written in the rows of that table")
}

/// Reports a brace that is not closed.
pub(super) fn open_brace(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a `{` in this text has no `}`")
        .because("not closed")
        .with_help("write `}` after the name of the table, as in `\"The {colour} star\"`")
}

/// Reports an unknown name in braces.
pub(super) fn unknown_brace<'n>(span: Span, word: &str, names: impl Iterator<Item = &'n str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no table called `{word}` for this text"))
        .because(format!("`{{{word}}}` is not a table"));
    match slip_suggest::nearest(word, names) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{{{nearest}}}`?")),
        None => diagnostic.with_help("write the name of a table between `{` and `}`, or remove the braces"),
    }
}

/// Reports results of the dice without a row; `count` is their number.
pub(super) fn gap(span: Span, table: &str, numbers: &[String], count: usize, empty: bool) -> Diagnostic {
    let numbers = slip_suggest::enumerate(numbers.iter().map(String::as_str));
    let diagnostic = Diagnostic::new(Code::TableGap, span, format!("the table `{table}` has no row for {numbers}"))
        .because("the dice can give these results")
        .sized(u64::try_from(count).unwrap_or(u64::MAX));
    diagnostic.with_help(if empty {
        "write a row for each result, as in `1..3 ridge_cat x2`".to_owned()
    } else {
        format!("write a row for {numbers}, or write `clamp` so that the first and the last row cover everything beyond them")
    })
}

/// Reports results of the dice with two rows, from the first to the last of them.
pub(super) fn overlap(late: Span, (from, to): (i32, i32), early: Span) -> Diagnostic {
    let shared = if from == to { from.to_string() } else { format!("{from}..{to}") };
    Diagnostic::new(Code::TableOverlap, late, format!("two rows cover the result {shared}"))
        .because("this row covers the result again")
        .with_label(early, "this row already covers the result")
        .with_help(format!("change the numbers of one row so that only one row has {shared}"))
        .sized(u64::from(from.abs_diff(to)).saturating_add(1))
}

/// Reports a row with results that the dice never give; `count` is their number.
pub(super) fn impossible_row(
    span: Span,
    (numbers, count): (&[String], u64),
    roll: &str,
    ends: Option<(i32, i32)>,
    dice: Span,
) -> Diagnostic {
    let numbers = slip_suggest::enumerate(numbers.iter().map(String::as_str));
    let diagnostic = Diagnostic::new(Code::ImpossibleRow, span, format!("no roll on this table gives {numbers}"))
        .because("never happens")
        .with_label(dice, format!("this table rolls {roll}"))
        .sized(count);
    match ends {
        Some((low, high)) => diagnostic.with_help(format!("write numbers from {low} to {high}, or roll other dice")),
        None => diagnostic.with_help("write numbers that the dice can give, or roll other dice"),
    }
}

/// Reports rows that roll again without end.
pub(super) fn rolls_for_ever(span: Span, table: &str) -> Diagnostic {
    Diagnostic::new(Code::TableCircle, span, format!("a roll on `{table}` may never end"))
        .because("every new roll comes back to a row that rolls again")
        .with_help("add less to the new roll, or write separate rows for some of its results")
}

/// Maximum number of tables that the message about a circle of tables names.
const MOST_NAMED: usize = 12;

/// Reports tables that roll on each other in a circle. `path` leads from one table back to itself, or is the beginning of this path.
pub(super) fn circle(span: Span, table: &str, path: &[ecow::EcoString], count: usize) -> Diagnostic {
    let name = |key: &ecow::EcoString| format!("`{}`", key.rsplit('.').next().unwrap_or(key));
    let mut names: Vec<String> = path.iter().take(MOST_NAMED).map(name).collect();
    match count.saturating_sub(names.len()) {
        0 => {}
        1 => names.push("1 more".to_owned()),
        more => names.push(format!("{more} more")),
    }
    Diagnostic::new(Code::TableCircle, span, format!("the table `{table}` rolls on itself"))
        .because(format!("through {}", names.join(", then ")))
        .with_help(if count == 1 {
            "write `again` for a new roll on the same table"
        } else {
            "write a text in place of the table in one of these tables"
        })
}

/// Reports a table whose rolls lead to too many other rolls.
pub(super) fn too_many_results(span: Span, table: &str) -> Diagnostic {
    Diagnostic::new(Code::TooLarge, span, format!("one roll on `{table}` may give more than {TABLE_RESULTS} results"))
        .because("these tables roll on other tables")
        .with_help("write fewer tables in this row, or texts in place of some tables")
}

/// Reports a table whose rolls give too long a text.
pub(super) fn too_much_text(span: Span, table: &str) -> Diagnostic {
    let most = TABLE_TEXT_BYTES >> 10;
    Diagnostic::new(Code::TooLarge, span, format!("one roll on `{table}` may give more than {most} KiB of text"))
        .because("most of the text comes from this row")
        .with_help("shorten the texts, or list fewer tables in this row")
}

/// Reports a scene with too many rows to check.
pub(super) fn too_many_rows_for_scene(span: Span, table: &str) -> Diagnostic {
    let message = format!("the scene of `{table}` can meet more than {SCENE_ROWS} rows, which are too many");
    Diagnostic::new(Code::TooLarge, span, message)
        .because("the scene is checked with every row of this table and of the tables in it")
        .with_help("write scenes of their own for some of these tables, and list them in a table without a scene")
}

/// Reports a text that refers to a table whose results are not only words.
pub(super) fn things_in_text(span: Span, table: &str, thing: Span) -> Diagnostic {
    let table = table.rsplit('.').next().unwrap_or(table);
    Diagnostic::new(
        Code::WrongValue,
        span,
        format!("the table `{table}` cannot be used in a text, because some of its results are not texts"),
    )
    .because("this text contains the table in braces")
    .with_label(thing, "this is not a text")
    .with_help("remove the braces, or write only texts in that table")
}

/// Reports a scene without a kind of play.
pub(super) fn scene_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownPlay, span, "the kind of the encounter must follow `scene`")
        .because("expected a kind of play")
        .with_help("write `scene personal { … }`")
}

/// Reports a scene in which every side lists its actors, so that no side can take them from the table.
pub(super) fn no_open_side(span: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, "no side of the scene takes its actors from the table")
        .because("every side of this scene lists its own actors")
        .with_help("write one side without actors, with the zones where it may start, as in `side met at wood`")
}

/// Reports a second side without actors in a scene. The roll on the table can only give actors to one side.
pub(super) fn two_open_sides(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "two sides of the scene have no actors")
        .because("a roll on the table can fill only one side")
        .with_help("give this side `actors`, or remove the side")
}

/// Reports actors of the side that takes its actors from the table.
pub(super) fn actors_in_open_side(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the actors of this side come from the table")
        .because("this side lists actors")
        .with_help("remove these actors, or remove `at …` from the side")
}

/// Reports a scene from a table whose results are only words: the scene would have no actors.
pub(super) fn nobody_to_meet(span: Span, table: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the table `{table}` gives no actors for its scene"))
        .because("no actors for this scene")
        .with_help("write an actor in a row, as in `1..3 ridge_cat x2`, or remove the scene")
}

/// Reports dice in a table with columns. Such a table is looked up, not rolled.
pub(super) fn rolled_and_looked_up(span: Span, key: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a table with columns cannot have `{key}`"))
        .because("only for tables that are rolled")
        .with_help("remove this line, or remove the columns")
}

/// Reports a roll on a table with columns. Such a table is looked up, not rolled.
pub(super) fn looked_up(span: Span, table: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the table `{table}` has columns, so it cannot be rolled"))
        .because("cannot be rolled")
        .with_help("write the name of a table without columns")
}

/// Reports a malformed column.
pub(super) fn column_form(span: Span, roles: &str, units: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this column is not written correctly")
        .because("a name, then a title, `as` and `at` if it has them")
        .with_help(format!(
            "write for instance `column slipknot \"Slipknot\" as slipknot at \"5 AU\"`; after `as` write {roles}, after `at` a distance in {units}"
        ))
}

/// Reports two columns of a table with the same name.
pub(super) fn column_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("two columns have the name `{name}`"))
        .because("named again here")
        .with_label(first, "first named here")
        .with_help("write another name for one of the two")
}

/// Reports a value that cannot be the cell of a table with columns.
pub(super) fn cell_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be in a row of a table with columns")
        .because("not a text, a number or `nothing`")
        .with_help("write one value for each column, with commas between them, as in `0 \"65 d\", \"34 h\"`")
}

/// Reports a row with too many or too few cells.
pub(super) fn cell_count(span: Span, cells: usize, columns: usize, table: &str) -> Diagnostic {
    let many = |count: usize, word: &str| if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") };
    Diagnostic::new(
        Code::WrongValue,
        span,
        format!("this row of `{table}` has {}, but there are {}", many(cells, "cell"), many(columns, "column")),
    )
    .because("one cell for each column is needed")
    .with_help("write one cell for each column, and `nothing` for an empty cell")
    .sized(u64::try_from(cells.abs_diff(columns)).unwrap_or(u64::MAX))
}

/// Reports a cell that must be a time.
pub(super) fn cell_of_time(span: Span, column: &str, units: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("this cell of the column `{column}` is not a time"))
        .because("a time belongs here, as in `\"6.5 d\"`")
        .with_help(format!("write a number with {units} in quotes, or `nothing` for an empty cell"))
}
