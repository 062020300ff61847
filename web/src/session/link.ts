// Connection to one worker: sends requests in order, and starts the worker again if it broke.
import { compiler } from "./compiler";
import type { Replies } from "./types";
import type { Progress, Question, Reply, Start } from "./worker";

/// Error of a request, with a sentence to show.
export class Refusal extends Error {}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  progress?: (progress: Progress) => void;
}

export type RequestName = keyof Replies;

const MOST_FAILURES = 2;

export class Link {
  private worker = this.start();
  private waiting = new Map<number, Waiting>();
  private next = 0;
  /// Number of failures since the last reply; after two, no new worker is started.
  private failures = 0;

  /// `files` are the texts that a new worker begins with.
  constructor(private readonly files: () => Record<string, string>) {}

  private start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (message: MessageEvent<Reply>) => this.take(message.data);
    worker.onerror = (error) => this.fail(worker, error.message || "the worker ended");
    compiler().then(
      (module) => worker.postMessage({ module } satisfies Start),
      (error: Error) => this.fail(worker, error.message),
    );
    return worker;
  }

  private fail(worker: Worker, why: string): void {
    // The worker may have been replaced in the meantime.
    if (worker !== this.worker) return;
    this.failures += 1;
    this.replace(why);
  }

  /// Asks a request, and returns its answer. `progress` receives how far a long request is.
  ask<N extends RequestName>(name: N, request: Replies[N]["request"], progress?: (progress: Progress) => void): Promise<Replies[N]["answer"]> {
    const id = this.next++;
    if (this.failures >= MOST_FAILURES) return Promise.reject(new Refusal("The compiler could not be started: reload the page, or use another browser."));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, progress });
      const question: Question = { id, request: JSON.stringify({ ask: name, ...request }) };
      this.worker.postMessage(question);
    });
  }

  /// Ends the worker; requests without an answer are refused.
  end(): void {
    this.worker.terminate();
    this.refuseAll("ended");
  }

  private take({ id, reply, broken, progress }: Reply): void {
    const waiting = this.waiting.get(id);
    if (progress) return waiting?.progress?.(progress);
    this.waiting.delete(id);
    if (reply !== undefined) {
      this.failures = 0;
      const { answer, error } = JSON.parse(reply) as { answer?: unknown; error?: string };
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Refusal(error));
    } else {
      waiting?.reject(new Refusal(`The compiler stopped at this request: ${broken}`));
      this.failures += 1;
    }
    if (broken !== undefined) this.replace(broken);
  }

  private replace(why: string): void {
    this.worker.terminate();
    this.refuseAll(why);
    if (this.failures >= MOST_FAILURES) return;
    this.worker = this.start();
    this.ask("write", { files: this.files(), all: true }).catch(() => {});
  }

  private refuseAll(why: string): void {
    for (const { reject } of this.waiting.values()) reject(new Refusal(`The compiler was started again: ${why}`));
    this.waiting.clear();
  }
}
