// Links that contain texts: deflated, in the fragment, which browsers do not send to any server.
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

/// Most characters of a link; longer texts are shared as a file.
export const LONGEST_LINK = 8192;
// Most bytes of the texts in a link that is opened, since deflated data may be thousands of times as large.
const MOST_BYTES = 4 << 20;
const MARK = "#texts=";

/// Returns the link of the texts, or nothing if it would be too long.
export function link(files: Record<string, string>): string | undefined {
  const packed = deflateSync(strToU8(JSON.stringify(files)), { level: 9 });
  const letters = btoa(String.fromCharCode(...packed.subarray(0, LONGEST_LINK)));
  const address = location.href.split("#")[0] + MARK + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return packed.length > LONGEST_LINK || address.length > LONGEST_LINK ? undefined : address;
}

/// Texts of a link, and the thing to show: its kind and name.
export interface SharedTexts {
  files: Record<string, string>;
  show: string | undefined;
}

/// Returns the texts of a fragment, or `undefined` if the fragment has none.
export function shared(fragment: string): SharedTexts | undefined {
  const [packed, show] = fragment.split("&show=");
  const files = texts(packed ?? "");
  return files && { files, show: show && /^\w+\.\w+$/.test(show) ? show.replace(".", " ") : undefined };
}

function texts(fragment: string): Record<string, string> | undefined {
  if (!fragment.startsWith(MARK)) return undefined;
  try {
    const letters = fragment.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const read: unknown = JSON.parse(strFromU8(inflateSync(packed, { out: new Uint8Array(MOST_BYTES) })).replace(/\0+$/, ""));
    if (typeof read !== "object" || read === null) return undefined;
    const files = Object.entries(read).filter(([path, text]) => isPath(path) && typeof text === "string");
    return files.length > 0 ? (Object.fromEntries(files) as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

/// True for a path that a text of the page may have: Slip texts and manifests, inside the page's own folders.
export function isPath(path: string): boolean {
  const parts = path.split("/");
  return /(\.slip|(^|\/)slipyard\.toml)$/.test(path) && parts.every((part) => part !== "" && !part.startsWith(".")) && !path.includes("\\");
}
