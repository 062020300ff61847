//! Message for a player who ends the program by a signal, such as ^C. It says that the game is saved, and how to continue it.
//!
//! The signal has its usual effect after the message, so the exit status is correct. All answers are already in the log.

use super::continue_command::ContinueCommand;
use std::io;
use std::sync::Mutex;

/// Message of the game that is played now. The value is global, since signals concern the whole program.
static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

/// Message that is printed if a signal ends the program while this value exists.
pub(super) struct FarewellMessage;

impl FarewellMessage {
    /// Sets the message of a game with the command line that continues it.
    pub(super) fn new(again: &ContinueCommand) -> FarewellMessage {
        set(Some(again.sentence()));
        FarewellMessage
    }
}

impl Drop for FarewellMessage {
    fn drop(&mut self) {
        set(None);
    }
}

/// Changes the message of the game that is played now.
pub(super) fn replace(again: &ContinueCommand) {
    let mut message = MESSAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if message.is_some() {
        *message = Some(again.sentence());
    }
}

fn set(message: Option<String>) {
    // The text is replaced in one step, so even a thread that panicked with the lock cannot have left it half-written.
    *MESSAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = message;
}

/// Prints the message of the current game. The game holds the lock of the standard output, so the text is written without the lock.
#[cfg(unix)]
pub(super) fn print() -> io::Result<()> {
    use std::io::Write;
    use std::os::fd::AsFd;

    let Some(message) = MESSAGE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take() else { return Ok(()) };
    let mut out = std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?);
    writeln!(out, "\n{message}")
}

#[cfg(not(unix))]
pub(super) fn listen() -> io::Result<()> {
    Ok(())
}

/// Installs handlers so that every signal that ends the program prints the message first.
#[cfg(unix)]
pub(super) fn listen() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level;
    use std::sync::atomic::{AtomicBool, Ordering};

    static LISTENS: AtomicBool = AtomicBool::new(false);
    if LISTENS.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    let wait = move || {
        for signal in &mut signals {
            // Errors of a terminal that has been closed are ignored.
            let _ = print();
            // If the default handler cannot be run, the program exits.
            if low_level::emulate_default_handler(signal).is_err() {
                low_level::exit(1);
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(|_| ())
}
