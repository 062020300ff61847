// Folder of this machine, by the File System Access API. A file is written to a copy beside it, which then takes its place.
import { LeftOut, MOST_BYTES, MOST_BYTES_OF_TEXT, decoded, isSkipped, isText, packed, unpacked, type Disk, type Layout, type Listing } from "./disk";

interface Permissions {
  queryPermission?(wanted: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission?(wanted: { mode: "readwrite" }): Promise<PermissionState>;
}

interface Chooser {
  showDirectoryPicker?(options: { id: string; mode: "readwrite" }): Promise<FileSystemDirectoryHandle>;
}

// Most folders in each other, and most entries that are looked at.
const DEEPEST = 16;
const MOST_ENTRIES = 20_000;

/// True if the browser can open folders of this machine.
export const hasFolders = "showDirectoryPicker" in window;

/// Asks the user for a folder. Returns nothing if the user closes the question.
export async function chooseFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (window as Chooser).showDirectoryPicker?.({ id: "slipyard", mode: "readwrite" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

/// True if the page may read and write the folder. `ask` lets the browser ask the user, which needs a click.
export async function isAllowed(handle: FileSystemDirectoryHandle, ask: boolean): Promise<boolean> {
  const { queryPermission, requestPermission } = handle as Permissions;
  const state = await queryPermission?.call(handle, { mode: "readwrite" });
  if (state === undefined || state === "granted") return true;
  return ask && (await requestPermission?.call(handle, { mode: "readwrite" })) === "granted";
}

function isAbsent(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}

/// Text that was read, and the state of the file at that time.
interface Read {
  stamp: string;
  text: string | undefined;
  layout: Layout;
}

export class LocalDisk implements Disk {
  readonly isClosable = true;
  private readonly read = new Map<string, Read>();

  constructor(readonly handle: FileSystemDirectoryHandle) {}

  get name(): string {
    return this.handle.name;
  }

  async list(): Promise<Listing> {
    const files: Record<string, string> = {};
    const leftOut = new LeftOut();
    let [size, entries] = [0, 0];
    const walk = async (folder: FileSystemDirectoryHandle, before: string, depth: number): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        entries += 1;
        if (entries > MOST_ENTRIES) throw new Error(`The folder ${this.name} has more than ${MOST_ENTRIES.toLocaleString("en")} files: open the folder of one package in it.`);
        const path = `${before}${name}`;
        if (entry.kind === "directory") {
          if (name.startsWith(".")) leftOut.add("hidden folder");
          else if (isSkipped(name)) leftOut.add(`folder called ${name}`);
          else if (depth >= DEEPEST) leftOut.add(`folder more than ${DEEPEST} levels deep`);
          else await walk(entry as FileSystemDirectoryHandle, `${path}/`, depth + 1);
          continue;
        }
        if (!isText(path)) {
          leftOut.add(name.startsWith(".") ? "file with a hidden name" : "file of another kind");
          continue;
        }
        const file = await (entry as FileSystemFileHandle).getFile();
        if (file.size > MOST_BYTES_OF_TEXT) {
          leftOut.add("text larger than 4 MiB");
          continue;
        }
        size += file.size;
        if (size > MOST_BYTES) throw new Error(`The texts of the folder ${this.name} are larger than 64 MiB: open the folder of one package in it.`);
        const { text } = await this.readFile(path, file);
        if (text === undefined) leftOut.add("file with binary content");
        else files[path] = text;
      }
    };
    await walk(this.handle, "", 0);
    return { files, leftOut: leftOut.sentence };
  }

  async write(path: string, text: string, before: string | undefined): Promise<boolean> {
    const place = await this.place(path, before === undefined);
    if (!place) return false;
    const [folder, name] = place;
    const now = await this.present(folder, name, path);
    if (now?.text !== before || (now === undefined) !== (before === undefined)) return false;
    const handle = await folder.getFileHandle(name, { create: true });
    const stream = await handle.createWritable();
    try {
      await stream.write(packed(text, now?.layout));
    } catch (error) {
      await stream.abort().catch(() => {});
      throw error;
    }
    await stream.close();
    this.read.delete(path);
    return true;
  }

  async remove(path: string, before: string): Promise<boolean> {
    const place = await this.place(path, false);
    if (!place) return true;
    const [folder, name] = place;
    const now = await this.present(folder, name, path);
    if (now === undefined) return true;
    if (now.text !== before) return false;
    await folder.removeEntry(name);
    this.read.delete(path);
    return true;
  }

  /// Returns the folder of a path and the name in it; nothing if the folder does not exist.
  private async place(path: string, create: boolean): Promise<[FileSystemDirectoryHandle, string] | undefined> {
    const parts = path.split("/");
    const name = parts.pop() ?? path;
    let folder = this.handle;
    try {
      for (const part of parts) folder = await folder.getDirectoryHandle(part, { create });
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
    return [folder, name];
  }

  /// Reads a file again; `undefined` if there is none.
  private async present(folder: FileSystemDirectoryHandle, name: string, path: string): Promise<Read | undefined> {
    try {
      const file = await (await folder.getFileHandle(name)).getFile();
      this.read.delete(path);
      return await this.readFile(path, file);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  private async readFile(path: string, file: File): Promise<Read> {
    const stamp = `${file.lastModified} ${file.size}`;
    const known = this.read.get(path);
    if (known?.stamp === stamp) return known;
    const raw = decoded(new Uint8Array(await file.arrayBuffer()));
    const read = raw === undefined ? { stamp, text: undefined, layout: { mark: false, windows: false } } : { stamp, ...unpacked(raw) };
    this.read.set(path, read);
    return read;
  }
}
