//! Parses the results of real dice as players type them.

use crate::transcript::phrases::listed;
use slip_dice::{DiceKind, Faces};

/// Real dice of one throw, whose results the players type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Throw {
    /// Dice of a skill check.
    Check(DiceKind),
    /// Dice of a raise-and-see conflict. Each number is the number of sides of a die, in the order in which the dice are listed and typed.
    /// The dice stay on the table after the throw.
    Pool(Vec<u8>),
}

/// Largest number of results that an example shows.
const MOST_SHOWN: usize = 8;

impl Throw {
    /// Parses the typed results of this throw, one number per die.
    ///
    /// # Errors
    /// Returns a sentence that describes the error.
    pub fn read(&self, text: &str) -> Result<Vec<i8>, String> {
        match self {
            Throw::Check(kind) => read(*kind, text).map(|faces| faces.faces().to_vec()),
            Throw::Pool(sides) => pool(sides, text),
        }
    }

    /// Describes the form in which the faces of a roll are typed, with an example.
    pub fn example(&self) -> String {
        match (self, self.sample()) {
            (Throw::Check(kind), _) => example(*kind).to_owned(),
            (Throw::Pool(sides), sample) if sides.len() == 1 => format!("the face of the die, such as `{sample}`"),
            (Throw::Pool(sides), sample) => format!("the {} faces in this order, such as `{sample}`", sides.len()),
        }
    }

    /// Returns sample results for the example.
    pub fn sample(&self) -> String {
        match self {
            Throw::Check(DiceKind::Fudge) => "+ 0 - +".to_owned(),
            Throw::Check(DiceKind::Difference | DiceKind::DifferenceCapped) => "5 2".to_owned(),
            Throw::Pool(sides) => {
                let faces = (3_usize..).step_by(2).zip(sides).map(|(number, &sides)| (number % usize::from(sides.max(1)) + 1).to_string());
                let mut shown: Vec<String> = faces.take(MOST_SHOWN).collect();
                if sides.len() > MOST_SHOWN {
                    shown.push("\u{2026}".to_owned());
                }
                shown.join(" ")
            }
        }
    }
}

/// Formats dice by their number of sides, in order: `7d6, d8 and 2d4`.
pub fn named(sides: &[u8]) -> String {
    let words = sides.chunk_by(|one, other| one == other).filter_map(|alike| {
        let die = alike.first()?;
        Some(if alike.len() == 1 { format!("d{die}") } else { format!("{}d{die}", alike.len()) })
    });
    let words: Vec<String> = words.collect();
    listed(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Parses separate numbers, one per die.
fn pool(sides: &[u8], text: &str) -> Result<Vec<i8>, String> {
    let words: Vec<&str> =
        text.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';')).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| word.parse::<i8>().ok().filter(|face| *face > 0);
    if let Some(word) = words.iter().find(|word| number(word).is_none()) {
        return Err(format!("no die has a face `{word}`"));
    }
    if words.len() != sides.len() {
        let dice = if words.len() == 1 { "die" } else { "dice" };
        return Err(format!("you typed {} {dice}, but {} are rolled: {}", words.len(), sides.len(), named(sides)));
    }
    let face = |(place, (word, &sides)): (usize, (&&str, &u8))| {
        let face = number(word).filter(|face| u8::try_from(*face).is_ok_and(|face| face <= sides));
        face.ok_or_else(|| format!("die {place} is a d{sides} and has no face `{word}`"))
    };
    (1..).zip(words.iter().zip(sides)).map(face).collect()
}

/// Parses the typed results of a check with one kind of dice.
///
/// Fudge dice: `+ 0 - +`, `+0-+`, `1 0 -1 1`, or four six-sided dice after `d6` (1-2 is -, 3-4 is 0, 5-6 is +). Difference of two dice: `5
/// 2`, `5-2`, `52`. A single number is the total of the dice: `+2`, `-1`, `0`.
///
/// # Errors
/// Returns a sentence that describes the error.
pub fn read(kind: DiceKind, text: &str) -> Result<Faces, String> {
    if let Some(total) = total(kind, text) {
        return of_total(kind, total);
    }
    match kind {
        DiceKind::Fudge => match text.trim().strip_prefix("d6") {
            Some(rest) => fudge(six_sided(rest, 4)?.into_iter().map(|face| (face + 1) / 2 - 2).collect()),
            None => fudge(signs(text)?),
        },
        DiceKind::Difference | DiceKind::DifferenceCapped => {
            let faces = six_sided(&text.replace('-', " "), 2)?;
            let pair = faces.first().copied().zip(faces.get(1).copied());
            let made = pair.and_then(|(plus, minus)| Faces::difference(kind == DiceKind::DifferenceCapped, plus, minus));
            made.ok_or_else(|| "type two faces from 1 to 6".to_owned())
        }
    }
}

/// Describes what to type for a kind of dice, with an example.
pub const fn example(kind: DiceKind) -> &'static str {
    match kind {
        DiceKind::Fudge => "four Fudge dice, such as `+ 0 - +`, or their total, such as `+2` (or four six-sided ones: `d6 5 3 1 6`)",
        DiceKind::Difference | DiceKind::DifferenceCapped => {
            "two six-sided dice, such as `5 2` for 5 minus 2, or their difference, such as `+3`"
        }
    }
}

/// Returns the total if the text is a single number. For dice that are subtracted from each other, the total needs a sign: a single digit
/// without one is the face of one die, and the other face is missing.
fn total(kind: DiceKind, text: &str) -> Option<i8> {
    let is_signed = text.trim().starts_with(['=', '+', '-', '\u{2212}', '\u{2013}']);
    if !is_signed && kind != DiceKind::Fudge {
        return None;
    }
    let number = text.trim().trim_start_matches('=').trim().replace(['\u{2212}', '\u{2013}'], "-");
    let digits = number.trim_start_matches(['+', '-']);
    // Two digits are the faces of two dice, and `+1-` is a list of faces.
    if digits.len() != 1 || number.len() > 2 {
        return None;
    }
    number.parse().ok()
}

/// Returns dice with a given total. The faces of the single dice are not known, so as many dice as possible are shown as blank (R-XTT8).
fn of_total(kind: DiceKind, total: i8) -> Result<Faces, String> {
    let made = match kind {
        DiceKind::Fudge => {
            let shows = |die: i8| if die < total.abs() { total.signum() } else { 0 };
            (total.abs() <= 4).then(|| Faces::fudge([shows(0), shows(1), shows(2), shows(3)])).flatten()
        }
        DiceKind::Difference | DiceKind::DifferenceCapped => {
            let (plus, minus) = if total >= 0 { (total.saturating_add(1), 1) } else { (1, 1_i8.saturating_sub(total)) };
            let made = Faces::difference(kind == DiceKind::DifferenceCapped, plus, minus);
            made.filter(|faces| faces.total() == i32::from(total))
        }
    };
    made.ok_or_else(|| format!("the dice cannot have a total of {total}"))
}

fn fudge(faces: Vec<i8>) -> Result<Faces, String> {
    let count = faces.len();
    let four: Result<[i8; 4], _> = faces.try_into();
    let made = four.ok().and_then(Faces::fudge);
    made.ok_or_else(|| format!("you typed {count} {}, but four are rolled", if count == 1 { "die" } else { "dice" }))
}

/// Parses the results of Fudge dice: plus and minus signs, each with or without a 1, and blanks.
fn signs(text: &str) -> Result<Vec<i8>, String> {
    let mut faces = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let face = match letter {
            '+' => 1,
            '-' | '\u{2212}' | '\u{2013}' => -1,
            '0' => 0,
            '1' => {
                faces.push(1);
                continue;
            }
            letter if letter.is_whitespace() || matches!(letter, ',' | ';') => continue,
            other => return Err(format!("a Fudge die has no face `{other}`, only `+`, `0` and `-`")),
        };
        if face != 0 && letters.peek() == Some(&'1') {
            letters.next();
        }
        faces.push(face);
    }
    Ok(faces)
}

fn six_sided(text: &str, count: usize) -> Result<Vec<i8>, String> {
    let mut faces = Vec::new();
    for letter in text.chars() {
        match letter.to_digit(10).and_then(|digit| i8::try_from(digit).ok()) {
            Some(face) if (1..=6).contains(&face) => faces.push(face),
            None if letter.is_whitespace() || matches!(letter, ',' | ';') => {}
            _ => return Err(format!("a six-sided die has no face `{letter}`")),
        }
    }
    if faces.len() == count {
        Ok(faces)
    } else {
        Err(format!("you typed {} {}, but {count} are rolled", faces.len(), if faces.len() == 1 { "die" } else { "dice" }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn fudge_dice_are_read_as_people_write_them() {
        for text in ["+ 0 - +", "+0-+", "1 0 -1 1", "+1 0 -1 +1", " +,0,\u{2212},+ ", "d6 5 3 1 6", "d6 6 4 2 5"] {
            assert_eq!(read(DiceKind::Fudge, text), Ok(Faces::fudge([1, 0, -1, 1]).unwrap()), "{text}");
        }
        assert_eq!(read(DiceKind::Fudge, "----"), Ok(Faces::fudge([-1; 4]).unwrap()));
    }

    #[test]
    fn rxtt8_one_number_is_the_total_of_the_dice() {
        for (text, faces) in
            [("+2", [1, 1, 0, 0]), ("2", [1, 1, 0, 0]), ("= -3", [-1, -1, -1, 0]), ("\u{2212}1", [-1, 0, 0, 0]), ("0", [0; 4])]
        {
            assert_eq!(read(DiceKind::Fudge, text), Ok(Faces::fudge(faces).unwrap()), "{text}");
        }
        assert_eq!(read(DiceKind::Fudge, "5"), Err("the dice cannot have a total of 5".to_owned()));
        for (text, total) in [("+3", 3), ("-5", -5), ("=0", 0)] {
            assert_eq!(read(DiceKind::Difference, text).unwrap().total(), total, "{text}");
        }
        assert_eq!(read(DiceKind::DifferenceCapped, "+5"), Err("the dice cannot have a total of 5".to_owned()));
    }

    #[test]
    fn wrong_dice_are_explained() {
        let problem = |kind, text| read(kind, text).unwrap_err();
        assert_eq!(problem(DiceKind::Fudge, "+ 0 -"), "you typed 3 dice, but four are rolled");
        assert_eq!(problem(DiceKind::Fudge, "+"), "you typed 1 die, but four are rolled");
        assert_eq!(problem(DiceKind::Fudge, "+ 2 - 0"), "a Fudge die has no face `2`, only `+`, `0` and `-`");
        assert_eq!(problem(DiceKind::Fudge, "d6 5 3 1 7"), "a six-sided die has no face `7`");
        assert_eq!(problem(DiceKind::Difference, "4"), "you typed 1 die, but 2 are rolled");
        assert_eq!(problem(DiceKind::Difference, "4 0"), "a six-sided die has no face `0`");
    }

    #[test]
    fn dice_that_stay_on_the_table_are_typed_in_the_order_in_which_they_are_named() {
        let throw = Throw::Pool(vec![6, 6, 6, 8, 4, 12]);
        assert_eq!(named(&[6, 6, 6, 8, 4, 12]), "3d6, d8, d4 and d12");
        for text in ["3 5 1 8 4 12", " 3,5, 1;8\t4 12 "] {
            assert_eq!(throw.read(text), Ok(vec![3, 5, 1, 8, 4, 12]), "{text}");
        }
        let problem = |text: &str| throw.read(text).unwrap_err();
        assert_eq!(problem("3 5 1 8 4"), "you typed 5 dice, but 6 are rolled: 3d6, d8, d4 and d12");
        assert_eq!(problem(""), "you typed 0 dice, but 6 are rolled: 3d6, d8, d4 and d12");
        assert_eq!(problem("3 5 7 8 4 12"), "die 3 is a d6 and has no face `7`");
        assert_eq!(problem("3 5 1 8 5 12"), "die 5 is a d4 and has no face `5`");
        for word in ["0", "-1", "x", "+", "300", "1.5"] {
            assert_eq!(problem(&format!("3 {word} 1 8 4 12")), format!("no die has a face `{word}`"));
        }
    }

    #[test]
    fn every_example_can_be_typed() {
        let pools = [vec![6], vec![6, 6, 8, 4, 20], vec![2; MOST_SHOWN], vec![12, 10, 8, 6, 4, 2]];
        for throw in [DiceKind::Fudge, DiceKind::Difference].map(Throw::Check).into_iter().chain(pools.map(Throw::Pool)) {
            assert!(throw.read(&throw.sample()).is_ok() && throw.example().contains(&throw.sample()), "{throw:?}");
        }
        assert_eq!(Throw::Pool(vec![6; 9]).example(), "the 9 faces in this order, such as `4 6 2 4 6 2 4 6 \u{2026}`");
    }

    #[test]
    fn a_pair_of_dice_is_one_less_the_other() {
        for text in ["5 2", "5-2", "52", "5, 2"] {
            assert_eq!(read(DiceKind::Difference, text).unwrap().total(), 3, "{text}");
        }
        assert_eq!(read(DiceKind::DifferenceCapped, "6 1").unwrap().total(), 0);
    }
}
