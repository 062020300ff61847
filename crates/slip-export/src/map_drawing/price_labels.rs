//! Finds room for a short label in a zone that has its name and its tokens already. *Invariant: a label covers no name, no token and no
//! number; a zone without room has none.*

use super::{Chart, tokens};
use crate::drawing::{Face, Rectangle};
use crate::text_widths;

/// Font sizes of labels; the first one that fits is used.
const SIZES: [i32; 4] = [110, 90, 72, 58];
/// Space around the text of a label.
const PADDING: i32 = 24;

/// Room for a label: the rectangle around it, and its font size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelRoom {
    /// Rectangle around the label.
    pub frame: Rectangle,
    /// Font size of the label.
    pub size: i32,
}

impl Chart {
    /// Returns room in a zone for a label; `None` if there is none, or no such zone.
    #[must_use]
    pub fn room_for_label(&self, zone: usize, text: &str) -> Option<LabelRoom> {
        let plot = self.plots.get(zone)?;
        let badges: Vec<Rectangle> = self.badges.iter().map(|badge| badge.frame).collect();
        let free = tokens::free(plot, &badges);
        SIZES.iter().find_map(|&size| {
            let (width, height) = (text_widths::width(text, Face::Bold, size) + 2 * PADDING, size + PADDING);
            let fitting = free.iter().filter(|frame| frame.width >= width && frame.height >= height);
            // Names are at the top, so a label is as low as possible.
            let frame = fitting.max_by_key(|frame| (frame.y + frame.height, frame.width))?;
            let (middle, _) = frame.middle();
            Some(LabelRoom { frame: Rectangle { x: middle - width / 2, y: frame.y + frame.height - height, width, height }, size })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Plot;
    use super::*;

    const fn frame(x: i32, y: i32, width: i32, height: i32) -> Rectangle {
        Rectangle { x, y, width, height }
    }

    fn zone(label: Rectangle, token: Rectangle) -> Chart {
        let plot = Plot { inner: vec![frame(0, 0, 1000, 600)], label: vec![label], tokens: vec![token], ..Plot::default() };
        Chart { plots: vec![plot], ..Chart::default() }
    }

    #[test]
    fn a_label_covers_neither_the_name_nor_a_token() {
        let (name, token) = (frame(100, 20, 800, 120), frame(300, 400, 170, 170));
        let room = zone(name, token).room_for_label(0, "2 (border 1)").expect("the zone has room");
        assert!(!room.frame.overlaps(&name) && !room.frame.overlaps(&token), "{room:?}");
    }

    #[test]
    fn a_zone_without_room_has_no_label() {
        let full = frame(0, 0, 1000, 600);
        assert_eq!(zone(full, full).room_for_label(0, "1"), None);
        assert_eq!(zone(full, full).room_for_label(7, "1"), None);
    }
}
