"use strict";
// The map of the board, for answers by pointing. A lit place answers the question; a token or a border lists the deeds that concern it.
// Prices and chances are those that the server writes beside the answers; this page computes none.

const SVG = "http://www.w3.org/2000/svg";

/// An element of a drawing with attributes and children.
function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value != null) element.setAttribute(key, value);
  element.append(...children.filter((child) => child != null));
  return element;
}

const keyOf = (place) => JSON.stringify(place);

/// Collects the deeds of each place: `{name, about, label, isAnswer, pick}`.
function byPlace(deeds) {
  const found = new Map();
  for (const deed of deeds) {
    if (!deed.place) continue;
    const key = keyOf(deed.place);
    found.set(key, [...(found.get(key) ?? []), deed]);
  }
  return found;
}

/// A label with a background of its own, so that it can be read on everything.
function pill(text, [x, y, width, height], size) {
  return drawn("g", { class: "pill", "aria-hidden": "true" },
    drawn("rect", { x, y, width, height, rx: height / 3 }),
    drawn("text", { x: x + width / 2, y: y + height / 2 + size * 0.36, "font-size": size, "text-anchor": "middle" }, text));
}

const frames = (all, isRound) => all.map(([x, y, width, height]) => drawn("rect", { x, y, width, height, rx: isRound ? Math.min(height / 2, 220) : null }));

/// Shapes of a place, the label, its name, and the point beside which its list of deeds opens.
function placed(map, place, text, persons) {
  if (place.zone != null) {
    const zone = map.zones[place.zone];
    if (!zone) return null;
    const shapes = zone.corners.length ? [drawn("polygon", { points: zone.corners.map((corner) => corner.join(",")).join(" ") })] : frames(zone.frames, map.is_graph);
    const box = zone.corners.length ? around(zone.corners) : around(zone.frames.flatMap(([x, y, width, height]) => [[x, y], [x + width, y + height]]));
    return { kind: "zone", shapes, name: zone.title, box, label: text && zone.label && pill(text, ...zone.label) };
  }
  if (place.border) {
    const border = map.borders.find((one) => keyOf(one.between) === keyOf(place.border));
    if (!border) return null;
    const lines = border.lines.flatMap(([x1, y1, x2, y2]) => [drawn("line", { x1, y1, x2, y2, class: "wide" }), drawn("line", { x1, y1, x2, y2, class: "line" })]);
    const shapes = border.badge ? [...lines, ...frames([border.badge])] : lines;
    const [x1, y1, x2, y2] = border.lines[0];
    return { kind: "border", shapes, name: border.title, box: border.badge ? { x: border.badge[0], y: border.badge[1], width: border.badge[2], height: border.badge[3] } : around([[x1, y1], [x2, y2]]), label: null };
  }
  const token = map.tokens.find((one) => one.mark === place.token);
  if (!token) return null;
  const [x, y, width, height] = token.frame;
  const size = Math.max(height * 0.4, 34);
  const wide = (text ? text.length * 0.62 * size : 0) + size * 0.6;
  const label = text && pill(text, [x + width / 2 - wide / 2, y + height - size * 0.35, wide, size * 1.15], size);
  const round = (persons.find((one) => one.mark === place.token)?.side ?? 0) % 2 === 0 ? height / 2 : height / 10;
  const edge = height * 0.1;
  const shapes = [drawn("rect", { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge, rx: round + edge })];
  const person = persons.find((one) => one.mark === place.token);
  return { kind: "token", shapes, name: person ? person.title : place.token, box: { x, y, width, height }, label };
}

function around(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/// Name of a place for people who do not see the map: the place, and what it does.
function spoken(name, deeds) {
  if (deeds.length > 1) return `${name}: ${deeds.length} things to do`;
  const [{ name: deed, about }] = deeds;
  return [deed === name ? name : `${name}: ${deed}`, about].filter(Boolean).join(", ");
}

/// Draws the map with its places. `deeds` are the answers that concern a place; `look` shows what is known of an actor.
function drawMap(seen, deeds, look) {
  const holder = at("picture");
  const focused = document.activeElement?.closest?.("#picture [data-place]")?.dataset.place;
  closeDeeds();
  document.body.classList.toggle("no-map", !seen.picture);
  if (!seen.map || !seen.picture) {
    holder.replaceChildren(hands(seen.people));
    return;
  }
  holder.innerHTML = `<div class="map">${seen.picture}</div>`;
  // The key is on the board in words, too: the map is shown alone, unless the key has names that the map lacks.
  const [x, y, width, height] = seen.map.needs_key ? [0, 0, seen.map.width, seen.map.height] : seen.map.ground;
  holder.firstElementChild.style.setProperty("--ratio", width / height);
  holder.style.setProperty("--ratio", width / height);
  document.body.classList.toggle("wide", width / height > 1.7);
  holder.querySelector("svg").setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  colourTokens(holder, seen.people);
  const found = byPlace(deeds);
  // Tokens without a deed can be looked at; they are drawn last, above the zones.
  for (const { mark } of seen.map.tokens) if (!found.has(keyOf({ token: mark }))) found.set(keyOf({ token: mark }), []);
  const order = ["zone", "border", "token"];
  const spots = [...found].map(([key, own]) => spot(seen, JSON.parse(key), own, look)).filter(Boolean);
  spots.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const layer = drawn("svg", { class: "places", viewBox: `${x} ${y} ${width} ${height}`, role: "group", "aria-label": "Places to point at" },
    ...spots.map((one) => one.element));
  holder.firstElementChild.append(layer);
  rove(layer, focused);
}

/// People of a conflict without a map: each with the dice and the state that the server writes in their line.
function hands(persons) {
  const hand = (one) => {
    const [, dice, rest] = /^((?:\d+ )*\d+)?(.*)$/s.exec(one.line);
    return make("article", { class: `hand side-${Math.min(one.side, 4)} ${one.acting ? "acting" : ""} ${one.active ? "" : "out"}` },
      make("h2", {}, `${one.mark} ${one.title}`),
      dice ? make("div", { class: "dice" }, ...dice.split(" ").map((face) => make("span", { class: "die" }, face))) : null,
      make("p", {}, boxes(rest.trim())));
  };
  return make("div", { class: "hands" }, ...persons.map(hand));
}

function colourTokens(holder, persons) {
  const sides = new Map(persons.map((one) => [one.mark, one.side]));
  for (const title of holder.querySelectorAll("g > title")) {
    const side = sides.get(title.textContent.split(" \u2013 ")[0]);
    if (side != null) title.parentElement.classList.add("piece", `side-${Math.min(side, 4)}`);
  }
}

function spot(seen, place, deeds, look) {
  const answers = deeds.filter((deed) => deed.isAnswer);
  const label = answers.length ? answers[0].label : null;
  const parts = placed(seen.map, place, label, seen.people);
  if (!parts) return null;
  const { kind, shapes, name, box } = parts;
  const isOnly = deeds.length === 1 && deeds[0].isAnswer;
  const open = () => (isOnly ? deeds[0].pick() : openDeeds(seen, place, name, deeds, box, look));
  const state = answers.length ? "lit" : deeds.length ? "can" : "idle";
  const reach = deeds.length ? { role: "button", tabindex: "-1", "aria-label": spoken(name, deeds), "aria-haspopup": isOnly ? null : "dialog" } : { "aria-hidden": "true" };
  const element = drawn("g", { class: `place ${kind} ${state}`, "data-place": keyOf(place), ...reach }, drawn("title", {}, deeds.length ? spoken(name, deeds) : name), ...shapes, parts.label || null);
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    open();
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) open();
  });
  return { kind, element, box };
}

/// One place of the map is a stop of the Tab key; the arrows go from it to the others.
function rove(layer, focused) {
  const all = [...layer.querySelectorAll("[tabindex]")];
  const first = all.find((one) => one.dataset.place === focused) ?? all.find((one) => one.classList.contains("lit")) ?? all[0];
  first?.setAttribute("tabindex", "0");
  if (focused && first?.dataset.place === focused) first.focus({ preventScroll: true });
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  layer.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = event.target.closest("[tabindex]");
    if (!way || !from) return;
    event.preventDefault();
    const [x, y] = middle(from);
    const lies = (one) => {
      const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
      const [along, aside] = [dx * way[0] + dy * way[1], Math.abs(dx * way[1]) + Math.abs(dy * way[0])];
      return along > 1 ? along + 2 * aside : Infinity;
    };
    const next = all.filter((one) => one !== from).map((one) => [lies(one), one]).sort(([one], [other]) => one - other)[0];
    if (!next || next[0] === Infinity) return;
    from.setAttribute("tabindex", "-1");
    next[1].setAttribute("tabindex", "0");
    next[1].focus();
  });
}

let known = null; // the aspects that were shown before, so that new ones are seen to be new

/// Shows the aspects that came into play, those of the scene, and those with a free tag: whose they are, and for whom they are free.
function showAspects(seen) {
  const shown = seen.aspects.filter((one) => !one.is_printed || one.free_for || !one.place);
  // Free tags come first, then aspects that came into play in the game.
  const rank = (one) => (one.free_for ? 0 : one.is_printed ? 2 : 1);
  shown.sort((one, other) => rank(one) - rank(other));
  const key = (one) => `${one.text}|${one.holder}`;
  const before = known;
  known = new Set(shown.map(key));
  at("aspects").replaceChildren(...shown.map((one) => make("li", { class: `${one.free_for ? "free" : ""} ${one.is_consequence ? "hurt" : ""} ${before && !before.has(key(one)) ? "new" : ""}` },
    `\u201c${one.text}\u201d `, make("span", { class: "soft" }, [one.holder, one.free_for ? `free tag for ${one.free_for}` : ""].filter(Boolean).join("; ")))));
}

let opener = null; // the place whose deeds are listed

function closeDeeds() {
  document.getElementById("deeds")?.remove();
  opener = null;
}

/// Lists the deeds of a place beside it, each with its odds.
function openDeeds(seen, place, name, deeds, box, look) {
  closeDeeds();
  opener = keyOf(place);
  const person = place.token ? seen.people.find((one) => one.mark === place.token) : null;
  const rows = deeds.map((deed) => make("button", { type: "button", onclick: () => { closeDeeds(); deed.pick(); } },
    make("span", {}, deed.name), deed.about ? make("span", { class: "about" }, deed.about) : null));
  const close = () => {
    const back = opener;
    closeDeeds();
    [...document.querySelectorAll("#picture [data-place]")].find((one) => one.dataset.place === back && one.hasAttribute("tabindex"))?.focus();
  };
  const list = make("div", { id: "deeds", role: "dialog", "aria-label": name },
    make("p", { class: "who" }, person ? `${person.mark} ${person.title}` : name, make("button", { type: "button", class: "close", "aria-label": "close", onclick: close }, "\u2715")),
    person ? make("p", { class: "soft" }, boxes(person.line)) : null,
    ...seen.aspects.filter((one) => keyOf(one.place) === keyOf(place)).map((one) => make("p", { class: "aspect" }, `\u201c${one.text}\u201d`, one.free_for ? ` (free tag for ${one.free_for})` : "")),
    ...rows, person ? make("button", { type: "button", class: "sheet", onclick: () => { closeDeeds(); look(person.mark); } }, "the sheet") : null);
  list.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
  });
  at("picture").append(list);
  // Beside the place, where it covers neither the place nor leaves the window.
  const map = at("picture").getBoundingClientRect();
  const scale = at("picture").querySelector("svg.places").getBoundingClientRect();
  const shown = at("picture").querySelector("svg.places").viewBox.baseVal;
  const unit = Math.min(scale.width / shown.width, scale.height / shown.height);
  const [left, top] = [scale.left - map.left + (scale.width - unit * shown.width) / 2 - shown.x * unit, scale.top - map.top + (scale.height - unit * shown.height) / 2 - shown.y * unit];
  const [right, beside] = [left + (box.x + box.width) * unit + 8, left + box.x * unit - 8 - list.offsetWidth];
  list.style.left = `${right + list.offsetWidth <= map.width ? right : Math.max(0, beside)}px`;
  list.style.top = `${Math.max(0, Math.min(top + box.y * unit, map.height - list.offsetHeight))}px`;
  list.querySelector("button:not(.close)")?.focus({ preventScroll: true });
}

// A whole map is small on a phone.
at("zoom").onclick = () => at("zoom").setAttribute("aria-pressed", String(at("picture").classList.toggle("large")));

document.addEventListener("click", (event) => {
  if (!event.target.closest("#deeds, [data-place]")) closeDeeds();
});
