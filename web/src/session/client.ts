// The page's side of a session. Two workers change places: one answers, the other compiles the whole package after a pause, so that a
// keystroke never waits for a compilation.
import { Link, Refusal, type RequestName } from "./link";
import type { Checked, ListedThing, Replies } from "./types";
import type { Progress } from "./worker";

export { Refusal };

/// Findings and things of a package that was compiled.
export interface Compiled {
  checked: Checked;
  things: ListedThing[];
}

export class Session {
  private front: Link;
  private back: Link | undefined;

  /// `files` are the texts that a new worker begins with.
  constructor(private readonly files: () => Record<string, string>) {
    this.front = new Link(files);
  }

  /// Asks a request, and returns its answer. `progress` receives how far a long request is.
  ask<N extends RequestName>(name: N, request: Replies[N]["request"], progress?: (progress: Progress) => void): Promise<Replies[N]["answer"]> {
    return this.front.ask(name, request, progress);
  }

  /// Sets the texts of files; `null` removes a file. Requests that are asked later see them.
  write(files: Record<string, string | null>): void {
    for (const link of [this.front, this.back]) link?.ask("write", { files, all: false }).catch(() => {});
  }

  /// Starts the second worker, and compiles a package in it, so that it is ready for the first pause.
  warm(folder: string): void {
    if (!this.back) void this.second().ask("check", { package: folder }).catch(() => {});
  }

  /// Compiles a package: in the front if nothing is shown yet, otherwise in the back, which then becomes the front.
  async compile(folder: string, isFirst: boolean): Promise<Compiled> {
    const link = isFirst ? this.front : this.second();
    const [checked, things] = await Promise.all([link.ask("check", { package: folder }), link.ask("list", { package: folder })]);
    if (link === this.back) [this.front, this.back] = [this.back, this.front];
    return { checked, things };
  }

  /// Ends the workers; requests without an answer are refused.
  end(): void {
    this.front.end();
    this.back?.end();
  }

  private second(): Link {
    if (!this.back) {
      this.back = new Link(this.files);
      this.back.ask("write", { files: this.files(), all: true }).catch(() => {});
    }
    return this.back;
  }
}
