//! Tests of links out of a package.

use crate::files::{Ground, MANIFEST, SECRET, TIDY, UNTIDY};
use slipyard::project::{self, Boundary, Denied, UnsavedTexts, read_files};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file of this machine that looks like a text.
const ENVIRONMENT: &str = "/proc/self/environ";

fn targets() -> Vec<String> {
    let environment = Path::new(ENVIRONMENT).exists().then(|| ENVIRONMENT.to_owned());
    environment.into_iter().chain(["../secret".to_owned(), "../not_there".to_owned()]).collect()
}

#[test]
fn a_slip_file_behind_a_link_out_of_the_package_is_a_finding_and_is_not_read() {
    for (number, target) in targets().iter().enumerate() {
        let ground = Ground::new(&format!("text-{number}"));
        ground.link(target, "dock/secret.slip");
        for command in [&["check", "dock"][..], &["check", "dock/secret.slip"], &["check", "."], &["build", "dock"]] {
            ground.finds_link(command);
        }
        assert!(!ground.path("dock/target").exists(), "{target}");
        // Each format of reports names the file.
        for format in ["human", "ledger", "plain", "short", "narrated", "json", "sarif", "github", "gitlab", "junit", "markdown"] {
            let (code, text) = ground.says(&["check", "dock", "--format", format]);
            assert!(code == 1 && text.contains("secret.slip") && !text.contains(SECRET.trim()), "{format}: {text}");
        }
    }
}

#[test]
fn a_device_behind_a_link_is_refused_as_a_device() {
    let ground = Ground::new("device");
    ground.link("/dev/zero", "dock/endless.slip");
    let sentence = "cannot read `dock/endless.slip`: it is a link to a device outside the package (see `slipyard explain outside-package`)";
    for command in [&["check", "dock"][..], &["build", "dock"], &["fmt", "dock"], &["run", "flint", "--in", "dock"]] {
        ground.refuses(command, sentence);
    }
    std::fs::remove_file(ground.path("dock/endless.slip")).unwrap();
    ground.link("/dev/zero", "dock/COPYING");
    ground.finds_link(&["build", "dock"]);
}

#[test]
fn the_message_names_the_link_and_its_text() {
    let ground = Ground::new("message");
    ground.link("../secret", "dock/secret.slip");
    ground.link("../secret", "dock/LICENSE");
    let text = ground.finds_link(&["check", "dock", "--format", "plain"]);
    insta::assert_snapshot!(text.lines().filter(|line| !line.starts_with("checked")).collect::<Vec<_>>().join("\n"), @r"
    error[outside-package]: `secret.slip` is a link to `../secret`, outside the package
      ┌─ dock/secret.slip:1:1
      │
    1 │  
      │ ^ this path was not read
      │
      = help: replace the link with a copy of the file

    error[outside-package]: `LICENSE` is a link to `../secret`, outside the package
      ┌─ dock/LICENSE:1:1
      │
    1 │  
      │ ^ this path was not read
      │
      = help: replace the link with a copy of the file
    ");
}

#[test]
fn a_manifest_behind_a_link_out_of_the_package_is_not_read() {
    let ground = Ground::new("manifest");
    std::fs::remove_file(ground.path("dock/slipyard.toml")).unwrap();
    ground.write("other/slipyard.toml", &MANIFEST.replace("dock", "other"));
    ground.link("../other/slipyard.toml", "dock/slipyard.toml");
    let text = ground.finds_link(&["check", "dock", "--format", "short"]);
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    ground.finds_link(&["build", "dock"]);
    ground.finds_link(&["lock", "--in", "dock"]);
    // The same for a package that another one depends on.
    ground.write("pier/slipyard.toml", &format!("{}\n[dependencies]\ndock = {{ path = \"../dock\" }}\n", MANIFEST.replace("dock", "pier")));
    ground.finds_link(&["check", "pier"]);
}

#[test]
fn a_licence_behind_a_link_out_of_the_package_is_a_finding_and_is_not_packed() {
    for (number, target) in targets().iter().enumerate() {
        for name in ["COPYING", "LICENSE-MIT", "NOTICE"] {
            let ground = Ground::new(&format!("licence-{name}-{number}"));
            ground.link(target, &format!("dock/{name}"));
            for command in [&["check", "dock"][..], &["build", "dock"], &["build", "dock", "--out", "packs"]] {
                ground.finds_link(command);
            }
            assert!(!ground.path("packs").exists() && !ground.path("dock/target").exists(), "{name} -> {target}");
        }
    }
}

#[test]
fn a_licence_of_a_dependency_behind_a_link_out_of_it_is_not_packed() {
    let ground = Ground::new("licence-of-dependency");
    ground.write("pier/slipyard.toml", &format!("{}\n[dependencies]\ndock = {{ path = \"../dock\" }}\n", MANIFEST.replace("dock", "pier")));
    ground.write("pier/guns.slip", "use dock\n");
    ground.link("../secret", "dock/COPYING");
    ground.finds_link(&["build", "pier"]);
}

#[test]
fn a_lock_behind_a_link_out_of_the_package_is_neither_read_nor_written() {
    for target in ["../secret", "../not_there"] {
        let ground = Ground::new(&format!("lock-{}", target.trim_start_matches("../")));
        ground.write("pier/slipyard.toml", &MANIFEST.replace("dock", "pier"));
        ground.write("dock/slipyard.toml", &format!("{MANIFEST}\n[dependencies]\npier = {{ path = \"../pier\" }}\n"));
        ground.link(target, "dock/slipyard.lock");
        for command in [
            &["check", "dock"][..],
            &["lock", "--in", "dock"],
            &["lock", "--in", "dock", "--update"],
            &["build", "dock"],
            &["check", "--locked", "dock"],
        ] {
            ground.finds_link(command);
        }
        assert_eq!(ground.read("secret"), SECRET);
        assert!(!ground.path("not_there").exists());
        assert!(ground.path("dock/slipyard.lock").is_symlink());
    }
}

#[test]
fn what_is_laid_out_or_fixed_is_never_outside_of_the_package() {
    let ground = Ground::new("fmt");
    ground.write("elsewhere.text", UNTIDY);
    ground.link("../elsewhere.text", "dock/linked.slip");
    ground.write("dock/untidy.slip", &UNTIDY.replace("spark", "amber"));
    for command in [&["fmt", "--check", "dock"][..], &["fmt", "--diff", "."], &["fmt", "dock/linked.slip"], &["fmt", "dock"]] {
        ground.finds_link(command);
    }
    assert_eq!(ground.read("elsewhere.text"), UNTIDY);
    assert_ne!(ground.read("dock/untidy.slip"), UNTIDY.replace("spark", "amber"));
    let broken = TIDY.replace("\"Flint\"", "\u{201c}Flint\u{201d}");
    ground.write("elsewhere.text", &broken);
    for command in [&["check", "--fix", "dock"][..], &["check", "--fix", "dock/linked.slip"], &["check", "--fix", "--unsafe-fixes", "."]] {
        ground.finds_link(command);
    }
    assert_eq!(ground.read("elsewhere.text"), broken);
}

#[test]
fn a_folder_of_slip_files_without_a_manifest_keeps_its_links_inside_too() {
    let ground = Ground::new("loose");
    ground.write("loose/own.slip", TIDY);
    ground.write("elsewhere.text", UNTIDY);
    ground.link("../elsewhere.text", "loose/linked.slip");
    ground.finds_link(&["check", "loose"]);
    ground.finds_link(&["fmt", "loose"]);
    assert_eq!(ground.read("elsewhere.text"), UNTIDY);
    // A file outside any package that the user names may be a link.
    assert_eq!(ground.says(&["fmt", "loose/linked.slip"]).0, 0);
    assert_ne!(ground.read("elsewhere.text"), UNTIDY);
}

#[test]
fn links_inside_of_the_package_and_linked_folders_work_as_ever() {
    let ground = Ground::new("inside");
    ground.write("dock/texts/LICENSE", "Free for all.\n");
    ground.link("texts/LICENSE", "dock/LICENSE");
    ground.write("dock/old/spark.text", TIDY.replace("flint", "spark").as_str());
    ground.link("old/spark.text", "dock/spark.slip");
    let (code, text) = ground.says(&["check", "dock"]);
    assert!(code == 0 && text.contains("2 files"), "{text}");
    assert_eq!(ground.says(&["build", "dock"]).0, 0);
    let (_, text) = ground.says(&["inspect", "dock/target/dock-1.0.0.slippack"]);
    assert!(text.contains("LICENSE"), "{text}");
    // A linked folder in the package is not walked.
    ground.write("shared/broken.slip", "weapon {");
    ground.link("../shared", "dock/shared");
    assert_eq!(ground.says(&["check", "dock"]).0, 0);
    // A linked folder that the user names is a package like any other.
    ground.link("dock", "linked_dock");
    for command in [&["check", "linked_dock"][..], &["fmt", "linked_dock"], &["lock", "--in", "linked_dock"], &["build", "linked_dock"]] {
        let (code, text) = ground.says(command);
        assert_eq!(code, 0, "{command:?}: {text}");
    }
}

#[test]
fn a_packed_dependency_behind_a_link_out_of_the_package_is_not_read() {
    let ground = Ground::new("packed");
    let (code, text) = ground.says(&["build", "dock", "--out", "packs"]);
    assert_eq!(code, 0, "{text}");
    let hash = text.lines().find_map(|line| line.trim().strip_prefix("sha256:")).unwrap().to_owned();
    let needs = |pack: &str| {
        let manifest = MANIFEST.replace("dock", "pier");
        ground.write(
            "pier/slipyard.toml",
            &format!("{manifest}\n[dependencies]\ndock = {{ pack = \"{pack}\", hash = \"sha256:{hash}\" }}\n"),
        );
    };
    ground.write("pier/guns.slip", "weapon spark : slug_thrower from dock.flint { }\n");
    needs("../packs/dock-1.0.0.slippack");
    let (code, text) = ground.says(&["check", "pier"]);
    assert_eq!(code, 0, "{text}");
    ground.link("../../packs/dock-1.0.0.slippack", "pier/vendor/dock.slippack");
    needs("vendor/dock.slippack");
    ground.finds_link(&["check", "pier"]);
    ground.link("../secret", "packs/secret.slippack");
    needs("../packs/secret.slippack");
    ground.finds_link(&["check", "pier"]);
}

#[test]
fn a_baseline_of_a_package_stays_in_it() {
    let ground = Ground::new("baseline");
    ground.link("../secret", "dock/known.json");
    ground.refuses(&["check", "dock", "--baseline", "dock/known.json"], "is a link to `../secret`, outside the package");
    ground.refuses(&["check", "dock", "--write-baseline", "dock/known.json"], "is a link to `../secret`, outside the package");
    ground.link("../elsewhere", "dock/kept");
    ground.write("elsewhere/known.json", SECRET);
    ground.refuses(&["check", "dock", "--baseline", "dock/kept/known.json"], "is in a linked folder, outside the package");
    assert_eq!(ground.read("secret"), SECRET);
    assert_eq!(ground.read("elsewhere/known.json"), SECRET);
}

#[test]
fn scripts_and_mappings_of_a_package_stay_in_it() {
    let ground = Ground::new("scripts");
    assert_eq!(ground.says(&["new", "yard"]).0, 0);
    ground.link("../secret", "yard/demo.script");
    let outside = "is a link to `../secret`, outside the package";
    ground.refuses(&["run", "first_shift", "--in", "yard", "--script", "yard/demo.script"], outside);
    ground.refuses(&["context", "--players", "Ada,Bo", "--script", "yard/demo.script"], outside);
    ground.refuses(&["export", "--in", "yard", "--format", "foundry", "--map", "yard/demo.script"], outside);
}

#[test]
fn an_open_text_of_an_editor_does_not_stand_in_for_a_link_out_of_the_package() {
    let ground = Ground::new("editor");
    ground.link("../secret", "dock/secret.slip");
    let unsaved = UnsavedTexts::from([(ground.path("dock/secret.slip"), TIDY.replace("flint", "spark").into())]);
    let project = project::load_package_with(&ground.path("dock"), &unsaved).unwrap();
    let found: Vec<&str> = project.diagnostics.iter().map(|found| found.code.slug()).collect();
    assert_eq!(found, ["outside-package"]);
    let texts: Vec<&str> = project.sources.files().map(|(_, file)| file.text()).collect();
    assert!(!texts.iter().any(|text| text.contains("spark")));
}

#[test]
fn a_link_that_takes_the_place_of_a_file_while_it_is_opened_is_not_followed() {
    let ground = Ground::new("race");
    let boundary = Boundary::of_package(&ground.path("dock")).unwrap();
    ground.write("dock/sub/text.slip", TIDY);
    ground.write("other/text.slip", SECRET);
    let is_over = AtomicBool::new(false);
    let (file, folder) = (ground.path("dock/guns.slip"), ground.path("dock/sub"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (link, plain, linked, there) =
                (ground.path("dock/link"), ground.path("dock/plain"), ground.path("linked"), ground.path("there"));
            while !is_over.load(Ordering::Relaxed) {
                let _ = std::fs::remove_file(&link);
                std::os::unix::fs::symlink("../secret", &link).unwrap();
                std::fs::rename(&link, &file).unwrap();
                std::fs::write(&plain, TIDY).unwrap();
                std::fs::rename(&plain, &file).unwrap();
                std::os::unix::fs::symlink(ground.path("other"), &linked).unwrap();
                std::fs::rename(&folder, &there).unwrap();
                std::fs::rename(&linked, &folder).unwrap();
                std::fs::remove_file(&folder).unwrap();
                std::fs::rename(&there, &folder).unwrap();
            }
        });
        for _ in 0..20_000 {
            for path in [file.clone(), folder.join("text.slip")] {
                match read_files::within(&boundary, &path, 1 << 20) {
                    Ok(bytes) => assert_eq!(String::from_utf8_lossy(&bytes), TIDY, "{}", path.display()),
                    Err(Denied::Outside(_) | Denied::Failed(_)) => {}
                }
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

/// A hard link has no target, so it counts as the file itself. Commits contain no hard links, and packs contain the bytes of files.
#[test]
fn a_hard_link_is_a_file_of_the_package() {
    let ground = Ground::new("hard");
    ground.write("elsewhere.slip", &TIDY.replace("flint", "spark"));
    std::fs::hard_link(ground.path("elsewhere.slip"), ground.path("dock/spark.slip")).unwrap();
    let (code, text) = ground.says(&["check", "dock"]);
    assert!(code == 0 && text.contains("2 files"), "{code}: {text}");
}

#[test]
fn a_dependency_by_path_may_be_anywhere() {
    let ground = Ground::new("dependency");
    ground.write("far/away/slipyard.toml", &MANIFEST.replace("dock", "away"));
    ground.write("far/away/spark.slip", &TIDY.replace("flint", "spark"));
    ground.write("dock/slipyard.toml", &format!("{MANIFEST}\n[dependencies]\naway = {{ path = \"../far/away\" }}\n"));
    ground.write("dock/heir.slip", "weapon heir from away.spark {\n}\n");
    let (code, text) = ground.says(&["check", "dock"]);
    assert_eq!(code, 0, "{text}");
}
