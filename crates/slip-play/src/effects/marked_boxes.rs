//! Boxes that an effect marks or erases without a hit (`mark` and `erase`).

use slip_pack::effect::BoxSelection;

/// Largest number of boxes in a track.
const MOST: i64 = 32;

/// Returns the boxes of a track that are marked after an effect has marked or erased boxes, one bit for each box.
pub(crate) fn marked(bits: u32, length: u8, erase: bool, which: BoxSelection) -> u32 {
    let all = 1_u32.checked_shl(u32::from(length)).unwrap_or(0).wrapping_sub(1);
    let top = 1_u32.checked_shl(u32::from(length)).unwrap_or(0) >> 1;
    let mut now = bits;
    match (erase, which) {
        (false, BoxSelection::All) => now = all,
        (false, BoxSelection::Highest) => now |= top,
        (true, BoxSelection::All) => now = 0,
        (true, BoxSelection::Highest) => now &= !highest(now),
        (false, BoxSelection::Count(count)) => (0..count.min(MOST)).for_each(|_| now |= !now & all & (!now & all).wrapping_neg()),
        (true, BoxSelection::Count(count)) => (0..count.min(MOST)).for_each(|_| now &= !highest(now)),
    }
    now & all
}

/// Returns the highest marked box.
const fn highest(bits: u32) -> u32 {
    if bits == 0 { 0 } else { 1 << bits.ilog2() }
}
