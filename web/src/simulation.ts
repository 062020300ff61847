// Many games of an encounter, played part by part in several workers. The parts are merged as those of `slipyard simulate merge`.
import { Session } from "./session/client";
import type { SimulationReply } from "./session/types";

export interface Wanted {
  files: Record<string, string>;
  package: string;
  encounter: string;
  seed: number;
  games: number;
}

// Number of games in one part; progress is reported after each part.
const PART = 50;

/// Workers for a simulation: one a core, but no more than four, since each has the compiler in its own memory.
export const workers = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1 || 1));

/// Plays the games. `progress` receives the number of games played; `isOver` ends it early.
export async function simulate(wanted: Wanted, progress: (played: number) => void, isOver: () => boolean): Promise<SimulationReply | undefined> {
  const sessions = Array.from({ length: workers }, () => new Session(() => wanted.files));
  const parts: string[] = [];
  let next = 0;
  let played = 0;
  try {
    const work = async (session: Session) => {
      await session.ask("write", { files: wanted.files, all: true });
      while (next < wanted.games && !isOver()) {
        const from = next;
        const to = Math.min(wanted.games, from + PART);
        next = to;
        const { part } = await session.ask("simulate", { package: wanted.package, encounter: wanted.encounter, seed: wanted.seed, games: wanted.games, from, to });
        parts.push(part);
        played += to - from;
        progress(played);
      }
    };
    await Promise.all(sessions.map(work));
    return isOver() ? undefined : await sessions[0]?.ask("merge", { parts });
  } finally {
    sessions.forEach((session) => session.end());
  }
}
