const pending = new Map<string, Promise<unknown>>();

/**
 * Runs `callback` after earlier callbacks with the same name in this process. Waiting here instead of for a database lock keeps database
 * connections free. Between processes, only the database lock applies.
 */
export function withMutex<T>(name: string, callback: () => Promise<T>): Promise<T> {
  const result = (pending.get(name) ?? Promise.resolve()).then(callback);
  const settled = result.then(
    () => {},
    () => {},
  );
  pending.set(name, settled);
  void settled.then(() => {
    if (pending.get(name) === settled) pending.delete(name);
  });
  return result;
}
