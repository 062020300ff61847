"use strict";
// Functions that every page uses.

const at = (id) => document.getElementById(id);

/// An element with attributes and children; text is never read as markup.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/// Gets something from the server, or posts a body to it; a refusal is an error with its status.
async function fetched(address, body) {
  const how = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(address, how);
  const said = await reply.json().catch(() => ({}));
  if (!reply.ok) throw Object.assign(new Error(said.error || reply.statusText), { status: reply.status, isClosed: said.is_closed === true });
  return said;
}
