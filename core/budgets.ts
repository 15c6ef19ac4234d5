import { sql } from "drizzle-orm";
import { guessLimits } from "@/contract/claims";
import { rows } from "@/db/rows";
import type { Context } from "./context";
import { Refusal } from "./refusal";

/** How much a public caller may do in a stretch of time. */
export type Budget = { name: string; most: number; seconds: number };

/** What a public caller asked for and did not find: guesses, of one client and of all the project's together. */
export const guessBudgets = {
  client: { name: "guess.client", ...guessLimits.client },
  project: { name: "guess.project", ...guessLimits.project },
} as const satisfies Record<string, Budget>;

/** Counts one try of `subject` and refuses with `too_many_requests` once the budget is spent. Counters live in the database, so every process agrees. */
export async function spend(ctx: Context, budget: Budget, subject: string): Promise<void> {
  const [row] = await rows<{ used: number; wait: number }>(
    ctx.db,
    sql`insert into budget_windows as w (project_id, budget, subject, ends_at, used)
      values (${ctx.projectId}, ${budget.name}, ${subject}, now() + make_interval(secs => ${budget.seconds}), 1)
      on conflict (project_id, budget, subject) do update set
        used = case when w.ends_at <= now() then 1 else w.used + 1 end,
        ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
      returning used, ceil(extract(epoch from ends_at - now()))::int as wait`,
  );
  if (row && row.used > budget.most) throw spent(row.wait);
}

/** Refuses with `too_many_requests` where one of the budgets is spent already, counting nothing. */
export async function refuseIfSpent(ctx: Context, tries: readonly { budget: Budget; subject: string }[]): Promise<void> {
  const spentOnes = tries.map(({ budget, subject }) => sql`(budget = ${budget.name} and subject = ${subject} and used >= ${budget.most})`);
  const [row] = await rows<{ wait: number | null }>(
    ctx.db,
    sql`select ceil(extract(epoch from max(ends_at) - now()))::int as wait from budget_windows
      where project_id = ${ctx.projectId} and ends_at > now() and (${sql.join(spentOnes, sql` or `)})`,
  );
  if (row && row.wait !== null) throw spent(row.wait);
}

const spent = (seconds: number): Refusal => new Refusal("too_many_requests", { headers: { "Retry-After": String(Math.max(1, seconds)) } });
