//! A repository of four packages: guns of a yard, a crew and a watch that carry them, and a package of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

const GUNS: &str = r#"/// Legal nearly everywhere.
weapon dock_carbine "Dockside carbine" : slug_thrower {
  tech T1
  harm 1
  penetration 1
  range 0..2
  stunts civilian
}

weapon long_gun "Long gun" : slug_thrower {
  tech T2
  harm 2
  penetration 3
  range 2..4
}
"#;

/// A person of the watch or the crew, who carries a gun of the yard.
fn person(name: &str, gun: &str) -> String {
    format!(
        "use yards.{gun}\n\nnpc {name} \"Keeper {name}\" {{\n  cap 2\n  skills {{ 2 slug_throwers; 1 alertness, stamina }}\n  stunts military_grade(slug_throwers)\n  aspects \"Counts everything\", \"Cold feet\"\n  gear {gun}\n}}\n"
    )
}

/// Policy of the repository: no technology above T2, one waiver of one code, and no patch.
const POLICY: &str = "[rules]\nmax_tech = \"T2\"\n\n[waivers]\ncodes = { over-budget = 1 }\n\n[patches]\n";

fn manifest(name: &str, dependencies: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = 1\nlicence = \"CC0-1.0\"\n{dependencies}")
}

/// A checkout of the repository.
pub(super) struct Repository {
    folder: PathBuf,
}

impl Repository {
    /// Makes the repository with one commit on `main`, which passes.
    pub(super) fn new(name: &str) -> Repository {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate").join(name).join("checkout");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let repository = Repository { folder };
        let of_yards = "\n[dependencies]\nyards = { path = \"../yards\" }\n";
        repository.write("packages/yards/slipyard.toml", &manifest("yards", ""));
        repository.write("packages/yards/guns.slip", GUNS);
        repository.write("packages/crew/slipyard.toml", &manifest("crew", of_yards));
        repository.write("packages/crew/people.slip", &person("mate", "dock_carbine"));
        repository.write("packages/watch/slipyard.toml", &manifest("watch", of_yards));
        repository.write("packages/watch/people.slip", &person("warden", "long_gun"));
        repository.write("packages/old fleet/slipyard.toml", &manifest("old_fleet", ""));
        repository.write("packages/old fleet/guns.slip", &GUNS.replace("dock_carbine", "old_carbine").replace("long_gun", "old_gun"));
        repository.write("slipyard-policy.toml", POLICY);
        repository.write("README.md", "Packages of a guild.\n");
        for package in ["crew", "watch"] {
            let lock = Command::new(env!("CARGO_BIN_EXE_slipyard"))
                .args(["lock", "--in", &format!("packages/{package}")])
                .current_dir(&repository.folder)
                .output()
                .unwrap();
            assert!(lock.status.success(), "{}", String::from_utf8_lossy(&lock.stderr));
        }
        repository.git(&["init", "-q", "-b", "main"]);
        repository.commit("The packages");
        repository
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    pub(super) fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    pub(super) fn write(&self, file: &str, text: &str) {
        std::fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        std::fs::write(self.path(file), text).unwrap();
    }

    /// Replaces words in a file, which must have them.
    pub(super) fn replace(&self, file: &str, old: &str, new: &str) {
        let text = self.read(file);
        assert!(text.contains(old), "{file} has no `{old}`");
        self.write(file, &text.replace(old, new));
    }

    pub(super) fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.arg("-C")
            .arg(&self.folder)
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"])
            .args(arguments);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(super) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// Starts a pull request from `main`: undoes everything else.
    pub(super) fn branch(&self, name: &str) {
        self.git(&["checkout", "-q", "-f", "main"]);
        self.git(&["clean", "-q", "-fdx"]);
        self.git(&["checkout", "-q", "-B", name]);
    }

    /// Makes a clone in the hands of a stranger, with a branch for the pull request.
    pub(super) fn fork(&self) -> Repository {
        let folder = self.folder.with_file_name("fork");
        let _ = std::fs::remove_dir_all(&folder);
        self.git(&["clone", "-q", "--branch", "main", ".", &folder.display().to_string()]);
        let fork = Repository { folder };
        fork.git(&["checkout", "-q", "-b", "pull-request"]);
        fork
    }

    /// Checks out the merge of a pull request from a fork, as a code host offers it: a commit without a branch.
    pub(super) fn check_out_merge(&self, fork: &Repository) {
        self.branch("merge");
        self.git(&["fetch", "-q", &fork.folder.display().to_string(), "+pull-request:refs/pull/7/head"]);
        self.git(&["merge", "-q", "--no-ff", "-m", "Merge of the pull request", "refs/pull/7/head"]);
        self.git(&["checkout", "-q", "--detach"]);
    }
}
