// The findings about the package, with their fixes.
import type { Finding } from "../session/types";
import type { Workspace } from "../workspace";
import { words } from "./words";

export function Findings(props: { workspace: Workspace; onGo(finding: Finding): void; onFix(fix: Finding["fixes"][number]): void; onExplain(code: string): void }) {
  const { checked } = props.workspace;
  const order: Record<string, number> = { error: 0, warning: 1, note: 2 };
  const findings = checked.findings.toSorted((one, other) => (order[one.severity] ?? 3) - (order[other.severity] ?? 3));
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  return (
    <section class="findings" aria-label="Findings">
      <p class="counts" role="status">
        {!props.workspace.isChecked ? <span class="faint">{props.workspace.open === "" ? "" : "Checking …"}</span> : checked.errors > 0 ? <span class="severity error">{count(checked.errors, "error")}</span> : <span class="severity good">No errors</span>}
        {checked.warnings > 0 && <span class="severity warning">{count(checked.warnings, "warning")}</span>}
        {checked.notes > 0 && <span class="severity note">{count(checked.notes, "note")}</span>}
        {props.workspace.isChecked && <span class="faint">{count(checked.items, "item")}</span>}
      </p>
      <ul>
        {findings.map((finding, at) => (
          <li key={at} class={finding.severity}>
            <button type="button" class="link place" onClick={() => props.onGo(finding)}>
              <span class={`severity ${finding.severity}`}>{finding.severity}</span> {words(finding.message)}
              <span class="faint"> {finding.range.file.split("/").at(-1)}, line {finding.line}</span>
            </button>
            {finding.help && <p class="help">{words(finding.help)}</p>}
            <p class="fixes">
              {finding.fixes.slice(0, 4).map((fix) => <button type="button" key={fix.title} onClick={() => props.onFix(fix)}>{words(fix.title)}</button>)}
              <button type="button" class="link" onClick={() => props.onExplain(finding.code)}>Why? <span class="unseen">{finding.code}</span></button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
