import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { ActorKind } from "@/contract/kinds";
import type { Database } from "@/db/client";
import type { Jobs } from "@/db/queue";
import { isDeadlock } from "@/db/rows";

/** Who acts, as it is written down of all that is done: staff or a key by its id, or the service itself. */
export type Actor = { kind: ActorKind; id: string | null };

/** Somebody of the staff who is signed in. A task that they asked for goes on without their session. */
export type StaffActor = { kind: "staff"; id: string; sessionId: string };

/** Who tries in public, in a form that cannot be read back: the client, and the address it is for. Whoever has solved a challenge is let through where others try too often; whoever holds a mailed link knows that its code is there. */
export type Tried = { client: string; address: string; hasProof: boolean; holdsLink?: boolean };

/** What every verb is handed: the database or a transaction of it, the tenant, who acts and on whose request; and to whom it is counted where the public tries. */
export type Context = { db: Database; jobs: Jobs; projectId: number; actor: Actor | StaffActor; requestId: string | null; tried?: Tried };

/** Whether it may be anybody at all who acts: they learn nothing of others, and what they do not find is counted. */
export const isPublic = ({ actor }: Pick<Context, "actor">): boolean => actor.kind === "public_key" || actor.kind === "visitor";

/** Who of the staff acts, and in which session; for verbs whose endpoints no key opens. */
export function staffActor({ actor }: Context): StaffActor {
  if (!("sessionId" in actor)) throw new Error("Only staff who are signed in may do this");
  return actor;
}

/**
 * Runs `story` in one transaction, or in a savepoint of the one `ctx` is in already. A throw undoes it.
 * A deadlock is run again, up to three times.
 */
export async function inTransaction<T>(ctx: Context, story: (ctx: Context) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction((tx) => story({ ...ctx, db: tx }));
    } catch (error) {
      if (!isDeadlock(error) || attempt === 3 || isTransaction(ctx.db)) throw error;
      // Long enough for the other one to take what it waited for, so that the two do not meet again.
      await pause(randomInt(10, 50));
    }
  }
}

/** Runs one statement that may fail on a constraint: inside a transaction it gets a savepoint, so that the failure leaves the rest alone. */
export function inSavepoint<T>(ctx: Context, statement: (db: Database) => Promise<T>): Promise<T> {
  return isTransaction(ctx.db) ? ctx.db.transaction((tx) => statement(tx)) : statement(ctx.db);
}

/** Whether `db` is a transaction, and so holds a connection. Not by instanceof: Next may bundle drizzle once for every route, and the pool belongs to the process. */
export const isTransaction = (db: unknown): boolean => is(db, PgTransaction);
