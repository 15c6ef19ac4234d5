import { sql } from "drizzle-orm";
import { codeTypes } from "@/contract/enums";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { type batches, codeFilterFlags, type codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { type Context, inTransaction } from "../context";
import { eventSequence } from "../events/event-records";
import { firstOpenEventId } from "../events/list";
import { type EventInput, recordEvents } from "../events/record-event";

// The end of a code changes no row. The worker records it for the codes that have ended since the last ones, which it finds in the index by end date.

/** Up to so many codes of a batch that end at the same time have an event each. More of them have one together. */
const maxSingleEvents = 100;

const lastFlags = codeFilterFlags.type * codeTypes.length - 1;

/** The codes `c` of projects `p` that have ended since the last ones, by the flags that the index starts with. */
const endedCodes = (until = sql`now()`) => sql`generate_series(0, ${lastFlags}::int) as flags cross join lateral (
    select * from codes c where c.project_id = p.id and c.filter_flags = flags and c.valid_until > p.codes_expired_until and c.valid_until <= ${until}
    offset 0) as c`;

/** Returns the projects with codes that have ended and have no event yet. */
export const listProjectsWithEndedCodes = (db: Database): Promise<{ project_id: number }[]> =>
  queryRows(db, sql`select p.id as project_id from projects p where exists (select from ${endedCodes()}) order by p.id`);

type EndedGroup = RowOf<typeof codes, "batch_id"> & Pick<RowOf<typeof batches>, "name"> & { valid_until: string; amount: number };

/**
 * Records the codes of a project that have ended: once for each end date of a code, also after the worker was away. A code that another
 * transaction has yet to save is recorded once that has ended. Returns the number of codes.
 */
export function recordEndedCodes(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const until = new Date(Math.floor(eventSequence(await firstOpenEventId(db)) / 1000)).toISOString();
    const [project] = await queryRows(
      db,
      sql`select from projects where id = ${projectId} and codes_expired_until < ${until}::timestamptz for no key update skip locked`,
    );
    if (!project) return 0;
    const groups = await queryRows<EndedGroup>(
      db,
      sql`select c.batch_id, b.name, c.valid_until, c.amount from projects p cross join lateral (
          select c.batch_id, c.valid_until, count(*)::int as amount from ${endedCodes(sql`${until}::timestamptz`)} group by c.batch_id, c.valid_until) as c
        join batches b on b.project_id = p.id and b.id = c.batch_id
        where p.id = ${projectId} order by c.valid_until, c.batch_id`,
    );
    const events: EventInput[] = [];
    for (const group of groups) events.push(...(await endEvents(inner, group)));
    await recordEvents(inner, events);
    if (groups.length > 0) await db.execute(sql`update projects set codes_expired_until = ${until} where id = ${projectId}`);
    return groups.reduce((sum, { amount }) => sum + amount, 0);
  });
}

/** The events of the codes of a batch that ended at the same time. */
async function endEvents(
  { db, projectId }: Context,
  { batch_id: batch, name, valid_until: end, amount }: EndedGroup,
): Promise<EventInput[]> {
  const validUntil = isoTimestamp(end);
  if (amount > maxSingleEvents) return [{ kind: "batch.expired", data: { batch, name, codes: amount, validUntil } }];
  const ended = await queryRows<RowOf<typeof codes, "key" | "text">>(
    db,
    sql`select key, text from codes where project_id = ${projectId} and batch_id = ${batch} and valid_until = ${end} order by batch_index`,
  );
  return ended.map((code) => ({ kind: "code.expired", code, data: { validUntil } }));
}

/**
 * Returns whether codes with an end date have had their events, if codes get an end date that has passed, which `recordEndedCodes` may not look
 * for any more. The event of that change then says that they ended. Otherwise, returns null. Call it in the transaction of the change.
 */
export async function checkPassedEnd(
  { db, projectId }: Context,
  validUntil: string | null | undefined,
): Promise<((end: string | null) => boolean) | null> {
  if (!validUntil) return null;
  // Locked, so that the codes aren't recorded at the same time.
  const [project] = await queryRows<{ recorded_until: string }>(
    db,
    sql`select codes_expired_until as recorded_until from projects
      where id = ${projectId} and ${validUntil}::timestamptz <= now() for no key update`,
  );
  if (!project || validUntil > isoTimestamp(project.recorded_until)) return null;
  return (end) => end !== null && end <= isoTimestamp(project.recorded_until);
}
