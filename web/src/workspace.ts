// Texts of the page, with the findings, things and tokens that the session returns for them.
import { Session } from "./session/client";
import type { Checked, ListedThing, TextEdit, Token } from "./session/types";
import { keep, read } from "./storage";

const EMPTY: Checked = { findings: [], errors: 0, warnings: 0, notes: 0, items: 0 };
// Pause after a keystroke before the texts are checked, and before they are kept, in milliseconds.
const PAUSE = 40;
const PAUSE_BEFORE_KEEPING = 500;
// Pause before the colours are requested again, in milliseconds. Until then, they move with the text.
const PAUSE_BEFORE_COLOURS = 250;

export class Workspace {
  files: Record<string, string> = {};
  open = "";
  checked: Checked = EMPTY;
  things: ListedThing[] = [];
  tokens: Token[] = [];
  /// Message of the last error; the next change clears it.
  trouble = "";
  /// False if the browser keeps nothing.
  isKept = true;
  readonly session = new Session(() => this.files);
  /// Number of the last state that was checked, for panels that ask again when it changes.
  generation = 0;

  private readonly changed = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private timer = 0;
  private keepTimer = 0;
  private colourTimer = 0;
  private coloured = "";
  private running: Promise<void> | undefined;

  /// Folder of the package of a file: the nearest folder with a manifest.
  packageOf(path: string): string {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (`${folder}/slipyard.toml` in this.files) return folder;
    }
    return "";
  }

  /// True once the open package was checked.
  get isChecked(): boolean {
    return this.checked !== EMPTY;
  }

  get package(): string {
    return this.packageOf(this.open);
  }

  /// Folders of all packages.
  get packages(): string[] {
    return [...new Set(Object.keys(this.files).map((path) => this.packageOf(path)))].sort();
  }

  /// Files of a package.
  filesOf(folder: string): string[] {
    return Object.keys(this.files).filter((path) => this.packageOf(path) === folder).sort((one, other) => Number(one.endsWith(".toml")) - Number(other.endsWith(".toml")) || one.localeCompare(other));
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /// Reads what was kept. Returns false on a first visit.
  async begin(): Promise<boolean> {
    const kept = await read();
    this.files = kept?.files ?? {};
    this.open = kept?.open && kept.open in this.files ? kept.open : (Object.keys(this.files)[0] ?? "");
    Object.keys(this.files).forEach((path) => this.changed.add(path));
    this.schedule(0);
    return Object.keys(this.files).length > 0;
  }

  /// Sets the text of a file.
  edit(path: string, text: string): void {
    if (!(path in this.files) || this.files[path] === text) return;
    this.files = { ...this.files, [path]: text };
    this.changed.add(path);
    this.schedule(PAUSE);
  }

  /// Adds files below a folder with a new name, so that nothing is overwritten. Returns the name.
  add(files: Record<string, string>, wanted: string, open?: string): string {
    let folder = wanted;
    for (let number = 2; Object.keys(this.files).some((path) => path.startsWith(`${folder}/`)); number += 1) folder = `${wanted}_${number}`;
    const renamed = Object.entries(files).map(([path, text]): [string, string] => {
      const isManifest = path === "slipyard.toml" && folder !== wanted;
      return [`${folder}/${path}`, isManifest ? text.replace(`name = "${wanted}"`, `name = "${folder}"`) : text];
    });
    this.put(Object.fromEntries(renamed), `${folder}/${open ?? Object.keys(files).find((path) => path.endsWith(".slip")) ?? Object.keys(files)[0]}`);
    return folder;
  }

  /// Adds files under their own paths. Replaces the texts of files that have the same paths: the caller checks with `replaces`.
  put(files: Record<string, string>, open?: string): void {
    this.files = { ...this.files, ...files };
    Object.keys(files).forEach((path) => this.changed.add(path));
    const first = open ?? Object.keys(files).find((path) => path.endsWith(".slip"));
    if (first !== undefined && first in this.files) this.open = first;
    this.schedule(0);
  }

  /// True if any of the files would replace another text.
  replaces(files: Record<string, string>): boolean {
    return Object.entries(files).some(([path, text]) => path in this.files && this.files[path] !== text);
  }

  /// Removes files.
  remove(paths: string[]): void {
    this.files = Object.fromEntries(Object.entries(this.files).filter(([path]) => !paths.includes(path)));
    paths.forEach((path) => this.changed.add(path));
    if (!(this.open in this.files)) this.open = Object.keys(this.files).find((path) => path.endsWith(".slip")) ?? Object.keys(this.files)[0] ?? "";
    this.schedule(0);
  }

  /// Shows another file.
  show(path: string): void {
    if (path === this.open || !(path in this.files)) return;
    this.open = path;
    this.schedule(0);
  }

  /// Makes edits in any files.
  apply(edits: TextEdit[]): void {
    const byFile = Map.groupBy(edits, (edit) => edit.range.file);
    for (const [file, own] of byFile) {
      let text = this.files[file];
      if (text === undefined) continue;
      for (const edit of own.toSorted((one, other) => other.range.from - one.range.from)) {
        text = text.slice(0, edit.range.from) + edit.text + text.slice(edit.range.to);
      }
      this.files = { ...this.files, [file]: text };
      this.changed.add(file);
    }
    this.schedule(0);
  }

  /// Resolves when everything that was changed so far was checked.
  async settled(): Promise<void> {
    while (this.changed.size > 0 || this.running) {
      clearTimeout(this.timer);
      await (this.running ?? this.refresh());
    }
  }

  /// Shows a sentence about something that went wrong.
  tell(trouble: unknown): void {
    this.trouble = trouble instanceof Error ? trouble.message : String(trouble);
    this.notify();
  }

  private schedule(pause: number): void {
    this.trouble = "";
    this.notify();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.refresh(), pause);
    clearTimeout(this.colourTimer);
    clearTimeout(this.keepTimer);
    this.keepTimer = window.setTimeout(() => void this.keep(), PAUSE_BEFORE_KEEPING);
  }

  private async keep(): Promise<void> {
    const isKept = await keep({ files: this.files, open: this.open });
    if (isKept !== this.isKept) {
      this.isKept = isKept;
      this.notify();
    }
  }

  private refresh(): Promise<void> {
    this.running ??= this.check().finally(() => {
      this.running = undefined;
      if (this.changed.size > 0) this.schedule(PAUSE);
    });
    return this.running;
  }

  private async check(): Promise<void> {
    const paths = [...this.changed];
    this.changed.clear();
    try {
      if (paths.length > 0) await this.session.ask("write", { files: Object.fromEntries(paths.map((path) => [path, this.files[path] ?? null])), all: false });
      const [open, folder] = [this.open, this.package];
      if (open === "") {
        [this.checked, this.things, this.tokens] = [EMPTY, [], []];
      } else {
        performance.mark("check");
        this.checked = await this.session.ask("check", { package: folder });
        performance.measure("check", "check");
        this.generation += 1;
        this.notify();
        this.things = await this.session.ask("list", { package: folder });
        if (this.coloured === open) this.colourTimer = window.setTimeout(() => void this.colour(), PAUSE_BEFORE_COLOURS);
        else await this.colour();
      }
    } catch (error) {
      [this.checked, this.things, this.tokens] = [EMPTY, [], []];
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.generation += 1;
    this.notify();
  }

  /// Asks for the colours of the open file, unless it was changed meanwhile.
  private async colour(): Promise<void> {
    const open = this.open;
    const tokens = open.endsWith(".slip") ? await this.session.ask("tokens", { file: open }).catch(() => []) : [];
    if (open !== this.open || this.changed.size > 0) return;
    this.tokens = tokens;
    this.coloured = open;
    this.notify();
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }
}
