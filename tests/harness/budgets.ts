import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "drizzle-orm";
import type { Challenge } from "@/contract/protection";
import { type PublicTry, publicLimits } from "@/contract/protection";
import type { Context } from "@/core/context";

/** Uses the project's whole budget of such tries up. */
export async function spendAll({ db, projectId }: Context, what: PublicTry): Promise<void> {
  const { most, seconds } = publicLimits[what].project;
  await db.execute(
    sql`insert into budget_windows (project_id, budget, subject, ends_at, used)
      values (${projectId}, ${`${what}.project`}, 'project', now() + make_interval(secs => ${seconds}), ${most})
      on conflict (project_id, budget, subject) do update set used = excluded.used, ends_at = excluded.ends_at`,
  );
}

/** Lets so many seconds pass for the project's budgets. */
export const pass = ({ db, projectId }: Context, seconds: number): Promise<unknown> =>
  db.execute(sql`update budget_windows set ends_at = ends_at - make_interval(secs => ${seconds}) where project_id = ${projectId}`);

/** The proof that a browser would send for a challenge. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
