import { availableParallelism } from "node:os";
import { limitConcurrency } from "@/lib/concurrency";
import { createDatabase, type Database, openDatabase } from "./client";
import { remainingMs } from "./request-limit";

/** How long a statement may take, in milliseconds. Statements that page through lists take a fraction of it. */
const statementTimeoutMs = 10_000;

/** How long and behind how many others a statement waits for its caller's turn: in a request, and in a file that is already being sent. */
const patience = { request: { waitMs: 5000, maxWaiting: 200 }, stream: { waitMs: 60_000, maxWaiting: Number.POSITIVE_INFINITY } };

/** `configuration_limit_exceeded`, which counts as unavailable (db/query.ts). */
const callerLimitError = () => Object.assign(new Error("The caller has too many reads at once"), { code: "53400" });

/** How many statements of a caller run at once. One core is left to customers. */
const callerStatements = Math.min(Math.max(availableParallelism() - 1, 1), 4);

/** The connections for lists, searches, exports and stats. They can't take those of claims, sign-ups and sign-ins. */
export type ReadPool = {
  /** Returns a database whose statements run beside a few others of the same caller at most. The others wait for a short time, and then fail. */
  forCaller(caller: string): Database;
  close(): Promise<void>;
};

const maxKeptCallers = 1000;

/** Opens the connections for reads. No caller can take all of them, and no statement uses more than one core. */
export function openReadPool(url: string): ReadPool {
  const { sql, close } = openDatabase(url, { max: callerStatements + 2, name: "gatehouse reads", statementTimeoutMs, isParallel: false });
  const inCallersTurn = limitConcurrency(callerStatements);
  const databases = new Map<string, Database>();
  return {
    forCaller(caller) {
      const known = databases.get(caller);
      if (known) return known;
      const database = createDatabase(sql, (run, kind) => {
        // Stats are counted in transactions, once for all callers, and must not hold up the lists of the one who asked first.
        if (kind === "transaction") return run();
        const { waitMs, maxWaiting } = remainingMs() === undefined ? patience.stream : patience.request;
        return inCallersTurn(caller, run, { waitMs, maxWaiting, error: callerLimitError });
      });
      if (databases.size >= maxKeptCallers) databases.clear();
      databases.set(caller, database);
      return database;
    },
    close,
  };
}
