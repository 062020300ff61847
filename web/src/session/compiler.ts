// The compiled module of the compiler, which is loaded once and shared by all workers.
import type { Loaded } from "./loader";

let loading: Promise<WebAssembly.Module> | undefined;

/// Returns the compiled module. After a failure the next call loads it again.
export function compiler(): Promise<WebAssembly.Module> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<WebAssembly.Module> {
  const worker = new Worker(new URL("./loader.ts", import.meta.url), { type: "module" });
  const loaded = new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.onmessage = ({ data: { module, error } }: MessageEvent<Loaded>) => (module ? resolve(module) : reject(new Error(error)));
    worker.onerror = (error) => reject(new Error(error.message || "the compiler could not be loaded"));
  });
  return loaded.finally(() => worker.terminate());
}
