//! Zone maps.

mod lines;

use super::Name;
use super::effect::Effect;
use super::item::{Place, Waiver};
use serde::{Deserialize, Serialize};

/// A map of zones and borders, drawn or given as a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Map {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// Zones in the order of the text; a zone's number is its index here.
    pub zones: Vec<Zone>,
    /// Borders: the written ones, then the implied borders between touching cells (value 0).
    pub borders: Vec<Border>,
    /// Aspects of the whole map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Lines of sight that override geometry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sight: Vec<Sight>,
    /// Key of the template that it is made from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<Name>,
    /// Rows of the picture, if it was drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<String>,
    /// Waivers, with the author's reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors and can be played.
    pub valid: bool,
    /// Source position of the declaration.
    pub place: Place,
}

impl Map {
    /// Returns the number of the zone with this name.
    pub fn zone(&self, name: &str) -> Option<usize> {
        self.zones.iter().position(|zone| zone.name == name)
    }
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Letter that it is drawn with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// Its aspects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// True if hand weapons reach only inside the zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outdoor: bool,
    /// True if actors in the zone may leave the map.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exit: bool,
    /// Height above the map's plain (platoon).
    #[serde(default)]
    pub altitude: i32,
    /// Additional height for lines of sight that pass through the zone (platoon).
    #[serde(default)]
    pub cover: i32,
    /// Cap on the range of its level (personal): 0 cluttered, 1 complicated, none open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_cap: Option<i32>,
    /// Cells of the picture, column and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
    /// Corners, if it is given by an outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<(i32, i32)>,
    /// Centre, if the author gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<(i32, i32)>,
    /// Effects of the zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// A border between two zones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Border {
    /// Zone number.
    pub from: usize,
    /// Zone number.
    pub to: usize,
    /// True if it may be crossed only from `from` to `to`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// Cost of crossing it.
    pub value: BorderValue,
    /// Its name, which is an aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// True if a stateful border starts open (it starts closed by default).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// True if it blocks sight; none means that the rules decide (R-P22: a closed stateful border does).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_sight: Option<bool>,
    /// Height above the higher of its zones: a hedge (platoon, if `border_blocking` is in force).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cover: i32,
}

fn is_nothing(cover: &i32) -> bool {
    *cover == 0
}

/// Cost of a border (R-P18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BorderValue {
    /// Each crossing costs this much; 0 is free.
    Stateless(i32),
    /// Opened with `open` points, crossed with `pass`, closed with `close`; `None` means never again.
    Stateful {
        /// Points to open it.
        open: i32,
        /// Points for each crossing.
        pass: i32,
        /// Points to close it.
        close: Option<i32>,
    },
    /// Cannot be crossed.
    Wall,
}

/// Line of sight: `sight a b through c`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// Zone number.
    pub from: usize,
    /// Zone number.
    pub to: usize,
    /// Zones that the line passes.
    pub through: Vec<usize>,
}
