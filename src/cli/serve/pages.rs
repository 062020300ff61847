//! What is answered to which address. Floor 9.

use super::door::{Knock, Reply};
use super::games::Games;
use super::house::House;
use serde_json::json;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The pages, which are files of their own.
const PAGES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("assets/index.html")),
    ("/board", HTML, include_str!("assets/board.html")),
    ("/slipyard.css", CSS, include_str!("assets/slipyard.css")),
    ("/page.js", SCRIPT, include_str!("assets/page.js")),
    ("/index.js", SCRIPT, include_str!("assets/index.js")),
    ("/board.js", SCRIPT, include_str!("assets/board.js")),
    ("/live.js", SCRIPT, include_str!("assets/live.js")),
];

/// What is shown of a page that there is not, or not now: it waits for one.
const GONE: &str = include_str!("assets/gone.html");

/// The path of the site that `slipyard doc` would write.
const SITE: &str = "/site/";

/// The path of games.
const GAMES: &str = "/api/games";

/// Answers a request that was let in.
pub(super) fn answer(knock: &mut Knock, house: &House, games: &Games) -> Reply {
    let path = knock.path.clone();
    if let Some((_, kind, body)) = PAGES.iter().find(|(page, ..)| *page == path) {
        return if knock.is_post { Reply::error(405, "this is only to be read") } else { Reply::new(200, kind, *body) };
    }
    match (path.as_str(), knock.is_post) {
        ("/api/stamp", false) => {
            let stands = house.stands();
            Reply::json(200, &json!({ "stamp": stands.stamp, "games": games.mark(), "trouble": stands.trouble() }))
        }
        ("/api/house", false) => {
            let stands = house.stands().clone();
            let (path, games) = (house.path.display().to_string(), games.kept());
            let packages = stands.packages;
            Reply::json(
                200,
                &json!({ "stamp": stands.stamp, "failure": stands.failure, "path": path, "packages": packages, "games": games }),
            )
        }
        (GAMES, true) => begin(knock, house, games),
        (_, false) if path.starts_with(SITE) => of_site(path.get(SITE.len()..).unwrap_or_default(), house),
        _ => match path.strip_prefix(GAMES).and_then(|rest| rest.strip_prefix('/')).map(plain) {
            Some(None) => Reply::error(404, "there is no such game"),
            Some(Some(file)) if knock.is_post => match knock.body() {
                Ok(body) => {
                    let moment = knock.asked("moment").and_then(|moment| moment.parse().ok());
                    games.act(house, &file, moment, &body)
                }
                Err(refusal) => refusal,
            },
            Some(Some(file)) => {
                let at = knock.asked("at").and_then(|at| at.parse().ok());
                games.look(house, &file, at)
            }
            None if path.starts_with("/api/") || knock.is_post => Reply::error(404, "there is nothing here"),
            None => gone(),
        },
    }
}

/// A piece of an address as it was before it was written into one; none if that is no text.
fn plain(piece: &str) -> Option<String> {
    let mut parts = piece.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

fn begin(knock: &mut Knock, house: &House, games: &Games) -> Reply {
    let body = match knock.body() {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    let begin = match serde_json::from_slice(&body) {
        Ok(begin) => begin,
        Err(error) => return Reply::error(400, &format!("this is no game: {error}")),
    };
    match games.begin(house, &begin) {
        Ok(file) => Reply::json(201, &json!({ "game": file })),
        Err(why) => Reply::error(422, &why),
    }
}

/// Names are half-written while somebody writes: a page of one that is not there comes back by itself when it is.
fn gone() -> Reply {
    Reply::new(404, HTML, GONE)
}

/// A file of the site; pages ask whether they are still what was saved.
fn of_site(path: &str, house: &House) -> Reply {
    let path = if path.is_empty() { "index.html" } else { path };
    let site = std::sync::Arc::clone(&house.stands().site);
    let Some(body) = site.get(path) else { return gone() };
    let kind = match path.rsplit('.').next() {
        Some("html") => HTML,
        Some("css") => CSS,
        Some("js") => SCRIPT,
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    if kind != HTML {
        return Reply::new(200, kind, body.clone());
    }
    let page = String::from_utf8_lossy(body);
    let live = "<script src=\"/live.js\" defer></script></body>";
    Reply::new(200, kind, page.replacen("</body>", live, 1))
}
