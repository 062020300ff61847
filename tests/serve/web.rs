//! The browser edition at the server: its page, and the texts of the packages that it reads and writes.

use crate::serve::{Served, files_in, folder, send_to, serve_with};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MANIFEST: &str = "[package]\nname = \"yard\"\nversion = \"0.1.0\"\nedition = 1\n";
const SHIP: &str = "// a ship\n";

/// Creates a folder with the files of an edition that the server looks at.
fn edition(name: &str) -> PathBuf {
    let edition = folder(&format!("edition-{name}"));
    fs::create_dir_all(edition.join("assets")).unwrap();
    fs::create_dir_all(edition.join("book/codes")).unwrap();
    fs::write(edition.join("book/codes/over-budget.html"), "<!doctype html>\n").unwrap();
    fs::write(edition.join("book/NOTICE.txt"), "licences\n").unwrap();
    fs::write(edition.join("index.html"), "<!doctype html>\n<html>\n  <head>\n  </head>\n</html>\n").unwrap();
    fs::write(edition.join("slipyard.wasm.zst"), [0x28, 0xb5, 0x2f, 0xfd]).unwrap();
    fs::write(edition.join("assets/app.js"), "// the page\n").unwrap();
    fs::write(edition.join("service-worker.js"), "// offline\n").unwrap();
    edition
}

/// Returns a server with the edition for a package `yard`, and the folder of the package.
fn served(name: &str) -> (Served, PathBuf) {
    let yard = folder(name).join("yard");
    fs::create_dir_all(&yard).unwrap();
    fs::write(yard.join("slipyard.toml"), MANIFEST).unwrap();
    fs::write(yard.join("ship.slip"), SHIP).unwrap();
    let web = edition(name);
    (serve_with(&yard, &folder(&format!("{name}-games")), &["--web", web.to_str().unwrap()]), yard)
}

/// Names in a folder, with the texts of files that are no links.
fn files_in_yard(yard: &Path) -> Vec<(PathBuf, String)> {
    let paths = fs::read_dir(yard).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        paths.map(|path| (path.clone(), if path.is_symlink() { String::new() } else { fs::read_to_string(path).unwrap() })).collect();
    files.sort();
    files
}

fn change(served: &Served, path: &str, before: Value, text: Value) -> (u16, Value) {
    served.ask("/api/files", Some(json!({ "path": path, "before": before, "text": text })))
}

#[test]
fn the_edition_is_the_first_page_and_the_list_of_games_the_second() {
    let (served, yard) = served("web-page");
    let get = |path: &str| {
        let (host, cookie) = (served.host(), served.cookie());
        served.send("GET", path, &[("Host", &host), ("Cookie", &cookie)], "")
    };
    let page = get("/");
    assert!(page.status == 200 && page.head.contains("'wasm-unsafe-eval'") && page.head.contains("default-src 'none'"), "{}", page.head);
    let real = fs::canonicalize(yard).unwrap();
    assert!(page.body.contains(&format!("<meta name=\"slipyard-folder\" content=\"{}\">", real.display())), "{}", page.body);
    assert!(get("/assets/app.js").head.contains("text/javascript"));
    let book = get("/book/codes/over-budget.html?highlight=budget");
    assert!(book.status == 200 && book.head.contains("text/html") && book.head.contains("default-src 'none'"), "{}", book.head);
    assert!(get("/book/NOTICE.txt").head.contains("text/plain"));
    assert!(get("/table").body.contains("<a href=\"/\">edit the texts</a>") && get("/table").body.contains("index.js"));
    assert!(get("/board").status == 200 && get("/index.js").status == 200);
    assert!(!get("/table").head.contains("wasm-unsafe-eval"));
    for path in ["/service-worker.js", "/assets/", "/assets/../ship.slip", "/../ship.slip", "/%2e%2e/ship.slip"] {
        assert_eq!(get(path).status, 404, "{path}");
    }
}

#[test]
fn a_folder_without_the_edition_is_refused_with_the_way_to_it() {
    let games = folder("web-none");
    let run = |args: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_slipyard"))
            .args(["serve", "content/quiet_docket", "--port", "0", "--games"])
            .arg(&games)
            .args(args)
            .output()
            .unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    let (code, said) = run(&["--web", "content"]);
    assert!(code == Some(2) && said.contains("`content` is not the browser edition") && said.contains("slipyard-web-"), "{said}");
    let (code, said) = run(&["--web"]);
    assert!(code == Some(2) && said.contains("is not the browser edition"), "{said}");
}

#[test]
fn texts_are_read_and_written_and_nothing_else_is_touched() {
    let (served, yard) = served("web-texts");
    fs::write(yard.join("gun.slip"), "\u{FEFF}// a gun\r\n").unwrap();
    fs::write(yard.join("notes.txt"), "words").unwrap();
    fs::create_dir_all(yard.join(".git")).unwrap();
    fs::write(yard.join(".git/hidden.slip"), "// hidden").unwrap();
    let (status, listing) = served.ask("/api/files", None);
    assert_eq!(status, 200, "{listing}");
    assert_eq!(listing["files"], json!({ "gun.slip": "// a gun\n", "ship.slip": SHIP, "slipyard.toml": MANIFEST }));
    assert_eq!(listing["name"], "yard");
    let known = format!("/api/files?known={}", listing["stamp"].as_str().unwrap());
    assert!(served.ask(&known, None).1.get("files").is_none());
    assert_eq!(change(&served, "gun.slip", json!("// a gun\n"), json!("// a better gun\n")), (200, json!({ "written": true })));
    assert_eq!(fs::read_to_string(yard.join("gun.slip")).unwrap(), "\u{FEFF}// a better gun\r\n");
    assert_eq!(change(&served, "more/coat.slip", Value::Null, json!("// a coat\n")).0, 200);
    assert_eq!(fs::read_to_string(yard.join("more/coat.slip")).unwrap(), "// a coat\n");
    assert_eq!(change(&served, "more/coat.slip", json!("// a coat\n"), Value::Null).0, 200);
    assert!(!yard.join("more/coat.slip").exists());
    assert!(served.ask(&known, None).1["files"]["gun.slip"].is_string());
    assert_eq!(fs::read_to_string(yard.join("notes.txt")).unwrap(), "words");
}

#[test]
fn a_file_that_has_changed_meanwhile_is_left_alone() {
    let (served, yard) = served("web-meanwhile");
    fs::write(yard.join("ship.slip"), "// by another program\n").unwrap();
    let before = files_in(&yard);
    let refused = (409, json!({ "written": false }));
    assert_eq!(change(&served, "ship.slip", json!(SHIP), json!("// mine\n")), refused);
    assert_eq!(change(&served, "ship.slip", json!(SHIP), Value::Null), refused);
    assert_eq!(change(&served, "ship.slip", Value::Null, json!("// mine\n")), refused);
    assert_eq!(change(&served, "gone.slip", json!("// seen before\n"), json!("// mine\n")), refused);
    assert_eq!(files_in(&yard), before);
}

#[test]
fn only_the_page_of_this_run_writes_and_only_into_the_package() {
    let (served, yard) = served("web-attacks");
    let outside = yard.parent().unwrap().join("outside.slip");
    fs::write(&outside, SHIP).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, yard.join("link.slip")).unwrap();
        std::os::unix::fs::symlink(yard.parent().unwrap(), yard.join("up")).unwrap();
    }
    let texts = || (fs::read_to_string(&outside).unwrap(), files_in_yard(&yard));
    let before = texts();
    let (host, cookie) = (served.host(), served.cookie());
    let body = json!({ "path": "ship.slip", "before": SHIP, "text": "// stolen\n" }).to_string();
    let post = |headers: &[(&str, &str)]| {
        let headers = [&[("Host", host.as_str())], headers].concat();
        let read = send_to(served.port, "GET", "/api/files", &headers, "");
        assert!(read.status != 200 && !read.body.contains("a ship"), "{headers:?}");
        send_to(served.port, "POST", "/api/files", &headers, &body).status
    };
    assert_eq!(post(&[]), 401);
    assert_eq!(post(&[("Cookie", &format!("slipyard-{}={}", served.port, "0".repeat(32)))]), 401);
    assert_eq!(post(&[("Cookie", &cookie), ("Origin", "https://evil.example")]), 403);
    assert_eq!(post(&[("Cookie", &cookie), ("Sec-Fetch-Site", "same-site")]), 403);
    assert_eq!(post(&[("Cookie", &cookie), ("Sec-Fetch-Site", "cross-site"), ("Origin", &format!("http://{host}"))]), 403);
    for path in [
        "../outside.slip",
        "/etc/passwd",
        "link.slip",
        "up/outside.slip",
        ".git/hooks.slip",
        "a\\b.slip",
        "ship.slip/",
        "notes.txt",
        "target/a.slip",
        "",
    ] {
        for seen in [json!(SHIP), Value::Null] {
            let (status, said) = change(&served, path, seen, json!("// stolen\n"));
            assert!(status == 422 || status == 409, "{path}: {status} {said}");
            assert!(!said.to_string().contains("a ship"), "{said}");
        }
    }
    assert_eq!(change(&served, "link.slip", json!(SHIP), Value::Null).0, 422);
    assert_eq!(served.ask("/api/files", Some(json!({ "path": "ship.slip" }))).0, 409);
    assert_eq!(served.ask("/api/files", Some(json!({ "path": "ship.slip", "run": "x" }))).0, 400);
    let large = [("Host", host.as_str()), ("Cookie", &cookie), ("Content-Length", "99999999999")];
    assert_eq!(
        served.status_of(
            format!(
                "POST /api/files HTTP/1.1\r\n{}: {}\r\n{}: {}\r\n{}: {}\r\n\r\n",
                large[0].0, large[0].1, large[1].0, large[1].1, large[2].0, large[2].1
            )
            .as_bytes()
        ),
        Some(413)
    );
    assert_eq!(texts(), before);
}

#[test]
fn packages_that_the_package_needs_are_shown_and_not_written() {
    let place = folder("web-needs");
    for (name, needs) in [("base", ""), ("yard", "\n[dependencies]\nbase = { path = \"../base\" }\n")] {
        fs::create_dir_all(place.join(name)).unwrap();
        fs::write(place.join(name).join("slipyard.toml"), format!("{}{needs}", MANIFEST.replace("yard", name))).unwrap();
        fs::write(place.join(name).join("a.slip"), format!("// {name}\n")).unwrap();
    }
    let web = edition("web-needs");
    let served = serve_with(&place.join("yard"), &folder("web-needs-games"), &["--web", web.to_str().unwrap()]);
    let (_, listing) = served.ask("/api/files", None);
    assert_eq!((&listing["files"]["base/a.slip"], &listing["own"]), (&json!("// base\n"), &json!("yard")));
    assert_eq!(change(&served, "yard/a.slip", json!("// yard\n"), json!("// mine\n")).0, 200);
    let (status, said) = change(&served, "base/a.slip", json!("// base\n"), json!("// mine\n"));
    assert!(status == 422 && said["error"].as_str().unwrap().contains("outside of the folder that is served"), "{said}");
    assert_eq!(fs::read_to_string(Path::new(&place).join("base/a.slip")).unwrap(), "// base\n");
}
