// The ledger of an item: how each of its numbers comes about.
import type { Workspace } from "../workspace";
import { useAnswer } from "../use";
import { Picker, chosen } from "./picker";

const NAMES: Record<string, string> = {
  budget: "Points allowed", spent: "Points spent", price: "Cost", upkeep: "Upkeep", track: "Tracks", aspect: "Aspects", fate: "Fate points", command: "Command range", stat: "Statistics", skill: "Skills", stunt: "Stunts given",
};

export function LedgerPanel({ workspace, pick, onPick }: { workspace: Workspace; pick: string; onPick(key: string): void }) {
  const things = workspace.things.filter((thing) => thing.ledger);
  const thing = chosen(things, pick);
  const folder = workspace.package;
  const { answer, error } = useAnswer(`${workspace.generation} ${folder} ${thing?.kind} ${thing?.name}`, () => (thing ? workspace.session.ask("ledger", { package: folder, kind: thing.kind, name: thing.name }) : undefined));
  if (!thing) return <p class="empty">Nothing in this package is built by a design yet.</p>;
  const accounts = [...new Set(answer?.lines.map((line) => line.account))];
  return (
    <>
      <div class="tools"><Picker label="Ledger of" things={things} value={thing} onChoose={onPick} /></div>
      {error && <p class="refusal">{error}</p>}
      {answer && answer.budget !== null && (
        <p class="budget">
          <strong>{answer.spent} of {answer.budget} points spent</strong>
          <meter min={0} max={Math.max(answer.budget, answer.spent, 1)} high={answer.budget} value={answer.spent} aria-label="Points spent" />
        </p>
      )}
      {answer && accounts.map((account) => {
        const lines = answer.lines.filter((line) => line.account === account);
        const hasSum = account !== "aspect" && account !== "stunt" && !lines.some((line) => line.mode !== null) && !["track", "stat", "skill"].includes(account);
        return (
          <table class="list" key={account}>
            <caption>{NAMES[account] ?? account}</caption>
            <tbody>
              {lines.map((line, at) => <tr key={at}><th scope="row">{line.what}{line.mode ? ` (${line.mode})` : ""}</th>{account !== "aspect" && <td class="number">{line.points > 0 ? `+${line.points}` : line.points}</td>}</tr>)}
              {hasSum && <tr class="sum"><th scope="row">in all</th><td class="number">{lines.reduce((sum, line) => sum + line.points, 0)}</td></tr>}
            </tbody>
          </table>
        );
      })}
    </>
  );
}
