"use strict";
// The question and its answers: the list, the second step of an act with a target, and the step between two encounters of a scenario.

/// True if the player is typing in a field that is not an answer.
const writesElsewhere = () => /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) && !at("answers").contains(document.activeElement);

function answer(number) {
  const option = view.question.options[number];
  if (!option || busy) return;
  inWords = false;
  if (option.say) saying(option.say, (say) => act({ do: "answer", ask: view.question.ask, option: number, say }));
  else act({ do: "answer", ask: view.question.ask, option: number });
}

/// Gives an act with its target in one line of words.
function answerWith(target) {
  if (busy) return;
  inWords = false;
  const words = (say) => act({ do: "words", ask: view.question.ask, words: say ? `${target.words} "${say.replaceAll('"', "'")}"` : target.words });
  if (target.say) saying(target.say, words);
  else words("");
}

/// Asks for the text that goes with an answer.
function saying(prompt, done) {
  choose("act");
  const words = make("input", { autocomplete: "off", "aria-label": prompt });
  const say = (event) => {
    event.preventDefault();
    done(words.value);
  };
  at("answers").replaceChildren(make("form", { onsubmit: say },
    make("p", {}, prompt), make("p", { class: "row" }, words, make("button", { type: "submit" }, "continue"),
      make("button", { type: "button", onclick: () => unaim() }, "something else"))));
  words.focus();
}

/// Asks for the target of an act before the act is declared: nothing is answered yet.
function aimAt(name, targets) {
  aim = { name, targets };
  question(view);
  at("answers").querySelector(".options button")?.focus({ preventScroll: true });
}

/// Goes back from the targets of an act to all answers.
function unaim() {
  aim = null;
  question(view);
  at("answers").querySelector(".options button")?.focus({ preventScroll: true });
}

/// Answers as they are listed: each with its number, and options of one act with several targets as one answer.
function entries(asked) {
  if (aim) return aim.targets.map((target, number) => ({ ...target, number, first: true }));
  const listed = [];
  const acts = new Map();
  asked.options.forEach((option, number) => {
    const { sentence, about, words, first, place, label, targets, is_border_work: isBorderWork } = option;
    const pick = () => answer(number);
    const one = { name: sentence, sentence, about, words, first, place, label, number, pick };
    // On the map the place is known, so a target is offered by its act.
    const aimed = targets.map((target) => ({ ...target, isBorderWork, name: sentence, pick: () => answerWith(target) }));
    if (option.act) {
      const group = acts.get(option.act);
      if (group) {
        group.members.push(one);
        group.first ||= first;
      } else {
        const made = { sentence: `${option.act} \u2026`, words: option.act, first, number, members: [one] };
        acts.set(option.act, made);
        listed.push(made);
      }
    } else listed.push({ ...one, members: aimed, pick: aimed.length > 1 ? () => aimAt(sentence, aimed) : pick });
  });
  for (const group of acts.values()) {
    group.about = `${group.members.length} to choose from`;
    group.pick = () => aimAt(group.sentence, group.members);
  }
  return listed;
}

/// The work on borders that an act with a zone as its target offers at each border of the zone.
function borderWork(seen, member) {
  if (!member.isBorderWork || member.place?.zone == null || !seen.map) return [];
  const beside = seen.map.borders.filter(({ between }) => between.includes(member.place.zone));
  return beside.map(({ between }) => ({ ...member, place: { border: between }, name: `${member.name}: ${member.sentence}`, isAnswer: false }));
}

/// Returns the deeds of the places on the map: answers light their place, and targets of acts are offered at theirs.
function deedsOnMap(seen) {
  if (past != null || !seen.question) return [];
  return entries(seen.question).flatMap((entry) => [
    ...(entry.place ? [{ ...entry, name: aim ? entry.sentence : entry.name, isAnswer: true }] : []),
    ...(entry.members ?? []).flatMap((member) => [{ ...member, isAnswer: false }, ...borderWork(seen, member)]),
  ]);
}

/// Shows the question. After an answer by keyboard the focus is on the new question: in the field after typed words, otherwise on the first answer.
function question(seen) {
  const before = document.activeElement;
  const inside = at("answers").contains(before);
  // After a click the page does not scroll.
  const scrolls = inside && before.matches(":focus-visible");
  const written = at("typed") && sent != null ? at("typed").value.slice(sent) : "";
  put(seen);
  drawMap(seen, deedsOnMap(seen), showSheet);
  since = performance.now();
  const field = at("typed");
  if (field) field.value = written;
  if (!inside || at("answers").contains(document.activeElement)) return;
  const next = field && (inWords || before.id === "typed") ? field : at("answers").querySelector("button, input") || at("question");
  next.focus({ preventScroll: !scrolls });
}

function put(seen) {
  const { question: asked, dice } = seen;
  if (past != null) {
    at("asked").replaceChildren(make("p", {}, "You are looking at the past."));
    at("answers").replaceChildren(make("button", { type: "button", onclick: () => look() }, "back to the game"));
    return;
  }
  if (dice) {
    const faces = make("input", { autocomplete: "off", "aria-label": "what the dice show", placeholder: seen.faces });
    const roll = (event) => {
      event.preventDefault();
      act({ do: "roll", faces: faces.value });
    };
    at("asked").replaceChildren(make("p", { class: "who" }, `Roll: ${dice}.`));
    at("answers").replaceChildren(make("form", { class: "row", onsubmit: roll }, faces, make("button", {}, "enter")));
    if (!writesElsewhere()) faces.focus();
    return;
  }
  if (isTelevision) {
    turn(seen);
    return;
  }
  if (!asked) {
    const waits = seen.waits_for ? `Waiting for ${seen.waits_for}.` : "There is no question now.";
    at("asked").replaceChildren(make("p", { class: "who" }, seen.over ? "The game is over." : waits),
      ...(seen.waits_for && isReferee ? [make("p", { class: "soft" }, "This side has a player. To answer for it, withdraw its link.")] : []),
      ...(seen.comparable ? [] : [make("p", { class: "soft" }, "This game has rulings of the referee or redrawn dice.")]));
    at("answers").replaceChildren(...(seen.over && seen.scenario ? between(seen.scenario) : []));
    return;
  }
  const side = seen.sides[asked.side] ? seen.sides[asked.side][0].replaceAll("_", " ") : "";
  at("asked").replaceChildren(...(seen.notice ? [make("pre", { class: seen.notice.includes("\n") ? "soft columns" : "soft" }, seen.notice)] : []),
    make("p", { class: "who" }, asked.who || side), make("pre", {}, boxes(asked.text)),
    ...asked.ways.map((way) => make("p", { class: "soft" }, way)));
  const listed = entries(asked);
  const shown = listed.filter(({ first }) => all || first);
  // The second half of a double click is no answer to the question that has come to stand under it.
  const clicked = (event, entry) => { if (event.detail < 2 || performance.now() - since > 400) entry.pick(); };
  const buttons = shown.map((entry, place) => make("button", { type: "button", class: place === 0 ? "first" : "", title: entry.words, onclick: (event) => clicked(event, entry) },
    make("span", { class: "number" }, String(entry.number + 1)), make("span", {}, entry.sentence),
    entry.about ? make("span", { class: "about" }, boxes(entry.about)) : null));
  const left = listed.length - shown.length;
  const more = left > 0 ? make("button", { type: "button", class: "more", onclick: () => { all = true; question(view); at("answers").querySelectorAll(".options button")[shown.length].focus(); } }, `and ${left} more`) : null;
  const back = aim ? make("p", { class: "row aim" }, make("span", {}, make("strong", {}, aim.name.replace(/ \u2026$/, "")), ": choose the target, here or on the map"), make("button", { type: "button", id: "unaim", onclick: unaim }, "something else")) : null;
  const words = make("input", { id: "typed", autocomplete: "off", spellcheck: "false", placeholder: "or in words" , "aria-label": "an answer in words" });
  const typed = (event) => {
    event.preventDefault();
    if (!words.value.trim() || busy) return;
    inWords = true;
    sent = words.value.length;
    act({ do: "words", ask: asked.ask, words: words.value });
  };
  at("answers").replaceChildren(...(back ? [back] : []), make("div", { class: "options" }, ...buttons, more),
    make("form", { class: "row", onsubmit: typed }, words, make("button", {}, "answer")));
}

/// Shows on a television whose turn it is.
function turn(seen) {
  const acting = seen.people.find((one) => one.acting);
  const side = acting && seen.sides[acting.side] ? seen.sides[acting.side][0].replaceAll("_", " ") : "";
  const whose = seen.over ? ["The game is over."] : acting ? [acting.title, make("span", { class: "soft" }, ` ${side}`)] : [seen.waits_for ?? ""];
  at("asked").replaceChildren(make("p", { class: "who" }, ...whose));
  at("answers").replaceChildren();
}

/// Shows the step between two encounters of a scenario: how the first ended, what is carried over, and the next one.
function between(scenario) {
  const next = async () => {
    try {
      const { game: file } = await fetched(address, { do: "next" });
      location.href = `/board?game=${encodeURIComponent(file)}`;
    } catch (error) {
      trouble(unheard(error));
    }
  };
  const { result, next: then } = scenario;
  const carried = then?.carried.length ? [make("p", {}, "Carried over:"), make("ul", {}, ...then.carried.map((line) => make("li", {}, line)))] : [];
  const told = [...result.map((line) => make("p", {}, line)), ...carried];
  // The links of a shared game lead to one encounter.
  if (then && isShared) return [...told, make("p", {}, `The next encounter is ${then.title}. It is begun at the board of the machine that shares this game.`)];
  return [...told,
    then ? make("p", { class: "row" }, make("button", { id: "next", type: "button", class: "first", onclick: next }, `go on: ${then.title}`)) : make("p", {}, `${scenario.title} is over.`)];
}
