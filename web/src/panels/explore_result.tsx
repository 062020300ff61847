// Answer to a search for designs: the designs as a table, each of which can be added to the package.
import type { ExploreReply } from "../session/types";
import type { Workspace } from "../workspace";

type Design = ExploreReply["rows"][number];

interface ResultProps {
  workspace: Workspace;
  reply: ExploreReply;
  kind: string;
  onPick(key: string): void;
  onSaid(text: string): void;
}

/// Returns the text of a design with a name that the package does not have yet, and that name.
function renamed(workspace: Workspace, design: Design): { name: string; text: string } {
  const isTaken = (name: string) => workspace.things.some((thing) => thing.name === name) || Object.values(workspace.files).some((text) => text.includes(` ${name} `));
  let name = design.name;
  for (let number = 2; isTaken(name); number += 1) name = `${design.name}_${number}`;
  return { name, text: design.slip.replace(` ${design.name} `, ` ${name} `) };
}

export function ExploreResult({ workspace, reply, kind, onPick, onSaid }: ResultProps) {
  const add = (design: Design) => {
    const folder = workspace.package;
    const path = `${folder === "" ? "" : `${folder}/`}explored.slip`;
    const { name, text } = renamed(workspace, design);
    const before = workspace.files[path];
    if (before === undefined) workspace.put({ [path]: text }, workspace.open || undefined);
    else workspace.put({ [path]: `${before.trimEnd()}\n\n${text}`.trimStart() }, workspace.open || undefined);
    onPick(`${kind} ${name}`);
    onSaid(`Added ${name} to explored.slip. Its card and form are in their panels.`);
  };
  return (
    <section aria-label="Designs">
      <h2>{reply.title}</h2>
      <ul class="lines">{reply.lines.map((line) => <li key={line}>{line}</li>)}</ul>
      {reply.rows.length > 0 && (
        <div class="wide-table" tabIndex={0} role="region" aria-label="Table of the designs">
          <table class="list">
            <thead><tr><td></td>{reply.heads.map((head) => <th key={head} scope="col">{head.replaceAll("_", " ")}</th>)}</tr></thead>
            <tbody>
              {reply.rows.map((design) => (
                <tr key={design.cells.join(" ")} class={design.wins ? "sum" : ""}>
                  <td><button type="button" title={design.slip} onClick={() => add(design)}>Add <span class="unseen">number {design.cells[0]} to the package</span></button></td>
                  {design.cells.map((cell, at) => (at === 0 ? <th key={at} scope="row">{design.wins ? `${cell}, wins` : cell}</th> : <td key={at} class={at === design.cells.length - 1 ? "" : "number"}>{cell}</td>))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {reply.more !== "" && <p>{reply.more} more are not shown. Ask for more of them, or narrow the search.</p>}
      {reply.note !== "" && <p class="severity warning">{reply.note.charAt(0).toUpperCase() + reply.note.slice(1)}.</p>}
    </section>
  );
}
