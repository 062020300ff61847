// Page of a card or a picture, in a shadow root of its own: its styles touch nothing else, and nothing in it is run.
import { useEffect, useRef } from "preact/hooks";

export function Document(props: { html?: string; svg?: string; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    // The styles are taken out before the page is parsed, because the content security policy forbids `style` elements.
    const sheets: CSSStyleSheet[] = [];
    const html = props.html?.replace(/<style>([\s\S]*?)<\/style>/g, (_, rules: string) => {
      const sheet = new CSSStyleSheet();
      // Rules for `:root`, `html` and `body` are rewritten for the shadow root.
      sheet.replaceSync(rules.replaceAll(":root", ":host").replace(/\bbody\b/g, ".body").replace(/\bhtml\b/g, ":host"));
      sheets.push(sheet);
      return "";
    });
    const read = html !== undefined ? new DOMParser().parseFromString(html, "text/html") : new DOMParser().parseFromString(props.svg ?? "", "image/svg+xml");
    root.adoptedStyleSheets = sheets;
    if (props.html !== undefined) {
      const body = document.createElement("div");
      body.className = "body";
      body.append(...[...read.body.childNodes].map((node) => document.importNode(node, true)));
      // The page already has a `main` element, so each `main` of a card becomes a `div`.
      for (const part of body.querySelectorAll("main")) {
        const plain = document.createElement("div");
        plain.className = part.className;
        plain.append(...part.childNodes);
        part.replaceWith(plain);
      }
      root.replaceChildren(body);
    } else {
      const drawn = document.importNode(read.documentElement, true);
      drawn.setAttribute("width", "100%");
      drawn.removeAttribute("height");
      root.replaceChildren(drawn);
    }
  }, [props.html, props.svg]);
  return <div class="document" ref={place} role="region" tabIndex={0} aria-label={props.label} />;
}
