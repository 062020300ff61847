// Dialog about files that differ between the page and the disk, which the user decides about one by one.
import { Dialog } from "../dialog";
import { useChanges } from "../use";
import type { Workspace } from "../workspace";
import { changedLines } from "./changed_lines";
import type { Conflict, Folder } from "./folder";
import type { Folders } from "./folders";

// Most lines of each side that are shown.
const MOST_LINES = 40;

type Choice = "theirs" | "mine" | "remove";

/// Returns the sentence about a difference, and the answers to it.
function question(conflict: Conflict): { about: string; answers: [Choice, string][] } {
  const { mine, theirs, isMineChanged, isTheirsChanged } = conflict;
  if (mine === undefined) {
    if (!isMineChanged) return { about: "It is new on the disk.", answers: [["theirs", "Open it here"], ["mine", "Leave it out"]] };
    const about = isTheirsChanged ? "You have removed it here, and it has changed on the disk." : "You have removed it here. It is still on the disk.";
    return { about, answers: [["theirs", "Bring it back"], ["mine", "Only leave it out here"], ["remove", "Delete it on the disk"]] };
  }
  if (theirs === undefined) {
    const about = isMineChanged ? "It is no longer on the disk, and you have changed it here." : "It is no longer on the disk.";
    return { about, answers: [["mine", "Keep it, and write it again"], ["theirs", "Remove it here too"]] };
  }
  const about = isMineChanged ? "It has changed on the disk, and you have changed it here." : "It has changed on the disk.";
  return { about, answers: [["theirs", "Take the text of the disk"], ["mine", "Keep the text of this page"]] };
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  const shown = lines.slice(0, MOST_LINES);
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <pre tabIndex={0} aria-label={label}>{shown.length === 0 ? "(no lines)" : shown.join("\n")}{lines.length > shown.length ? `\n… ${lines.length - shown.length} more lines` : ""}</pre>
    </figure>
  );
}

function Difference({ mine, theirs }: { mine: string; theirs: string }) {
  const changed = changedLines(mine, theirs);
  return (
    <details>
      <summary>Show the difference, from line {changed.line}</summary>
      <div class="difference"><Lines label="On the disk" lines={changed.theirs} /><Lines label="In this page" lines={changed.mine} /></div>
    </details>
  );
}

export function ConflictDialog(props: { workspace: Workspace; folders: Folders; folder: Folder; onClose(): void }) {
  const { folder, folders, workspace } = props;
  useChanges(folders);
  const decide = async (conflicts: Conflict[], choice: Choice) => {
    for (const conflict of conflicts) await folders.decide(folder, conflict, choice);
    if (folder.conflicts.length === 0) props.onClose();
    // The button that had the focus is gone.
    else document.querySelector<HTMLElement>(".conflicts button")?.focus();
  };
  const act = (conflicts: Conflict[], choice: Choice) => void decide(conflicts, choice).catch((why) => { props.onClose(); workspace.tell(why); });
  const plain = folder.conflicts.filter((one) => !one.isMineChanged);
  return (
    <Dialog title={`Folder ${folder.disk.name}`} onClose={props.onClose}>
      <p>Nothing is replaced until you decide. You can close this question, and decide later.</p>
      {plain.length > 1 && <p><button type="button" class="main" onClick={() => act(plain, "theirs")}>Take all {plain.length} changes of the disk to files that you have not changed here</button></p>}
      <ul class="conflicts">
        {folder.conflicts.map((conflict) => {
          const { about, answers } = question(conflict);
          return (
            <li key={conflict.path}>
              <p><strong>{conflict.path}</strong>: {about}</p>
              <div class="tools">{answers.map(([choice, words]) => <button key={choice} type="button" onClick={() => act([conflict], choice)}>{words} <span class="unseen">({conflict.path})</span></button>)}</div>
              {conflict.mine !== undefined && conflict.theirs !== undefined && <Difference mine={conflict.mine} theirs={conflict.theirs} />}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
