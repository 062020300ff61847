// The findings about the package, with their fixes.
import { Component } from "preact";
import { useState } from "preact/hooks";
import type { Finding } from "../session/types";
import type { Workspace } from "../workspace";
import { pageOfCode } from "../book";
import { BookLink } from "./book_link";
import { words } from "./words";

interface Handlers {
  onGo(range: Finding["range"]): void;
  onFix(fix: Finding["fixes"][number]): void;
  onExplain(code: string): void;
}

/// Number of findings that are drawn at first.
const SHOWN = 60;

/// All words of a finding, and its place as far as a reader sees it.
const shownOf = ({ range, related, fixes, ...finding }: Finding) =>
  JSON.stringify([finding, range.file, related.map((one) => one.text), fixes.map((fix) => fix.title)]);

/// One finding. It is drawn again only if its words change: its exact place moves with every keystroke before it.
class Row extends Component<{ finding: Finding } & Handlers> {
  shouldComponentUpdate(next: { finding: Finding }): boolean {
    return shownOf(this.props.finding) !== shownOf(next.finding);
  }

  render() {
    const { finding, onGo, onFix, onExplain } = this.props;
    return (
      <li class={finding.severity}>
        <button type="button" class="link place" onClick={() => onGo(this.props.finding.range)}>
          <span class={`severity ${finding.severity}`}>{finding.severity}</span> {words(finding.message)}{finding.label !== "" && <>: {words(finding.label)}</>}
          <span class="faint"> {finding.range.file.split("/").at(-1)}, line {finding.line}</span>
        </button>
        {finding.related.some((one) => one.text !== "") && (
          <ul class="related">{finding.related.map((one, at) => one.text !== "" && (
            <li key={at}><button type="button" class="link" onClick={() => onGo((this.props.finding.related[at] ?? one).range)}>{words(one.text)}</button></li>
          ))}</ul>
        )}
        {finding.notes.map((note) => <p key={note} class="help">{words(note)}</p>)}
        {finding.help && <p class="help">{words(finding.help)}</p>}
        <p class="fixes">
          {finding.fixes.slice(0, 4).map((fix, at) => <button type="button" key={fix.title} onClick={() => onFix(this.props.finding.fixes[at] ?? fix)}>{words(fix.title)}</button>)}
          <button type="button" class="link" onClick={() => onExplain(finding.code)}>Why? <span class="unseen">{finding.code}</span></button>
          <BookLink page={pageOfCode(finding.code)} about={finding.code} />
        </p>
      </li>
    );
  }
}

export function Findings(props: { workspace: Workspace } & Handlers) {
  const { checked } = props.workspace;
  const [isWhole, setWhole] = useState(false);
  const order: Record<string, number> = { error: 0, warning: 1, note: 2 };
  const findings = checked.findings.toSorted((one, other) => (order[one.severity] ?? 3) - (order[other.severity] ?? 3));
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const shown = isWhole ? findings : findings.slice(0, SHOWN);
  const rest = findings.length - shown.length;
  return (
    <section class="findings" aria-label="Findings">
      <p class="counts" role="status">
        {!props.workspace.isChecked ? <span class="faint">{props.workspace.open === "" ? "" : "Checking …"}</span> : checked.errors > 0 ? <span class="severity error">{count(checked.errors, "error")}</span> : <span class="severity good">No errors</span>}
        {checked.warnings > 0 && <span class="severity warning">{count(checked.warnings, "warning")}</span>}
        {checked.notes > 0 && <span class="severity note">{count(checked.notes, "note")}</span>}
        {props.workspace.isChecked && <span class="faint">{count(checked.items, "item")}</span>}
      </p>
      <ul>
        {shown.map((finding, at) => <Row key={at} finding={finding} onGo={props.onGo} onFix={props.onFix} onExplain={props.onExplain} />)}
      </ul>
      {rest > 0 && <button type="button" onClick={() => setWhole(true)}>Show {rest} more</button>}
    </section>
  );
}
