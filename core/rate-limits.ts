import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { ApiError } from "./api-error";
import type { Context } from "./context";

/** How much somebody may do in a stretch of time. */
export type Budget = { name: string; most: number; seconds: number };

/** Whose a budget is: a client or an address in hidden form, or the project's. */
export type Account = { budget: Budget; subject: string };

/** How far a budget is used, and in how many seconds it begins anew. */
export type Used = { used: number; wait: number };

/** Counts one try of `subject` and refuses with `too_many_requests` once the budget is spent. Counters live in the database, so every process agrees. */
export async function spend(ctx: Context, budget: Budget, subject: string): Promise<void> {
  const [used] = await count(ctx, [{ budget, subject }]);
  if (used && used.used > budget.most) throw tooMany(used.wait);
}

/** Counts one try in each of the accounts, whose budgets have names of their own, and answers how far each is used. */
export async function count(ctx: Context, accounts: readonly Account[]): Promise<Used[]> {
  const asked = accounts.map(({ budget: { name, seconds }, subject }) => ({ name, subject, seconds }));
  // In one order, so that two that count at once do not wait crosswise.
  const counted = await rows<Used & { budget: string }>(
    ctx.db,
    sql`insert into budget_windows as w (project_id, budget, subject, ends_at, used)
      select ${ctx.projectId}::int, name, subject, now() + make_interval(secs => seconds), 1
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (name text, subject text, seconds int) order by name
      on conflict (project_id, budget, subject) do update set
        used = case when w.ends_at <= now() then 1 else w.used + 1 end,
        ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
      returning budget, used, ceil(extract(epoch from ends_at - now()))::int as wait`,
  );
  return inTheirOrder(accounts, counted);
}

/** How far each of the accounts is used now; counts nothing. */
export async function usedOf(ctx: Context, accounts: readonly Account[]): Promise<Used[]> {
  const asked = accounts.map(({ budget, subject }) => ({ name: budget.name, subject }));
  const found = await rows<Used & { budget: string }>(
    ctx.db,
    sql`select w.budget, w.used, ceil(extract(epoch from w.ends_at - now()))::int as wait
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (name text, subject text)
      join budget_windows w on w.project_id = ${ctx.projectId} and w.budget = asked.name and w.subject = asked.subject and w.ends_at > now()`,
  );
  return inTheirOrder(accounts, found);
}

const inTheirOrder = (accounts: readonly Account[], found: readonly (Used & { budget: string })[]): Used[] =>
  accounts.map(({ budget }) => found.find((each) => each.budget === budget.name) ?? { used: 0, wait: 0 });

/** The refusal of whoever has used a budget up, and how many seconds they wait. */
export const tooMany = (wait: number): ApiError => new ApiError("too_many_requests", { headers: retryAfter(wait) });

/** The header that says when to try again. */
export const retryAfter = (seconds: number): Record<string, string> => ({ "Retry-After": String(Math.max(1, seconds)) });
