//! Requests of the people at a shared game. Every place (a side, the spectators, the referee) has its own paths, its own cookie and its own
//! token. All other paths are refused.

use super::links::{Access, Link, Role};
use super::{SharedGame, code_as_picture, is_shown};
use crate::cli::serve::event_stream::EventStream;
use crate::cli::serve::games::OpenGames;
use crate::cli::serve::http::Request;
use crate::cli::serve::own_host::{cookies, is_of_our_page};
use crate::cli::serve::reply::{HTML, HttpReply};
use crate::cli::serve::request_head::RequestHead;
use crate::cli::serve::routes::{page_of_board, viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Message to a browser without a link of this game.
const UNKNOWN: &str = "This browser has no link to the game: open the link that the referee gives you";
/// Message to a browser whose link was withdrawn.
const WITHDRAWN: &str = "The referee has withdrawn this link: ask for a new one";
/// Message about a path that does not exist.
const NOTHING: &str = "there is nothing at this address";
/// Methods that the listener allows.
const METHODS: &str = "GET, HEAD, POST";
/// Seconds after which a browser forgets its cookie: longer than an evening.
const COOKIE_AGE: u32 = 86_400;

/// Request of a person's page that is not an action in the game.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum PersonDeed {
    /// The person takes the seat of the link.
    Join {},
    /// The referee withdraws a link.
    Kick { seat: String },
}

impl SharedGame {
    /// Answers a request.
    pub(in crate::cli::serve) fn answer(&self, request: &mut Request<'_>, games: &OpenGames) -> HttpReply {
        let head = request.head();
        if !self.hosts.is_addressed_by(head) {
            return HttpReply::error(421, "open the link that the referee gives you");
        }
        let is_post = head.method == "POST";
        let is_ours = is_of_our_page(head, is_post);
        if head.path == "/" && !is_post {
            return self.entrance(request.query("token").unwrap_or_default(), is_ours);
        }
        if !is_ours {
            return HttpReply::error(403, "the request comes from another page");
        }
        let path = head.path.clone();
        let (place, rest) = path.trim_start_matches('/').split_once('/').unwrap_or_default();
        let role = self.links().role_at(place);
        let access = role.map_or(Access::Unknown, |role| self.access(role, head));
        let Access::Granted(role) = access else { return refusal(access, rest.is_empty()) };
        if !METHODS.split(", ").any(|method| method == head.method) {
            return HttpReply::not_allowed(METHODS);
        }
        if is_post { self.post(request, role, rest, games) } else { self.get(request, role, rest, games) }
    }

    /// Returns the access that the cookies of a request give to the pages of a role.
    fn access(&self, role: Role, head: &RequestHead) -> Access {
        let (links, name) = (self.links(), self.cookie());
        let found: Vec<Access> = cookies(head, &name).map(|secret| links.access_to(role, secret)).collect();
        let granted = found.iter().find(|access| matches!(access, Access::Granted(_)));
        granted.or_else(|| found.iter().find(|access| **access == Access::Withdrawn)).copied().unwrap_or(Access::Unknown)
    }

    /// Returns the name of the cookie. Cookies ignore ports, so two servers that run at the same time need two names.
    fn cookie(&self) -> String {
        format!("slipyard-share-{}", self.hosts.port())
    }

    /// Sets the cookie of a link in the browser that opened the link, and redirects the browser to the pages of the link.
    fn entrance(&self, secret: &str, is_ours: bool) -> HttpReply {
        let access = self.links().access(secret);
        let Access::Granted(role) = access else { return refusal(access, true) };
        let place = role.place();
        let cookie = format!("{}={secret}; HttpOnly; SameSite=Strict; Path=/{place}/; Max-Age={COOKIE_AGE}", self.cookie());
        // After a link on another website, such as a webmail page, a redirect would still count as a request from that website and be
        // refused. The browser therefore gets a page that opens the game by itself.
        let reply = if is_ours {
            HttpReply::text(303, "").with("Location", format!("/{place}/"))
        } else {
            let refresh = format!("<meta http-equiv=\"refresh\" content=\"0;url=/{place}/\">");
            page(200, &refresh, &format!("<a href=\"/{place}/\">Open the game</a>"))
        };
        reply.with("Set-Cookie", cookie)
    }

    fn get(&self, request: &Request<'_>, role: Role, rest: &str, games: &OpenGames) -> HttpReply {
        match rest {
            "game" => match request.query("at").map(str::parse).transpose() {
                Ok(at) => games.look(&self.file, viewer(request, self.participant(role)), at).for_person(),
                Err(_) => HttpReply::error(400, "`at` is not the number of a line of the log"),
            },
            "events" => self.events(request.head(), role),
            "people" if role == Role::Referee => HttpReply::json(200, &self.people(games)),
            _ => page_of_board(rest).unwrap_or_else(|| HttpReply::error(404, NOTHING)),
        }
    }

    fn post(&self, request: &mut Request<'_>, role: Role, rest: &str, games: &OpenGames) -> HttpReply {
        if rest != "game" && rest != "people" {
            return HttpReply::error(404, NOTHING);
        }
        let body = match request.body() {
            Ok(body) => body,
            Err(fault) => return fault.into(),
        };
        if rest == "game" {
            let moment = request.query("moment").and_then(|moment| moment.parse().ok());
            return games.act_as(&self.file, self.participant(role), moment, &body).for_person();
        }
        match (serde_json::from_slice(&body), role) {
            (Ok(PersonDeed::Join {}), _) => {
                self.join(role);
                HttpReply::json(200, &json!({}))
            }
            (Ok(PersonDeed::Kick { seat }), Role::Referee) => match self.withdraw(&seat) {
                Ok(_) => HttpReply::json(200, &self.people(games)),
                Err(why) => HttpReply::error(422, &why),
            },
            (Ok(PersonDeed::Kick { .. }), _) => HttpReply::error(403, "only the referee can do this"),
            (Err(error), _) => HttpReply::error(400, &format!("the request is not valid: {error}")),
        }
    }

    /// Returns the changes of the game, as long as the link of the page is valid.
    fn events(&self, head: &RequestHead, role: Role) -> HttpReply {
        let name = self.cookie();
        let secrets: Vec<String> = cookies(head, &name).map(str::to_owned).collect();
        let of_link = self.links().of(role).and_then(|link| link.streams.enter());
        let (Some(of_link), Some(of_all)) = (of_link, self.streams.enter()) else { return HttpReply::too_many() };
        let links = Arc::clone(&self.links);
        let is_allowed = move || {
            let links = links.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            secrets.iter().any(|secret| links.access_to(role, secret) == Access::Granted(role))
        };
        HttpReply::stream(EventStream::for_person(Arc::clone(&self.changes), vec![of_link, of_all], is_allowed))
    }

    /// Returns the people at the game and their links, for the referee.
    fn people(&self, games: &OpenGames) -> Value {
        let sides = games.sides(&self.file).unwrap_or_default();
        let person = |link: &Link| {
            let address = self.address_of(link);
            json!({
                "seat": link.name, "title": link.title, "is_player": matches!(link.role, Role::Player(_)),
                "can_be_withdrawn": link.role != Role::Referee, "has_joined": link.has_joined, "pages": link.streams.open(),
                "code": code_as_picture(&address), "address": address,
            })
        };
        let people: Vec<Value> = self.links().all().iter().filter(|link| is_shown(link, &sides)).map(person).collect();
        json!({ "people": people })
    }
}

impl HttpReply {
    /// Replaces the error about a file that cannot be written. The error contains the path of the file, so people at other devices get a
    /// sentence without it.
    fn for_person(self) -> HttpReply {
        if self.status() == 507 { HttpReply::error(507, "the game cannot be saved, so nothing was done: tell the referee") } else { self }
    }
}

/// Returns the refusal of a request without access: a page for a person, and data for a page that is open.
fn refusal(access: Access, is_page: bool) -> HttpReply {
    let (status, why) = if access == Access::Withdrawn { (410, WITHDRAWN) } else { (401, UNKNOWN) };
    if is_page { page(status, "", &format!("{why}.")) } else { HttpReply::error(status, why) }
}

/// Returns a page of one sentence. It loads nothing, since a browser without access gets nothing.
fn page(status: u16, head: &str, sentence: &str) -> HttpReply {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\"><title>Slipyard</title>{head}</head><body><main><h1>Slipyard</h1><p>{sentence}</p></main></body></html>\n"
    );
    HttpReply::new(status, HTML, page)
}
