import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EventRecord, listEvents } from "@/contract/events";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { everyOne, totalOf } from "../sql";

type EventRow = Omit<EventRecord, "actor" | "requestId" | "code" | "data"> & {
  actor_kind: EventRecord["actor"]["kind"];
  actor_id: string | null;
  request_id: string | null;
  code_text: string | null;
  data: EventRecord["data"];
};

/** Lists what happened, newest first. */
export function list(ctx: Context, query: z.output<NonNullable<typeof listEvents.query>>): Promise<Listing<EventRecord>> {
  const filters: SQL[] = [sql`e.project_id = ${ctx.projectId}`];
  if (query.kind) filters.push(sql`e.kind = ${query.kind}`);
  if (query.code) filters.push(sql`e.code_key = ${query.code}`);
  if (query.email) filters.push(sql`e.email = ${query.email}`);
  if (query.since) filters.push(sql`e.at >= ${query.since}::timestamptz`);
  if (query.until) filters.push(sql`e.at < ${query.until}::timestamptz`);
  return listing(query, {
    rows: (after, limit) =>
      rows<EventRow>(
        ctx.db,
        sql`select e.* from events e where ${everyOne(after ? [...filters, sql`e.id < ${after[0]}::uuid`] : filters)} order by e.id desc limit ${limit}`,
      ),
    cursor: (row) => [row.id],
    item: (row) => ({
      id: row.id,
      kind: row.kind,
      at: iso(row.at),
      actor: { kind: row.actor_kind, id: row.actor_id },
      requestId: row.request_id,
      code: row.code_text,
      email: row.email,
      data: row.data,
    }),
    total: () => totalOf(ctx.db, sql`events e`, filters),
  });
}
