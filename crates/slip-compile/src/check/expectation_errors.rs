//! Messages about `test` blocks.

use super::expectation::{AnswerKind, ExpectationQuestion, Family, QUESTIONS, Sampling};
use crate::resolve::errors::article;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;

fn suggested(diagnostic: Diagnostic, span: Span, nearest: Option<String>, otherwise: impl FnOnce() -> String) -> Diagnostic {
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(otherwise()),
    }
}

fn quoted<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    slip_suggest::enumerate(words.iter().map(String::as_str))
}

/// Returns the help that shows the syntax of a question.
fn as_written(question: &ExpectationQuestion) -> String {
    format!("write for instance `{}`", question.form)
}

/// Reports a test without expectations.
pub(super) fn empty_test(span: Span, title: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("the test `{title}` expects nothing"))
        .because("a line with `expect` is missing")
        .with_help("write for instance `expect spent(long_margin) <= 17`")
}

/// Reports two tests with the same title.
pub(super) fn test_twice(span: Span, title: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("two tests have the title `{title}`"))
        .because("the second test")
        .with_label(first, "the first test")
        .with_help("write another title for one of them")
}

/// Reports an entry of a test other than `expect`.
pub(super) fn not_expect(span: Span, word: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownKey, span, format!("a test has no entry `{word}`")).because("unknown entry").could_be(["expect"]);
    suggested(diagnostic, span, slip_suggest::nearest(word, ["expect"].into_iter()), || {
        "begin each line of a test with `expect`, as in `expect spent(long_margin) <= 17`".to_owned()
    })
}

/// Reports a list, a `when` or a block in an expectation, which may contain only one claim.
pub(super) fn misplaced_part(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be part of an expectation")
        .because("not allowed here")
        .with_help("write one claim; join two claims with `and`, or write a second line with `expect`")
}

/// Reports `expect` without a claim.
pub(super) fn no_claim(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is nothing after `expect`")
        .because("a claim is missing after this")
        .with_help("write for instance `expect spent(long_margin) <= 17`")
}

/// Reports a claim that is a number or a text. A claim must be true or false.
pub(super) fn no_truth(span: Span, text: &str, sort: AnswerKind, what: &str) -> Diagnostic {
    let bound = match sort {
        AnswerKind::Share => "in 40%..60%",
        AnswerKind::Text => "== \"large\"",
        _ => "<= 17",
    };
    Diagnostic::new(Code::WrongValue, span, format!("`{text}` is {what}, and not true or false"))
        .because("not compared with anything")
        .with_help(format!("write for instance `expect {text} {bound}`"))
}

/// Reports `over` in an expectation that samples no games.
pub(super) fn nothing_sampled(span: Span) -> Diagnostic {
    let sampled = QUESTIONS.iter().filter(|question| question.family == Family::Sampled).map(|question| question.word);
    Diagnostic::new(Code::WrongValue, span, "this expectation plays no games, so it cannot have a number of runs")
        .because("every answer is exact")
        .with_help(format!("remove `over` and `runs`; only {} play games", quoted(sampled)))
        .with_fix("remove `over` and `runs`", Confidence::Safe, span, "")
}

/// Reports an invalid number of runs.
pub(super) fn run_count(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no possible number of runs after `over`")
        .because(format!("a number from 1 to {} belongs here", Sampling::MOST_RUNS))
        .with_help("write for instance `over 20_000 runs`")
}

/// Reports `over 200` without `runs`.
pub(super) fn runs_missing(span: Span, count: &str, end: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`runs` is missing after `over {count}`"))
        .because("`runs` is missing after this number")
        .with_fix(format!("write `over {count} runs`"), Confidence::Unsafe, end, " runs")
}

/// Reports a claim that continues after `over 200 runs`.
pub(super) fn goes_on(span: Span, over: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the claim continues after `{over} runs`"))
        .because("the claim continues here")
        .with_help(format!("write `{over} runs` at the end of the line"))
}

/// Reports an invalid error rate.
pub(super) fn error_rate(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no error rate after `error`")
        .because(format!("`1 in` and a number from 2 to {} belong here", Sampling::RAREST_ERROR))
        .with_help("write for instance `error 1 in 1_000`")
}

/// Reports an unexpected word after the claim.
pub(super) fn unexpected(span: Span, text: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{text}` cannot follow the claim of an expectation"))
        .because("the claim ends before this")
        .completed_by(["and", "error", "in", "or", "over"]);
    suggested(diagnostic, span, nearest, || {
        "remove it; only `over 20_000 runs` and `error 1 in 1_000` can follow a claim such as `wins(raid, crew) in 40%..60%`".to_owned()
    })
}

/// Reports a name that is not part of a question.
pub(super) fn bare_name(span: Span, name: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{name}` alone has no value"))
        .because("a name without a question")
        .completed_by(QUESTIONS.iter().map(|question| question.word));
    let form = nearest.and_then(|nearest| QUESTIONS.iter().find(|question| question.word == nearest));
    diagnostic.with_help(match form {
        Some(question) => as_written(question),
        None => format!("write a question with brackets, as in `spent({name})`, or a word in quotes, as in `\"{name}\"`"),
    })
}

/// Reports an expression that has no value in a test.
pub(super) fn not_a_value(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{text}` has no value in a test"))
        .because("a question, a number, a percentage or words in quotes belong here")
        .with_help("write for instance `spent(long_margin)`; `slipyard test --questions` lists the questions")
}

/// Reports an unknown question.
pub(super) fn unknown_question(span: Span, word: &str, nearest: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownQuestion, span, format!("a test cannot ask `{word}`"))
        .because("not a question that a test can ask")
        .could_be(QUESTIONS.iter().map(|question| question.word));
    suggested(diagnostic, span, nearest, || {
        let of = |family: Family| quoted(QUESTIONS.iter().filter(|question| question.family == family).map(|question| question.word));
        let lists = Family::ALL.map(|family| format!("about {}: {}", family.words(), of(family)));
        format!("a test can ask {}", lists.join("; "))
    })
}

/// Reports a value after `in` that is not a range.
pub(super) fn no_range(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "there is no range after `in`")
        .because("not a range")
        .with_help("write for instance `in 40%..60%`")
}

/// Reports `==` on a sampled value.
pub(super) fn sampled_equality(span: Span, sign: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{sign}` cannot be proved by playing games"))
        .because("found by playing games, so never exact")
        .with_help("write a range or a bound, as in `in 45%..55%` or `>= 45%`")
}

/// Reports a part of a claim whose value has the wrong type, such as a number after `not`.
pub(super) fn wrong_sort(span: Span, text: &str, is: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{text}` is {is}, but {wanted} is needed"))
        .because(format!("{is}, not {wanted}"))
        .with_help("compare numbers and chances with `<=` or `in 1..3`; join yes and no with `and`, `or` and `not`")
}

/// Reports a probability that is compared with a number that is not a percentage.
pub(super) fn share_as_number(span: Span, number: i64, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{text}` is a chance and cannot be {number}"))
        .because("chances are between 0% and 100%");
    if (0..=100).contains(&number) {
        let percent = format!("{number}%");
        diagnostic.with_help(format!("write `{percent}`")).with_fix(format!("write `{percent}`"), Confidence::Unsafe, span, percent)
    } else {
        diagnostic.with_help("write a percentage from 0% to 100%")
    }
}

/// Reports a probability above 100%.
pub(super) fn beyond_certainty(span: Span, number: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("a chance cannot be {number}%")).because("above 100%").with_help("write 100% at most")
}

/// Reports a number that is compared with a percentage.
pub(super) fn number_as_share(span: Span, number: i64, text: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{text}` is a number, not a chance"))
        .because("a percentage")
        .with_help(format!("write `{number}` without `%` if you mean the number"))
}

/// Reports too few arguments.
pub(super) fn too_few(span: Span, question: &ExpectationQuestion) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("something is missing in the brackets of `{}`", question.word))
        .because(format!("asks for {}", question.answers))
        .with_help(as_written(question))
}

/// Reports too many arguments.
pub(super) fn too_many(span: Span, question: &ExpectationQuestion) -> Diagnostic {
    Diagnostic::new(Code::ArgumentCount, span, format!("the brackets of `{}` contain too much", question.word))
        .because("too much")
        .with_help(as_written(question))
}

/// Reports a malformed argument.
pub(super) fn argument_form(span: Span, what: &str, question: &ExpectationQuestion) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{}` needs {what} here", question.word))
        .because(format!("not {what}"))
        .could_be_as_described(what)
        .with_help(as_written(question))
}

/// Reports a question about a property that the item does not have, such as its budget.
pub(super) fn has_none(span: Span, item: &str, kind: &str, question: &ExpectationQuestion) -> Diagnostic {
    let what = match question.word {
        "points_left" => "budget",
        "fate" => "fate points",
        word => word,
    };
    Diagnostic::new(Code::WrongValue, span, format!("`{item}` has no {what}"))
        .because(format!("this is {}", article(kind)))
        .with_help(as_written(question))
}

/// Reports a part, such as a track or stunt, that the item does not have.
pub(super) fn not_of(span: Span, name: &str, item: &str, what: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownPart, span, format!("`{item}` has no {what} `{name}`"))
        .because(format!("no {what} of `{item}`"))
        .completed_by(known.iter().copied());
    suggested(diagnostic, span, slip_suggest::nearest(name, known.iter().copied()), || {
        let mut sorted: Vec<&str> = known.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.is_empty() {
            format!("remove the question: `{item}` has no {what} at all")
        } else {
            format!("write one of {}", quoted(sorted))
        }
    })
}

/// Reports a name of a wrong sort of part of the item, such as a track in `stat(…)`. `sorts` are the required sort and the actual sort;
/// `question` is the question to write for the actual sort.
pub(super) fn of_another_sort(span: Span, name: &str, item: &str, sorts: (&str, &str), question: &str) -> Diagnostic {
    let (wanted, sort) = sorts;
    Diagnostic::new(Code::UnknownPart, span, format!("`{name}` is a {sort} of `{item}`, not a {wanted}"))
        .because(format!("a {sort}"))
        .with_help(format!("write `{question}({item}, {name})`"))
}

/// Reports a technology beyond the scale.
pub(super) fn no_such_technology(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "technologies go from `T-4` to `T4`")
        .because("no such technology")
        .with_help("write a technology from `T-4` to `T4`")
}

/// Reports a name that no design sells as a stunt.
pub(super) fn no_stunt<'k>(span: Span, name: &str, nearest: Option<String>, known: impl Iterator<Item = &'k str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no stunt called `{name}`"))
        .because("not the name of a stunt")
        .completed_by(known);
    suggested(diagnostic, span, nearest, || {
        "`slipyard show` with the name of a design lists its stunts, as in `slipyard show npc`".to_owned()
    })
}

/// Reports an unknown argument in a question about an attack or a duel.
pub(super) fn unknown_term(
    span: Span,
    text: &str,
    question: &ExpectationQuestion,
    allowed: &[&str],
    nearest: Option<String>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownPart, span, format!("`{}` cannot contain `{text}`", question.word))
        .because("not known here")
        .completed_by(allowed.iter().copied());
    suggested(diagnostic, span, nearest, || format!("write one of {} after the two fighters", quoted(allowed.iter().copied())))
}

/// Reports an item that cannot fight.
pub(super) fn cannot_fight(span: Span, item: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{item}` is {} and cannot attack or be attacked", article(kind)))
        .because("neither a weapon nor a thing with a track")
        .with_help("write a person, an animal or a ship, a weapon with `skill 3`, or armour with `dodge 2`")
}

/// Reports a weapon or armour in a duel in place of a person, animal or ship.
pub(super) fn thing_in_a_duel(span: Span, item: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{item}` is {} and cannot fight a duel", article(kind)))
        .because("not a person, an animal or a ship")
        .with_help("write two people or two ships, and a weapon after `with`, as in `beats(port_marshal, deckhand, with dock_carbine)`")
}

/// Reports a fight between a ship and a person.
pub(super) fn ship_against_people(span: Span, ship: &str) -> Diagnostic {
    Diagnostic::new(Code::NotACombatant, span, format!("`{ship}` is a ship, but its opponent is not"))
        .because("a ship can only fight another ship")
        .with_help("write two ships, or two people")
}

/// Reports an argument that fits only ships, in a question about a fight between people.
pub(super) fn weapon_of_ships(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{word}` is only for ships"))
        .because("people fight here")
        .with_help("write a weapon of people after `with`, as in `with dock_carbine`")
}

/// Reports an argument that only people have, in a question about a fight of ships.
pub(super) fn ships_have_crews(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this is only for people, but ships fight here")
        .because("only for people")
        .with_help("write for instance `hit(ember, long_margin, beam, at 2, crew 3 vs 2)`")
}

/// Reports a mode of a weapon in a question that names no weapon.
pub(super) fn mode_of_what(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "the weapon of this mode is missing")
        .because("a mode without a weapon")
        .with_help("write the weapon after `with`, as in `with dock_carbine`")
}

/// Reports an item that is not a weapon.
pub(super) fn no_weapon(span: Span, item: &str, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{item}` is {}, not a weapon", article(kind)))
        .because("not a weapon")
        .with_help("write the name of a weapon after `with`")
}

/// Reports armour where the attacker is required, or a weapon where the defender is required.
pub(super) fn wrong_end(span: Span, item: &str, kind: &str, attacks: bool) -> Diagnostic {
    let (does, help) = if attacks {
        ("cannot attack", "write the attacker or the weapon first, then the defender or the armour")
    } else {
        ("cannot be attacked", "write the defender, or the armour of the defender, here")
    };
    Diagnostic::new(Code::WrongValue, span, format!("`{item}` is {} and {does}", article(kind)))
        .because("this item is in the wrong place")
        .with_help(help)
}

/// Reports an unnamed actor without a rank: a weapon or armour is written in place of the person, so that no skill rank is known.
pub(super) fn no_rank(span: Span, item: &str, attacks: bool, question: &ExpectationQuestion) -> Diagnostic {
    let (what, form) = if attacks { ("the rank of the attacker", "skill 3") } else { ("the rank of the defender", "dodge 2") };
    Diagnostic::new(Code::MissingEntry, span, format!("{what} is missing, because `{item}` is written without a person"))
        .because("used by nobody with ranks")
        .with_help(format!("add `{form}`, or `skill 3 vs 2` for both, as in `{}`", question.form))
}

/// Reports a written rank for an actor who has ranks of their own.
pub(super) fn own_rank(span: Span, item: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{item}` already has ranks"))
        .because("not needed")
        .with_help("remove the rank, or write a weapon or armour in place of the person")
}

/// Reports `with` and a second item for an unnamed actor. The claim already names a weapon or armour as this actor.
pub(super) fn two_things(span: Span, item: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{item}` is used already, so `with` is too much"))
        .because("a second thing for the same fighter")
        .with_help("remove `with` and the word after it")
}

/// Reports a side that the encounter does not have.
pub(super) fn unknown_side(span: Span, name: &str, encounter: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownSide, span, format!("`{encounter}` has no side `{name}`"))
        .because(format!("not a side of `{encounter}`"))
        .completed_by(known.iter().copied());
    suggested(diagnostic, span, slip_suggest::nearest(name, known.iter().copied()), || {
        format!("write one of its sides {}", quoted(known.iter().copied()))
    })
}
