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
    /// Zones in the order of the text; a zone's number is its place here.
    pub zones: Vec<Zone>,
    /// Borders: those written, then those of touching cells that nobody wrote (value 0).
    pub borders: Vec<Border>,
    /// Aspects of the whole map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Sight that overrides geometry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sight: Vec<Sight>,
    /// Key of the template that it is made from, if it is made from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<Name>,
    /// The picture's rows, if it was drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<String>,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors and so can be played on.
    pub valid: bool,
    /// Where it is declared.
    pub place: Place,
}

impl Map {
    /// The number of the zone of this name.
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
    /// The letter it is drawn with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// Its aspects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Hand weapons reach only inside the zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outdoor: bool,
    /// Who stands here may leave the map.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exit: bool,
    /// Height above the map's plain (platoon).
    #[serde(default)]
    pub altitude: i32,
    /// How much higher the zone is to lines of sight that pass through it (platoon).
    #[serde(default)]
    pub cover: i32,
    /// The hard cap on range of its level (personal): 0 cluttered, 1 complicated, none open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_cap: Option<i32>,
    /// Cells of the picture, column and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u16, u16)>,
    /// Corners, where it is given by an outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<(i32, i32)>,
    /// Centre, where the author gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<(i32, i32)>,
    /// What it does in play.
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
    /// True if it may be crossed from `from` to `to` only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// What it costs.
    pub value: BorderValue,
    /// Its name, which is an aspect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// True if a stateful border starts open (it starts closed unless the file says so).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// True if it blocks sight; none leaves it to the rules (R-P22: a closed stateful border does).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_sight: Option<bool>,
    /// How high it stands above the higher of its zones: a hedge (platoon, where `border_blocking` is in force).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub cover: i32,
}

fn is_nothing(cover: &i32) -> bool {
    *cover == 0
}

/// What a border costs (R-P18).
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

/// `sight a b through c`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// Zone number.
    pub from: usize,
    /// Zone number.
    pub to: usize,
    /// Zones the line passes.
    pub through: Vec<usize>,
}
