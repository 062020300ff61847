"use strict";
// One game: what the server shows of it, and clicks as answers. The server knows the game; this page knows only what it looks at.

// A shared game is at the place of a link, such as /side-1/, and every address is below it. Else the address names the game's file.
const isShared = !location.pathname.endsWith("/board");
const place = isShared ? location.pathname.split("/")[1] : "";
const isReferee = !isShared || place === "referee";
const game = isShared ? "" : new URLSearchParams(location.search).get("game") || "";
const address = isShared ? "game" : `/api/games/${encodeURIComponent(game)}`;
let view = null;
let past = null; // the line that is looked at, while it is not the last
let all = false; // true if a long list of options is shown whole
let running = null;
let busy = false; // true while the server works on an action
let inWords = false; // true if the last answer was typed
let sent = null; // how many letters of the written answer are under way
let since = 0; // when the question came to stand here
let heard = -1; // line of the game at which this page answered last
let aim = null; // the act whose target is asked for: its name and its targets
const LATEST = 8; // lines of the account above the question on a phone
const OPENING = 4; // steps of a game that has hardly begun

// A television shows what everybody may see, in large letters and without controls.
const isTelevision = new URLSearchParams(location.search).get("screen") === "tv";
document.body.classList.toggle("tv", isTelevision);

const ask = (line) => {
  const query = [line == null ? "" : `at=${line}`, isTelevision ? "screen=tv" : ""].filter(Boolean).join("&");
  return fetched(query ? `${address}?${query}` : address);
};

/// Says what was refused, where it is seen from everywhere on the page.
function trouble(text) {
  at("trouble").hidden = !text;
  at("refused").textContent = text;
  if (!text || document.activeElement === document.body) return;
  // Where it was tried it is tried again: that is not covered.
  const tried = document.activeElement.getBoundingClientRect();
  const covered = at("trouble").getBoundingClientRect().bottom + 8 - tried.top;
  if (covered > 0 && tried.bottom > 0) scrollBy(0, -covered);
}

const unheard = (error) => {
  if (error.status) return error.message;
  return isShared ? "the server does not answer: this page goes on as soon as it does" : "slipyard serve does not answer; start it again and open the address that it prints: the game is saved";
};

/// Ends the page of a link that was withdrawn or is of an earlier run.
function end(why) {
  halt();
  feed?.close();
  view = null;
  document.querySelector(".tabs").hidden = true;
  document.querySelector("main").replaceChildren(make("p", { class: "who", role: "status" }, `${why}.`));
}

const isNoLongerOurs = (error) => isShared && (error.status === 410 || error.status === 401);

/// Does something in the game at the moment that is shown, or says why it cannot be done.
async function act(deed) {
  if (!view || busy) return false;
  halt();
  busy = true;
  document.body.setAttribute("aria-busy", "true");
  try {
    const last = view.last;
    const seen = await fetched(`${address}?moment=${view.moment}`, deed);
    if (/^(answer|words|roll)$/.test(deed.do)) heard = last;
    // The action was done in the game as it stands, so the present is shown.
    past = null;
    trouble("");
    show(seen);
    return true;
  } catch (error) {
    if (isNoLongerOurs(error)) {
      end(error.message);
      return false;
    }
    if (error.status === 409) {
      // The typed words are kept, so that the player can send them again or delete them.
      if (sent != null) sent = 0;
      await look();
    }
    trouble(unheard(error));
    return false;
  } finally {
    busy = false;
    sent = null;
    document.body.removeAttribute("aria-busy");
  }
}

/// Shows which questions each person is asked. A row is kept while its list is open, so that a choice is not lost.
function stops(seen) {
  if (at("stop-rows").contains(document.activeElement)) return;
  const settings = ["always", "matters", "never"];
  const row = ([word, what, setting]) => make("p", {}, make("label", {}, what, " ", make("select", { onchange: (event) => act({ do: "stops", words: `${word} ${event.target.value}` }) },
    ...settings.map((value) => make("option", { value, ...(value === setting ? { selected: "" } : {}) }, value === "matters" ? "if it matters" : value)))));
  at("stop-rows").replaceChildren(...seen.asked.flatMap((seat) => [make("h3", {}, `${seat.side}: ${seat.preset}`), ...seat.groups.flatMap(([title, rows]) => [make("h4", {}, title), ...rows.map(row)])]));
}

async function look(line = null) {
  try {
    const seen = await ask(line);
    past = line == null || line >= seen.last ? null : line;
    show(seen);
    trouble("");
  } catch (error) {
    if (isNoLongerOurs(error)) end(error.message);
    else if (error.isClosed) offerToOpen();
    else trouble(unheard(error));
  }
}

/// Offers to open a game that is kept in a file: looking at a page opens nothing.
function offerToOpen() {
  halt();
  view = null;
  at("title").textContent = game;
  const open = async () => {
    try {
      const seen = await fetched(address, { do: "open" });
      trouble("");
      show(seen);
    } catch (error) {
      trouble(unheard(error));
    }
  };
  at("asked").replaceChildren(make("p", { class: "who" }, "This game is saved in its file. It is not open here."));
  at("answers").replaceChildren(make("p", { class: "row" }, make("button", { id: "open", type: "button", class: "first", onclick: open }, "open it")));
}

/// Tracks as boxes that no line break tears apart; a name with brackets is a name.
const boxes = (text) => text.replace(/(?<=\s|^)(\[[ x]\])+(?=[\s,;.]|$)/g, (track) => track.replace(/\[(.)\]/g, (_, mark) => (mark === " " ? "\u2610" : "\u2612")));

function people(seen) {
  const open = new Set([...at("people").querySelectorAll("details[open]")].map((details) => details.dataset.mark));
  // Pawns are of no side, and are listed behind all.
  const sides = [...seen.sides, ["pawns", "moved by others"]].map(([side, by], number) => {
    const here = seen.people.filter((one) => Math.min(one.side, seen.sides.length) === number).map((one) => make("li", { class: `${one.acting ? "acting" : ""} ${one.active ? "" : "out"}` },
      make("details", { "data-mark": one.mark, open: open.has(one.mark) },
        make("summary", {}, make("strong", {}, `${one.mark} ${one.title}`), one.active ? null : " (out)", make("div", { class: "line" }, boxes(one.line))),
        make("pre", { tabindex: "0" }, one.sheet))));
    if (number === seen.sides.length && !here.length) return [];
    const own = seen.own_side === number ? "you" : by;
    return [make("h3", {}, `${side.replaceAll("_", " ")} `, make("span", { class: "soft" }, own)), make("ul", {}, ...here)];
  });
  // The sides that the viewer plays come first.
  const own = seen.own_side == null ? seen.answered_sides : [seen.own_side];
  const ordered = [...sides.filter((_, side) => own.includes(side)), ...sides.filter((_, side) => !own.includes(side))];
  at("people").replaceChildren(make("h2", { class: "unseen" }, "Participants"), ...ordered.flat());
  // At a desk the own people are seen whole, as far as half of the column allows.
  const lists = [...at("people").querySelectorAll("ul")].slice(0, own.length);
  const end = lists.length ? lists.at(-1).getBoundingClientRect().bottom - at("people").getBoundingClientRect().top + at("people").scrollTop : 0;
  at("people").style.setProperty("--own", `${Math.ceil(end) + 4}px`);
}

function account(seen) {
  const list = at("account");
  const below = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  const lines = seen.account.map((one) => make("li", { class: /^(Round|Turn|Raise) /.test(one.text) ? "round" : "" }, one.text));
  lines.findLast((line) => line.textContent.trim())?.classList.add("last");
  list.replaceChildren(...lines);
  if (below || isTelevision || list.scrollTop === 0) list.scrollTop = list.scrollHeight;
  // A phone shows the question without the account, so the latest events stand above the question.
  const latest = seen.account.filter((one) => one.line > heard && one.text.trim()).slice(-LATEST);
  at("latest").replaceChildren(...latest.map((one) => make("li", {}, one.text)));
}

/// Shows the story and the goals of the encounter; they are open until the game is under way.
function about(seen) {
  if (view) return;
  const { scenario } = seen;
  const course = scenario ? [make("p", {}, make("strong", {}, `${scenario.title}, encounter ${scenario.number} of ${scenario.steps.length}. `), ...scenario.before.map((line) => `${line} `)),
    ...(scenario.carried.length ? [make("p", {}, "Carried over:"), make("ul", {}, ...scenario.carried.map((line) => make("li", {}, line)))] : [])] : [];
  at("goals").replaceChildren(...course, ...seen.doc.split("\n").filter(Boolean).map((line) => make("p", {}, line)),
    make("ul", {}, ...seen.goals.map((goal) => make("li", {}, goal))));
  at("goal-line").textContent = seen.goals.join(" \u00b7 ");
  at("about").hidden = !course.length && !seen.goals.length && !seen.doc;
  // At a desk the goals are in one line beside the heading; opened, they would lie on the map.
  at("about").open = seen.stops.length <= OPENING && !matchMedia("(min-width: 62rem)").matches;
}

function show(seen) {
  const asked = view && view.question ? view.question.ask : null;
  if (!seen.question || seen.question.ask !== asked) [all, aim] = [false, null];
  if (past != null) aim = null;
  about(seen);
  view = seen;
  if (!feed) listen();
  document.title = `${seen.title} \u2014 Slipyard`;
  at("title").textContent = seen.scenario ? `${seen.scenario.title}: ${seen.title}` : seen.title;
  const dice = seen.real_dice ? "real dice" : seen.seed == null ? "" : `seed ${seen.seed}`;
  at("round").textContent = isTelevision ? seen.round : [seen.round, dice, game].filter(Boolean).join(" \u00b7 ");
  at("role").hidden = !isShared || isTelevision;
  at("tv").parentElement.hidden = isTelevision;
  at("tv").href = isShared ? "?screen=tv" : `?game=${encodeURIComponent(game)}&screen=tv`;
  at("role").textContent = role(seen);
  at("stops").hidden = !seen.asked.length;
  document.querySelector('.tabs [data-tab="act"]').classList.toggle("asked", Boolean(seen.question || seen.dice));
  at("prompt").hidden = !seen.question && !seen.waits_for;
  at("prompt").textContent = promptOf(seen);
  at("board").textContent = seen.board;
  at("why").textContent = seen.why || "nothing has been rolled yet";
  const place = Math.max(0, seen.stops.findLastIndex((line) => line <= seen.at));
  at("slider").max = seen.stops.length - 1;
  at("slider").value = place;
  at("slider").setAttribute("aria-valuetext", `step ${place} of ${seen.stops.length - 1}${seen.round ? `, ${seen.round}` : ""}`);
  at("step").textContent = `${place} / ${seen.stops.length - 1}`;
  at("back").disabled = place === 0;
  at("on").disabled = place >= seen.stops.length - 1;
  at("rulings").replaceChildren(...seen.rulings.flatMap(([form, what]) => [make("dt", {}, form), make("dd", {}, what)]));
  stops(seen);
  if (at("side").children.length !== seen.sides.length) at("side").replaceChildren(...seen.sides.map(([side]) => make("option", { value: side }, side.replaceAll("_", " "))));
  question(seen);
  showAspects(seen);
  people(seen);
  // Last, because what is above decides how much of it there is room for.
  account(seen);
}

/// The viewer, in a shared game.
function role(seen) {
  if (seen.own_side != null) return `you play ${seen.sides[seen.own_side][0].replaceAll("_", " ")}`;
  return place === "referee" ? "you are the referee" : "you are watching";
}

function step(by) {
  if (!view) return Promise.resolve();
  const place = Number(at("slider").value) + by;
  const line = view.stops[place];
  return line == null ? Promise.resolve() : look(place === view.stops.length - 1 ? null : line);
}

function halt() {
  clearTimeout(running);
  running = null;
  at("run").textContent = "watch";
}

async function run() {
  if (!running || !view) return;
  if (Number(at("slider").value) >= view.stops.length - 1) return halt();
  await step(1);
  if (running) running = setTimeout(run, 450);
}

at("back").onclick = () => { halt(); step(-1); };
at("on").onclick = () => { halt(); step(1); };
at("run").onclick = async () => {
  if (running || !view) return halt();
  at("run").textContent = "stop";
  running = setTimeout(run, 450);
  if (Number(at("slider").value) >= view.stops.length - 1) await look(view.stops[0]);
};
at("slider").oninput = () => {
  halt();
  if (!view) return;
  const place = Number(at("slider").value);
  look(place === view.stops.length - 1 ? null : view.stops[place]);
};
at("undo").onclick = () => act({ do: "undo", answers: 1, redraw: at("redraw").checked });
at("undo-turn").onclick = () => act({ do: "undo", answers: null, redraw: at("redraw").checked });
at("stops-brief").onclick = () => act({ do: "stops", words: "brief" });
at("stops-full").onclick = () => act({ do: "stops", words: "full" });
at("rule").onsubmit = async (event) => {
  event.preventDefault();
  if (at("ruling").value.trim() && await act({ do: "rule", words: at("ruling").value })) at("ruling").value = "";
};
at("seat").onsubmit = (event) => {
  event.preventDefault();
  act({ do: "seat", words: `${at("side").value}=${at("who").value}` });
};
document.addEventListener("keydown", (event) => {
  // A key that is held down is one answer.
  if (event.repeat && event.key === "Enter" && at("answers").contains(event.target)) return event.preventDefault();
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (typing || event.ctrlKey || event.metaKey || event.altKey || past != null || !view || !view.question) return;
  // After a letter, digits are part of the words and no numbers of answers.
  if (/^\p{L}$/u.test(event.key)) at("typed")?.focus();
  else if (event.key === "Escape" && aim) unaim();
  else if (/^[1-9]$/.test(event.key)) (entries(view.question).find((entry) => entry.number === Number(event.key) - 1) ?? { pick: () => answer(Number(event.key) - 1) }).pick();
});
at("refused-seen").onclick = () => trouble("");
// On a telephone one part of the board is shown at a time.
function choose(tab) {
  document.body.dataset.tab = tab;
  for (const button of document.querySelectorAll(".tabs button")) button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
  const last = at("account");
  last.scrollTop = last.scrollHeight;
  scrollTo(0, tab === "story" ? document.body.scrollHeight : 0);
}
// A window that becomes wider shows the last lines of the account.
addEventListener("resize", () => { at("account").scrollTop = at("account").scrollHeight; });
for (const button of document.querySelectorAll(".tabs button")) button.onclick = () => choose(button.dataset.tab);
choose("act");

/// Shows the sheet of an actor among the people.
function showSheet(mark) {
  choose("people");
  const details = [...at("people").querySelectorAll("details")].find((one) => one.dataset.mark === mark);
  if (!details) return;
  details.open = true;
  details.querySelector("summary").focus();
  details.scrollIntoView({ block: "nearest" });
}

/// The question in one line, for the map of a phone.
function promptOf(seen) {
  if (!seen.question) return seen.waits_for ? `Waiting for ${seen.waits_for}.` : "";
  if (aim) return `${aim.name.replace(/ \u2026$/, "")}: choose the target`;
  return seen.question.text.trim().split("\n").at(-1);
}

/// The people at a shared game and their links, for the referee.
function links({ people }) {
  const open = new Set([...at("link-rows").querySelectorAll("details[open]")].map((details) => details.dataset.seat));
  const state = (one) => {
    if (!one.has_joined) return "not opened yet";
    return one.pages ? "here" : "away";
  };
  const kick = (one) => async () => {
    try {
      links(await fetched("people", { do: "kick", seat: one.seat }));
      await look();
    } catch (error) {
      trouble(unheard(error));
    }
  };
  at("link-rows").replaceChildren(...people.map((one) => make("details", { "data-seat": one.seat, open: open.has(one.seat) },
    make("summary", {}, `${one.title}: `, make("span", { class: "soft" }, state(one))),
    Object.assign(make("div", { class: "code" }), { innerHTML: one.code }),
    make("p", {}, make("a", { href: one.address }, one.address)),
    one.can_be_withdrawn ? make("p", { class: "row" }, make("button", { type: "button", "data-kick": one.seat, onclick: kick(one) }, "withdraw this link")) : null)));
}

async function people_changed() {
  if (place === "referee") links(await fetched("people"));
}

// Changes by others are pushed. What somebody is writing is not taken from under their hands: it is refused if it has come too late.
const stays = () => document.hidden || running || busy || past != null || !view || document.querySelector("#answers input:focus")?.value;
let feed = null;
let isLost = false; // true if the page says that the server does not answer
let later = null; // the next look, while somebody writes or watches

let isRefreshing = false;
let isStale = false; // true if something has changed since the view under way was requested

/// Shows the game as it is now. Of several calls at once the last one counts.
async function refresh() {
  clearTimeout(later);
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    while (isStale) {
      if (stays()) {
        if (!document.hidden && view) later = setTimeout(refresh, 1000);
        return;
      }
      isStale = false;
      const shown = view;
      const seen = await ask();
      if (view !== shown || stays()) isStale = true;
      else if (JSON.stringify(seen) !== JSON.stringify(view)) show(seen);
      if (isLost) trouble("");
      isLost = false;
    }
  } catch (error) {
    if (isNoLongerOurs(error)) end(error.message);
    // Else the next deed says so.
  } finally {
    isRefreshing = false;
  }
}

function listen() {
  feed?.close();
  if (document.hidden) return;
  feed = new EventSource(isShared ? "events" : `${address}/events`);
  let known = null; // the number of the last change of the game
  feed.onmessage = ({ data }) => {
    const [change] = data.split(" ");
    people_changed().catch(() => null);
    // The referee's page depends on who is here, too.
    if (change !== known || place === "referee") refresh();
    known = change;
  };
  feed.addEventListener("withdrawn", () => {
    feed.close();
    refresh();
  });
  feed.onerror = () => {
    // The browser tries again by itself, unless it was refused.
    if (feed.readyState === EventSource.CLOSED && view) setTimeout(() => view && listen(), 3000);
    if (isShared && view) {
      isLost = true;
      trouble(unheard({}));
    }
  };
}

// A phone that sleeps loses its connection; awake again, it is at the prompt.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) feed?.close();
  else if (view) {
    listen();
    refresh();
  }
});

async function start() {
  if (isShared) {
    at("home").hidden = true;
    at("referee").hidden = !isReferee;
    at("links").hidden = place !== "referee";
    await fetched("people", { do: "join" }).catch(() => null);
  }
  await look();
}
start();
