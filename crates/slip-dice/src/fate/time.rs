//! The time track: how long a task takes by how well it is done (core.md 13, R-C14).
//!
//! The lines of the track are content; here is what a roll makes of them.

/// What comes of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is done, in the time of this line of the track, from 1.
    Line(usize),
    /// It is not done: shifts below nothing are failure.
    Failed,
}

/// The line of a track of `lines` lines, the fastest first, that a base line (from 1) and a roll's shifts lead to: a shift
/// more is a line faster, never past the ends (R-C14). Whether too few shifts are failure or only cost time is for the
/// referee to say of each task.
pub fn taken(base: usize, shifts: i32, lines: usize, may_fail: bool) -> Taken {
    if may_fail && shifts < 0 {
        return Taken::Failed;
    }
    let line = i64::try_from(base).unwrap_or(i64::MAX).saturating_sub(i64::from(shifts));
    let last = i64::try_from(lines).unwrap_or(i64::MAX).max(1);
    Taken::Line(usize::try_from(line.clamp(1, last)).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "A day" is the eleventh of 22 lines: three short leads to the fourteenth, two over to the ninth.
    #[test]
    fn a_shift_is_a_line_and_too_few_are_failure_only_where_the_referee_says_so() {
        assert_eq!(taken(11, -3, 22, false), Taken::Line(14));
        assert_eq!(taken(11, 2, 22, false), Taken::Line(9));
        assert_eq!(taken(11, 0, 22, true), Taken::Line(11));
        assert_eq!(taken(11, -1, 22, true), Taken::Failed);
    }

    #[test]
    fn rc14_off_the_track_the_end_of_it_counts() {
        assert_eq!(taken(2, 9, 22, false), Taken::Line(1));
        assert_eq!(taken(21, -9, 22, false), Taken::Line(22));
        assert_eq!(taken(21, i32::MIN, 22, false), Taken::Line(22));
        assert_eq!(taken(1, i32::MAX, 22, true), Taken::Line(1));
    }
}
