//! Time track: duration of a task, depending on the result of its roll (R-C14).
//!
//! The entries of the track are content; this module applies a roll to them.

/// Result of a task, in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskTime {
    /// The task is done within the time of an entry of the time track. Entries are counted from 1.
    Line(usize),
    /// The task is not done, because negative shifts are failure.
    Failed,
}

/// Returns the result of a task with a base entry (from 1) on a track of `lines` entries, the fastest first. Each shift makes the task one
/// entry faster, within the ends of the track (R-C14). With `may_fail`, negative shifts are failure; otherwise they only cost time. The
/// referee decides for each task if it may fail.
pub fn taken(base: usize, shifts: i32, lines: usize, may_fail: bool) -> TaskTime {
    if may_fail && shifts < 0 {
        return TaskTime::Failed;
    }
    let line = i64::try_from(base).unwrap_or(i64::MAX).saturating_sub(i64::from(shifts));
    let last = i64::try_from(lines).unwrap_or(i64::MAX).max(1);
    TaskTime::Line(usize::try_from(line.clamp(1, last)).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "A day" is the eleventh of 22 entries: three shifts below the difficulty lead to the fourteenth entry, two above to the ninth.
    #[test]
    fn a_shift_is_a_line_and_too_few_are_failure_only_where_the_referee_says_so() {
        assert_eq!(taken(11, -3, 22, false), TaskTime::Line(14));
        assert_eq!(taken(11, 2, 22, false), TaskTime::Line(9));
        assert_eq!(taken(11, 0, 22, true), TaskTime::Line(11));
        assert_eq!(taken(11, -1, 22, true), TaskTime::Failed);
    }

    #[test]
    fn rc14_off_the_track_the_end_of_it_counts() {
        assert_eq!(taken(2, 9, 22, false), TaskTime::Line(1));
        assert_eq!(taken(21, -9, 22, false), TaskTime::Line(22));
        assert_eq!(taken(21, i32::MIN, 22, false), TaskTime::Line(22));
        assert_eq!(taken(1, i32::MAX, 22, true), TaskTime::Line(1));
    }
}
