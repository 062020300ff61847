//! Stress tracks: a set of marked boxes, with roll-up.

/// A stress track of at most [`Track::MAX`] boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Track {
    length: u8,
    marked: u32,
}

/// Effect of a hit on a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackHit {
    /// The hit has no effect, because consequences reduced it to 0.
    Nothing,
    /// The hit marks this box and every box below it.
    Box(u8),
    /// The hit exceeds the track, and takes the owner out.
    Past,
}

impl Track {
    /// Greatest length of a track: the limit for content, plus the box that an attached person adds.
    pub const MAX: u8 = 31;

    /// Returns a track without marked boxes. A length below 0 counts as 0; lengths beyond the limit are refused earlier.
    pub fn new(length: i32) -> Track {
        let length = u8::try_from(length.clamp(0, i32::from(Track::MAX))).unwrap_or(0);
        Track { length, marked: 0 }
    }

    /// Returns the number of boxes.
    pub const fn length(self) -> u8 {
        self.length
    }

    /// Returns the marked boxes, one bit for each, the lowest bit for the first box.
    pub const fn bits(self) -> u32 {
        self.marked
    }

    /// Returns the number of marked boxes.
    pub const fn marked(self) -> u8 {
        // Only bits of existing boxes are ever set, so the count fits in one byte.
        self.marked.count_ones().to_le_bytes()[0]
    }

    /// Returns the number of open boxes.
    pub const fn open(self) -> u8 {
        self.length - self.marked()
    }

    /// True if a box (from 1) is marked.
    pub const fn is_marked(self, number: u8) -> bool {
        number >= 1 && number <= self.length && self.marked >> (number - 1) & 1 == 1
    }

    /// Returns the numbers of the marked boxes, ascending.
    pub fn boxes(self) -> impl Iterator<Item = u8> {
        (1..=self.length).filter(move |&number| self.is_marked(number))
    }

    /// Returns the box that a hit of `shifts` marks: the box with that number or, if this box is marked, the lowest open box above it
    /// (R-P12). The comparison is with the box itself, not with the highest marked box (R-C13).
    pub fn landing(self, shifts: i32) -> TrackHit {
        if shifts <= 0 {
            return TrackHit::Nothing;
        }
        let first = u8::try_from(shifts).unwrap_or(u8::MAX);
        if first > self.length {
            return TrackHit::Past;
        }
        let open = !self.marked & Track::up_to(self.length) & !Track::up_to(first - 1);
        match u8::try_from(open.trailing_zeros()) {
            Ok(place) if open != 0 => TrackHit::Box(place + 1),
            _ => TrackHit::Past,
        }
    }

    /// Returns the box that a hit of `shifts` marks if hits roll down: the box with that number or, if it is marked, the highest open box
    /// below it. If no box below is open, the hit rolls up as usual (R-L35).
    pub fn landing_below(self, shifts: i32) -> TrackHit {
        let number = u8::try_from(shifts).unwrap_or(u8::MAX);
        let below = (1..number).rev().find(|&below| !self.is_marked(below)).filter(|_| self.is_marked(number));
        below.map_or(self.landing(shifts), TrackHit::Box)
    }

    /// Returns the number of open boxes up to a box. A hit on this box marks them.
    pub const fn open_up_to(self, number: u8) -> u8 {
        let number = if number < self.length { number } else { self.length };
        (!self.marked & Track::up_to(number)).count_ones().to_le_bytes()[0]
    }

    /// Marks a box and every box below it. Boxes beyond the end of the track are ignored.
    pub fn mark(&mut self, number: u8) {
        self.marked |= Track::up_to(number.min(self.length));
    }

    /// Returns a track on which exactly these boxes are marked, for example by a referee, a scenario or a heat dump.
    pub fn with_marked(length: i32, boxes: &[u8]) -> Track {
        let mut track = Track::new(length);
        for &number in boxes {
            if number >= 1 && number <= track.length {
                track.marked |= 1 << (number - 1);
            }
        }
        track
    }

    /// Returns a track of the same length with exactly these boxes marked. `bits` has one bit for each box, the lowest for the first box.
    /// Bits beyond the end are ignored.
    #[must_use]
    pub const fn with_bits(self, bits: u32) -> Track {
        Track { length: self.length, marked: bits & Track::up_to(self.length) }
    }

    /// Erases the box with this number and every marked box below it. If the box itself is open, erasing starts at the next marked box
    /// below. Returns the number of boxes that were erased.
    pub fn erase(&mut self, number: u8) -> u8 {
        let before = self.marked();
        self.marked &= !Track::up_to(number.min(self.length));
        before - self.marked()
    }

    const fn up_to(number: u8) -> u32 {
        (1_u32 << number) - 1
    }
}

/// Rules: R-P12, R-P13.
#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(track: Track) -> Vec<u8> {
        track.boxes().collect()
    }

    /// R-P12 and R-C13: a hit marks the box with its number, or the next higher open box; all boxes below are marked too.
    #[test]
    fn a_hit_on_a_marked_box_rolls_up_to_the_next_open_one() {
        let gap = Track::with_marked(5, &[3, 4]);
        assert_eq!(gap.landing(2), TrackHit::Box(2));
        assert_eq!(gap.landing(3), TrackHit::Box(5));
        assert_eq!(Track::with_marked(4, &[1, 2, 3, 4]).landing(1), TrackHit::Past);
        assert_eq!(Track::new(4).landing(5), TrackHit::Past);
        assert_eq!(Track::new(4).landing(0), TrackHit::Nothing);
        let mut hit = gap;
        hit.mark(2);
        assert_eq!(boxes(hit), [1, 2, 3, 4]);
    }

    /// R-L35: a hit that rolls down marks the next open box below, and rolls up if no box below is open.
    #[test]
    fn a_hit_that_rolls_down_goes_to_the_next_open_box_below() {
        let gap = Track::with_marked(5, &[2, 3]);
        assert_eq!([1, 2, 3, 4].map(|shifts| gap.landing_below(shifts)), [1, 1, 1, 4].map(TrackHit::Box));
        assert_eq!(gap.landing_below(6), TrackHit::Past);
        assert_eq!(Track::with_marked(3, &[1, 2]).landing_below(2), TrackHit::Box(3));
        assert_eq!(gap.landing_below(0), TrackHit::Nothing);
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
        assert_eq!(longest.landing(i32::MAX), TrackHit::Past);
        longest.mark(Track::MAX);
        assert_eq!((longest.marked(), longest.open(), longest.landing(1)), (Track::MAX, 0, TrackHit::Past));
        assert_eq!(Track::new(-3).landing(1), TrackHit::Past);
    }
}
