// Line below the header about the folder that the open package is in: what is not saved, and what has changed on the disk.
import type { Workspace } from "../workspace";
import type { Folder } from "./folder";
import type { Folders } from "./folders";

const files = (count: number) => `${count} ${count === 1 ? "file" : "files"}`;

export function FolderBar(props: { workspace: Workspace; folders: Folders; onDecide(folder: Folder): void; onZip(): void; onSaid(text: string): void }) {
  const { workspace, folders } = props;
  const asleep = folders.asleepOf(workspace.open);
  if (asleep) {
    const connect = async () => {
      const isConnected = await folders.wake(asleep);
      props.onSaid(isConnected ? `The folder ${asleep.handle.name} is connected again.` : "The browser did not give access to the folder. The texts in this page are kept.");
    };
    return (
      <section class="folder" aria-label="Folder">
        <span>These texts are from the folder <strong>{asleep.handle.name}</strong>. The browser asks again before the page may use it.</span>
        <button type="button" class="main" onClick={() => void connect().catch((why) => workspace.tell(why))}>Connect the folder</button>
        <button type="button" class="link" onClick={() => folders.close(asleep.kept.root)}>Leave it</button>
      </section>
    );
  }
  const folder = folders.of(workspace.open);
  if (!folder) return null;
  const undecided = folder.conflicts.length;
  const unsaved = folder.unsaved(folder.own(workspace.files)).length;
  return (
    <section class="folder" aria-label="Folder">
      <span role="status">
        Folder <strong>{folder.disk.name}</strong>: {unsaved === 0 ? "everything is saved" : `${files(unsaved)} not saved yet`}
        {undecided > 0 && <>; <span class="severity warning">{files(undecided)} to decide about</span></>}
      </span>
      {folder.trouble !== "" && <span class="refusal">{folder.trouble}</span>}
      {undecided > 0 && <button type="button" class="main" onClick={() => props.onDecide(folder)}>Decide</button>}
      <button type="button" class="link" onClick={props.onZip}>Save as a zip file</button>
      {folder.disk.isClosable && <button type="button" class="link" onClick={() => { folders.close(folder.root); props.onSaid(`The folder ${folder.disk.name} is no longer connected. Its files and the texts in this page are as they were.`); }}>Disconnect</button>}
    </section>
  );
}
