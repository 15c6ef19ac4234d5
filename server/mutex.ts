import "server-only";

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after what was given before under the same name in this process. It keeps work that would only wait in the database
 * for the one before it from holding a connection meanwhile; between processes the database's own lock rules.
 */
export function withMutex<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(name) ?? Promise.resolve()).then(work);
  const over = mine.then(
    () => {},
    () => {},
  );
  turns.set(name, over);
  void over.then(() => {
    if (turns.get(name) === over) turns.delete(name);
  });
  return mine;
}
