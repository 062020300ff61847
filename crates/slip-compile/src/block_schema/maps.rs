//! Maps, their templates, zones and borders.

use super::{ALLOW, BlockSchema, EFFECT, EntrySchema, many, once};

const ASPECTS: EntrySchema = once("aspects", "aspects \"TEXT\", …", "Aspects of the whole map.");
const ZONES: EntrySchema =
    many("zone", "zone [LETTER] NAME [\"TITLE\"] [{ … }]", "A zone. The letter is the one of the picture.").with_block();
const BORDERS: EntrySchema = many(
    "border",
    "border ZONE -- ZONE [COST] [\"TITLE\"] [{ … }]",
    "A border in both directions; `->` in one. `2`: each crossing costs 2. `4/0/4`: 4 to open, 0 for a crossing, 4 to close; with `x` it never closes.",
)
.with_block();

/// A map of zones.
pub const MAP: BlockSchema = BlockSchema {
    title: "a map",
    path: &["map"],
    designs: &[],
    entries: &[
        once("picture", "picture \"\"\" … \"\"\"", "Drawing of the zones and borders in letters."),
        ASPECTS,
        once(
            "gravity",
            "gravity normal",
            "Gravity of fights between people here: `normal`, `none`, `stuttering`, `sloping` or `low`. Without it the setting `gravity` counts.",
        ),
        ZONES,
        BORDERS,
        many("sight", "sight ZONE ZONE through ZONE, …", "Zones that a line of sight crosses, in place of those that the borders give."),
        ALLOW,
    ],
};

/// A template that maps are made from.
pub const TEMPLATE: BlockSchema = BlockSchema {
    title: "a template",
    path: &["template"],
    designs: &[],
    entries: &[
        once("source", "source \"TEXT\"", "Rule that the template comes from."),
        many("row", "row WORD LOW..HIGH { … }", "A row of zones; a map sets their number with the word.").with_block(),
        many("star", "star WORD LOW..HIGH { … }", "Zones around a zone in the middle; a map sets their number with the word.").with_block(),
        ZONES,
        BORDERS,
        ASPECTS,
        ALLOW,
    ],
};

const DEFAULT: EntrySchema = once("default", "default NUMBER", "Number of zones if the map sets none.");
const FIRST: EntrySchema = once("first", "first ZONE [\"TITLE\"]", "Name of the first zone.");
const EACH: EntrySchema = once("each", "each ZONE [\"TITLE\"]", "Name of the zones between; they get a number.");
const LAST: EntrySchema = once("last", "last ZONE [\"TITLE\"]", "Name of the last zone.");
const FROM: EntrySchema = once("from", "from ZONE", "Zone with a border to the first zone of the row.");
const TO: EntrySchema = once("to", "to ZONE", "Zone with a border to the last zone of the row.");
const AT: EntrySchema = once("at", "at ZONE", "Zone in the middle of a star.");

/// A row of zones in a template.
pub const ROW: BlockSchema =
    BlockSchema { title: "a `row`", path: &["template", "row"], designs: &[], entries: &[DEFAULT, FIRST, EACH, LAST, FROM, TO] };

/// A star of zones in a template.
pub const STAR: BlockSchema = BlockSchema { title: "a `star`", path: &["template", "star"], designs: &[], entries: &[DEFAULT, EACH, AT] };

/// A zone of a map or of a template.
pub const ZONE: BlockSchema = BlockSchema {
    title: "a zone",
    path: &["map template", "zone"],
    designs: &[],
    entries: &[
        once("aspects", "aspects \"TEXT\", …", "Aspects of the zone."),
        once("altitude", "altitude NUMBER", "Height of the zone in battles, from -100 to 100."),
        once("cover", "cover NUMBER", "Cover that the zone gives to units, from 0 to 100."),
        once("outdoor", "outdoor", "The zone is outdoors: melee weapons reach only their own zone."),
        once("exit", "exit", "Actors may leave the map here."),
        once(
            "level",
            "level open",
            "Shots out of the zone and into it: `cluttered` reach no other zone, `complicated` the next one, `open` any. The default is `open`.",
        ),
        once("outline", "outline X Y, X Y, X Y, …", "Outline of the zone on drawings."),
        once("centre", "centre X Y", "Middle of the zone on drawings."),
        EFFECT,
    ],
};

/// A border of a map or of a template.
pub const BORDER: BlockSchema = BlockSchema {
    title: "a border",
    path: &["map template", "border"],
    designs: &[],
    entries: &[
        once("open", "open yes", "A border that can be closed begins open."),
        once("sight", "sight yes", "People see over the border (`yes`), or not (`no`)."),
        once("cover", "cover NUMBER", "Cover of a hedge or wall for units behind the border."),
    ],
};
