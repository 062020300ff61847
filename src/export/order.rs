//! Letters of a line in the order in which they stand on paper, for what prints them from left to right. Floor 5.
//!
//! Hebrew, Arabic and their like run from right to left, and numbers among them do not. This is the order of Unicode (UAX #9) for
//! a line that begins at the left, as a browser sets it; signs that only steer the order are neutral here.

/// What a sign does to the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Left,
    Right,
    /// Runs to the left as well, and makes numbers behind it its own.
    Arabic,
    Digit,
    ArabicDigit,
    /// A plus or a minus.
    Plus,
    /// What stands at a number: `#`, `%`, a currency.
    Unit,
    /// What may stand within a number: a comma, a colon.
    Separator,
    /// What stands on the letter before it.
    Mark,
    Neutral,
}

use Class::{Arabic, ArabicDigit, Digit, Left, Mark, Neutral, Plus, Right, Separator, Unit};

/// The line as it stands on paper; none if all of it runs from left to right.
pub(super) fn on_paper(text: &str) -> Option<String> {
    let mut classes: Vec<Class> = text.chars().map(class).collect();
    if !classes.iter().any(|class| matches!(class, Right | Arabic | ArabicDigit)) {
        return None;
    }
    let marks: Vec<bool> = classes.iter().map(|class| *class == Mark).collect();
    weak(&mut classes);
    brackets(&mut classes, text);
    neutral(&mut classes);
    // A mark stays behind its letter, whichever way they run.
    let mut letters: Vec<(u8, String)> = Vec::new();
    for ((sign, class), mark) in text.chars().zip(&classes).zip(marks) {
        let level = match class {
            Right => 1,
            Digit | ArabicDigit => 2,
            _ => 0,
        };
        match letters.last_mut() {
            Some((_, letter)) if mark => letter.push(sign),
            _ => letters.push((level, String::from(if level == 1 { mirrored(sign) } else { sign }))),
        }
    }
    for least in [2, 1] {
        for run in letters.chunk_by_mut(|one, next| (one.0 >= least) == (next.0 >= least)) {
            if run.first().is_some_and(|letter| letter.0 >= least) {
                run.reverse();
            }
        }
    }
    Some(letters.into_iter().map(|(_, letter)| letter).collect())
}

/// What numbers and the signs in and at them are (rules W1 to W7).
fn weak(classes: &mut [Class]) {
    let mut before = Left;
    for class in classes.iter_mut() {
        if *class == Mark {
            *class = before;
        }
        before = *class;
    }
    let mut strong = Left;
    for class in classes.iter_mut() {
        match class {
            Left | Right | Arabic => strong = *class,
            Digit if strong == Arabic => *class = ArabicDigit,
            _ => {}
        }
    }
    for class in classes.iter_mut().filter(|class| **class == Arabic) {
        *class = Right;
    }
    for at in 1..classes.len().saturating_sub(1) {
        let (before, after) = (classes.get(at - 1).copied(), classes.get(at + 1).copied());
        let Some(class) = classes.get_mut(at).filter(|_| before == after) else { continue };
        match (*class, before) {
            (Plus | Separator, Some(Digit)) => *class = Digit,
            (Separator, Some(ArabicDigit)) => *class = ArabicDigit,
            _ => {}
        }
    }
    runs(classes, |class| class == Unit, |before, after| if before == Digit || after == Digit { Digit } else { Neutral });
    let mut strong = Left;
    for class in classes.iter_mut() {
        match class {
            Left | Right => strong = *class,
            Digit if strong == Left => *class = Left,
            Plus | Separator => *class = Neutral,
            _ => {}
        }
    }
}

/// A pair of brackets runs as what stands in it, if that is what the line does there (rule N0).
fn brackets(classes: &mut [Class], text: &str) {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, sign) in text.chars().enumerate() {
        match sign {
            '(' | '[' | '{' => open.push((at, mirrored(sign))),
            ')' | ']' | '}' => {
                if let Some(place) = open.iter().rposition(|(_, close)| *close == sign) {
                    pairs.extend(open.get(place).map(|(from, _)| (*from, at)));
                    open.truncate(place);
                }
            }
            _ => {}
        }
    }
    pairs.sort_unstable();
    for (from, to) in pairs {
        let inside = |way: Class| classes.iter().take(to).skip(from + 1).any(|class| direction(*class) == Some(way));
        let before = classes.iter().take(from).rev().find_map(|class| direction(*class)).unwrap_or(Left);
        let way = if inside(Left) {
            Left
        } else if inside(Right) {
            before
        } else {
            continue;
        };
        for at in [from, to] {
            if let Some(class) = classes.get_mut(at) {
                *class = way;
            }
        }
    }
}

/// Blanks and points run as what is on both sides of them, else as the line (rules N1 and N2).
fn neutral(classes: &mut [Class]) {
    let is_neutral = |class: Class| direction(class).is_none();
    runs(classes, is_neutral, |before, after| match (direction(before), direction(after)) {
        (Some(Right), Some(Right)) => Right,
        _ => Left,
    });
}

/// Gives each run of some classes the one that is made of those before and behind it; the line begins and ends from the left.
fn runs(classes: &mut [Class], is: impl Fn(Class) -> bool, made: impl Fn(Class, Class) -> Class) {
    let mut before = Left;
    let mut rest = classes;
    while !rest.is_empty() {
        let other = rest.iter().take_while(|class| !is(**class)).count();
        before = rest.iter().take(other).next_back().copied().unwrap_or(before);
        let (_, from) = rest.split_at_mut(other);
        let long = from.iter().take_while(|class| is(**class)).count();
        let (run, after) = from.split_at_mut(long);
        let made = made(before, after.first().copied().unwrap_or(Left));
        run.fill(made);
        rest = after;
    }
}

/// Which way a class runs where neighbours ask; numbers are at home among letters that run to the left.
const fn direction(class: Class) -> Option<Class> {
    match class {
        Left => Some(Left),
        Right | Arabic | Digit | ArabicDigit => Some(Right),
        Plus | Unit | Separator | Mark | Neutral => None,
    }
}

fn class(sign: char) -> Class {
    match sign {
        '0'..='9' | '¹' | '²' | '³' | '\u{6f0}'..='\u{6f9}' => Digit,
        '\u{660}'..='\u{669}' | '\u{66b}' | '\u{66c}' => ArabicDigit,
        '+' | '-' | '−' => Plus,
        '#' | '$' | '%' | '°' | '¢'..='¥' | '€' | '‰' => Unit,
        ',' | '.' | '/' | ':' | '\u{a0}' => Separator,
        '\u{300}'..='\u{36f}'
        | '\u{591}'..='\u{5bd}'
        | '\u{5bf}'
        | '\u{5c1}'
        | '\u{5c2}'
        | '\u{5c4}'
        | '\u{5c5}'
        | '\u{5c7}'
        | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}'
        | '\u{6e7}'
        | '\u{6e8}'
        | '\u{6ea}'..='\u{6ed}' => Mark,
        '\u{600}'..='\u{7bf}' | '\u{860}'..='\u{8ff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' => Arabic,
        '\u{590}'..='\u{5ff}' | '\u{7c0}'..='\u{85f}' | '\u{fb1d}'..='\u{fb4f}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}' => {
            Right
        }
        sign if sign.is_alphanumeric() => Left,
        _ => Neutral,
    }
}

/// A bracket as it opens for those who read to the left.
const fn mirrored(sign: char) -> char {
    match sign {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::on_paper;

    #[test]
    fn a_line_without_letters_that_run_to_the_left_stays_as_it_is() {
        for text in ["", "A border of 12 (both ways)", "Ядро 7", "北 3", "“…” 4/0/4"] {
            assert_eq!(on_paper(text), None, "{text}");
        }
    }

    /// As browsers set them in a page that runs from the left.
    #[test]
    fn letters_are_turned_and_numbers_are_not() {
        for (text, paper) in [
            ("דוב Kessler", "בוד Kessler"),
            ("Owes 1250 to דוב", "Owes 1250 to בוד"),
            ("אב – גד, 12", "12 ,דג – בא"),
            ("אב 4/0/4", "4/0/4 בא"),
            ("אב (12)", "(12) בא"),
            ("Wall, אב", "Wall, בא"),
            ("Wall (אב), 3", "Wall (בא), 3"),
            ("אב: Wall", "בא: Wall"),
            ("אב 50% גד", "דג 50% בא"),
            ("“אב”", "“בא”"),
            ("شب 12", "12 بش"),
            // A vowel stays with its letter.
            ("א\u{5b8}ב", "בא\u{5b8}"),
        ] {
            assert_eq!(on_paper(text).as_deref(), Some(paper), "{text}");
        }
    }
}
