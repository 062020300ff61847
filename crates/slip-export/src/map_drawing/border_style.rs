//! Style of the borders on a map: the line width shows the difficulty of crossing, and a number shows the cost.

use super::{BADGE, Badge, Chart};
use crate::drawing::{DrawingMark, DrawnText, Face, Fill, LineStyle, Rectangle};
use crate::text_widths;
use slip_pack::map::{Border, BorderValue, Map};

/// The borders between two zones: the one that leads onward and the one that leads back.
#[derive(Clone, Copy)]
pub(super) struct BordersBetween<'m> {
    pub(super) onward: Option<&'m Border>,
    pub(super) back: Option<&'m Border>,
}

impl<'m> BordersBetween<'m> {
    /// Returns the borders between two zones, seen from the first zone.
    pub(super) fn of(map: &'m Map, one: usize, other: usize) -> BordersBetween<'m> {
        let find = |from: usize, to: usize| map.borders.iter().find(|border| border.from == from && border.to == to);
        BordersBetween { onward: find(one, other), back: find(other, one) }
    }

    fn either(self) -> Option<&'m Border> {
        self.onward.or(self.back)
    }

    /// Returns the line style of a border: dashed if free, heavier if harder to cross, heaviest if impassable.
    pub(super) fn pen(self) -> LineStyle {
        match self.either().map(|border| border.value) {
            Some(BorderValue::Stateless(0)) => LineStyle { width: 6, dash: 30 },
            Some(BorderValue::Stateless(_)) => LineStyle::of(12),
            Some(BorderValue::Stateful { .. }) => LineStyle::of(20),
            Some(BorderValue::Wall) | None => LineStyle::of(36),
        }
    }

    /// Returns the direction in which a border can be crossed: 1 for onward, -1 for back, 0 for both.
    pub(super) fn way(self) -> i32 {
        let one_way = |border: Option<&Border>| border.is_some_and(|border| border.one_way);
        match (one_way(self.onward), one_way(self.back)) {
            (true, false) if self.back.is_none() => 1,
            (false, true) if self.onward.is_none() => -1,
            _ => 0,
        }
    }

    /// Returns the number printed on a border; empty for free borders and walls.
    pub(super) fn number(self) -> String {
        let text = |border: &Border| match border.value {
            BorderValue::Stateless(0) | BorderValue::Wall => String::new(),
            BorderValue::Stateless(cost) => cost.to_string(),
            BorderValue::Stateful { open, pass, close } => {
                format!("{open}/{pass}/{}", close.map_or("x".to_owned(), |close| close.to_string()))
            }
        };
        match (self.onward, self.back) {
            (Some(onward), Some(back)) if onward.value != back.value => format!("{}|{}", text(onward), text(back)),
            _ => self.either().map_or(String::new(), text),
        }
    }
}

/// Returns the rectangle that the number of a border needs, centred on a point.
pub(super) fn room(text: &str, at: (i32, i32)) -> Rectangle {
    let width = text_widths::width(text, Face::Bold, BADGE) + 40;
    let height = BADGE + 34;
    Rectangle { x: at.0 - width / 2, y: at.1 - height / 2, width, height }
}

/// Draws the number of a border.
pub(super) fn badge(text: &str, frame: Rectangle, between: (usize, usize), chart: &mut Chart) {
    chart.drawing.put(DrawingMark::Box(frame, 25, LineStyle::of(7), Fill::Paper));
    let (x, y) = frame.middle();
    let words = DrawnText { x, y: y + BADGE / 3, size: BADGE, face: Face::Bold, middle: true, text: text.to_owned() };
    chart.drawing.put(DrawingMark::Words(words));
    chart.badges.push(Badge { frame, between });
}
