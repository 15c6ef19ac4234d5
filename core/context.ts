import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { PublicAttempt } from "@/contract/abuse-protection";
import type { ActorKind } from "@/contract/enums";
import type { Source } from "@/contract/lead-filters";
import type { Database } from "@/db/client";
import { isDeadlock, queryRows } from "@/db/query";
import type { JobQueue } from "@/db/queue";
import { isoTimestamp } from "@/lib/dates";

/** Who performs an action, as recorded in events: staff or an API key by ID, the public, or the service itself. */
export type Actor = { kind: ActorKind; id: string | null };

/** A signed-in staff member. Their background jobs run without a session. */
export type StaffActor = { kind: "staff"; id: string; sessionId: string };

/** A public caller for rate limiting. Everything about them is hashed. */
export type PublicCaller = {
  action: PublicAttempt;
  clientHash: string;
  /** The IPv6 /48 network. Null for IPv4. */
  networkHash: string | null;
  emailHash: string;
  /** The client with the code. */
  codeHash: string;
  /** The difficulty of the proof of work that they solved, as a multiple of the lowest one. 0 without a proof. */
  proofFactor: number;
  /** Whether they have a link that was emailed with the code: they know the code and don't guess. */
  hasLinkToken: boolean;
  /** Whether that link was emailed to the email they claim with. */
  hasVerifiedEmail: boolean;
};

/** What every use case gets: the database or a transaction, the project, the actor, the request, and the public caller for rate limiting. */
export type Context = {
  db: Database;
  queue: JobQueue;
  projectId: number;
  actor: Actor | StaffActor;
  requestId: string | null;
  publicCaller?: PublicCaller;
  /** What the response says about rate limits. */
  rateLimitReports?: RateLimitReport[];
};

/** The state of a rate limit after the request counted toward it. */
export type RateLimitReport = {
  policy: string;
  limit: number;
  windowSeconds: number;
  attempts: number;
  resetsInSeconds: number;
  /** Whether the attempt only counts if the code doesn't exist, which the response must not tell unless it says so anyway. */
  isOnlyForUnknownCodes: boolean;
};

/** Returns whether the actor is anonymous. Anonymous actors see no other people's data, and their failed guesses are counted. */
export const isPublicCaller = ({ actor }: Pick<Context, "actor">): boolean => actor.kind === "public_key" || actor.kind === "visitor";

/** Returns the signed-in staff member, for use cases whose endpoints accept only sessions. */
export function requireStaffActor({ actor }: Context): StaffActor {
  if (!("sessionId" in actor)) throw new Error("This use case requires a signed-in staff member");
  return actor;
}

/** Returns the context of someone who isn't signed in. */
export const asVisitor = (ctx: Context): Context => ({ ...ctx, actor: { kind: "visitor", id: null } });

/** Runs `callback` in a transaction, or in a savepoint if `ctx` already has one. An error rolls it back. Retries deadlocks up to three times. */
export async function inTransaction<T>(ctx: Context, callback: (ctx: Context) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction((tx) => callback({ ...ctx, db: tx }));
    } catch (error) {
      if (!isDeadlock(error) || attempt === 3 || isTransaction(ctx.db)) throw error;
      // Gives the other transaction time to get its locks.
      await sleep(randomInt(10, 50));
    }
  }
}

/** Runs a statement that can violate a constraint. In a transaction it uses a savepoint, so that a violation doesn't abort the transaction. */
export function inSavepoint<T>(ctx: Context, statement: (db: Database) => Promise<T>): Promise<T> {
  return isTransaction(ctx.db) ? ctx.db.transaction((tx) => statement(tx)) : statement(ctx.db);
}

export const isTransaction = (db: Database): boolean => db.isTransaction;

/** The source of leads and claims that an actor creates. */
export const actorSource = ({ kind }: Pick<Actor, "kind">): Source =>
  (({ staff: "staff", secret_key: "api", public_key: "widget", visitor: "page", system: "page" }) as const)[kind];

/** Returns the database's time, as ISO 8601 in UTC with milliseconds. */
export async function getDatabaseTime({ db }: Context): Promise<string> {
  const [row] = await queryRows<{ now: string }>(db, sql`select now() as now`);
  if (!row) throw new Error("The database returned no time");
  return isoTimestamp(row.now);
}
