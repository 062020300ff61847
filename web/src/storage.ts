// Storage of the texts between visits, in the database of the browser. No data is sent to a server.
import { openDB } from "idb";

import type { RememberedFolder } from "./folders/folders";
import { servedPath } from "./folders/served_disk";

/// Stored state: the texts, and the path of the open file.
export interface Kept {
  files: Record<string, string>;
  open: string;
}

// Each folder of `slipyard serve` has texts of its own: another folder may be served at the same address the next time.
const place = servedPath === undefined ? "" : ` of ${servedPath}`;

const database = openDB("slipyard", 1, { upgrade: (made) => void made.createObjectStore("page") });

/// Returns the stored state; `undefined` on the first visit, or if the browser stores no data.
export async function read(): Promise<Kept | undefined> {
  try {
    return (await (await database).get("page", `kept${place}`)) as Kept | undefined;
  } catch {
    return undefined;
  }
}

/// Keeps the texts. Returns false if the browser refuses, as in some private windows.
export async function keep(kept: Kept): Promise<boolean> {
  try {
    await (await database).put("page", kept, `kept${place}`);
    return true;
  } catch {
    return false;
  }
}

/// Returns the folders of the last visit.
export async function readFolders(): Promise<RememberedFolder[]> {
  try {
    return ((await (await database).get("page", `folders${place}`)) as RememberedFolder[] | undefined) ?? [];
  } catch {
    return [];
  }
}

/// Keeps the folders that are open. A browser that refuses asks for the folder again at the next visit.
export async function keepFolders(folders: RememberedFolder[]): Promise<void> {
  await (await database).put("page", folders, `folders${place}`).catch(() => {});
}
