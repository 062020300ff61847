//! Stress tracks: a set of marked boxes with roll-up (personal.md 3.1-3.3, core.md 10).

/// A stress track of at most [`Track::MAX`] boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Track {
    length: u8,
    marked: u32,
}

/// What a hit does to a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Nothing: the hit was bought down to nothing.
    Nothing,
    /// This box and every box below it are marked.
    Box(u8),
    /// It goes past the end: taken out.
    Past,
}

impl Track {
    /// Longest track there is: what may be built (`limits`), and the box that somebody attached adds (platoon.md 7).
    pub const MAX: u8 = 31;

    /// A clear track; a length below 0 is none, and a longer one than there is was refused before.
    pub fn new(length: i32) -> Track {
        let length = u8::try_from(length.clamp(0, i32::from(Track::MAX))).unwrap_or(0);
        Track { length, marked: 0 }
    }

    /// How many boxes it has.
    pub const fn length(self) -> u8 {
        self.length
    }

    /// The marked boxes, a bit for each, the first the lowest.
    pub const fn bits(self) -> u32 {
        self.marked
    }

    /// How many are marked.
    pub const fn marked(self) -> u8 {
        // No more bits are ever set than there are boxes.
        self.marked.count_ones().to_le_bytes()[0]
    }

    /// How many are open.
    pub const fn open(self) -> u8 {
        self.length - self.marked()
    }

    /// True if a box (from 1) is marked.
    pub const fn is_marked(self, number: u8) -> bool {
        number >= 1 && number <= self.length && self.marked >> (number - 1) & 1 == 1
    }

    /// The numbers of the marked boxes, ascending.
    pub fn boxes(self) -> impl Iterator<Item = u8> {
        (1..=self.length).filter(move |&number| self.is_marked(number))
    }

    /// Where a hit of `shifts` lands: its own box, or the lowest open box above if that is marked (R-P12; box n itself
    /// is looked at, not the highest mark, R-C13).
    pub fn landing(self, shifts: i32) -> Landing {
        if shifts <= 0 {
            return Landing::Nothing;
        }
        let first = u8::try_from(shifts).unwrap_or(u8::MAX);
        if first > self.length {
            return Landing::Past;
        }
        let open = !self.marked & Track::up_to(self.length) & !Track::up_to(first - 1);
        match u8::try_from(open.trailing_zeros()) {
            Ok(place) if open != 0 => Landing::Box(place + 1),
            _ => Landing::Past,
        }
    }

    /// Where a hit of `shifts` lands that rolls down: its own box, or the highest open box below it if that is marked; where there
    /// is none below, it goes up as ever (R-L35).
    pub fn landing_below(self, shifts: i32) -> Landing {
        let number = u8::try_from(shifts).unwrap_or(u8::MAX);
        let below = (1..number).rev().find(|&below| !self.is_marked(below)).filter(|_| self.is_marked(number));
        below.map_or(self.landing(shifts), Landing::Box)
    }

    /// How many of the boxes up to a number are open: what a hit that lands there marks anew.
    pub const fn open_up_to(self, number: u8) -> u8 {
        let number = if number < self.length { number } else { self.length };
        (!self.marked & Track::up_to(number)).count_ones().to_le_bytes()[0]
    }

    /// Marks a box and every box below it; boxes past the end are not there.
    pub fn mark(&mut self, number: u8) {
        self.marked |= Track::up_to(number.min(self.length));
    }

    /// Marks exactly these boxes, as a referee, a scenario or a heat dump does.
    pub fn with_marked(length: i32, boxes: &[u8]) -> Track {
        let mut track = Track::new(length);
        for &number in boxes {
            if number >= 1 && number <= track.length {
                track.marked |= 1 << (number - 1);
            }
        }
        track
    }

    /// A track as long as this one with exactly the boxes of these bits marked, the first the lowest; those past its end are not
    /// there.
    #[must_use]
    pub const fn with_bits(self, bits: u32) -> Track {
        Track { length: self.length, marked: bits & Track::up_to(self.length) }
    }

    /// Erases box `number` and every marked box below it; if that box is open, starts at the next lower marked one
    /// (core.md 10). Says how many boxes were erased.
    pub fn erase(&mut self, number: u8) -> u8 {
        let before = self.marked();
        self.marked &= !Track::up_to(number.min(self.length));
        before - self.marked()
    }

    const fn up_to(number: u8) -> u32 {
        (1_u32 << number) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(track: Track) -> Vec<u8> {
        track.boxes().collect()
    }

    /// R-P12 and R-C13: the target is the box of the hit itself, else the next higher open one; all below are marked.
    #[test]
    fn a_hit_on_a_marked_box_rolls_up_to_the_next_open_one() {
        let gap = Track::with_marked(5, &[3, 4]);
        assert_eq!(gap.landing(2), Landing::Box(2));
        assert_eq!(gap.landing(3), Landing::Box(5));
        assert_eq!(Track::with_marked(4, &[1, 2, 3, 4]).landing(1), Landing::Past);
        assert_eq!(Track::new(4).landing(5), Landing::Past);
        assert_eq!(Track::new(4).landing(0), Landing::Nothing);
        let mut hit = gap;
        hit.mark(2);
        assert_eq!(boxes(hit), [1, 2, 3, 4]);
    }

    /// R-L35: down to the next open box, and up where there is none below.
    #[test]
    fn a_hit_that_rolls_down_goes_to_the_next_open_box_below() {
        let gap = Track::with_marked(5, &[2, 3]);
        assert_eq!([1, 2, 3, 4].map(|shifts| gap.landing_below(shifts)), [1, 1, 1, 4].map(Landing::Box));
        assert_eq!(gap.landing_below(6), Landing::Past);
        assert_eq!(Track::with_marked(3, &[1, 2]).landing_below(2), Landing::Box(3));
        assert_eq!(gap.landing_below(0), Landing::Nothing);
    }

    #[test]
    fn bits_are_boxes_from_the_lowest_on() {
        let holes = Track::with_marked(5, &[1, 3]);
        assert_eq!(Track::new(5).with_bits(holes.bits()), holes);
        assert_eq!(boxes(Track::new(2).with_bits(0b110)), [2], "there is no third");
    }

    #[test]
    fn erasing_starts_at_the_box_or_the_next_lower_marked_one() {
        let mut patient = Track::with_marked(5, &[1, 2, 3, 4]);
        assert_eq!(patient.erase(2), 2);
        assert_eq!(boxes(patient), [3, 4]);
        assert_eq!(patient.erase(2), 0);
        let mut patient = Track::with_marked(5, &[1, 3]);
        assert_eq!(patient.erase(2), 1);
        assert_eq!(boxes(patient), [3]);
    }

    #[test]
    fn no_length_and_no_hit_overflows() {
        let mut longest = Track::new(1000);
        assert_eq!(longest.length(), Track::MAX);
        assert_eq!(longest.landing(i32::MAX), Landing::Past);
        longest.mark(Track::MAX);
        assert_eq!((longest.marked(), longest.open(), longest.landing(1)), (Track::MAX, 0, Landing::Past));
        assert_eq!(Track::new(-3).landing(1), Landing::Past);
    }
}
