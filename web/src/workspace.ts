// Texts of the page, with the findings, things and tokens that the session returns for them.
import { Session } from "./session/client";
import type { Checked, Finding, ListedThing, TextEdit, Token } from "./session/types";
import { keep, read } from "./storage";

const EMPTY: Checked = { findings: [], errors: 0, warnings: 0, notes: 0, items: 0 };
// Pause after a keystroke before the whole package is compiled, and before the texts are kept, in milliseconds. The changed item is checked
// at once.
const PAUSE_BEFORE_COMPILING = 350;
const PAUSE_BEFORE_KEEPING = 500;
// Pause before the colours are requested again, in milliseconds. Until then, they move with the text.
const PAUSE_BEFORE_COLOURS = 250;
// Time after the first findings at which the second worker starts, in milliseconds.
const PAUSE_BEFORE_WARMING = 1500;

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
  /// Number of the last state of the package that was compiled, for panels that ask again when it changes.
  generation = 0;
  /// Number of the last state whose findings are known, whether compiled as a whole or not.
  revision = 0;

  private readonly changed = new Set<string>();
  private readonly listeners = new Set<() => void>();
  /// Package that was compiled last.
  private compiled: string | undefined;
  /// Number that increases with every change of a text.
  private version = 0;
  private compileTimer = 0;
  private keepTimer = 0;
  private colourTimer = 0;
  private coloured = "";
  private rechecking: Promise<void> | undefined;
  private compiling: Promise<void> | undefined;

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
    this.touch();
    this.compileIn(0);
    return Object.keys(this.files).length > 0;
  }

  /// Sets the text of a file.
  edit(path: string, text: string): void {
    if (!(path in this.files) || this.files[path] === text) return;
    this.files = { ...this.files, [path]: text };
    this.changed.add(path);
    this.touch();
    this.recheck();
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
    this.touch();
    this.compileIn(0);
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
    this.touch();
    this.compileIn(0);
  }

  /// Shows another file.
  show(path: string): void {
    if (path === this.open || !(path in this.files)) return;
    this.open = path;
    this.touch();
    if (this.compiled === this.package && this.changed.size === 0 && !this.compiling) void this.colour();
    else this.compileIn(0);
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
    this.touch();
    if (byFile.size === 1 && byFile.has(this.open)) this.recheck();
    else this.compileIn(0);
  }

  /// Resolves when the session has every text, so that it answers about the present ones.
  async settled(): Promise<void> {
    this.flush();
    await (this.isChecked ? undefined : this.compiling);
  }

  /// Shows a sentence about something that went wrong.
  tell(trouble: unknown): void {
    this.trouble = trouble instanceof Error ? trouble.message : String(trouble);
    this.notify();
  }

  /// Records a change of the texts.
  private touch(): void {
    this.version += 1;
    this.trouble = "";
    this.notify();
    clearTimeout(this.colourTimer);
    clearTimeout(this.keepTimer);
    this.keepTimer = window.setTimeout(() => void this.keep(), PAUSE_BEFORE_KEEPING);
  }

  /// Sends the changed texts to the session.
  private flush(): void {
    if (this.changed.size === 0) return;
    this.session.write(Object.fromEntries([...this.changed].map((path) => [path, this.files[path] ?? null])));
    this.changed.clear();
  }

  private compileIn(pause: number): void {
    clearTimeout(this.compileTimer);
    this.compileTimer = window.setTimeout(() => void this.compile(), pause);
  }

  /// Checks the changed item of the open file. One request is on its way at a time: what is typed meanwhile is checked together.
  private recheck(): void {
    this.compileIn(PAUSE_BEFORE_COMPILING);
    this.rechecking ??= this.recheckNow().finally(() => {
      this.rechecking = undefined;
      if (this.changed.size > 0) this.recheck();
    });
  }

  private async recheckNow(): Promise<void> {
    performance.mark("recheck");
    const [file, at] = [this.open, this.version];
    const isSmall = this.compiled === this.package && file.endsWith(".slip") && [...this.changed].every((path) => path === file);
    this.flush();
    const found = isSmall ? await this.session.ask("recheck", { file }).catch(() => null) : null;
    if (found === null) return this.compileIn(0);
    if (file !== this.open || at !== this.version) return;
    this.take(file, found.findings);
    performance.measure("recheck", "recheck");
    if (this.coloured === file) this.colourTimer = window.setTimeout(() => void this.colour(), PAUSE_BEFORE_COLOURS);
  }

  /// Takes over the findings of one file; those of the others stay.
  private take(file: string, own: Finding[]): void {
    const findings = [...this.checked.findings.filter((finding) => finding.range.file !== file), ...own];
    const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
    this.checked = { ...this.checked, findings, errors: count("error"), warnings: count("warning"), notes: count("note") };
    this.revision += 1;
    this.notify();
  }

  private compile(): Promise<void> {
    this.compiling ??= this.compileNow().finally(() => {
      this.compiling = undefined;
    });
    return this.compiling;
  }

  private async compileNow(): Promise<void> {
    const [open, folder, at, isFirst] = [this.open, this.package, this.version, this.compiled === undefined];
    this.flush();
    if (open === "") {
      this.forget("");
      return;
    }
    try {
      performance.mark("check");
      const { checked, things } = await this.session.compile(folder, isFirst);
      performance.measure("check", "check");
      if (folder !== this.package) return this.compileIn(0);
      [this.checked, this.things, this.compiled] = [checked, things, folder];
      this.generation += 1;
      // Text that was typed meanwhile is checked against the new compilation, and shown with it.
      if (at !== this.version) {
        this.recheck();
        if (this.rechecking) await this.rechecking;
      } else {
        this.revision += 1;
        this.notify();
      }
      await this.colour();
      if (isFirst) window.setTimeout(() => this.session.warm(this.package), PAUSE_BEFORE_WARMING);
    } catch (error) {
      this.forget(error instanceof Error ? error.message : String(error));
    }
  }

  private forget(trouble: string): void {
    [this.checked, this.things, this.tokens, this.trouble] = [EMPTY, [], [], trouble];
    this.compiled = undefined;
    this.generation += 1;
    this.revision += 1;
    this.notify();
  }

  /// Stores the texts.
  async keep(): Promise<void> {
    const isKept = await keep({ files: this.files, open: this.open });
    if (isKept !== this.isKept) {
      this.isKept = isKept;
      this.notify();
    }
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
