// Choice of what to begin with: three small packages, and those that come with the page.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { STARTS, shipped, texts, type Shipped } from "./starts";
import type { Workspace } from "./workspace";

export function StartDialog(props: { workspace: Workspace; onFolder: (() => void) | undefined; onClose(): void; onStart(name: string): void }) {
  const [packages, setPackages] = useState<Shipped[]>([]);
  useEffect(() => void shipped().then(setPackages, (why) => props.workspace.tell(why)), []);
  const open = (name: string) => {
    texts(packages, name).then((files) => {
      const first = Object.keys(files).find((path) => path.startsWith(`${name}/`) && path.endsWith(".slip"));
      if (!props.workspace.replaces(files)) props.workspace.put(files, first);
      else props.workspace.show(first ?? "");
      props.onStart(name);
    }, (why) => props.workspace.tell(why));
  };
  return (
    <Dialog title="What do you want to make?" onClose={props.onClose}>
      <ul class="starts">
        {STARTS.map((start, at) => (
          <li key={start.name}>
            <button type="button" autoFocus={at === 0} onClick={() => { props.workspace.add(start.files, start.name, start.open); props.onStart(start.name.replace("my_", "")); }}>
              <strong>{start.title}</strong><span>{start.about}</span>
            </button>
          </li>
        ))}
      </ul>
      {props.onFolder && <p>You have Slip texts in a folder? <button type="button" onClick={props.onFolder}>Open a folder of this machine</button></p>}
      {packages.length > 0 && <h3>Or look at a whole package</h3>}
      <ul class="shipped">
        {packages.map((one) => <li key={one.name}><button type="button" onClick={() => open(one.name)}><strong>{one.name.replaceAll("_", " ")}</strong><span>{one.about}</span></button></li>)}
      </ul>
      <p class="faint">Everything runs in this page. Nothing that you write is sent anywhere.</p>
    </Dialog>
  );
}
