//! Writing results so that a reader never sees half of one. Floor 6.

use super::Failure;
use std::io::Write;
use std::path::Path;

/// Writes a file whole or not at all: into a neighbour first, which then takes its name.
///
/// # Errors
/// When the folder cannot be made or the file cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io("write", path, &error);
    let folder = super::discover::real(path.parent().unwrap_or(Path::new("")));
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let neighbour = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = std::fs::File::create(&neighbour)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&neighbour, path));
    if let Err(error) = written {
        // Whether the neighbour can be removed makes no difference to what is reported.
        let _ = std::fs::remove_file(&neighbour);
        return Err(failed(error));
    }
    Ok(())
}
