// A folder outside of the page whose texts the page shows. Three texts of each file are compared: the page's, the one on the disk, and the
// one that both had last. Nothing is replaced on either side unless only the other side changed it, or the user chose so.
import type { Disk } from "./disk";

/// Files of the page, by path below the folder.
export type Texts = Record<string, string>;

/// Difference between the page and the disk that the user decides about.
export interface Conflict {
  path: string;
  /// Text of the page, if it has the file.
  mine: string | undefined;
  /// Text on the disk, if the file is there.
  theirs: string | undefined;
  /// True if the file was changed, added or removed in the page since both were the same.
  isMineChanged: boolean;
  /// True if the file was changed, added or removed on the disk since both were the same.
  isTheirsChanged: boolean;
}

/// Stored state of a folder.
export interface KeptFolder {
  root: string;
  base: Texts;
  ignored: string[];
}

/// Result of saving.
export interface Saved {
  written: number;
  removed: number;
  conflicts: Conflict[];
}

export class Folder {
  /// Differences that wait for the user.
  conflicts: Conflict[] = [];
  /// Reason why the folder could not be read the last time; empty if it could.
  trouble = "";
  /// Sentence about files that were left out.
  leftOut = "";
  /// Texts that the page and the disk had last.
  private base: Texts;
  /// Files of the disk that the user does not want in the page.
  private readonly ignored: Set<string>;

  /// `root` is the folder in the page that has the texts.
  constructor(readonly root: string, readonly disk: Disk, kept?: KeptFolder) {
    this.base = kept?.base ?? {};
    this.ignored = new Set(kept?.ignored);
  }

  get kept(): KeptFolder {
    return { root: this.root, base: this.base, ignored: [...this.ignored] };
  }

  /// True if a path of the page is in this folder.
  has(path: string): boolean {
    return path.startsWith(`${this.root}/`);
  }

  /// Returns the texts of the folder among all texts of the page, by path below the folder.
  own(files: Texts): Texts {
    return Object.fromEntries(Object.entries(files).filter(([path]) => this.has(path)).map(([path, text]) => [path.slice(this.root.length + 1), text]));
  }

  /// Reads all texts for the first time.
  async open(): Promise<Texts> {
    const { files, leftOut } = await this.disk.list();
    this.base = { ...files };
    this.leftOut = leftOut;
    return files;
  }

  /// Returns the files that the page has changed, added or removed since the last save.
  unsaved(own: Texts): string[] {
    const paths = new Set([...Object.keys(own), ...Object.keys(this.base)]);
    return [...paths].filter((path) => own[path] !== this.base[path] && !(this.ignored.has(path) && own[path] === undefined)).sort();
  }

  /// Compares the page with the disk, and sets the differences that the disk has made. `own` is asked after the disk was read, since the
  /// user may type meanwhile.
  async look(own: () => Texts): Promise<Conflict[]> {
    const { files, leftOut } = await this.disk.list();
    this.leftOut = leftOut;
    const isKnown = (path: string) => this.conflicts.some((known) => known.path === path);
    this.conflicts = this.compare(own(), files).filter((one) => one.isTheirsChanged || (one.mine === undefined && isKnown(one.path)));
    return this.conflicts;
  }

  /// Writes the files that only the page has changed. Removals are returned as conflicts, since the user decides about them.
  async save(own: () => Texts): Promise<Saved> {
    const { files } = await this.disk.list();
    const differences = this.compare(own(), files);
    const saved: Saved = { written: 0, removed: 0, conflicts: [] };
    for (const one of differences) {
      if (one.isTheirsChanged || one.mine === undefined) saved.conflicts.push(one);
      else if (await this.disk.write(one.path, one.mine, one.theirs)) {
        this.base[one.path] = one.mine;
        saved.written += 1;
      }
    }
    // A file that was not written has changed on the disk in this very moment.
    const isLate = differences.some((one) => !saved.conflicts.includes(one) && this.base[one.path] !== one.mine);
    if (isLate) saved.conflicts = this.compare(own(), (await this.disk.list()).files).filter((one) => one.isTheirsChanged || one.mine === undefined);
    this.conflicts = saved.conflicts;
    return saved;
  }

  /// Takes the text of the disk. The caller changes the page.
  takeTheirs(conflict: Conflict): void {
    this.setBase(conflict.path, conflict.theirs);
    this.drop(conflict);
  }

  /// Keeps the state of the page. A text is written at the next save; a file of the disk that the page does not have is no longer shown.
  keepMine(conflict: Conflict): void {
    this.setBase(conflict.path, conflict.theirs);
    if (conflict.mine === undefined) this.ignored.add(conflict.path);
    this.drop(conflict);
  }

  /// Removes the file from the disk. Returns false if it has changed meanwhile.
  async removeTheirs(conflict: Conflict): Promise<boolean> {
    if (conflict.theirs !== undefined && !(await this.disk.remove(conflict.path, conflict.theirs))) return false;
    this.setBase(conflict.path, undefined);
    this.drop(conflict);
    return true;
  }

  private drop(conflict: Conflict): void {
    this.conflicts = this.conflicts.filter((one) => one.path !== conflict.path);
  }

  private setBase(path: string, text: string | undefined): void {
    this.ignored.delete(path);
    if (text === undefined) delete this.base[path];
    else this.base[path] = text;
  }

  private compare(own: Texts, theirs: Texts): Conflict[] {
    const found: Conflict[] = [];
    for (const path of [...new Set([...Object.keys(own), ...Object.keys(theirs), ...Object.keys(this.base)])].sort()) {
      const [mine, disk, before] = [own[path], theirs[path], this.base[path]];
      if (mine === disk) {
        // Both sides made the same change.
        if (disk !== before) this.setBase(path, disk);
        continue;
      }
      if (mine === undefined && this.ignored.has(path)) continue;
      found.push({ path, mine, theirs: disk, isMineChanged: mine !== before, isTheirsChanged: disk !== before });
    }
    return found;
  }
}
