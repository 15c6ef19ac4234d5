import { sql } from "drizzle-orm";
import type { Database } from "./client";

/** How often the database is asked whether it is there, and how long it may take to say so, in milliseconds. */
const every = 5000;
const deadline = 2000;

export type Reach = {
  /** For how many milliseconds the database has not answered; infinite where it never did. */
  awayFor(): number;
};

/** Keeps asking the database whether it is there, without keeping the process alive. */
export function watchReach(db: Database): Reach {
  let lastReached = Number.NEGATIVE_INFINITY;
  const ask = async () => {
    if (await withDeadline(db.execute(sql`select 1`), deadline)) lastReached = Date.now();
  };
  setInterval(ask, every).unref();
  void ask();
  return { awayFor: () => Math.max(0, Date.now() - lastReached) };
}

/** What `asked` answers, or null where it fails or does not answer within `milliseconds`. */
export async function withDeadline<T>(asked: PromiseLike<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
    timer.unref();
  });
  try {
    return await Promise.race([asked, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
