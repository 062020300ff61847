// Choice of how a package is saved that is in no folder yet.
import { Dialog } from "../dialog";

export function SaveDialog(props: { name: string; onFolder(): void; onZip(): void; onClose(): void }) {
  return (
    <Dialog title={`Save ${props.name}`} onClose={props.onClose}>
      <ul class="starts">
        <li><button type="button" autoFocus onClick={props.onFolder}><strong>In a folder</strong><span>Writes a new folder {props.name} into a folder of this machine that you choose. From then on, Save writes what you have changed.</span></button></li>
        <li><button type="button" onClick={props.onZip}><strong>As a zip file</strong><span>A file {props.name}.zip in your downloads, to keep or to send.</span></button></li>
      </ul>
    </Dialog>
  );
}
