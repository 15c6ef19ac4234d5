import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { ApiError } from "./api-error";
import type { Context } from "./context";

/** How much somebody may do in a stretch of time. */
export type RateLimit = { name: string; limit: number; windowSeconds: number };

/** Whose a budget is: a client or an address in hidden form, or the project's. */
export type RateLimitSubject = { rateLimit: RateLimit; subject: string };

/** How far a budget is used, and in how many seconds it begins anew. */
export type RateLimitUsage = { attempts: number; resetsInSeconds: number };

/** Counts one try of `subject` and refuses with `too_many_requests` once the budget is spent. Counters live in the database, so every process agrees. */
export async function consumeRateLimit(ctx: Context, budget: RateLimit, subject: string): Promise<void> {
  const [used] = await countAttempts(ctx, [{ rateLimit: budget, subject }]);
  if (used && used.attempts > budget.limit) throw tooManyRequests(used.resetsInSeconds);
}

/** Counts one try in each of the accounts, whose budgets have names of their own, and answers how far each is used. */
export async function countAttempts(ctx: Context, accounts: readonly RateLimitSubject[]): Promise<RateLimitUsage[]> {
  const asked = accounts.map(({ rateLimit: { name, windowSeconds }, subject }) => ({ name, subject, seconds: windowSeconds }));
  // In one order, so that two that count at once do not wait crosswise.
  const counted = await queryRows<RateLimitUsage & { name: string }>(
    ctx.db,
    sql`insert into rate_limit_windows as w (project_id, name, subject, ends_at, attempts)
      select ${ctx.projectId}::int, name, subject, now() + make_interval(secs => seconds), 1
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (name text, subject text, seconds int) order by name
      on conflict (project_id, name, subject) do update set
        attempts = case when w.ends_at <= now() then 1 else w.attempts + 1 end,
        ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
      returning name, attempts as used, ceil(extract(epoch from ends_at - now()))::int as wait`,
  );
  return inOrderOf(accounts, counted);
}

/** How far each of the accounts is used now; counts nothing. */
export async function getUsage(ctx: Context, accounts: readonly RateLimitSubject[]): Promise<RateLimitUsage[]> {
  const asked = accounts.map(({ rateLimit: budget, subject }) => ({ name: budget.name, subject }));
  const found = await queryRows<RateLimitUsage & { name: string }>(
    ctx.db,
    sql`select w.name, w.attempts as used, ceil(extract(epoch from w.ends_at - now()))::int as wait
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (name text, subject text)
      join rate_limit_windows w on w.project_id = ${ctx.projectId} and w.name = asked.name and w.subject = asked.subject and w.ends_at > now()`,
  );
  return inOrderOf(accounts, found);
}

const inOrderOf = (accounts: readonly RateLimitSubject[], found: readonly (RateLimitUsage & { name: string })[]): RateLimitUsage[] =>
  accounts.map(({ rateLimit: budget }) => found.find((each) => each.name === budget.name) ?? { attempts: 0, resetsInSeconds: 0 });

/** The refusal of whoever has used a budget up, and how many seconds they wait. */
export const tooManyRequests = (wait: number): ApiError => new ApiError("too_many_requests", { headers: retryAfterHeader(wait) });

/** The header that says when to try again. */
export const retryAfterHeader = (seconds: number): Record<string, string> => ({ "Retry-After": String(Math.max(1, seconds)) });
