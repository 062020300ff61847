// What the page keeps between visits, in the browser's own database. Nothing is sent anywhere.
import { openDB } from "idb";

/// Everything that is kept: the texts, and what was open.
export interface Kept {
  files: Record<string, string>;
  open: string;
}

const database = openDB("slipyard", 1, { upgrade: (made) => void made.createObjectStore("page") });

/// Returns what was kept; nothing on the first visit, or if the browser keeps nothing.
export async function read(): Promise<Kept | undefined> {
  try {
    return (await (await database).get("page", "kept")) as Kept | undefined;
  } catch {
    return undefined;
  }
}

/// Keeps the texts. Returns false if the browser refuses, as in some private windows.
export async function keep(kept: Kept): Promise<boolean> {
  try {
    await (await database).put("page", kept, "kept");
    return true;
  } catch {
    return false;
  }
}
