//! Tests of untrusted files: links out of a package, devices and pipes, and temporary files. No file outside of a package is read
//! or written, and no temporary file is left over or has a name that can be guessed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

mod commits;
mod devices;
mod links;
mod outputs;
mod temporary;

const SLIPYARD: &str = env!("CARGO_BIN_EXE_slipyard");
/// Text of a file outside of every package. It must not be printed, packed or changed.
const SECRET: &str = "the-secret-of-another-folder\n";
const MANIFEST: &str = "[package]\nname = \"dock\"\nversion = \"1.0.0\"\nlicence = \"CC0-1.0\"\n";
const TIDY: &str = "weapon flint \"Flint\" : slug_thrower {\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}\n";
const UNTIDY: &str = "weapon   spark \"Spark\":slug_thrower{tech T1;harm 1;penetration 1;range 0..2;stunts civilian}\n";

/// Folder with the package `dock`, and the file `secret` outside of the package.
struct Ground(PathBuf);

impl Ground {
    fn new(name: &str) -> Ground {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("dock")).unwrap();
        let ground = Ground(folder.canonicalize().unwrap());
        ground.write("secret", SECRET);
        ground.write("dock/slipyard.toml", MANIFEST);
        ground.write("dock/guns.slip", TIDY);
        ground
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    fn link(&self, target: impl AsRef<Path>, path: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(SLIPYARD);
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null());
        command.env("SLIPYARD_CACHE", "").env("NO_COLOR", "1").env("SECRET", SECRET);
        command
    }

    /// Runs a command that must end soon. Returns its exit code and everything it prints.
    fn says(&self, arguments: &[&str]) -> (i32, String) {
        let output = ended(self.command(arguments));
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.code().unwrap(), text)
    }

    /// Runs a command that must report a link out of the package, and must not print the content of its target.
    fn finds_link(&self, arguments: &[&str]) -> String {
        let (code, text) = self.says(arguments);
        assert!(code == 1 && text.contains("[outside-package]"), "{arguments:?}: {code} {text}");
        assert!(!text.contains(SECRET.trim()), "{arguments:?}: {text}");
        text
    }

    /// Runs a command that must refuse a file in one sentence.
    fn refuses(&self, arguments: &[&str], sentence: &str) {
        let (code, text) = self.says(arguments);
        assert!(code == 2 && text.contains(sentence), "{arguments:?}: {code} {text}");
        assert!(!text.contains(SECRET.trim()), "{arguments:?}: {text}");
    }

    /// Returns the names of the files in a folder, sorted.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn ended(mut command: Command) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id();
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || tell.send(child.wait_with_output()));
    match told.recv_timeout(Duration::from_secs(60)) {
        Ok(output) => output.unwrap(),
        Err(_) => {
            let _ = Command::new("kill").arg("-9").arg(id.to_string()).status();
            panic!("{command:?} did not end");
        }
    }
}

/// Kills a program after some time.
fn killed(mut child: Child, after: Duration) {
    std::thread::sleep(after);
    let _ = child.kill();
    child.wait().unwrap();
}
