// The few forms of Markdown that the session writes: headings, code, lists, emphasis, links. Everything is made as text nodes, never as HTML.

/// Address of the target of a link; undefined for targets that do not exist here, whose words are kept.
type AddressOf = (target: string) => string | undefined;

/// Returns a text as nodes. Without `address`, its links are words.
export function markdown(text: string, address: AddressOf = () => undefined): DocumentFragment {
  const inline = (words: string) => inlineNodes(words, address);
  const out = document.createDocumentFragment();
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.startsWith("```")) {
      const code: string[] = [];
      for (at += 1; at < lines.length && !(lines[at] ?? "").startsWith("```"); at += 1) code.push(lines[at] ?? "");
      const [, file] = line.slice(3).split(" ");
      if (file) out.append(element("p", [file, ":"]));
      const block = element("pre", [element("code", [code.join("\n")])]);
      block.tabIndex = 0;
      out.append(block);
    } else if (/^#{1,4} /.test(line)) {
      out.append(element("h3", inline(line.replace(/^#+ /, ""))));
    } else if (/^[-*] /.test(line)) {
      const list = element("ul", []);
      for (; at < lines.length && /^([-*] |  )/.test(lines[at] ?? ""); at += 1) list.append(element("li", inline((lines[at] ?? "").replace(/^[-*] /, ""))));
      at -= 1;
      out.append(list);
    } else if (line.trim() !== "") {
      const words: string[] = [];
      for (; at < lines.length && (lines[at] ?? "").trim() !== "" && !/^(```|#|[-*] )/.test(lines[at] ?? ""); at += 1) words.push(lines[at] ?? "");
      at -= 1;
      out.append(element("p", inline(words.join(" "))));
    }
  }
  return out;
}

function inlineNodes(text: string, address: AddressOf): (string | Node)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (/^`.+`$/.test(part)) return element("code", [part.slice(1, -1)]);
    if (/^\*\*.+\*\*$/.test(part)) return element("strong", [part.slice(2, -2)]);
    if (/^\*.+\*$/.test(part)) return element("em", [part.slice(1, -1)]);
    const link = /^\[([^\]]+)\]\((.*)\)$/.exec(part);
    if (!link) return part;
    const [words = "", target = ""] = link.slice(1);
    const href = address(target);
    if (href === undefined) return words;
    const made = element("a", [words]) as HTMLAnchorElement;
    Object.assign(made, { className: "book", href, target: "_blank", rel: "noopener" });
    return made;
  });
}

function element(name: string, inside: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}
