import { type SQL, sql } from "drizzle-orm";
import { maxTags } from "@/contract/limits";
import { applyTagChange, type ChangedTags, type TagChange } from "@/contract/tag-change";
import { maxListedTags, type TagCounts, type TaggedResource, tooManyTags } from "@/contract/tags";
import { queryRows } from "@/db/query";
import { ApiError } from "./api-error";
import type { CodeRow } from "./codes/record";
import type { Context } from "./context";
import { type EventInput, recordEvents } from "./events/record-event";
import { type ChunkResult, type JobError, skippedRecordsError, type Tally } from "./jobs/handler";
import { itemsIn } from "./sql";
import type { Stat } from "./stats/cached-stat";
import { getStat } from "./stats/get-stat";

/** Whether a change would leave a lead or code with too many tags. */
const exceedsMaxTags = ({ tags, added }: ChangedTags): boolean => added.length > 0 && tags.length > maxTags;

/** Throws `invalid_input` if a change would leave a lead or code with too many tags. */
export function assertMaxTags(changed: ChangedTags, { addTags = [] }: TagChange): void {
  if (exceedsMaxTags(changed))
    throw new ApiError("invalid_input", { fields: { [addTags.length > 0 ? "addTags" : "tags"]: [tooManyTags] } });
}

/** What the event about a change says. `deleteLockedLeads` removes it when the lead is deleted. */
export const tagEventData = ({ added, removed }: ChangedTags): Record<string, unknown> => ({
  ...(added.length > 0 ? { addedTags: added } : {}),
  ...(removed.length > 0 ? { removedTags: removed } : {}),
});

/** Tags as an array in SQL. They contain no commas. */
export const tagArray = (tags: readonly string[]): SQL => sql`string_to_array(${tags.join(",")}::text, ',')`;

/** The condition that a column of tags contains a tag. */
export const hasTag = (column: SQL, tag: string): SQL => sql`${column} @> array[${tag}::text]`;

/** The condition that the index on a column of tags needs. */
export const hasAnyTag = (column: SQL): SQL => sql`${column} <> '{}'`;

type TaggedRow = { id: string; tags: readonly string[] };

const idColumns = { leads: sql`email`, codes: sql`key` };

/** Saves the tags of locked rows. Rows that would have too many keep their tags and are counted in the tally. */
async function saveTags(
  { db, projectId }: Context,
  resource: TaggedResource,
  rows: readonly TaggedRow[],
  change: TagChange,
  toEvent: (id: string, data: Record<string, unknown>) => EventInput,
): Promise<ChunkResult & { events: EventInput[] }> {
  const all = rows.map(({ id, tags }) => ({ id, ...applyTagChange(tags, change) }));
  const fitting = all.filter((row) => !exceedsMaxTags(row));
  const changed = fitting.filter(({ added, removed }) => added.length + removed.length > 0);
  const idColumn = idColumns[resource];
  if (changed.length > 0)
    await db.execute(
      sql`update ${sql.identifier(resource)} as r set tags = string_to_array(v.tags, ','), updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(changed.map(({ id, tags }) => ({ id, tags: tags.join(",") })))}::jsonb) as v (id text, tags text)
        where r.project_id = ${projectId} and r.${idColumn} = v.id`,
    );
  return {
    changed: changed.length,
    tally: { tooManyTags: all.length - fitting.length },
    events: changed.map((row) => toEvent(row.id, tagEventData(row))),
  };
}

/** Changes the tags of leads that the caller's transaction has locked, and records events. */
export async function changeLeadTags(ctx: Context, lockedEmails: readonly string[], change: TagChange): Promise<ChunkResult> {
  const rows = await queryRows<TaggedRow>(
    ctx.db,
    sql`select email as id, tags from leads where project_id = ${ctx.projectId} and email in ${itemsIn(lockedEmails)} order by email`,
  );
  const { events, ...result } = await saveTags(ctx, "leads", rows, change, (email, data) => ({
    kind: "lead.updated",
    email,
    data: { fields: ["tags"], ...data },
  }));
  await recordEvents(ctx, events);
  return result;
}

/** Changes the tags of locked codes, and records events. */
export async function changeCodeTags(ctx: Context, locked: readonly CodeRow[], change: TagChange): Promise<ChunkResult> {
  const codes = new Map(locked.map((code) => [code.key, code]));
  const rows = locked.map(({ key, tags }) => ({ id: key, tags }));
  const { events, ...result } = await saveTags(ctx, "codes", rows, change, (key, data) => ({
    kind: "code.tags_updated",
    code: codes.get(key),
    data,
  }));
  await recordEvents(ctx, events);
  return result;
}

/** The job error for the leads or codes that kept their tags because they would have too many. */
export const tagsError =
  (noun: "lead" | "code") =>
  ({ tooManyTags: count = 0 }: Tally): JobError | null =>
    skippedRecordsError("invalid_input", [
      [
        count,
        {
          one: `{n} ${noun} kept its tags because it would have more than ${maxTags}.`,
          other: `{n} ${noun}s kept their tags because they would have more than ${maxTags}.`,
        },
      ],
    ]);

/** The tags of a project's leads or codes, which is its subject. */
export const tagCounts: Stat<TagCounts["tags"]> = {
  name: "tags",
  rows: ({ projectId }, subject) =>
    subject === "leads"
      ? sql`select from leads r where r.project_id = ${projectId} order by r.project_id, r.email`
      : sql`select from codes r where r.project_id = ${projectId} order by r.project_id, r.key`,
  count: ({ db, projectId }, subject) =>
    queryRows(
      db,
      sql`select t.tag, count(*)::int as count from ${subject === "leads" ? sql`leads` : sql`codes`} r, unnest(r.tags) as t (tag)
        where r.project_id = ${projectId} and ${hasAnyTag(sql`r.tags`)} group by t.tag order by 2 desc, 1 limit ${maxListedTags}`,
    ),
};

/** Lists the tags of leads or codes with their counts, most used first. */
export async function listTags(ctx: Context, resource: TaggedResource): Promise<TagCounts> {
  const { value, asOf } = await getStat(ctx, tagCounts, resource);
  return { asOf, tags: value };
}
