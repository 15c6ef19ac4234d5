import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { rateLimitWindows } from "@/db/schema";
import { ApiError } from "./api-error";
import type { Context } from "./context";

/**
 * A rate limit. With a `setting`, a project can configure it: its value of that name times `factor` replaces `limit`. Responses report it as
 * `policy`. They don't report one without it, because it tells what other people did.
 */
export type RateLimit = {
  name: string;
  limit: number;
  windowSeconds: number;
  setting?: { name: string; factor: number };
  policy?: string;
};

/** A rate limit of a client or an email, both hashed, or of the whole project. */
export type RateLimitSubject = { rateLimit: RateLimit; subject: string };

/** The attempts in the current window, how many the project allows, and when the window resets. */
export type RateLimitUsage = { attempts: number; limit: number; resetsInSeconds: number };

export type UsageRow = RowOf<typeof rateLimitWindows, "name" | "attempts"> & { allowed: number; resets_in_seconds: number };

/** Counts an attempt of a subject. Throws `too_many_requests` over the limit. The counters are in the database, shared by all processes. */
export async function consumeRateLimit(ctx: Context, rateLimit: RateLimit, subject: string): Promise<void> {
  const [usage] = await countAttempts(ctx, [{ rateLimit, subject }]);
  if (usage && usage.attempts > usage.limit) throw tooManyRequests(usage.resetsInSeconds);
}

/** The subjects as JSON, for `selectCounters`. */
export const serializeSubjects = (subjects: readonly RateLimitSubject[]): string =>
  JSON.stringify(
    subjects.map(({ rateLimit: { name, limit, windowSeconds, setting }, subject }) => ({
      name,
      subject,
      limit,
      window_seconds: windowSeconds,
      setting: setting?.name,
      factor: setting?.factor,
    })),
  );

/** A query of serialized subjects with the number of attempts that the project allows, `allowed`. */
export const selectCounters = (projectId: SQLChunk, subjects: SQLChunk): SQL => sql`
  select c.name, c.subject, c.window_seconds, coalesce((p.rate_limits ->> c.setting)::int * c.factor, c."limit") as allowed
  from jsonb_to_recordset(${subjects}::jsonb) as c (name text, subject text, "limit" int, window_seconds int, setting text, factor int)
  left join projects p on p.id = ${projectId}::int`;

/** Counts an attempt for each row of `counters`, a `from` item. In the order of the names, to prevent deadlocks. */
export const insertAttempts = (projectId: SQLChunk, counters: SQL): SQL => sql`
  insert into rate_limit_windows as w (project_id, name, subject, ends_at, attempts)
  select ${projectId}::int, name, subject, now() + make_interval(secs => window_seconds), 1 from ${counters} order by name
  on conflict (project_id, name, subject) do update set
    attempts = case when w.ends_at <= now() then 1 else w.attempts + 1 end,
    ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
  returning name, attempts, ends_at`;

/** The columns of a `UsageRow`, from rows with `ends_at`, which is rounded to milliseconds, joined with counters. */
export const usageColumns = sql`name, attempts, allowed, least(window_seconds, ceil(extract(epoch from ends_at - now())))::int as resets_in_seconds`;

/** Counts an attempt for each subject, whose rate limits must have different names, and returns their usage in order. */
export async function countAttempts(ctx: Context, subjects: readonly RateLimitSubject[]): Promise<RateLimitUsage[]> {
  const { db, projectId } = ctx;
  const rows = await queryRows<UsageRow>(
    db,
    sql`with counters as (${selectCounters(sql`${projectId}`, sql`${serializeSubjects(subjects)}`)}),
      counted as (${insertAttempts(sql`${projectId}`, sql`counters`)})
      select ${usageColumns} from counted join counters using (name)`,
  );
  const usage = usageInOrder(subjects, rows);
  reportUsage(ctx, subjects, usage);
  return usage;
}

/** Lets the response report the rate limits of the caller that an attempt counted toward. */
export function reportUsage(
  { rateLimitReports }: Context,
  subjects: readonly RateLimitSubject[],
  usage: readonly RateLimitUsage[],
  isOnlyForUnknownCodes: (rateLimit: RateLimit) => boolean = () => false,
): void {
  for (const [index, { rateLimit }] of subjects.entries()) {
    const { policy, windowSeconds } = rateLimit;
    const used = usage[index];
    if (policy === undefined || !used) continue;
    rateLimitReports?.push({ ...used, policy, windowSeconds, isOnlyForUnknownCodes: isOnlyForUnknownCodes(rateLimit) });
  }
}

/** Returns the usage of each subject, without counting an attempt. */
export async function getUsage({ db, projectId }: Context, subjects: readonly RateLimitSubject[]): Promise<RateLimitUsage[]> {
  const rows = await queryRows<UsageRow>(
    db,
    sql`select c.name, coalesce(w.attempts, 0) as attempts, c.allowed, coalesce(ceil(extract(epoch from w.ends_at - now()))::int, 0) as resets_in_seconds
      from (${selectCounters(sql`${projectId}`, sql`${serializeSubjects(subjects)}`)}) as c
      left join rate_limit_windows w on w.project_id = ${projectId} and w.name = c.name and w.subject = c.subject and w.ends_at > now()`,
  );
  return usageInOrder(subjects, rows);
}

/** Returns the usage of each subject from rows in any order. Subjects without a row have no attempts. */
export const usageInOrder = (subjects: readonly RateLimitSubject[], rows: readonly UsageRow[]): RateLimitUsage[] =>
  subjects.map(({ rateLimit }) => {
    const row = rows.find(({ name }) => name === rateLimit.name);
    return { attempts: row?.attempts ?? 0, limit: row?.allowed ?? rateLimit.limit, resetsInSeconds: row?.resets_in_seconds ?? 0 };
  });

export const tooManyRequests = (resetsInSeconds: number): ApiError =>
  new ApiError("too_many_requests", { headers: retryAfterHeader(resetsInSeconds) });

export const retryAfterHeader = (seconds: number): Record<string, string> => ({ "Retry-After": String(Math.max(1, seconds)) });
