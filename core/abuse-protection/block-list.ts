import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { BlockList, updateBlockListEndpoint } from "@/contract/block-list";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "../projects/lock";
import { jsonItems } from "../sql";

/** The addresses and domains whose sign-ups are held, in alphabetical order. */
export async function getBlockList({ db, projectId }: Context): Promise<BlockList> {
  const found = await queryRows<{ entry: string }>(db, sql`select entry from block_list_entries where project_id = ${projectId} order by entry`);
  return { entries: found.map(({ entry }) => entry) };
}

type UpdateBlockListInput = z.output<typeof updateBlockListEndpoint.body>;

/** Has the block list be `entries`. The same list again changes nothing. Refuses with `block_list_changed` where it is not what it was. */
export function updateBlockList(ctx: Context, { entries, expected: was }: UpdateBlockListInput): Promise<BlockList> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    await lockProject(db, projectId);
    if (was !== undefined && was.toSorted().join("\n") !== (await getBlockList(inner)).entries.toSorted().join("\n"))
      throw new ApiError("block_list_changed");
    const [changed] = await queryRows<{ added: number; removed: number }>(
      db,
      sql`with given as (select item as entry from ${jsonItems(entries)}),
        gone as (delete from block_list_entries b where b.project_id = ${projectId} and b.entry not in (select entry from given) returning 1),
        come as (insert into block_list_entries (project_id, entry) select ${projectId}::int, entry from given on conflict do nothing returning 1)
        select (select count(*)::int from come) as added, (select count(*)::int from gone) as removed`,
    );
    const { added = 0, removed = 0 } = changed ?? {};
    if (added + removed > 0) await recordEvent(inner, { kind: "block_list.updated", data: { added, removed } });
    return getBlockList(inner);
  });
}
