//! Command line that continues a game after its players have left it. It includes the questions that they are asked now.

use crate::cli::args::Asking;
use slip_session::session::question_stops::{Preset, Stops};

/// Command line that continues a game.
#[derive(Clone, Debug)]
pub(super) struct ContinueCommand {
    /// Command line without `--ask`.
    line: String,
    /// Value of `--ask`; `None` if the command line needs none.
    ask: Option<Asking>,
    /// Commands for the stops in which the game differs from `ask`, as a player types them: `stops adjust never`.
    own: Vec<String>,
}

impl ContinueCommand {
    /// Creates the command line. `line` is the command without `--ask`; `chosen` is the `--ask` with which the game began.
    pub(super) fn new(line: String, chosen: Option<Asking>) -> ContinueCommand {
        ContinueCommand { line, ask: chosen, own: Vec::new() }
    }

    /// Changes the command line so that the game continues with these stops. `--ask` accepts presets only, so other stops must be typed
    /// again.
    pub(super) fn keep_stops(&mut self, stops: Stops) {
        let (preset, own) = stops.nearest_preset();
        let is_usual = Asking::stops(None) == Stops::of(preset);
        self.ask = (self.ask.is_some() || !is_usual).then_some(match preset {
            Preset::Brief => Asking::Brief,
            Preset::Full => Asking::Full,
        });
        self.own = own.into_iter().map(|(word, setting)| format!("`stops {word} {}`", setting.word())).collect();
    }

    /// Returns the message for players who leave the game.
    pub(super) fn sentence(&self) -> String {
        let ask = self.ask.map(|ask| format!(" --ask {}", ask.word())).unwrap_or_default();
        let own = match self.own.as_slice() {
            [] => String::new(),
            own => format!("\nThen type {}, because a log keeps no stops.", slip_suggest::enumerate(own.iter().map(String::as_str))),
        };
        format!("The game is saved. Continue with: {}{ask}{own}", self.line)
    }
}
