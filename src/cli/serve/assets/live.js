"use strict";
// Loads a page of the site again when something was saved, where it was left, and says what is wrong meanwhile.
(() => {
  let stamp = null;
  const key = `slipyard at ${location.pathname}`;
  const left = sessionStorage.getItem(key);
  if (left != null) {
    sessionStorage.removeItem(key);
    addEventListener("load", () => scrollTo(0, Number(left)));
  }
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  note.className = "live";
  note.hidden = true;
  document.body.prepend(note);
  const say = (text, address) => {
    note.hidden = !text;
    note.replaceChildren(address ? Object.assign(document.createElement("a"), { href: address, textContent: text }) : text);
  };
  const look = async () => {
    try {
      const reply = await fetch("/api/stamp");
      const now = await reply.json();
      if (!reply.ok) throw Object.assign(new Error(now.error), { status: reply.status });
      if (stamp != null && now.stamp !== stamp) {
        sessionStorage.setItem(key, String(scrollY));
        location.reload();
        return;
      }
      stamp = now.stamp;
      say(now.trouble || "", "/table");
    } catch (error) {
      say(error.status ? error.message : "slipyard serve does not answer; it may have stopped");
    }
    setTimeout(look, 1000);
  };
  look();
})();
