// Worker that holds one session of the compiler: the WebAssembly module with its own memory. Messages are answered in the order they come.
/// <reference lib="webworker" />

interface Module {
  memory: WebAssembly.Memory;
  request_room(length: number): number;
  answer(): number;
  reply_address(): number;
}

/// First message: the module of the compiler. Questions wait for it.
export interface Start {
  module: WebAssembly.Module;
}

/// Request with a number, by which the page finds its reply.
export interface Question {
  id: number;
  request: string;
}

/// Progress of a long request: how much is done, and a number that depends on the request.
export interface Progress {
  done: number;
  at: number;
}

/// Reply to a question, or its progress. `broken` is set if the session cannot be used any more.
export interface Reply {
  id: number;
  reply?: string;
  broken?: string;
  progress?: Progress;
}

// Above this size the page replaces the worker, since the memory of a module never shrinks.
const MOST_MEMORY = 256 << 20;

const scope = self as unknown as DedicatedWorkerGlobalScope;

let start: (module: WebAssembly.Module) => void;
const loaded = new Promise<WebAssembly.Module>((resolve) => {
  start = resolve;
}).then(async (module) => (await WebAssembly.instantiate(module, imported(module))).exports as unknown as Module);

// Question that is being answered.
let current = 0;

/// Functions for everything that a module asks of its page: one that takes its progress. A library of archives would ask for random bits to encrypt with; nothing is
/// encrypted here, so a call is an error.
function imported(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      throw new Error(`the compiler asked the page for ${name}`);
    };
  }
  const progress = (done: number, at: number) => scope.postMessage({ id: current, progress: { done, at } } satisfies Reply);
  return { ...imports, page: { progress } };
}

async function ask({ id, request }: Question): Promise<Reply> {
  try {
    const module = await loaded;
    current = id;
    const bytes = new TextEncoder().encode(request);
    const room = module.request_room(bytes.length);
    new Uint8Array(module.memory.buffer, room, bytes.length).set(bytes);
    const length = module.answer();
    const reply = new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.reply_address(), length));
    if (module.memory.buffer.byteLength > MOST_MEMORY) return { id, reply, broken: "memory" };
    return { id, reply };
  } catch (error) {
    return { id, broken: String(error) };
  }
}

let last: Promise<unknown> = Promise.resolve();
scope.onmessage = ({ data }: MessageEvent<Question | Start>) => {
  if ("module" in data) start(data.module);
  else last = last.then(async () => scope.postMessage(await ask(data)));
};
