import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { serverLimitKinds } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { quotableResponse } from "@/lib/refusal-reason";
import type { Context } from "../context";

// In `system_reports`, because it is about this installation's server: backups and exported projects don't contain it.

/** A limit of a mail server because of which emails wait, since `lasted` milliseconds and for `wait` milliseconds. */
type NewLimit = { kind: (typeof serverLimitKinds)[number]; response: string; wait: number; lasted: number };

/** How long after a pause the next one counts as the same, in minutes. */
const sameLimitMinutes = 10;

/** How long connections have to be refused until that is shown, in seconds: another worker may have them all. */
const minRefusedSeconds = 30;

type ProjectContext = Pick<Context, "db" | "projectId">;

const reportName = (projectId: SQLChunk): SQL => sql`'mail_server_limit_' || ${projectId}`;

/** Saves that emails wait for a limit of the mail server. It applies to all workers, except that each has its own connections. */
export async function saveServerLimit({ db, projectId }: ProjectContext, { kind, response, wait, lasted }: NewLimit): Promise<void> {
  const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`;
  const data = sql`jsonb_build_object('kind', ${kind}::text, 'response', ${quotableResponse(response)}::text,
    'since', now() - ${seconds(lasted)}, 'until', now() + ${seconds(wait)})`;
  const isSame = sql`(r.data->>'until')::timestamptz > now() - make_interval(mins => ${sameLimitMinutes})`;
  await db.execute(
    sql`insert into system_reports as r (name, data) values (${reportName(sql`${projectId}::int`)}, ${data})
      on conflict (name) do update set updated_at = now(),
        data = excluded.data || case when ${isSame} then jsonb_build_object('since', r.data->'since') else '{}' end`,
  );
}

/** Ends the wait for a limit of the mail server. */
export const endServerLimit = ({ db, projectId }: ProjectContext): Promise<unknown> =>
  db.execute(sql`delete from system_reports where name = ${reportName(sql`${projectId}::int`)}`);

/** Until when the emails of a project wait for a limit of its mail server. Null if they don't. */
export const limitedUntil = (projectId: SQL): SQL =>
  sql`(select r.data->>'until' from system_reports r where r.name = ${reportName(projectId)} and ${isShown})`;

const isShown = sql`((r.data->>'until')::timestamptz > now()
  and (r.data->>'kind' <> 'connections' or (r.data->>'since')::timestamptz < now() - make_interval(secs => ${minRefusedSeconds})))`;

type ServerLimit = {
  kind: NewLimit["kind"];
  response: string;
  until: string;
  /** How long emails still wait, in milliseconds. */
  remaining: number;
  /** Whether no worker sends emails. */
  isPaused: boolean;
  isShown: boolean;
};

/** Returns the limit of the mail server for which emails wait now. */
export async function getServerLimit({ db, projectId }: ProjectContext): Promise<ServerLimit | null> {
  const [row] = await queryRows<Omit<ServerLimit, "isPaused" | "isShown"> & { is_shown: boolean }>(
    db,
    sql`select r.data->>'kind' as kind, r.data->>'response' as response, r.data->>'until' as until, ${isShown} as is_shown,
        (extract(epoch from (r.data->>'until')::timestamptz - now()) * 1000)::float8 as remaining
      from system_reports r where r.name = ${reportName(sql`${projectId}::int`)} and (r.data->>'until')::timestamptz > now()`,
  );
  if (!row) return null;
  const { is_shown, ...limit } = row;
  return { ...limit, until: isoTimestamp(limit.until) ?? limit.until, isPaused: limit.kind !== "connections", isShown: is_shown };
}
