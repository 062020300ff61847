// Dialog over the page, which Escape closes.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Dialog(props: { title: string; children: ComponentChildren; onClose(): void }) {
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => place.current?.showModal(), []);
  return (
    <dialog ref={place} aria-labelledby="dialog-title" onClose={props.onClose}>
      <form method="dialog" class="close"><button type="submit">Close</button></form>
      <h2 id="dialog-title">{props.title}</h2>
      {props.children}
    </dialog>
  );
}
