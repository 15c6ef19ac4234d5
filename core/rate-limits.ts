import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { rateLimitWindows } from "@/db/schema";
import { ApiError } from "./api-error";
import type { Context } from "./context";

export type RateLimit = { name: string; limit: number; windowSeconds: number };

/** A rate limit of a client or an email, both hashed, or of the whole project. */
export type RateLimitSubject = { rateLimit: RateLimit; subject: string };

/** The attempts in the current window, and when it resets. */
export type RateLimitUsage = { attempts: number; resetsInSeconds: number };

type UsageRow = RowOf<typeof rateLimitWindows, "name" | "attempts"> & { resets_in_seconds: number };

/** Counts an attempt of a subject. Throws `too_many_requests` over the limit. The counters are in the database, shared by all processes. */
export async function consumeRateLimit(ctx: Context, rateLimit: RateLimit, subject: string): Promise<void> {
  const [usage] = await countAttempts(ctx, [{ rateLimit, subject }]);
  if (usage && usage.attempts > rateLimit.limit) throw tooManyRequests(usage.resetsInSeconds);
}

/** Counts an attempt for each subject, whose rate limits must have different names, and returns their usage in order. */
export async function countAttempts(ctx: Context, subjects: readonly RateLimitSubject[]): Promise<RateLimitUsage[]> {
  const counters = subjects.map(({ rateLimit: { name, windowSeconds }, subject }) => ({ name, subject, window_seconds: windowSeconds }));
  // Ordered by name to prevent deadlocks.
  const rows = await queryRows<UsageRow>(
    ctx.db,
    sql`insert into rate_limit_windows as w (project_id, name, subject, ends_at, attempts)
      select ${ctx.projectId}::int, name, subject, now() + make_interval(secs => window_seconds), 1
      from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as counters (name text, subject text, window_seconds int) order by name
      on conflict (project_id, name, subject) do update set
        attempts = case when w.ends_at <= now() then 1 else w.attempts + 1 end,
        ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
      returning name, attempts, ceil(extract(epoch from ends_at - now()))::int as resets_in_seconds`,
  );
  return usageInOrder(subjects, rows);
}

/** Returns the usage of each subject, without counting an attempt. */
export async function getUsage(ctx: Context, subjects: readonly RateLimitSubject[]): Promise<RateLimitUsage[]> {
  const counters = subjects.map(({ rateLimit, subject }) => ({ name: rateLimit.name, subject }));
  const rows = await queryRows<UsageRow>(
    ctx.db,
    sql`select w.name, w.attempts, ceil(extract(epoch from w.ends_at - now()))::int as resets_in_seconds
      from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as counters (name text, subject text)
      join rate_limit_windows w on w.project_id = ${ctx.projectId} and w.name = counters.name and w.subject = counters.subject and w.ends_at > now()`,
  );
  return usageInOrder(subjects, rows);
}

const usageInOrder = (subjects: readonly RateLimitSubject[], rows: readonly UsageRow[]): RateLimitUsage[] =>
  subjects.map(({ rateLimit }) => {
    const row = rows.find(({ name }) => name === rateLimit.name);
    return { attempts: row?.attempts ?? 0, resetsInSeconds: row?.resets_in_seconds ?? 0 };
  });

export const tooManyRequests = (resetsInSeconds: number): ApiError =>
  new ApiError("too_many_requests", { headers: retryAfterHeader(resetsInSeconds) });

export const retryAfterHeader = (seconds: number): Record<string, string> => ({ "Retry-After": String(Math.max(1, seconds)) });
