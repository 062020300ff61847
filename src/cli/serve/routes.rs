//! Routes of the server: the reply to each path.

use super::edition::WebEdition;
use super::event_stream::EventStream;
use super::games::OpenGames;
use super::http::Request;
use super::package_files::PackageFiles;
use super::reply::{HTML, HttpReply, JSON};
use super::server_state::ServerState;
use serde_json::json;
use slip_export::board::Participant;
use slip_report::uri;

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Page that lists the packages and games.
const LIST: &str = include_str!("assets/index.html");

/// Path of the list, also if the browser edition is the first page.
const TABLE: &str = "/table";

/// Beginning of the links at the top of the list.
const LINKS_OF_LIST: &str = "<a href=\"/site/\">";

/// Link from the list to the browser edition.
const LINK_TO_EDITION: &str = "<a href=\"/\">edit the texts</a> · ";

/// Static pages by path.
const PAGES: &[(&str, &str, &str)] = &[
    ("/", HTML, LIST),
    (TABLE, HTML, LIST),
    ("/board", HTML, include_str!("assets/board.html")),
    ("/slipyard.css", CSS, include_str!("assets/slipyard.css")),
    ("/page.js", SCRIPT, include_str!("assets/page.js")),
    ("/index.js", SCRIPT, include_str!("assets/index.js")),
    ("/board.js", SCRIPT, include_str!("assets/board.js")),
    ("/board-map.js", SCRIPT, include_str!("assets/board-map.js")),
    ("/board-question.js", SCRIPT, include_str!("assets/board-question.js")),
    ("/board.css", CSS, include_str!("assets/board.css")),
    ("/live.js", SCRIPT, include_str!("assets/live.js")),
];

/// Page of a shared game by its name below the place of a link.
const PAGES_OF_SHARED_BOARD: &[(&str, &str)] = &[
    ("", "/board"),
    ("slipyard.css", "/slipyard.css"),
    ("board.css", "/board.css"),
    ("page.js", "/page.js"),
    ("board-map.js", "/board-map.js"),
    ("board-question.js", "/board-question.js"),
    ("board.js", "/board.js"),
];

/// Page shown for a path that does not exist, or not yet; it reloads itself.
const GONE: &str = include_str!("assets/gone.html");

/// Path of the website that `slipyard doc` would write.
const SITE: &str = "/site/";

/// Path of requests about the texts of the packages.
const FILES: &str = "/api/files";

/// Start of the paths of requests about games.
const GAMES: &str = "/api/games";

/// End of the path under which the changes of a game are sent.
const EVENTS: &str = "/events";

/// Methods of paths that can only be read.
const READ: &str = "GET, HEAD";

/// The browser edition, and the files that it edits.
pub(super) struct ServedWeb {
    pub(super) edition: WebEdition,
    pub(super) files: PackageFiles,
}

/// Answers a request that passed the access check. `GET` and `HEAD` change nothing.
pub(super) fn answer(request: &mut Request<'_>, house: &ServerState, games: &OpenGames, web: Option<&ServedWeb>) -> HttpReply {
    let path = request.head().path.clone();
    let is_post = request.head().method == "POST";
    if let Some(web) = web {
        if path == FILES {
            return web.files.answer(request);
        }
        if let Some(file) = web.edition.file(&path) {
            return if is_post { HttpReply::not_allowed(READ) } else { file };
        }
        if path == TABLE && !is_post {
            return HttpReply::new(200, HTML, LIST.replacen(LINKS_OF_LIST, &format!("{LINK_TO_EDITION}{LINKS_OF_LIST}"), 1));
        }
    }
    if let Some((_, kind, body)) = PAGES.iter().find(|(page, ..)| *page == path) {
        return if is_post { HttpReply::not_allowed(READ) } else { HttpReply::new(200, kind, *body) };
    }
    match (path.as_str(), is_post) {
        ("/api/stamp" | "/api/house", true) => HttpReply::not_allowed(READ),
        (GAMES, false) => HttpReply::not_allowed("POST"),
        ("/api/stamp", false) => {
            let stands = house.stands();
            HttpReply::json(200, &json!({ "stamp": stands.stamp, "games": games.mark(), "trouble": stands.trouble() }))
        }
        ("/api/house", false) => {
            let stands = house.stands().clone();
            let (path, games) = (crate::cli::shown(&house.path), games.kept());
            let packages = stands.packages;
            HttpReply::json(
                200,
                &json!({ "stamp": stands.stamp, "failure": stands.failure, "path": path, "packages": packages, "games": games }),
            )
        }
        (GAMES, true) => begin(request, house, games),
        (_, _) if path.starts_with(SITE) && is_post => HttpReply::not_allowed(READ),
        (_, false) if path.starts_with(SITE) => of_site(path.get(SITE.len()..).unwrap_or_default(), house),
        _ => match path.strip_prefix(GAMES).and_then(|rest| rest.strip_prefix('/')).map(uri::decoded) {
            Some(None) => HttpReply::error(404, "there is no such game"),
            // File names contain no slash, so an address with `/events` after the name of a game asks for the changes of the game.
            Some(Some(file)) if file.ends_with(EVENTS) && !is_post => events(games, file.strip_suffix(EVENTS).unwrap_or_default()),
            Some(Some(file)) if is_post => match request.body() {
                Ok(body) => games.act(house, &file, request.query("moment").and_then(|moment| moment.parse().ok()), &body),
                Err(fault) => fault.into(),
            },
            Some(Some(file)) => match request.query("at").map(str::parse).transpose() {
                Ok(at) => games.look(&file, viewer(request, Participant::everybody()), at),
                Err(_) => HttpReply::error(400, "`at` is not the number of a line of the log"),
            },
            None if path.starts_with("/api/") || is_post => HttpReply::error(404, "there is nothing at this address"),
            None => gone(),
        },
    }
}

/// Returns the person for whom a game is shown. A television always shows only what everybody may see.
pub(super) fn viewer(request: &Request<'_>, person: Participant) -> Participant {
    if request.query("screen") == Some("tv") { Participant::spectator() } else { person }
}

/// Returns a static page of a shared game; `None` for any other name.
pub(super) fn page_of_board(name: &str) -> Option<HttpReply> {
    let (_, path) = PAGES_OF_SHARED_BOARD.iter().find(|(own, _)| *own == name)?;
    let (_, kind, body) = PAGES.iter().find(|(page, ..)| page == path)?;
    Some(HttpReply::new(200, kind, *body))
}

/// Returns the changes of an open game as server-sent events.
fn events(games: &OpenGames, file: &str) -> HttpReply {
    let Some(changes) = games.changes(file) else { return games.look(file, Participant::everybody(), None) };
    match games.streams.enter() {
        Some(place) => HttpReply::stream(EventStream::new(changes, place)),
        None => HttpReply::too_many(),
    }
}

fn begin(request: &mut Request<'_>, house: &ServerState, games: &OpenGames) -> HttpReply {
    let body = match request.body() {
        Ok(body) => body,
        Err(fault) => return fault.into(),
    };
    let begin = match serde_json::from_slice(&body) {
        Ok(begin) => begin,
        Err(error) => return HttpReply::error(400, &format!("the description of the new game is not valid: {error}")),
    };
    match games.begin(house, &begin) {
        Ok(file) => HttpReply::json(201, &json!({ "game": file })),
        Err(why) => HttpReply::error(422, &why),
    }
}

/// Returns the page for a missing path. The name in the path may be unfinished, so the page reloads itself until the path exists.
fn gone() -> HttpReply {
    HttpReply::new(404, HTML, GONE)
}

/// Returns a file of the website; browsers check each time whether it is still current.
fn of_site(path: &str, house: &ServerState) -> HttpReply {
    let path = if path.is_empty() { "index.html" } else { path };
    let site = std::sync::Arc::clone(&house.stands().site);
    let Some(body) = site.get(path) else { return gone() };
    let kind = match path.rsplit('.').next() {
        Some("html") => HTML,
        Some("css") => CSS,
        Some("js") => SCRIPT,
        Some("svg") => "image/svg+xml",
        Some("json") => JSON,
        _ => "text/plain; charset=utf-8",
    };
    if kind != HTML {
        return HttpReply::new(200, kind, body.clone());
    }
    let page = String::from_utf8_lossy(body);
    let live = "<script src=\"/live.js\" defer></script></body>";
    HttpReply::new(200, kind, page.replacen("</body>", live, 1))
}
