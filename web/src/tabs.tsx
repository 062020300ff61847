// Tabs that are moved through with the arrow keys.
import { useRef } from "preact/hooks";

export function Tabs<T extends string>(props: { tabs: readonly T[]; value: T; onChange(tab: T): void }) {
  const place = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = props.tabs.indexOf(props.value);
    const count = props.tabs.length;
    const to = { ArrowRight: at + 1, ArrowLeft: at + count - 1, Home: 0, End: count - 1 }[event.key];
    const tab = to === undefined ? undefined : props.tabs[to % count];
    if (tab === undefined) return;
    event.preventDefault();
    props.onChange(tab);
    place.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="What to show" ref={place} onKeyDown={move}>
      {props.tabs.map((tab) => (
        <button key={tab} type="button" role="tab" id={`tab-${tab}`} aria-selected={tab === props.value} aria-controls={tab === props.value ? "panel" : undefined} tabIndex={tab === props.value ? 0 : -1} onClick={() => props.onChange(tab)}>{tab}</button>
      ))}
    </div>
  );
}
