// Search, sort and filter. Everything on a page can be read without it.
"use strict";
(() => {
  const root = document.body.dataset.root;
  const make = (name, props = {}, ...inside) => {
    const element = Object.assign(document.createElement(name), props);
    element.append(...inside);
    return element;
  };
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

  // Search: the index is a script, since a page that is read from a file cannot fetch data. It is loaded when it is first needed.
  const area = document.querySelector("search");
  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const said = document.getElementById("said");
  const most = 20;
  let index = null;

  const load = () => {
    if (index) return;
    index = [];
    const script = make("script", { src: `${root}search-index.js` });
    script.onload = () => {
      index = (window.slipyardIndex || []).map(([title, what, path, more]) => {
        const low = title.toLowerCase();
        return { title, what, path, low, all: `${low} ${what.toLowerCase()} ${more.toLowerCase()}` };
      });
      look();
    };
    script.onerror = () => { said.textContent = "The search index is missing."; };
    document.head.append(script);
  };

  // Entries that begin with the words come first, then titles that contain them, then the rest.
  const weight = (entry, words) => {
    if (!words.every((word) => entry.all.includes(word))) return 0;
    if (entry.low.startsWith(words[0])) return 3;
    return words.every((word) => entry.low.includes(word)) ? 2 : 1;
  };

  const look = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    said.textContent = "";
    if (!words.length || !index.length) return;
    const hits = index.map((entry) => [weight(entry, words), entry]).filter(([worth]) => worth > 0);
    hits.sort(([one], [other]) => other - one);
    for (const [, entry] of hits.slice(0, most)) {
      found.append(make("li", {}, make("a", { href: root + entry.path }, entry.title, make("span", { textContent: entry.what }))));
    }
    const more = hits.length > most ? `, the first ${most} shown` : "";
    said.textContent = hits.length ? `${counted(hits.length, "hit")}${more}` : "No results.";
  };

  const step = (event) => {
    const links = [...found.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      field.value = "";
      look();
      field.focus();
    } else if (event.key === "Enter" && event.target === field && links.length) {
      links[0].click();
    } else if (event.key === "ArrowDown" && links.length) {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (links[at - 1] || field).focus();
    }
  };

  if (area) {
    area.hidden = false;
    field.addEventListener("focus", load);
    field.addEventListener("input", () => { load(); look(); });
    area.addEventListener("keydown", step);
    document.addEventListener("keydown", (event) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        field.focus();
      }
    });
  }

  // Sorting: numbers by their worth, empty cells last.
  const text = (row, at) => row.cells[at]?.textContent.trim() ?? "";
  const worth = (cell) => {
    const number = /^T?([+-]?\d+(?:\.\d+)?)%?$/.exec(cell);
    return number ? Number(number[1]) : NaN;
  };
  const compare = (one, other, down) => {
    if (one === "" || other === "") return (one === "") - (other === "");
    const [a, b] = [worth(one), worth(other)];
    const order = Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(other, undefined, { numeric: true }) : a - b;
    return down ? -order : order;
  };
  const sorts = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      const button = make("button", { type: "button" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows].map((row) => [text(row, at), row]);
        rows.sort(([one], [other]) => compare(one, other, down));
        table.tBodies[0].append(...rows.map(([, row]) => row));
      });
    });
  };
  document.querySelectorAll("table[data-sorts]").forEach(sorts);

  // Filters: words anywhere in the row, and one value of a column that has few.
  const filters = (table) => {
    const rows = [...table.tBodies[0].rows].map((row) => ({ row, all: row.textContent.toLowerCase() }));
    const words = make("input", { type: "search", autocomplete: "off" });
    const told = make("output");
    const tools = make("div", { className: "tools" }, make("label", {}, "Only with", words));
    const choices = [];
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      if (!("choice" in head.dataset)) return;
      const values = [...new Set(rows.map(({ row }) => text(row, at)))].sort((one, other) => compare(one, other, false));
      if (values.length < 2 || values.length > 24) return;
      const select = make("select", {}, make("option", { value: "", textContent: "all" }));
      values.forEach((value, place) => select.append(make("option", { value: `=${place}`, textContent: value || "none" })));
      choices.push({ at, select, values });
      tools.append(make("label", {}, head.textContent, select));
    });
    const show = () => {
      const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const { row, all } of rows) {
        const fits = ({ at, select, values }) => !select.value || text(row, at) === values[Number(select.value.slice(1))];
        const is = wanted.every((word) => all.includes(word)) && choices.every(fits);
        row.hidden = !is;
        count += is;
      }
      told.textContent = `${count} of ${rows.length}`;
    };
    tools.append(told);
    tools.addEventListener("input", show);
    show();
    (table.closest(".scroll") || table).before(tools);
  };
  document.querySelectorAll("table[data-filters]").forEach(filters);

  // On paper everything is unfolded.
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((folded) => { folded.open = true; }));
})();
