//! Dice, seeded or scripted: the only source of randomness.
//!
//! The same seed and stream give the same faces on every machine and in every release. This crate derives the key from the seed and the
//! faces from bytes, so the result does not depend on the algorithms of another library. Every face rolled is returned, so that a log can
//! record it and a script can replay it. A script that runs out of faces is an error.

pub mod fate;

pub mod pool;

use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::fmt;

/// Kind of dice for a FATE check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiceKind {
    /// Four dice of -1, 0, +1.
    #[default]
    Fudge,
    /// One six-sided die minus another.
    Difference,
    /// One six-sided die minus another, where +5 and -5 count as 0.
    DifferenceCapped,
}

impl DiceKind {
    /// Returns the kind for a word of a ruleset's `dice` setting.
    pub fn from_word(word: &str) -> Option<DiceKind> {
        Some(match word {
            "fudge" | "4dF" => DiceKind::Fudge,
            "d6_d6" => DiceKind::Difference,
            "d6_d6_capped" => DiceKind::DifferenceCapped,
            _ => return None,
        })
    }

    /// Returns the number of dice in a roll of this kind.
    pub const fn count(self) -> usize {
        match self {
            DiceKind::Fudge => 4,
            DiceKind::Difference | DiceKind::DifferenceCapped => 2,
        }
    }
}

/// Faces of one roll of dice, in the order in which they were rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Faces {
    kind: DiceKind,
    faces: [i8; 4],
}

impl Faces {
    /// Returns four Fudge dice; `None` if a face is not -1, 0 or +1.
    pub fn fudge(faces: [i8; 4]) -> Option<Faces> {
        faces.iter().all(|face| (-1..=1).contains(face)).then_some(Faces { kind: DiceKind::Fudge, faces })
    }

    /// Returns two six-sided dice, the first minus the second; `None` if a face is not 1 to 6.
    pub fn difference(capped: bool, plus: i8, minus: i8) -> Option<Faces> {
        let kind = if capped { DiceKind::DifferenceCapped } else { DiceKind::Difference };
        let fits = (1..=6).contains(&plus) && (1..=6).contains(&minus);
        fits.then_some(Faces { kind, faces: [plus, minus, 0, 0] })
    }

    /// Returns the kind of the dice.
    pub const fn kind(&self) -> DiceKind {
        self.kind
    }

    /// Returns the faces of the dice.
    pub fn faces(&self) -> &[i8] {
        self.faces.get(..self.kind.count()).unwrap_or(&[])
    }

    /// Returns the total of the faces.
    pub fn total(&self) -> i32 {
        let [a, b, c, d] = self.faces;
        let (a, b, c, d) = (i32::from(a), i32::from(b), i32::from(c), i32::from(d));
        match self.kind {
            DiceKind::Fudge => a + b + c + d,
            DiceKind::Difference => a - b,
            DiceKind::DifferenceCapped if (a - b).abs() == 5 => 0,
            DiceKind::DifferenceCapped => a - b,
        }
    }
}

impl Default for Faces {
    /// Returns four Fudge dice that all show 0.
    fn default() -> Faces {
        Faces { kind: DiceKind::Fudge, faces: [0; 4] }
    }
}

impl fmt::Display for Faces {
    /// Formats the faces: `+ + 0 -`, or `5-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.faces) {
            (DiceKind::Fudge, faces) => {
                for (place, face) in faces.iter().enumerate() {
                    let gap = if place == 0 { "" } else { " " };
                    let sign = match face {
                        1 => "+",
                        -1 => "-",
                        _ => "0",
                    };
                    write!(f, "{gap}{sign}")?;
                }
                Ok(())
            }
            (_, [plus, minus, ..]) => write!(f, "{plus}-{minus}"),
        }
    }
}

/// Error: the script of dice has too few faces left, or its next face does not fit the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptExhausted;

/// Stream of dice, from a seed or from a script.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    rolls: u64,
}

/// Position in a stream of dice, from which it can be continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DicePosition {
    /// Amount of randomness used: bytes of a seeded stream, or faces of a script.
    pub drawn: u64,
    /// Number of rolls made so far.
    pub rolls: u64,
}

#[derive(Clone, Debug)]
enum Source {
    Seeded(Box<Seeded>),
    Scripted(Script),
}

/// Faces of a script, including those that are already used.
#[derive(Clone, Debug)]
struct Script {
    faces: Vec<i8>,
    taken: u64,
}

impl Script {
    /// Returns the faces that are not used yet.
    fn rest(&self) -> &[i8] {
        usize::try_from(self.taken).ok().and_then(|taken| self.faces.get(taken..)).unwrap_or(&[])
    }
}

struct Seeded {
    rng: ChaCha8Rng,
    seed: u64,
    stream: u64,
    /// Number of blocks of 64 bytes drawn so far.
    blocks: u64,
    bytes: [u8; 64],
    next: usize,
}

impl Clone for Seeded {
    /// Creates a generator at the same position of the same stream, because the generator itself cannot be cloned.
    fn clone(&self) -> Seeded {
        let mut seeded = Seeded::new(self.seed, self.stream);
        seeded.rng.set_word_pos(u128::from(self.blocks) * 16);
        Seeded { blocks: self.blocks, bytes: self.bytes, next: self.next, ..seeded }
    }
}

impl fmt::Debug for Seeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seeded({}, stream {}, byte {})", self.seed, self.stream, self.drawn())
    }
}

/// Returns the faces of 4dF for a number from 0 to 80, the first die changing slowest.
const fn fudge(number: u8) -> [i8; 4] {
    const fn face(place: u8) -> i8 {
        match place % 3 {
            0 => -1,
            1 => 0,
            _ => 1,
        }
    }
    [face(number / 27), face(number / 9), face(number / 3), face(number)]
}

impl Seeded {
    fn new(seed: u64, stream: u64) -> Seeded {
        let mut rng = ChaCha8Rng::from_seed(key(seed));
        rng.set_stream(stream);
        Seeded { rng, seed, stream, blocks: 0, bytes: [0; 64], next: 64 }
    }

    /// Returns the number of bytes drawn so far.
    fn drawn(&self) -> u64 {
        self.blocks.checked_sub(1).map_or(0, |whole| whole * 64 + u64::try_from(self.next).unwrap_or(0))
    }

    /// Returns the stream at the position after this many bytes.
    fn at(seed: u64, stream: u64, drawn: u64) -> Seeded {
        let mut seeded = Seeded::new(seed, stream);
        let (whole, rest) = (drawn / 64, usize::try_from(drawn % 64).unwrap_or(0));
        seeded.blocks = whole;
        seeded.rng.set_word_pos(u128::from(whole) * 16);
        if rest > 0 {
            seeded.byte();
            seeded.next = rest;
        }
        seeded
    }

    fn byte(&mut self) -> u8 {
        if self.next >= self.bytes.len() {
            self.rng.fill_bytes(&mut self.bytes);
            self.blocks += 1;
            self.next = 0;
        }
        let byte = self.bytes.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        byte
    }

    /// Returns a uniformly distributed number below `sides`. Bytes from the largest multiple of `sides` on are discarded, so that no number
    /// is more likely.
    fn below(&mut self, sides: u8) -> u8 {
        let sides = u16::from(sides.max(1));
        let limit = 256 / sides * sides;
        loop {
            let byte = u16::from(self.byte());
            if byte < limit {
                return u8::try_from(byte % sides).unwrap_or(0);
            }
        }
    }
}

impl Seeded {
    /// Returns a uniformly distributed number below `count`. `count` is above 255; the rule is that of [`Seeded::below`], applied to
    /// numbers of four bytes.
    fn below_many(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).unwrap_or(u64::MAX).min(1 << 32);
        let limit = (1 << 32) / count * count;
        loop {
            let bytes = [self.byte(), self.byte(), self.byte(), self.byte()];
            let number = u64::from(u32::from_be_bytes(bytes));
            if number < limit {
                return usize::try_from(number % count).unwrap_or(0);
            }
        }
    }
}

/// Derives a key from a seed (SplitMix64). This must never change.
fn key(seed: u64) -> [u8; 32] {
    let mut key = [0_u8; 32];
    let mut state = seed;
    for part in key.chunks_exact_mut(8) {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        part.copy_from_slice(&(word ^ (word >> 31)).to_le_bytes());
    }
    key
}

impl Dice {
    /// Returns dice with this seed. Streams of one seed are independent: stream 0 is for play, the others are for seats and runs.
    pub fn seeded(seed: u64, stream: u64) -> Dice {
        Dice { source: Source::Seeded(Box::new(Seeded::new(seed, stream))), rolls: 0 }
    }

    /// Restarts the dice with another seed and stream, and reuses their memory.
    pub fn reseed(&mut self, seed: u64, stream: u64) {
        match &mut self.source {
            Source::Seeded(seeded) => **seeded = Seeded::new(seed, stream),
            Source::Scripted(_) => self.source = Source::Seeded(Box::new(Seeded::new(seed, stream))),
        }
        self.rolls = 0;
    }

    /// Returns dice that show the given faces, one after another.
    pub fn scripted(faces: impl IntoIterator<Item = i8>) -> Dice {
        Dice { source: Source::Scripted(Script { faces: faces.into_iter().collect(), taken: 0 }), rolls: 0 }
    }

    /// Returns seeded dice at a position of a stream.
    pub fn seeded_at(seed: u64, stream: u64, place: DicePosition) -> Dice {
        Dice { source: Source::Seeded(Box::new(Seeded::at(seed, stream, place.drawn))), rolls: place.rolls }
    }

    /// Returns scripted dice at a position; the faces before the position count as used.
    pub fn scripted_at(faces: &[i8], place: DicePosition) -> Dice {
        Dice { source: Source::Scripted(Script { faces: faces.to_vec(), taken: place.drawn }), rolls: place.rolls }
    }

    /// Goes back to an earlier position: the faces since then are rolled again.
    pub fn go_back(&mut self, place: DicePosition) {
        match &mut self.source {
            Source::Seeded(seeded) if seeded.drawn() == place.drawn => {}
            Source::Seeded(seeded) => **seeded = Seeded::at(seeded.seed, seeded.stream, place.drawn),
            Source::Scripted(script) => script.taken = place.drawn,
        }
        self.rolls = place.rolls;
    }

    /// Returns the current position in the stream.
    pub fn place(&self) -> DicePosition {
        let drawn = match &self.source {
            Source::Seeded(seeded) => seeded.drawn(),
            Source::Scripted(script) => script.taken,
        };
        DicePosition { drawn, rolls: self.rolls }
    }

    /// Returns the number of rolls so far.
    pub const fn rolls(&self) -> u64 {
        self.rolls
    }

    /// Returns the number of faces of a script that are left; 0 for seeded dice.
    pub fn left(&self) -> usize {
        match &self.source {
            Source::Seeded(_) => 0,
            Source::Scripted(script) => script.rest().len(),
        }
    }

    /// Rolls the dice of a check.
    ///
    /// # Errors
    /// [`ScriptExhausted`] if a script has too few faces left or they do not fit these dice; no face is used then.
    pub fn roll(&mut self, kind: DiceKind) -> Result<Faces, ScriptExhausted> {
        let faces = match &mut self.source {
            Source::Seeded(seeded) => match kind {
                DiceKind::Fudge => Faces { kind, faces: fudge(seeded.below(81)) },
                DiceKind::Difference | DiceKind::DifferenceCapped => {
                    let pair = seeded.below(36);
                    let face = |value: u8| i8::try_from(value + 1).unwrap_or(1);
                    Faces { kind, faces: [face(pair / 6), face(pair % 6), 0, 0] }
                }
            },
            Source::Scripted(script) => {
                let mut faces = [0_i8; 4];
                let mut listed = script.rest().iter();
                for face in faces.iter_mut().take(kind.count()) {
                    *face = *listed.next().ok_or(ScriptExhausted)?;
                }
                let [plus, minus, ..] = faces;
                let rolled = match kind {
                    DiceKind::Fudge => Faces::fudge(faces),
                    DiceKind::Difference => Faces::difference(false, plus, minus),
                    DiceKind::DifferenceCapped => Faces::difference(true, plus, minus),
                };
                let rolled = rolled.ok_or(ScriptExhausted)?;
                script.taken += u64::try_from(kind.count()).unwrap_or(0);
                rolled
            }
        };
        self.rolls += 1;
        Ok(faces)
    }

    /// Returns a number from 1 to `sides` (a die without sides shows 1).
    ///
    /// # Errors
    /// [`ScriptExhausted`] if a script has no face left, or the face is not on this die.
    pub fn die(&mut self, sides: u8) -> Result<u8, ScriptExhausted> {
        let sides = sides.max(1);
        let face = match &mut self.source {
            Source::Seeded(seeded) => seeded.below(sides) + 1,
            Source::Scripted(script) => {
                let face = script.rest().first().and_then(|face| u8::try_from(*face).ok()).ok_or(ScriptExhausted)?;
                if face == 0 || face > sides {
                    return Err(ScriptExhausted);
                }
                script.taken += 1;
                face
            }
        };
        self.rolls += 1;
        Ok(face)
    }

    /// Returns a number below `count`, for a choice among that many; 0 if there is no choice.
    ///
    /// # Errors
    /// [`ScriptExhausted`] if a script has no face left, or the face is too high.
    pub fn pick(&mut self, count: usize) -> Result<usize, ScriptExhausted> {
        match u8::try_from(count) {
            Ok(0 | 1) => Ok(0),
            Ok(sides) => Ok(usize::from(self.die(sides)?) - 1),
            Err(_) => match &mut self.source {
                Source::Seeded(seeded) => Ok(seeded.below_many(count)),
                Source::Scripted(_) => Err(ScriptExhausted),
            },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_a_long_list_can_be_picked() {
        let mut dice = Dice::seeded(7, 0);
        let mut counts = [0_i32; 300];
        for _ in 0..30_000 {
            counts[dice.pick(300).unwrap()] += 1;
        }
        assert!(counts.iter().all(|&count| (50..=150).contains(&count)), "{counts:?}");
    }

    #[test]
    fn every_number_of_4df_comes_evenly_and_in_bounds() {
        let mut dice = Dice::seeded(7, 0);
        let mut counts = [0_i32; 9];
        for _ in 0..81_000 {
            let total = dice.roll(DiceKind::Fudge).unwrap().total();
            counts[usize::try_from(total + 4).unwrap()] += 1;
        }
        for (count, expected) in counts.iter().zip([1, 4, 10, 16, 19, 16, 10, 4, 1]) {
            let expected = expected * 1000;
            // Six standard deviations of a binomial of this size are less than 6 * sqrt(expected).
            assert!((count - expected).pow(2) < 36 * expected, "{counts:?}");
        }
    }

    /// The first faces of a seed must never change: a change here changes every recorded fight.
    #[test]
    fn a_seed_means_the_same_faces_in_every_release() {
        let first = |seed: u64, stream: u64| {
            let mut dice = Dice::seeded(seed, stream);
            (0..6).map(|_| dice.roll(DiceKind::Fudge).unwrap().to_string().replace(' ', "")).collect::<Vec<_>>().join(" ")
        };
        let mut dice = Dice::seeded(7, 0);
        let sixes: Vec<u8> = (0..8).map(|_| dice.die(6).unwrap()).collect();
        let pairs: Vec<i32> = (0..6).map(|_| dice.roll(DiceKind::Difference).unwrap().total()).collect();
        assert_eq!(first(0, 0), "+0+0 +000 +-+0 0+-- 0++- 0+-+");
        assert_eq!(first(0, 1), "++-+ --++ +++- -0-- 0+0+ +0++");
        assert_eq!(first(7, 0), "-+-- ---0 0+00 ++++ +++0 0+++");
        assert_eq!(sixes, [1, 5, 5, 3, 5, 6, 3, 1]);
        assert_eq!(pairs, [-1, -1, 0, 1, -2, -2]);
    }

    #[test]
    fn a_copy_goes_on_where_the_original_stands() {
        let mut dice = Dice::seeded(11, 3);
        for _ in 0..150 {
            dice.roll(DiceKind::Fudge).unwrap();
        }
        let mut copy = dice.clone();
        let rolls = |dice: &mut Dice| (0..200).map(|_| dice.roll(DiceKind::Fudge).unwrap()).collect::<Vec<_>>();
        assert_eq!(rolls(&mut dice), rolls(&mut copy));
    }

    #[test]
    fn dice_of_another_seed_are_as_if_made_for_it() {
        let rolls = |dice: &mut Dice| (0..90).map(|_| dice.roll(DiceKind::Fudge).unwrap()).collect::<Vec<_>>();
        let mut dice = Dice::seeded(11, 3);
        rolls(&mut dice);
        dice.reseed(12, 0);
        assert_eq!((dice.rolls(), dice.place()), (0, DicePosition::default()));
        assert_eq!(rolls(&mut dice), rolls(&mut Dice::seeded(12, 0)));
    }

    #[test]
    fn dice_find_their_place_again() {
        let rolls = |dice: &mut Dice| (0..90).map(|_| dice.roll(DiceKind::Fudge).unwrap()).collect::<Vec<_>>();
        for before in [0, 1, 61, 64, 65, 150] {
            let mut dice = Dice::seeded(5, 2);
            for _ in 0..before {
                dice.roll(DiceKind::Fudge).unwrap();
            }
            let mut again = Dice::seeded_at(5, 2, dice.place());
            assert_eq!(dice.place(), again.place());
            assert_eq!(rolls(&mut dice), rolls(&mut again), "after {before}");
        }
        let faces = [1, 0, 0, 1, -1, 0, 1, 0];
        let mut script = Dice::scripted(faces);
        script.roll(DiceKind::Fudge).unwrap();
        assert_eq!(Dice::scripted_at(&faces, script.place()).roll(DiceKind::Fudge), script.roll(DiceKind::Fudge));
        for dice in [&mut Dice::seeded(5, 2), &mut Dice::scripted(faces)] {
            dice.roll(DiceKind::Fudge).unwrap();
            let place = dice.place();
            let fallen = dice.roll(DiceKind::Fudge);
            dice.go_back(place);
            assert_eq!((dice.place(), dice.roll(DiceKind::Fudge)), (place, fallen));
        }
    }

    #[test]
    fn a_script_is_fed_face_by_face_and_refuses_when_it_runs_out() {
        let mut dice = Dice::scripted([1, 1, 0, -1, 0]);
        assert_eq!(dice.roll(DiceKind::Fudge).unwrap().to_string(), "+ + 0 -");
        assert_eq!(dice.roll(DiceKind::Fudge), Err(ScriptExhausted));
        assert_eq!(dice.left(), 1, "a refused roll takes nothing");
    }

    #[test]
    fn five_on_capped_dice_counts_as_nothing() {
        assert_eq!(Faces::difference(false, 6, 1).unwrap().total(), 5);
        assert_eq!(Faces::difference(true, 6, 1).unwrap().total(), 0);
        assert_eq!(Faces::difference(true, 1, 6).unwrap().total(), 0);
        assert_eq!(Faces::difference(true, 5, 1).unwrap().total(), 4);
    }
}
