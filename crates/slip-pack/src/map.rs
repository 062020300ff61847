//! Zone maps: zones, borders and lines of sight.

mod zone_chains;

use super::Name;
use super::effect::Effect;
use super::item::{SourcePosition, Waiver};
use serde::{Deserialize, Serialize};

/// Map of zones and borders, drawn or given as a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Map {
    /// Name of the map in its package.
    pub name: Name,
    /// Title of the map, the name shown to people.
    pub title: String,
    /// Package that declares the map.
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
    pub sight: Vec<LineOfSight>,
    /// Key of the template that the map is made from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<Name>,
    /// Rows of the picture, if the map was drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<String>,
    /// Waivers of the map: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the map is free of errors and can be played.
    pub valid: bool,
    /// Source position of the declaration of the map.
    pub place: SourcePosition,
}

impl Map {
    /// Returns the number of the zone with this name.
    pub fn zone(&self, name: &str) -> Option<usize> {
        self.zones.iter().position(|zone| zone.name == name)
    }
}

/// Zone of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Name of the zone.
    pub name: Name,
    /// Title of the zone, the name shown to people.
    pub title: String,
    /// Letter that the zone is drawn with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// Aspects of the zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// True if the zone is outdoors, where hand weapons reach only their own zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outdoor: bool,
    /// True if actors in the zone may leave the map.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exit: bool,
    /// Height of the zone above the map's plain (platoon combat).
    #[serde(default)]
    pub altitude: i32,
    /// Additional height of the zone for lines of sight that pass through it (platoon combat).
    #[serde(default)]
    pub cover: i32,
    /// Cap on the range of weapons in the zone, in zones (personal combat): 0 if the zone is cluttered, 1 if it is complicated, `None` if
    /// it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_cap: Option<i32>,
    /// Cells of the picture that belong to the zone, as column and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
    /// Corners of the zone, if it is given by an outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<(i32, i32)>,
    /// Centre of the zone, if the author gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<(i32, i32)>,
    /// Effects of the zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// A border between two zones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Border {
    /// Number of the zone that the border leads from.
    pub from: usize,
    /// Number of the zone that the border leads to.
    pub to: usize,
    /// True if the border may be crossed only from `from` to `to`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// Cost of crossing the border.
    pub value: BorderValue,
    /// Name of the border, which is an aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// True if a stateful border starts open (by default it starts closed).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// True if the border blocks sight. `None` means that the rules decide (R-P22: a closed stateful border blocks it).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_sight: Option<bool>,
    /// Height of the border above the higher of its zones, as of a hedge (platoon combat, if `border_blocking` is in force).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cover: i32,
}

fn is_nothing(cover: &i32) -> bool {
    *cover == 0
}

/// Cost of crossing a border (R-P18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BorderValue {
    /// Each crossing costs this number of points; 0 is free.
    Stateless(i32),
    /// Border that can be opened with `open` points, crossed with `pass`, and closed with `close`; `None` means that it can never be closed
    /// again.
    Stateful {
        /// Points to open the border.
        open: i32,
        /// Points for each crossing of the border.
        pass: i32,
        /// Points to close the border.
        close: Option<i32>,
    },
    /// Border that cannot be crossed.
    Wall,
}

/// Line of sight: `sight a b through c`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOfSight {
    /// Number of the zone at one end of the line of sight.
    pub from: usize,
    /// Number of the zone at the other end of the line of sight.
    pub to: usize,
    /// Numbers of the zones that the line of sight passes.
    pub through: Vec<usize>,
}
