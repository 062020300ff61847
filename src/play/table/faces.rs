//! Real dice, as people type what they see. Floor 6.

use crate::dice::{Faces, Kind};

/// What somebody typed, as dice of this kind.
///
/// Fudge dice: `+ 0 - +`, `+0-+`, `1 0 -1 1`, or four six-sided dice after `d6` (1-2 is -, 3-4 is 0, 5-6 is +). One die less
/// another: `5 2`, `5-2`, `52`.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn read(kind: Kind, text: &str) -> Result<Faces, String> {
    match kind {
        Kind::Fudge => match text.trim().strip_prefix("d6") {
            Some(rest) => fudge(six_sided(rest, 4)?.into_iter().map(|face| (face + 1) / 2 - 2).collect()),
            None => fudge(signs(text)?),
        },
        Kind::Difference | Kind::DifferenceCapped => {
            let faces = six_sided(&text.replace('-', " "), 2)?;
            let pair = faces.first().copied().zip(faces.get(1).copied());
            let made = pair.and_then(|(plus, minus)| Faces::difference(kind == Kind::DifferenceCapped, plus, minus));
            made.ok_or_else(|| "two dice of 1 to 6 are rolled".to_owned())
        }
    }
}

/// What these dice want to be typed as.
pub const fn example(kind: Kind) -> &'static str {
    match kind {
        Kind::Fudge => "four Fudge dice, such as `+ 0 - +` (or four six-sided ones: `d6 5 3 1 6`)",
        Kind::Difference | Kind::DifferenceCapped => "two six-sided dice, the one that counts for you first, such as `5 2`",
    }
}

fn fudge(faces: Vec<i8>) -> Result<Faces, String> {
    let count = faces.len();
    let four: Result<[i8; 4], _> = faces.try_into();
    let made = four.ok().and_then(Faces::fudge);
    made.ok_or_else(|| format!("{count} {} here, and four are rolled", if count == 1 { "die is" } else { "dice are" }))
}

/// Signs with or without a 1, and blanks.
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
            other => return Err(format!("`{other}` is no face of a Fudge die: they show `+`, `0` and `-`")),
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
            _ => return Err(format!("`{letter}` is no face of a six-sided die")),
        }
    }
    if faces.len() == count {
        Ok(faces)
    } else {
        Err(format!("{} {} here, and {count} are rolled", faces.len(), if faces.len() == 1 { "die is" } else { "dice are" }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn fudge_dice_are_read_as_people_write_them() {
        for text in ["+ 0 - +", "+0-+", "1 0 -1 1", "+1 0 -1 +1", " +,0,\u{2212},+ ", "d6 5 3 1 6", "d6 6 4 2 5"] {
            assert_eq!(read(Kind::Fudge, text), Ok(Faces::fudge([1, 0, -1, 1]).unwrap()), "{text}");
        }
        assert_eq!(read(Kind::Fudge, "----"), Ok(Faces::fudge([-1; 4]).unwrap()));
    }

    #[test]
    fn wrong_dice_are_explained() {
        let problem = |kind, text| read(kind, text).unwrap_err();
        assert_eq!(problem(Kind::Fudge, "+ 0 -"), "3 dice are here, and four are rolled");
        assert_eq!(problem(Kind::Fudge, "+"), "1 die is here, and four are rolled");
        assert_eq!(problem(Kind::Fudge, "+ 2 - 0"), "`2` is no face of a Fudge die: they show `+`, `0` and `-`");
        assert_eq!(problem(Kind::Fudge, "d6 5 3 1 7"), "`7` is no face of a six-sided die");
        assert_eq!(problem(Kind::Difference, "4"), "1 die is here, and 2 are rolled");
        assert_eq!(problem(Kind::Difference, "4 0"), "`0` is no face of a six-sided die");
    }

    #[test]
    fn a_pair_of_dice_is_one_less_the_other() {
        for text in ["5 2", "5-2", "52", "5, 2"] {
            assert_eq!(read(Kind::Difference, text).unwrap().total(), 3, "{text}");
        }
        assert_eq!(read(Kind::DifferenceCapped, "6 1").unwrap().total(), 0);
    }
}
