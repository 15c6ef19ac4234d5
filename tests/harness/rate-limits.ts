import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "drizzle-orm";
import { type Challenge, type PublicAttempt, publicRateLimits } from "@/contract/abuse-protection";
import type { Context } from "@/core/context";

/** Uses up the project's rate limit for an attempt, or as much of it as given. */
export async function exhaustRateLimit({ db, projectId }: Context, attempt: PublicAttempt, used?: number): Promise<void> {
  const { limit, windowSeconds: seconds } = publicRateLimits[attempt].project;
  await db.execute(
    sql`insert into rate_limit_windows (project_id, name, subject, ends_at, attempts)
      values (${projectId}, ${`${attempt}.project`}, 'project', now() + make_interval(secs => ${seconds}), ${used ?? limit})
      on conflict (project_id, name, subject) do update set attempts = excluded.attempts, ends_at = excluded.ends_at`,
  );
}

/** Moves the project's rate limits `seconds` ahead in time. */
export const advanceRateLimits = ({ db, projectId }: Context, seconds: number): Promise<unknown> =>
  db.execute(sql`update rate_limit_windows set ends_at = ends_at - make_interval(secs => ${seconds}) where project_id = ${projectId}`);

/** Returns the proof that a browser would send for a challenge. */
export async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
