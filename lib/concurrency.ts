type Waiting = { start(): void };
type Line = { running: number; waiting: Waiting[] };

/** How long a call may wait, in milliseconds, and how many may wait before it. It throws `error()` otherwise. */
type Patience = { waitMs: number; maxWaiting: number; error(): Error };

/** Runs a callback in its turn. Without `patience`, it waits as long as it takes. */
type RunInTurn = <T>(key: string, callback: () => Promise<T>, patience?: Patience) => Promise<T>;

/** Returns a function that runs callbacks with the same key at most `max` at a time, in the order of the calls. */
export function limitConcurrency(max: number): RunInTurn {
  const lines = new Map<string, Line>();
  return async (key, callback, patience) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < max) line.running++;
    // Takes the place of the call that ended.
    else await waitInLine(line, patience);
    try {
      return await callback();
    } finally {
      const next = line.waiting.shift();
      if (next) next.start();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}

function waitInLine(line: Line, patience: Patience | undefined): Promise<void> {
  if (patience && line.waiting.length >= patience.maxWaiting) return Promise.reject(patience.error());
  return new Promise((resolve, reject) => {
    const call: Waiting = {
      start() {
        clearTimeout(timer);
        resolve();
      },
    };
    line.waiting.push(call);
    const giveUp = () => {
      line.waiting.splice(line.waiting.indexOf(call), 1);
      reject(patience?.error());
    };
    const timer = patience && setTimeout(giveUp, patience.waitMs);
  });
}
