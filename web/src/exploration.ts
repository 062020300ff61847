// A search for designs: its question, which stays while the user looks at other panels, and its answer, which a worker of its own finds.
import { NO_WORDS, all, type Words } from "./panels/word_list";
import { Session } from "./session/client";
import type { ExploreReply } from "./session/types";
import type { Progress } from "./session/worker";

/// Question as the user has filled it in.
export interface Wish {
  design: string;
  tech: number | undefined;
  require: Words;
  forbid: Words;
  maximise: Words;
  minimise: Words;
  budget: number | undefined;
  /// Entries of every design, one a line.
  entries: string;
  outrun: string;
  limit: number;
  against: string;
  chance: number;
  at: number;
  rank: number;
  fights: number;
}

const EMPTY: Wish = { design: "", tech: undefined, require: NO_WORDS, forbid: NO_WORDS, maximise: NO_WORDS, minimise: NO_WORDS, budget: undefined, entries: "", outrun: "", limit: 20, against: "", chance: 50, at: 2, rank: 3, fights: 3 };

export class Exploration {
  wish: Wish = EMPTY;
  reply: ExploreReply | undefined;
  refusal = "";
  isRunning = false;
  /// Number of fights, and the build points of the present ones.
  progress: Progress | undefined;
  private session: Session | undefined;
  private readonly listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(changed: Partial<Wish>): void {
    this.wish = { ...this.wish, ...changed };
    this.notify();
  }

  /// Searches in the texts of a package.
  async start(files: Record<string, string>, folder: string, design: string, tech: number | undefined): Promise<void> {
    this.cancel();
    const session = new Session(() => files);
    [this.session, this.isRunning, this.reply, this.refusal] = [session, true, undefined, ""];
    this.notify();
    const lists = (["require", "forbid", "maximise", "minimise"] as const).map((name) => [name, { words: all(this.wish[name]), typed: "" }]);
    this.set(Object.fromEntries(lists) as Partial<Wish>);
    const wish = this.wish;
    const entries = wish.entries.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    const against = wish.against.trim() === "" ? null : { name: wish.against.trim(), chance: wish.chance, at: wish.at, rank: wish.rank, fights: wish.fights };
    const progress = (progress: Progress) => {
      if (this.session !== session) return;
      this.progress = progress;
      this.notify();
    };
    try {
      await session.ask("write", { files, all: true });
      const reply = await session.ask("explore", {
        package: folder, design, tech: tech ?? null, require: wish.require.words, forbid: wish.forbid.words, maximise: wish.maximise.words, minimise: wish.minimise.words,
        budget: against ? null : wish.budget ?? null, with: entries, outrun: wish.outrun.trim() || null, limit: wish.limit, against,
      }, progress);
      if (this.session === session) this.reply = reply;
    } catch (error) {
      if (this.session === session) this.refusal = error instanceof Error ? error.message : String(error);
    }
    if (this.session === session) this.cancel();
  }

  /// Ends the search.
  cancel(): void {
    this.session?.end();
    [this.session, this.isRunning, this.progress] = [undefined, false, undefined];
    this.notify();
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }
}
