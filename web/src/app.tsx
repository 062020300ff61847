// The page: the text with its findings on one side; cards, ledgers, maps, games and odds on the other.
import { useEffect, useRef, useState } from "preact/hooks";
import { opened, save, zipped } from "./archive";
import { Editor } from "./editor";
import { CardPanel } from "./panels/card";
import { Exploration } from "./exploration";
import { FolderBar } from "./folders/bar";
import { ConflictDialog } from "./folders/conflict_dialog";
import type { Folder } from "./folders/folder";
import type { Folders } from "./folders/folders";
import { chooseFolder, hasFolders } from "./folders/local_disk";
import { isServed } from "./folders/served_disk";
import { SaveDialog } from "./folders/save_dialog";
import { Findings } from "./panels/findings";
import { ExplorePanel } from "./panels/explore";
import { FormPanel } from "./panels/form";
import { ImportPanel } from "./panels/import";
import { LedgerPanel } from "./panels/ledger";
import { MapPanel } from "./panels/map";
import { OddsPanel } from "./panels/odds";
import { keyOf } from "./panels/picker";
import { PlayPanel } from "./panels/play";
import { RulesPanel, type Topic } from "./panels/rules";
import { SimulatePanel } from "./panels/simulate";
import { WatchPanel } from "./panels/watch";
import { RenameDialog, type Renaming } from "./rename";
import type { Finding } from "./session/types";
import { link, type SharedTexts } from "./share";
import { StartDialog } from "./start";
import { Tabs } from "./tabs";
import { useChanges } from "./use";
import type { Workspace } from "./workspace";

const TABS = ["Card", "Form", "Ledger", "Map", "Watch", "Play", "Odds", "Simulate", "Explore", "Import", "Rules"] as const;
type Tab = (typeof TABS)[number];

// The last search for designs, with its question.
const exploration = new Exploration();

/// What the page begins with. `shared` are texts that came with the address.
interface Given {
  workspace: Workspace;
  folders: Folders;
  isFirst: boolean;
  shared: SharedTexts | undefined;
}

export function App({ workspace, folders, isFirst, shared }: Given) {
  useChanges(workspace);
  useChanges(folders);
  const [tab, setTab] = useState<Tab>("Card");
  const [isTextShown, setTextShown] = useState(true);
  const [pick, setPick] = useState("");
  const [topic, setTopic] = useState<Topic>({ words: "" });
  const [isStarting, setStarting] = useState(isFirst && !shared);
  const [renaming, setRenaming] = useState<Renaming | undefined>();
  const [said, setSaid] = useState("");
  const [showing, setShowing] = useState("");
  const [isSaving, setSaving] = useState(false);
  const [deciding, setDeciding] = useState<Folder | undefined>();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const chooser = useRef<HTMLInputElement>(null);

  // A link is opened beside everything that is there, and never replaces a text.
  useEffect(() => {
    if (!shared) return;
    receive(shared.files, "from the link");
    if (shared.show !== undefined) setShowing(shared.show);
  }, []);

  useEffect(() => {
    if (!place.current || editor.current) return;
    editor.current = new Editor(place.current, workspace.session, {
      changed: (text) => workspace.edit(workspace.open, text),
      format: () => void format(),
      rename: (at) => setRenaming({ at }),
      define: (at) => void define(at),
      fix: (edits) => workspace.apply(edits),
    }, () => workspace.settled());
  }, []);

  const shown = useRef("");
  const going = useRef<Finding["range"]>(undefined);
  const coloured = useRef<unknown>(undefined);
  const marked = useRef<unknown>(undefined);
  useEffect(() => {
    const [view, text] = [editor.current, workspace.files[workspace.open] ?? ""];
    if (!view) return;
    if (shown.current !== workspace.open) {
      shown.current = workspace.open;
      coloured.current = marked.current = undefined;
      view.show(workspace.open, text);
    } else {
      view.replace(text);
    }
    if (coloured.current !== workspace.tokens) view.colour(workspace.tokens);
    if (marked.current !== workspace.checked) view.mark(workspace.checked.findings);
    coloured.current = workspace.tokens;
    marked.current = workspace.checked;
    arrive();
  });

  // A thing that a link names is shown as soon as it is compiled.
  useEffect(() => {
    const thing = workspace.things.find((one) => keyOf(one) === showing);
    if (!thing) return;
    setPick(showing);
    setShowing("");
    if (thing.range && thing.range.file in workspace.files) go(thing.range);
  }, [showing, workspace.generation]);

  function receive(files: Record<string, string>, from: string) {
    const roots = new Set(Object.keys(files).map((path) => path.split("/")[0] ?? path));
    let shownFiles = files;
    // A package of the same name with other texts is another package: the two are not mixed.
    const isMixed = Object.entries(files).some(([path, text]) => workspace.files[path] !== text && Object.keys(workspace.files).some((own) => own.split("/")[0] === path.split("/")[0]));
    if (isMixed || Object.keys(files).some((path) => !path.includes("/"))) {
      let folder = "opened";
      for (let number = 2; Object.keys(workspace.files).some((path) => path.startsWith(`${folder}/`)); number += 1) folder = `opened_${number}`;
      shownFiles = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
    }
    workspace.put(shownFiles);
    setSaid(`Opened ${from}: ${[...roots].join(", ")}. None of your texts was replaced.`);
    if (from === "from the link") history.replaceState(null, "", location.pathname + location.search);
  }

  async function format() {
    const file = workspace.open;
    await workspace.settled();
    const { text, left } = await workspace.session.ask("format", { file });
    workspace.edit(file, text);
    setSaid(left === 0 ? "The text is laid out." : `The text is laid out; ${left} ${left === 1 ? "item was" : "items were"} kept as written.`);
  }

  async function define(at: number) {
    const found = await workspace.session.ask("definition", { file: workspace.open, at });
    if (!found) return setSaid("The word at the cursor has no declaration.");
    if (found.range.file in workspace.files) go(found.range);
    else {
      const line = found.text.slice(0, found.range.from).split("\n").length;
      setTopic({ words: found.text.slice(found.range.from, found.range.to) });
      setTab("Rules");
      setSaid(`It is declared in the standard library: ${found.range.file}, line ${line}.`);
    }
  }

  /// Moves the cursor to the place that was asked for, once its file is shown.
  function arrive() {
    const range = going.current;
    if (!range || shown.current !== range.file) return;
    going.current = undefined;
    editor.current?.go(range.from, range.to);
  }

  function go(range: Finding["range"]) {
    setTextShown(true);
    workspace.show(range.file);
    going.current = range;
    setTimeout(arrive);
  }

  async function share() {
    const own = workspace.filesOf(workspace.package);
    const address = link(Object.fromEntries(own.map((path) => [path, workspace.files[path] ?? ""])));
    if (address === undefined) return setSaid("This package is too large for a link: save it as a file, and send the file.");
    try {
      await navigator.clipboard.writeText(address);
      setSaid("The link is copied. It contains the texts of this package; nothing was uploaded.");
    } catch {
      history.replaceState(null, "", new URL(address).hash);
      setSaid("The link is in the address bar. It contains the texts of this package; nothing was uploaded.");
    }
  }

  function saveZip() {
    const own = workspace.filesOf(workspace.package);
    save(`${workspace.package || "slip"}.zip`, zipped(Object.fromEntries(own.map((path) => [path, workspace.files[path] ?? ""]))), "application/zip");
  }

  async function openFolder() {
    const handle = await chooseFolder();
    if (!handle) return;
    const { folder, isNew } = await folders.openLocal(handle);
    const first = Object.keys(workspace.files).find((path) => folder.has(path));
    if (!isNew && first && !folder.has(workspace.open)) workspace.show(first);
    setStarting(false);
    const count = Object.keys(folder.own(workspace.files)).length;
    setSaid(isNew ? `Opened the folder ${folder.disk.name}: ${count} ${count === 1 ? "text" : "texts"}. ${folder.leftOut} Save writes what you change, and nothing else.` : `The folder ${folder.disk.name} is open already.`);
  }

  async function saveInto() {
    setSaving(false);
    const root = workspace.package;
    const handle = await chooseFolder();
    if (!handle) return;
    const folder = await folders.saveInto(handle, root);
    setSaid(`Written to the new folder ${folder.disk.name} in ${handle.name}. From now on, Save writes what you have changed.`);
  }

  /// Saves the package in the way that it was opened.
  async function saveNow() {
    const [folder, asleep] = [folders.of(workspace.open), folders.asleepOf(workspace.open)];
    if (asleep) return setSaid(`Connect the folder ${asleep.handle.name} first, so that the page may write to it.`);
    if (!folder && hasFolders && workspace.package !== "") return setSaving(true);
    if (!folder) return saveZip();
    const { written, conflicts } = await folders.save(folder);
    if (conflicts.length > 0) setDeciding(folder);
    const waiting = conflicts.length > 0 ? `${conflicts.length} ${conflicts.length === 1 ? "file waits" : "files wait"} for your decision.` : "";
    const done = `Saved: ${written} ${written === 1 ? "file" : "files"} written to the folder ${folder.disk.name}.`;
    setSaid(written > 0 ? `${done} ${waiting}` : waiting || "Everything was saved already.");
  }
  const failed = (why: unknown) => workspace.tell(why);

  // Control+S saves, as in every editor; the browser would save the page itself.
  const saving = useRef(saveNow);
  saving.current = saveNow;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (workspace.open !== "" && !document.querySelector("dialog[open]")) void saving.current().catch(failed);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  async function build() {
    await workspace.settled();
    const built = await workspace.session.ask("build", { package: workspace.package });
    save(built.name, Uint8Array.from(atob(built.bytes), (letter) => letter.charCodeAt(0)), "application/zip");
    setSaid(`Built ${built.name}, ${built.hash}.`);
  }

  function addFile() {
    const folder = workspace.package;
    for (let number = 1; ; number += 1) {
      const path = `${folder === "" ? "" : `${folder}/`}text${number === 1 ? "" : `_${number}`}.slip`;
      if (path in workspace.files) continue;
      return workspace.put({ [path]: "" });
    }
  }

  const folder = workspace.package;
  const panel = { workspace, pick, onPick: setPick };
  return (
    <>
      <header>
        <h1><img src="./icon.svg" alt="" width="28" height="28" /> Slipyard</h1>
        <label class="field"><span class="unseen">Package</span>
          <select value={folder} onChange={(event) => { const first = workspace.filesOf(event.currentTarget.value)[0]; if (first) workspace.show(first); }}>
            {workspace.packages.map((name) => <option key={name} value={name}>{name === "" ? "(no package)" : name}</option>)}
          </select>
        </label>
        {isServed && <a class="table-link" href="/table">Games and site</a>}
        <div class="actions">
          <button type="button" onClick={() => setStarting(true)}>New</button>
          <button type="button" onClick={() => chooser.current?.click()}>Open</button>
          {hasFolders && <button type="button" onClick={() => void openFolder().catch(failed)}>Open folder</button>}
          <button type="button" onClick={() => void saveNow().catch(failed)} disabled={workspace.open === ""}>Save</button>
          <button type="button" onClick={() => void build().catch((why) => workspace.tell(why))} disabled={workspace.open === ""}>Build</button>
          <button type="button" onClick={() => void share()} disabled={workspace.open === ""}>Share</button>
        </div>
        <input ref={chooser} type="file" class="unseen" tabIndex={-1} aria-label="Files to open" multiple accept=".slip,.toml,.zip" onChange={(event) => {
          const input = event.currentTarget;
          opened(input.files ?? []).then((files) => (Object.keys(files).length > 0 ? receive(files, "your files") : setSaid("There is no Slip text in these files.")), (why) => workspace.tell(why));
          input.value = "";
        }} />
      </header>
      <p class="said" role="status">
        {workspace.trouble !== "" && <span class="refusal">{workspace.trouble}</span>}
        {said !== "" && <span>{said} <button type="button" class="link" onClick={() => setSaid("")}>Close</button></span>}
        {!workspace.isKept && <span class="refusal">This browser does not store your texts: save them as a file before you close the page.</span>}
      </p>
      <FolderBar workspace={workspace} folders={folders} onDecide={setDeciding} onZip={saveZip} onSaid={setSaid} />
      <nav class="sides" aria-label="Parts of the page">
        <button type="button" aria-pressed={isTextShown} onClick={() => setTextShown(true)}>Text</button>
        <button type="button" aria-pressed={!isTextShown} onClick={() => setTextShown(false)}>{tab} and more</button>
      </nav>
      <main class={isTextShown ? "text-shown" : "panels-shown"}>
        <section class="text" aria-label="Text">
          <div class="files">
            <label class="field"><span class="unseen">File</span>
              <select value={workspace.open} onChange={(event) => workspace.show(event.currentTarget.value)}>
                {workspace.filesOf(folder).map((path) => <option key={path} value={path}>{path.slice(folder === "" ? 0 : folder.length + 1)}</option>)}
              </select>
            </label>
            <button type="button" onClick={addFile}>Add file</button>
            <button type="button" disabled={workspace.open === ""} onClick={() => confirm(removal(folders.of(workspace.open)?.disk.name, workspace.open)) && workspace.remove([workspace.open])}>Remove file</button>
            <button type="button" disabled={!workspace.open.endsWith(".slip")} onClick={() => void format().catch((why) => workspace.tell(why))}>Lay out</button>
            <button type="button" disabled={!workspace.open.endsWith(".slip")} onClick={() => setRenaming({ at: editor.current?.cursor ?? 0 })}>Rename</button>
          </div>
          {workspace.open === "" && <p class="empty nothing">Nothing is open. “New” has something to begin with, “Open” takes your files.</p>}
          <div class="editor" ref={place} hidden={workspace.open === ""} />
          <Findings workspace={workspace} onGo={go} onFix={(fix) => { workspace.apply(fix.edits); setSaid(`Done: ${fix.title.replaceAll("`", "")}.`); }}
            onExplain={(code) => { setTopic({ code }); setTab("Rules"); setTextShown(false); }} />
        </section>
        <section class="panels" aria-label="What comes of the text">
          <Tabs tabs={TABS} value={tab} onChange={(chosen: Tab) => setTab(chosen)} />
          <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
            {workspace.generation === 0 && workspace.open !== "" && <p role="status">The compiler is loading …</p>}
            {tab === "Card" && workspace.generation > 0 && <CardPanel {...panel} />}
            {tab === "Form" && workspace.generation > 0 && <FormPanel {...panel} onGo={go} />}
            {tab === "Ledger" && <LedgerPanel {...panel} />}
            {tab === "Map" && <MapPanel {...panel} />}
            {tab === "Watch" && <WatchPanel {...panel} />}
            {tab === "Play" && <PlayPanel {...panel} />}
            {tab === "Odds" && <OddsPanel {...panel} />}
            {tab === "Simulate" && <SimulatePanel {...panel} />}
            {tab === "Explore" && workspace.generation > 0 && <ExplorePanel {...panel} exploration={exploration} onSaid={setSaid} />}
            {tab === "Import" && <ImportPanel workspace={workspace} onPick={setPick} />}
            {tab === "Rules" && <RulesPanel workspace={workspace} topic={topic} onTopic={setTopic} />}
          </div>
        </section>
      </main>
      {isStarting && <StartDialog workspace={workspace} onFolder={hasFolders ? () => void openFolder().catch((why) => { setStarting(false); failed(why); }) : undefined} onClose={() => setStarting(false)} onStart={(name) => { setStarting(false); setTextShown(true); setTab(name === "fight" ? "Watch" : "Card"); }} />}
      {isSaving && <SaveDialog name={workspace.package.split("/").at(-1) ?? ""} onClose={() => setSaving(false)} onFolder={() => void saveInto().catch(failed)} onZip={() => { setSaving(false); saveZip(); }} />}
      {deciding && deciding.conflicts.length > 0 && <ConflictDialog workspace={workspace} folders={folders} folder={deciding} onClose={() => setDeciding(undefined)} />}
      {renaming && <RenameDialog workspace={workspace} renaming={renaming} onClose={() => setRenaming(undefined)} onSaid={setSaid} />}
    </>
  );
}

/// Question before a file is removed from the page.
function removal(folder: string | undefined, path: string): string {
  const disk = folder === undefined ? "" : ` The file in the folder ${folder} stays until you save, and Save asks about it.`;
  return `Remove ${path} from this page?${disk}`;
}
