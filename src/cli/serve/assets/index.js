"use strict";
// The packages as they stand, and the games that are kept. Asks every second whether something was saved.

let stamp = null;
let kept = null; // the games, as the server marks them

/// The form that begins an encounter or a scenario: a player for each side, the seed or real dice.
function beginning(sides, what) {
  const seats = sides.map((side, number) => {
    const select = make("select", { name: side, "aria-label": `who plays ${side}` });
    const players = [["human", "played here"], ["doctrine", "by its doctrine"], ["random", "at random"]];
    for (const [value, text] of players) select.append(make("option", { value, selected: value === (number === 0 ? "human" : "doctrine") }, text));
    return make("label", { class: "row" }, `${side.replaceAll("_", " ")}: `, select);
  });
  const seed = make("input", { name: "seed", inputmode: "numeric", placeholder: "drawn", size: 8, "aria-label": "seed of the dice" });
  const dice = make("input", { type: "checkbox", name: "dice" });
  const trouble = make("p", { class: "bad", role: "alert", hidden: true });
  const begin = async (event) => {
    event.preventDefault();
    const body = { ...what, seats: {}, table_dice: dice.checked };
    for (const select of event.target.querySelectorAll("select")) body.seats[select.name] = select.value;
    const wanted = dice.checked ? "" : seed.value.trim();
    // Every seed that a simulation names is a whole number that is exact here.
    if (wanted && !(/^\d+$/.test(wanted) && Number.isSafeInteger(Number(wanted)))) {
      trouble.textContent = `${wanted} is not a seed: write a whole number up to ${Number.MAX_SAFE_INTEGER}`;
      trouble.hidden = false;
      return;
    }
    if (wanted) body.seed = Number(wanted);
    try {
      const { game } = await fetched("/api/games", body);
      location.href = `/board?game=${encodeURIComponent(game)}`;
    } catch (error) {
      trouble.textContent = error.message;
      trouble.hidden = false;
    }
  };
  return make("form", { onsubmit: begin }, ...seats,
    make("p", { class: "row" }, make("label", {}, "seed ", seed), make("label", {}, dice, " real dice, typed in")),
    make("button", { type: "submit" }, "begin"), trouble);
}

function scene(scene) {
  return make("article", { class: "card", id: scene.key },
    make("h3", {}, scene.title), make("p", { class: "soft" }, `${scene.play}: ${scene.sides.join(", ").replaceAll("_", " ")}`),
    scene.doc ? make("p", {}, scene.doc) : null,
    scene.valid ? make("details", {}, make("summary", {}, "play or watch"), beginning(scene.sides, { encounter: scene.key })) : make("p", { class: "bad" }, "has errors and cannot be played"));
}

/// A scenario: its encounters are played one after the other.
function evening(evening) {
  return make("article", { class: "card", id: evening.key },
    make("h3", {}, evening.title), make("p", { class: "soft" }, `scenario: ${evening.steps.join(", ")}`),
    evening.doc ? make("p", {}, evening.doc) : null,
    evening.valid ? make("details", {}, make("summary", {}, "play or watch"), beginning(evening.sides, { scenario: evening.key })) : make("p", { class: "bad" }, "has errors and cannot be played"));
}

/// Values of the forms, by encounter and field: a page that is drawn again keeps them.
function chosen() {
  const found = new Map();
  for (const field of document.querySelectorAll("article[id] form [name]")) {
    const { value, checked } = field;
    found.set(`${field.closest("article").id} ${field.name} ${field.type}`, { value, checked });
  }
  return found;
}

function choose(before) {
  for (const field of document.querySelectorAll("article[id] form [name]")) {
    const was = before.get(`${field.closest("article").id} ${field.name} ${field.type}`);
    if (was) [field.value, field.checked] = [was.value, was.checked];
  }
}

/// Opens a game of the list and goes to its board. The board says what is wrong if it cannot be opened.
async function open(event, file) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  await fetched(`/api/games/${encodeURIComponent(file)}`, { do: "open" }).catch(() => null);
  location.href = `/board?game=${encodeURIComponent(file)}`;
}

function games(house) {
  const games = house.games.map((game) => make("li", {},
    make("a", { href: `/board?game=${encodeURIComponent(game.file)}`, onclick: (event) => open(event, game.file) }, game.encounter.replaceAll("_", " ")),
    ` \u2014 ${game.file}; ${game.sides.map(([side, by]) => `${side.replaceAll("_", " ")}: ${by}`).join(", ")}`));
  at("games").replaceChildren(games.length ? make("ul", {}, ...games) : make("p", { class: "soft" }, "There are no saved games yet."));
}

function show(house) {
  const before = chosen();
  at("state").textContent = house.failure ? `cannot be read: ${house.failure}` : "saved files are checked and shown at once";
  at("state").className = house.failure ? "bad" : "";
  const open = new Set([...document.querySelectorAll("details[open]")].map((details) => details.closest("[id]")?.id));
  at("packages").replaceChildren(...house.packages.map((pack) => {
    const name = pack.name || "without a manifest";
    return make("section", { id: `package-${name}` },
      make("h2", {}, `${name} ${pack.version}`), pack.description ? make("p", {}, pack.description) : null,
      make("p", { class: pack.errors ? "bad" : "soft" }, pack.counts),
      pack.findings.trim() ? make("details", { open: pack.errors }, make("summary", {}, "findings"), make("pre", { tabindex: "0" }, pack.findings)) : null,
      make("div", { class: "cards" }, ...pack.encounters.map(scene), ...pack.evenings.map(evening)));
  }));
  for (const details of document.querySelectorAll("details")) if (open.has(details.closest("[id]")?.id)) details.open = true;
  choose(before);
}

async function look() {
  try {
    const now = await fetched("/api/stamp");
    if (now.stamp !== stamp || now.games !== kept) {
      const house = await fetched("/api/house");
      if (house.stamp !== stamp) show(house);
      games(house);
      [stamp, kept] = [house.stamp, now.games];
    }
  } catch (error) {
    at("state").textContent = error.status ? error.message : "slipyard serve does not answer; it may have stopped";
    at("state").className = "bad";
    stamp = null;
  }
  setTimeout(look, 1000);
}
look();
