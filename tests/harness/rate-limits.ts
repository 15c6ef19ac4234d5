import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "drizzle-orm";
import type { Challenge } from "@/contract/abuse-protection";
import { type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import type { Context } from "@/core/context";

/** Uses the project's whole budget of such tries up. */
export async function exhaustRateLimit({ db, projectId }: Context, what: PublicAttempt): Promise<void> {
  const { limit: most, windowSeconds: seconds } = publicRateLimits[what].project;
  await db.execute(
    sql`insert into rate_limit_windows (project_id, name, subject, ends_at, attempts)
      values (${projectId}, ${`${what}.project`}, 'project', now() + make_interval(secs => ${seconds}), ${most})
      on conflict (project_id, name, subject) do update set attempts = excluded.attempts, ends_at = excluded.ends_at`,
  );
}

/** Lets so many seconds pass for the project's budgets. */
export const advanceRateLimits = ({ db, projectId }: Context, seconds: number): Promise<unknown> =>
  db.execute(sql`update rate_limit_windows set ends_at = ends_at - make_interval(secs => ${seconds}) where project_id = ${projectId}`);

/** The proof that a browser would send for a challenge. */
export async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
