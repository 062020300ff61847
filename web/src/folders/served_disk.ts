// Folder of `slipyard serve`: the texts of its packages, which the server reads and writes on the disk.
import type { Disk, Listing } from "./disk";

/// Answer of the server about its files. Without `files`, they are those that the page knows already.
interface Served {
  stamp: string;
  name?: string;
  own?: string;
  files?: Record<string, string>;
  leftOut?: string;
}

const ADDRESS = "/api/files";

/// Path of the folder on the machine if the page comes from `slipyard serve`, which has files for it.
export const servedPath = document.querySelector<HTMLMetaElement>('meta[name="slipyard-folder"]')?.content;
export const isServed = servedPath !== undefined;

export class ServedDisk implements Disk {
  name = "of the server";
  /// Folder of the served packages, below that which also has the packages they depend on; empty if it is the same.
  own = "";
  readonly isClosable = false;
  private stamp = "";
  private listing: Listing = { files: {}, leftOut: "" };

  async list(): Promise<Listing> {
    const served = await answered<Served>(await asked(`${ADDRESS}?known=${this.stamp}`));
    if (served.files) {
      [this.name, this.own, this.stamp] = [served.name ?? this.name, served.own ?? "", served.stamp];
      this.listing = { files: served.files, leftOut: served.leftOut ?? "" };
    }
    return this.listing;
  }

  write(path: string, text: string, before: string | undefined): Promise<boolean> {
    return this.change({ path, text, before: before ?? null });
  }

  remove(path: string, before: string): Promise<boolean> {
    return this.change({ path, text: null, before });
  }

  private async change(change: { path: string; text: string | null; before: string | null }): Promise<boolean> {
    const reply = await asked(ADDRESS, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(change) });
    return reply.status === 409 ? false : (await answered<{ written: boolean }>(reply)).written;
  }
}

/// Sends a request to the server.
async function asked(address: string, options?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, options);
  } catch {
    throw new Error("slipyard serve does not answer; it may have stopped. What you write here is kept.");
  }
}

/// Returns the answer of a reply. A refusal becomes an error with the sentence of the server.
async function answered<T>(reply: Response): Promise<T> {
  const answer = (await reply.json().catch(() => ({ error: "The server gave no answer." }))) as T & { error?: string };
  if (!reply.ok) throw new Error(answer.error ?? `The server refused the request (${reply.status}).`);
  return answer;
}
