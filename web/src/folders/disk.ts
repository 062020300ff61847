// A place outside the page that has files: a folder of this machine that the browser gives access to, or the folder of `slipyard serve`.
import { isPath } from "../share";

/// Largest size of one text in bytes, and largest size of all texts of a folder.
export const MOST_BYTES_OF_TEXT = 4 << 20;
export const MOST_BYTES = 64 << 20;

/// Texts of a folder by path, and a sentence about files that were left out; empty if there are none.
export interface Listing {
  files: Record<string, string>;
  leftOut: string;
}

/// Folder with files. Texts have line feeds at their ends, whatever the files have.
export interface Disk {
  /// Name for the user.
  readonly name: string;
  /// True if the user may disconnect the folder.
  readonly isClosable: boolean;
  /// Reads all texts.
  list(): Promise<Listing>;
  /// Writes a text if the file still has the text `before`; `undefined` means that there is no file. Returns false otherwise.
  write(path: string, text: string, before: string | undefined): Promise<boolean>;
  /// Removes a file if it still has the text `before`. Returns false otherwise.
  remove(path: string, before: string): Promise<boolean>;
}

/// Files that were left out, counted by their reason.
export class LeftOut {
  private readonly counts = new Map<string, number>();

  add(reason: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
  }

  get sentence(): string {
    const parts = [...this.counts].map(([reason, count]) => `${count} ${count === 1 ? reason : reason.replace(/^(hidden folder|folder|file|text)/, "$1s")}`);
    return parts.length === 0 ? "" : `Left out: ${parts.join(", ")}.`;
  }
}

/// True for a folder that packages do not read: hidden ones, and those that tools fill.
export function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "target" || name === "node_modules";
}

/// True for a file that the page opens: Slip texts and manifests.
export const isText = isPath;

/// Returns the text of a file, or `undefined` for binary content.
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/// Way in which a file is written: its byte order mark and its line ends.
export interface Layout {
  mark: boolean;
  windows: boolean;
}

/// Splits a text as it is on the disk into the text of the page and its layout.
export function unpacked(raw: string): { text: string; layout: Layout } {
  const mark = raw.startsWith("\uFEFF");
  return { text: (mark ? raw.slice(1) : raw).replaceAll("\r\n", "\n"), layout: { mark, windows: raw.includes("\r\n") } };
}

/// Returns the text as it is written to the disk, with the layout that the file had before.
export function packed(text: string, layout: Layout | undefined): string {
  const ends = layout?.windows ? text.replaceAll("\n", "\r\n") : text;
  return layout?.mark ? `\uFEFF${ends}` : ends;
}
