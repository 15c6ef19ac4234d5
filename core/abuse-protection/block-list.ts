import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { BlockList, updateBlockListEndpoint } from "@/contract/abuse-protection-settings";
import { queryRows } from "@/db/query";
import { blockListEntries } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lockProject } from "../projects/record";
import { jsonItems } from "../sql";

/** Returns the emails and domains whose sign-ups are held, in alphabetical order. */
export async function getBlockList({ db, projectId }: Context): Promise<BlockList> {
  const rows = await db
    .select({ entry: blockListEntries.entry })
    .from(blockListEntries)
    .where(eq(blockListEntries.projectId, projectId))
    .orderBy(blockListEntries.entry);
  return { entries: rows.map(({ entry }) => entry) };
}

type UpdateBlockListInput = z.output<typeof updateBlockListEndpoint.body>;

/** Replaces the block list. Throws `block_list_changed` if its current entries aren't the expected ones. */
export function updateBlockList(ctx: Context, { entries, expected }: UpdateBlockListInput): Promise<BlockList> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    await lockProject(db, projectId);
    if (expected !== undefined && !hasSameEntries(expected, (await getBlockList(inner)).entries)) throw new ApiError("block_list_changed");
    const [changes] = await queryRows<{ added: number; removed: number }>(
      db,
      sql`with next as (select item as entry from ${jsonItems(entries)}),
        removed as (delete from block_list_entries b where b.project_id = ${projectId} and b.entry not in (select entry from next) returning 1),
        added as (insert into block_list_entries (project_id, entry) select ${projectId}::int, entry from next on conflict do nothing returning 1)
        select (select count(*)::int from added) as added, (select count(*)::int from removed) as removed`,
    );
    const { added = 0, removed = 0 } = changes ?? {};
    if (added + removed > 0) await recordEvent(inner, { kind: "block_list.updated", data: { added, removed } });
    return getBlockList(inner);
  });
}

const hasSameEntries = (first: readonly string[], second: readonly string[]): boolean =>
  first.toSorted().join("\n") === second.toSorted().join("\n");
