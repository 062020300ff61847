// Table of skills by rank. A skill is added at a rank, moved to another, or removed.
import { useState } from "preact/hooks";
import { BookLink } from "../panels/book_link";
import type { FormChange, SkillTable } from "../session/types";

export function SkillTableField({ table, page, change }: { table: SkillTable; page: string; change(change: FormChange): void }) {
  const [skill, setSkill] = useState("");
  const [subject, setSubject] = useState("");
  const [rank, setRank] = useState(table.rows.find((row) => row.wanted === null || row.skills.length < row.wanted)?.rank ?? 1);
  const needsSubject = table.with_subject.includes(skill);
  const title = (text: string) => table.usable.find((known) => known.word === text)?.title ?? text;
  const has = new Set(table.rows.flatMap((row) => row.skills.map((one) => one.text)));
  const add = () => {
    change({ change: "add_skill", skill, subject: needsSubject ? subject : "", rank });
    setSkill("");
    setSubject("");
  };
  return (
    <fieldset><legend>Skills</legend><BookLink page={page} about="skills" />
      <table class="list skills">
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.rank}>
              <th scope="row">{row.rank}{row.wanted !== null && <span class={row.skills.length === row.wanted ? "faint" : "faint missing"}> {row.skills.length} of {row.wanted}</span>}</th>
              <td>
                {row.skills.map((one) => (
                  <span class="chip" key={one.at}>{title(one.text)}
                    <select aria-label={`Rank of ${title(one.text)}`} value={String(row.rank)} onChange={(event) => change({ change: "move_skill", at: one.at, rank: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}>
                      {table.rows.map((other) => <option key={other.rank} value={String(other.rank)}>{other.rank}</option>)}
                      <option value="">remove</option>
                    </select>
                  </span>
                ))}
                {row.skills.length === 0 && <span class="faint">–</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="tools">
        <label class="field grow"><span>Skill</span>
          <select value={skill} onChange={(event) => setSkill(event.currentTarget.value)}>
            <option value="">choose one</option>
            {table.usable.filter((known) => !has.has(known.word)).map((known) => <option key={known.word} value={known.word}>{known.title}</option>)}
          </select>
        </label>
        {needsSubject && <label class="field"><span>Of what</span><input value={subject} onInput={(event) => setSubject(event.currentTarget.value)} /></label>}
        <label class="field"><span>Rank</span>
          <select value={String(rank)} onChange={(event) => setRank(Number(event.currentTarget.value))}>{table.rows.map((row) => <option key={row.rank} value={String(row.rank)}>{row.rank}</option>)}</select>
        </label>
        <button type="button" disabled={skill === "" || (needsSubject && subject.trim() === "")} onClick={add}>Add skill</button>
      </div>
    </fieldset>
  );
}
