//! A terminal that is taken whole, and given back when a signal ends the program.
//!
//! Whoever closes the window or ends the program from elsewhere would find a terminal that shows nothing of what is typed. So it is given back
//! first, and then the signal does what it does to every program: whoever sent it sees that it was heeded. What was answered is in the game's file
//! already. Refuses to hold a signal up: a second one, whichever it is, ends the program at once.

use ratatui::DefaultTerminal;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// True if the terminal is ours at present. Signals are the whole program's, and so is this.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes the terminal.
pub(super) fn take() -> io::Result<DefaultTerminal> {
    heed()?;
    taken(true);
    ratatui::try_init()
}

/// Gives it back.
pub(super) fn give_back() {
    taken(false);
    ratatui::restore();
}

/// Says that the terminal is ours from now on, or is not.
pub(super) fn taken(now: bool) {
    TAKEN.store(now, Ordering::SeqCst);
}

#[cfg(not(unix))]
fn heed() -> io::Result<()> {
    Ok(())
}

/// From now on whatever ends the program gives back what is taken.
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
                // A terminal that has gone takes nothing back.
                let _ = restore();
            }
            // What cannot be done as any program does it ends the program all the same.
            if low_level::emulate_default_handler(signal).is_err() {
                low_level::exit(1);
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(|_| ())
}

/// What [`ratatui::restore`] does, past the standard output: whoever plays holds that as long as the game goes on.
#[cfg(unix)]
fn restore() -> io::Result<()> {
    use ratatui::crossterm::cursor::Show;
    use ratatui::crossterm::execute;
    use ratatui::crossterm::terminal::{LeaveAlternateScreen, disable_raw_mode};

    disable_raw_mode()?;
    execute!(std::fs::File::options().write(true).open("/dev/tty")?, LeaveAlternateScreen, Show)
}
