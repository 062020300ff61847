//! Full-screen mode of the terminal, which is left when a signal ends the program.
//!
//! Otherwise, the user would be left with a terminal without echo. The terminal is restored first. Then the signal has its usual effect, so
//! that the exit status is correct. All answers are already in the log. A second signal ends the program immediately.

use ratatui::DefaultTerminal;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// True while the terminal is in full-screen mode. The value is global, since signals concern the whole program.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Switches to full-screen mode.
pub(super) fn take() -> io::Result<DefaultTerminal> {
    heed()?;
    taken(true);
    ratatui::try_init()
}

/// Restores the terminal.
pub(super) fn give_back() {
    taken(false);
    ratatui::restore();
}

/// Records if the terminal is in full-screen mode now.
pub(super) fn taken(now: bool) {
    TAKEN.store(now, Ordering::SeqCst);
}

#[cfg(not(unix))]
fn heed() -> io::Result<()> {
    Ok(())
}

/// Installs handlers so that every signal that ends the program restores the terminal first.
#[cfg(unix)]
fn heed() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::sync::Arc;

    static HEEDED: AtomicBool = AtomicBool::new(false);
    const ENDS: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    if HEEDED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let again = Arc::new(AtomicBool::new(false));
    for signal in ENDS {
        flag::register_conditional_default(signal, Arc::clone(&again))?;
    }
    let mut signals = Signals::new(ENDS)?;
    let listen = move || {
        for signal in &mut signals {
            again.store(true, Ordering::SeqCst);
            if TAKEN.swap(false, Ordering::SeqCst) {
                // Errors of a terminal that has been closed are ignored.
                let _ = restore().and_then(|()| super::super::interrupt::print());
            }
            // If the default handler cannot be run, the program exits.
            if low_level::emulate_default_handler(signal).is_err() {
                low_level::exit(1);
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(|_| ())
}

/// Leaves full-screen mode as [`ratatui::restore`] does, but without the standard output, which the game has locked.
#[cfg(unix)]
fn restore() -> io::Result<()> {
    use ratatui::crossterm::cursor::Show;
    use ratatui::crossterm::execute;
    use ratatui::crossterm::terminal::{LeaveAlternateScreen, disable_raw_mode};

    disable_raw_mode()?;
    execute!(std::fs::File::options().write(true).open("/dev/tty")?, LeaveAlternateScreen, Show)
}
