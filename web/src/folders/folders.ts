// The folders that are open in the page: opened, looked at for changes, saved, and remembered for the next visit.
import type { Workspace } from "../workspace";
import { keepFolders, readFolders } from "../storage";
import { Folder, type Conflict, type KeptFolder } from "./folder";
import { LocalDisk, isAllowed } from "./local_disk";
import { ServedDisk, isServed } from "./served_disk";

/// Folder of the last visit that the browser has not given access to yet.
export interface AsleepFolder {
  kept: KeptFolder;
  handle: FileSystemDirectoryHandle;
}

/// Folder as it is remembered for the next visit: one of this machine, or the one of `slipyard serve`.
export type RememberedFolder = AsleepFolder | { kept: KeptFolder; served: true };

// Pause between two looks at the disk, in milliseconds.
const PAUSE_BETWEEN_LOOKS = 4000;

export class Folders {
  open: Folder[] = [];
  asleep: AsleepFolder[] = [];
  private readonly listeners = new Set<() => void>();
  private looking: Promise<void> | undefined;
  /// End of the last work with a disk. A look that overlaps with a save would compare the page with texts from before the save.
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly workspace: Workspace) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /// Connects the folders of the last visit, as far as the browser still gives access to them, and looks for changes from now on.
  async begin(): Promise<void> {
    const remembered = (await readFolders()).filter(({ kept }) => Object.keys(this.workspace.files).some((path) => path.startsWith(`${kept.root}/`)));
    for (const one of remembered) {
      if ("served" in one) continue;
      if (await isAllowed(one.handle, false).catch(() => false)) this.open.push(new Folder(one.kept.root, new LocalDisk(one.handle), one.kept));
      else this.asleep.push(one);
    }
    if (isServed) await this.openServed(remembered).catch((error: unknown) => this.workspace.tell(error));
    this.notify();
    for (const folder of this.open) void this.refresh(folder).catch((error: unknown) => this.workspace.tell(error));
    window.addEventListener("focus", () => void this.look());
    window.setInterval(() => document.visibilityState === "visible" && void this.look(), PAUSE_BETWEEN_LOOKS);
  }

  /// Returns the folder of a path of the page.
  of(path: string): Folder | undefined {
    return this.open.find((folder) => folder.has(path));
  }

  /// Returns the folder of a path that waits for access.
  asleepOf(path: string): AsleepFolder | undefined {
    return this.asleep.find(({ kept }) => path.startsWith(`${kept.root}/`));
  }

  /// Opens a folder of this machine. Its texts are added beside all others. Returns the folder, and `isNew` if it was not open before.
  async openLocal(handle: FileSystemDirectoryHandle): Promise<{ folder: Folder; isNew: boolean }> {
    for (const folder of this.open) {
      if (folder.disk instanceof LocalDisk && (await folder.disk.handle.isSameEntry(handle))) {
        await this.look();
        return { folder, isNew: false };
      }
    }
    for (const one of this.asleep) {
      if (await one.handle.isSameEntry(handle)) {
        await this.wake(one);
        const folder = this.open.find((known) => known.root === one.kept.root);
        if (folder) return { folder, isNew: false };
      }
    }
    const folder = new Folder(this.freeName(handle.name), new LocalDisk(handle));
    const texts = await folder.open();
    if (Object.keys(texts).length === 0) throw new Error(`There is no Slip text in the folder ${handle.name}. ${folder.leftOut}`.trim());
    this.connect(folder, texts);
    return { folder, isNew: true };
  }

  /// Opens the files of `slipyard serve`. What was not saved at the last visit is still there.
  private async openServed(remembered: RememberedFolder[]): Promise<void> {
    const disk = new ServedDisk();
    const { files } = await disk.list();
    const before = remembered.find((one) => "served" in one);
    if (before) {
      this.open.push(new Folder(before.kept.root, disk, before.kept));
      return;
    }
    const folder = new Folder(this.freeName(disk.name), disk);
    await folder.open();
    if (Object.keys(files).length > 0) this.connect(folder, files, disk.own === "" ? "" : `${disk.own}/`);
  }

  /// Takes over what has changed on the disk since the last visit in files that the page has not changed. The user decides about the others.
  private async refresh(folder: Folder): Promise<void> {
    await this.inTurn(() => folder.look(() => folder.own(this.workspace.files)));
    for (const conflict of folder.conflicts) if (!conflict.isMineChanged) await this.decide(folder, conflict, "theirs");
    this.changed();
  }

  /// Writes the files of a package to a new folder inside of the given one, and connects it.
  async saveInto(handle: FileSystemDirectoryHandle, root: string): Promise<Folder> {
    const name = root.split("/").at(-1) ?? root;
    if (await handle.getDirectoryHandle(name).then(() => true, (error: DOMException) => error.name !== "NotFoundError")) {
      throw new Error(`The folder ${handle.name} already contains ${name}. Nothing was written: choose another folder, or open that one.`);
    }
    const own = await handle.getDirectoryHandle(name, { create: true });
    const folder = new Folder(root, new LocalDisk(own));
    this.open.push(folder);
    await this.save(folder);
    return folder;
  }

  /// Adds a folder whose texts were just read, and shows the first text below a path in it.
  connect(folder: Folder, texts: Record<string, string>, shown = ""): void {
    this.open.push(folder);
    const named = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder.root}/${path}`, text]));
    this.workspace.put(named, first(Object.keys(named).filter((path) => path.startsWith(`${folder.root}/${shown}`))));
    this.changed();
  }

  /// Asks the browser for access to a folder of the last visit. Needs a click.
  async wake(asleep: AsleepFolder): Promise<boolean> {
    if (!(await isAllowed(asleep.handle, true))) return false;
    this.asleep = this.asleep.filter((one) => one !== asleep);
    const folder = new Folder(asleep.kept.root, new LocalDisk(asleep.handle), asleep.kept);
    this.open.push(folder);
    await this.refresh(folder);
    return true;
  }

  /// Forgets the connection of a folder. Texts and files stay where they are.
  close(root: string): void {
    this.open = this.open.filter((folder) => folder.root !== root);
    this.asleep = this.asleep.filter(({ kept }) => kept.root !== root);
    this.changed();
  }

  /// Looks for changes on the disk in all folders.
  look(): Promise<void> {
    this.looking ??= this.inTurn(() => this.lookNow()).finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  /// Saves a folder: writes what only the page has changed.
  async save(folder: Folder): Promise<{ written: number; conflicts: Conflict[] }> {
    const saved = await this.inTurn(() => folder.save(() => folder.own(this.workspace.files)));
    this.changed();
    return saved;
  }

  /// Decides about a difference.
  async decide(folder: Folder, conflict: Conflict, choice: "theirs" | "mine" | "remove"): Promise<void> {
    const path = `${folder.root}/${conflict.path}`;
    // What was typed since the question was asked is not lost: the question is asked again.
    if (this.workspace.files[path] !== conflict.mine) return this.look();
    if (choice === "remove") {
      if (!(await this.inTurn(() => folder.removeTheirs(conflict)))) await this.look();
    } else if (choice === "mine") {
      folder.keepMine(conflict);
    } else {
      folder.takeTheirs(conflict);
      if (conflict.theirs === undefined) this.workspace.remove([path]);
      else if (path in this.workspace.files) this.workspace.edit(path, conflict.theirs);
      else this.workspace.put({ [path]: conflict.theirs }, this.workspace.open || undefined);
    }
    this.changed();
  }

  /// Returns a name for a folder in the page that no other texts have.
  freeName(wanted: string): string {
    const base = wanted.replace(/^\.+/, "").replaceAll(/[\\/]/g, "_") || "folder";
    const isTaken = (name: string) => Object.keys(this.workspace.files).some((path) => path.startsWith(`${name}/`));
    let name = base;
    for (let number = 2; isTaken(name); number += 1) name = `${base}_${number}`;
    return name;
  }

  /// Does work with a disk after the work that was begun before.
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => {});
    return done;
  }

  private async lookNow(): Promise<void> {
    for (const folder of this.open) {
      const before = JSON.stringify([folder.conflicts, folder.kept, folder.trouble]);
      try {
        await folder.look(() => folder.own(this.workspace.files));
        folder.trouble = "";
      } catch (error) {
        folder.trouble = error instanceof Error ? error.message : String(error);
      }
      if (before !== JSON.stringify([folder.conflicts, folder.kept, folder.trouble])) this.changed();
    }
  }

  private changed(): void {
    this.notify();
    void this.keep();
  }

  /// Stores the texts first. If the page ends before the folders are stored, its texts and those of the disk are still the same; in the
  /// other order an old text would look like a change of the page.
  private async keep(): Promise<void> {
    await this.workspace.keep();
    const remembered = this.open.map(({ kept, disk }): RememberedFolder[] => {
      if (disk instanceof LocalDisk) return [{ kept, handle: disk.handle }];
      return disk instanceof ServedDisk ? [{ kept, served: true }] : [];
    });
    await keepFolders([...remembered.flat(), ...this.asleep]);
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }
}

/// Returns the file to show first: a Slip text, the nearest to the root.
function first(paths: string[]): string | undefined {
  const depth = (path: string) => path.split("/").length;
  return paths.filter((path) => path.endsWith(".slip")).sort((one, other) => depth(one) - depth(other) || one.localeCompare(other))[0];
}
