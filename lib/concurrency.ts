type Line = { running: number; waiting: (() => void)[] };

/** Returns a function that runs callbacks with the same key at most `max` at a time, in the order of the calls. */
export function limitConcurrency(max: number): <T>(key: string, callback: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, Line>();
  return async (key, callback) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < max) line.running++;
    // Takes the place of the call that ended.
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await callback();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}
