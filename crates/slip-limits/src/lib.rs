//! Limits on everything that is read, played or kept: they bound the cost of input from untrusted sources.
//!
//! Texts written by people are far below these limits. Input beyond a limit is refused with a message that names the limit;
//! input without a limit of its own costs time in proportion to its size. `docs/book/limits.md` lists the limits for users.

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $value:expr, $said:literal;)*) => {
        $($(#[doc = $doc])+ pub const $name: $type = $value;)*

        /// All limits, with name, value, subject, and the message that reports each.
        pub const ALL: &[Limit] = &[
            $(Limit { name: stringify!($name), most: $value as u64, of: concat!($($doc),+), said: $said }),*
        ];
    };
}

/// Limit with its description for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Name of the limit in the code.
    pub name: &'static str,
    /// Maximum value.
    pub most: u64,
    /// Subject of the limit: what is counted.
    pub of: &'static str,
    /// Code of the message that reports the limit, or the command that prints it.
    pub said: &'static str,
}

limits! {
    /// Bytes of a Slip file.
    FILE_BYTES: usize = 256 << 20, "`too-large`";
    /// Folders inside one another, counted from the folder that is searched for packages and Slip files.
    FOLDERS_DEEP: usize = 200, "each command that searches a folder";
    /// Bytes of a script, and of a mapping of an export.
    SCRIPT_BYTES: u64 = 16 << 20, "`run`, `play`, `context`, `export`";
    /// Bytes of a file that is imported.
    IMPORT_BYTES: u64 = 16 << 20, "`import`";
    /// Bytes of a font that is added to a PDF.
    FONT_BYTES: u64 = 64 << 20, "`sheet`, `map`";
    /// Brackets that may be open at the same time in one item. The bracket of the item's own block counts too.
    BRACKET_DEPTH: usize = 64, "`nested-too-deeply`";
    /// Operators in one entry. A chain of operators nests in the tree as brackets do.
    OPERATORS: usize = 256, "`nested-too-deeply`";
    /// Entries of one item. Entries of the blocks inside the item count too.
    ENTRIES: usize = 5_000, "`too-large`";
    /// Values of one entry, or names of one `use`.
    VALUES: usize = 1_000, "`too-large`";
    /// Bytes of an item's name.
    NAME_BYTES: usize = 200, "`too-large`";
    /// Bases below an item, each derived from the next with `from`.
    BASES: usize = 100, "`too-large`";
    /// Patches of one thing.
    PATCHES: usize = 500, "`too-large`";
    /// Things in a chain below one thing, where each thing takes numbers from the next.
    REFERENCES_DEEP: usize = 16, "`too-large`";
    /// Things that stunts give a person, directly or through other given things, and that in turn give things.
    GIVERS: usize = 100, "`too-large`";
    /// Rulesets in a chain below one ruleset, where each ruleset uses the next.
    RULESETS_DEEP: usize = 100, "`too-large`";
    /// Packages between a package and an indirect dependency of it.
    DEPENDENCIES_DEEP: usize = 100, "`too-large`";
    /// Rows of a map's picture, and cells of a row.
    PICTURE_CELLS: usize = 500, "`too-large`";
    /// Zones of a map.
    MAP_ZONES: usize = 1_000, "`too-large`";
    /// Points of all outlines of a map.
    MAP_POINTS: usize = 10_000, "`too-large`";
    /// Zones of a map that an encounter is played on.
    ENCOUNTER_ZONES: usize = 96, "`too-large`";
    /// Actors of a personal or social encounter. Pawns count too.
    ENCOUNTER_ACTORS: usize = 128, "`too-large`";
    /// Ships of a space encounter. Fighters count too.
    ENCOUNTER_SHIPS: usize = 48, "`too-large`";
    /// Units of a platoon encounter.
    ENCOUNTER_UNITS: usize = 128, "`too-large`";
    /// Turns of an encounter that ends with `limit`.
    ENCOUNTER_TURNS: u32 = 10_000, "`wrong-value`";
    /// Boxes of a track.
    TRACK_BOXES: i64 = 30, "`too-large`";
    /// Results of one roll on a table. Results of the tables that its rows name count too.
    TABLE_RESULTS: u64 = 1_000, "`too-large`";
    /// Bytes of the text of one roll on a table. The text of the tables that its rows name counts too.
    TABLE_TEXT_BYTES: u64 = 64 << 10, "`too-large`";
    /// Rows that a roll on a table with a scene may give; each is checked with the scene. Rows of the tables that its rows name count too.
    SCENE_ROWS: usize = 500, "`too-large`";
    /// Systems of a cluster.
    CLUSTER_SYSTEMS: usize = 1_000, "`too-large`";
    /// Steps of one game: decisions, rolls, moments. A game that takes more is ended with an error.
    GAME_STEPS: u32 = 2_000_000, "`run`, `play`, `simulate`";
    /// Games of one simulation.
    GAMES: u64 = 1_000_000_000_000, "`simulate`";
    /// Games of one expectation of a `test`.
    TEST_GAMES: u64 = 100_000_000, "`wrong-value`";
    /// Bytes of a built package.
    PACK_BYTES: u64 = 128 << 20, "`refused-pack`, `inspect`, `verify`";
    /// Members of a built package.
    PACK_MEMBERS: usize = 10_000, "`refused-pack`, `inspect`, `verify`";
    /// Bytes of one member of a built package, unpacked.
    PACK_MEMBER_BYTES: u64 = 256 << 20, "`refused-pack`, `inspect`, `verify`";
    /// Bytes of all members of a built package, unpacked.
    PACK_TOTAL_BYTES: u64 = 512 << 20, "`refused-pack`, `inspect`, `verify`";
    /// Factor by which a member may be larger than its packed size, if it is larger than 1 MiB. For text the factor is 5 to 50.
    PACK_RATIO: u64 = 200, "`refused-pack`, `inspect`, `verify`";
    /// Bytes of a member's name in a built package.
    PACK_NAME_BYTES: usize = 240, "`refused-pack`, `inspect`, `verify`";
    /// Bytes of the log of a game.
    LOG_BYTES: u64 = 256 << 20, "`play`, `replay`, `serve`";
    /// Bytes of one record of a log.
    LOG_RECORD_BYTES: usize = 1 << 20, "`play`, `replay`, `serve`";
    /// Records that all undos of a log replay, in total.
    LOG_RECORDS_AGAIN: u64 = 50_000_000, "`play`, `replay`, `serve`";
    /// Bytes of the lock of a game.
    PLAY_LOCK_BYTES: u64 = 1 << 20, "`run`, `play`, `simulate`";
    /// Bytes of a campaign file.
    CAMPAIGN_BYTES: u64 = 16 << 20, "`upkeep`, `play`, `run`";
    /// Bytes of one text in a campaign file.
    CAMPAIGN_TEXT: usize = 4 << 10, "`upkeep`, `play`, `run`";
    /// Highest number in a campaign file: sessions, days, points, ranks.
    CAMPAIGN_NUMBER: u64 = 1_000_000, "`upkeep`, `play`, `run`";
    /// Bytes of a part of a simulation.
    PART_BYTES: u64 = 64 << 20, "`simulate merge`";
    /// Bytes of a baseline.
    BASELINE_BYTES: u64 = 64 << 20, "`check`";
    /// Bytes of the policy of a repository.
    POLICY_BYTES: u64 = 1 << 20, "`check`, `diff`";
    /// Bytes of the names of all files of a commit, with their modes and ids. A folder may be in a commit many times, so that a small
    /// repository has more files than any disk holds.
    COMMIT_LIST_BYTES: u64 = 64 << 20, "`check`, `diff`, `fetch`";
    /// Bytes of the manifests, Slip files, locks, policies and packs of a commit.
    COMMIT_BYTES: u64 = 512 << 20, "`check`, `diff`";
    /// Bytes of the files of a dependency by git address, and of everything that `git` downloads for it.
    FETCHED_BYTES: u64 = 512 << 20, "`fetch`";
    /// Files of a dependency by git address.
    FETCHED_FILES: usize = 10_000, "`fetch`";
    /// Seconds that the download of one dependency may take.
    FETCH_SECONDS: u64 = 300, "`fetch`";
    /// Bytes of a line typed at the table.
    TYPED_LINE: usize = 4_096, "`play`";
    /// Bytes of a message of an editor.
    EDITOR_MESSAGE: u64 = 512 << 20, "`lsp`";
    /// Bytes of a line in the header of a message of an editor.
    EDITOR_HEADER_LINE: usize = 4_096, "`lsp`";
    /// Bytes that a browser sends to the board in one request.
    SENT_TO_BOARD: u64 = 64 << 10, "`serve`";
    /// Bytes of a changed text that the browser edition sends to the server, with the text before it.
    TEXT_TO_SERVER: u64 = 24 << 20, "`serve`";
    /// Bytes of the head of a request to the board: its first line and its headers.
    HEAD_TO_BOARD: usize = 32 << 10, "`serve`";
    /// Bytes of the first line of a request to the board.
    FIRST_LINE_TO_BOARD: usize = 8 << 10, "`serve`";
    /// Headers of a request to the board.
    HEADERS_TO_BOARD: usize = 100, "`serve`";
    /// Connections that the board keeps open at the same time. A further connection closes the one that has waited longest for its browser.
    CONNECTIONS_TO_BOARD: usize = 256, "`serve`";
    /// Seconds that a connection to the board may be silent before its request begins.
    SECONDS_OF_SILENCE: u64 = 5, "`serve`";
    /// Seconds that the head of a request to the board may take.
    SECONDS_OF_HEAD: u64 = 10, "`serve`";
    /// Seconds that the body of a request to the board may take.
    SECONDS_OF_BODY: u64 = 10, "`serve`";
    /// Seconds that a browser may take to read an answer of the board.
    SECONDS_OF_ANSWER: u64 = 30, "`serve`";
    /// Pages that can wait for the changes of games at the same time.
    EVENT_STREAMS: usize = 160, "`serve`";
    /// Pages that can wait for the changes of a shared game by the same link at the same time.
    EVENT_STREAMS_OF_LINK: usize = 64, "`serve --share`";
    /// Seconds after which a page that waits for changes has to ask again.
    SECONDS_OF_EVENTS: u64 = 3_600, "`serve`";
    /// Seconds without a change after which a waiting page gets a message that keeps its connection open.
    SECONDS_BETWEEN_EVENTS: u64 = 15, "`serve`";
    /// Withdrawn links of a shared game that the server remembers, to tell their owners.
    WITHDRAWN_LINKS: usize = 200, "`serve --share`";
}
