import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { deleteFromBinEndpoint } from "@/contract/bin";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import type { Job, JobHandler, JobItem } from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countRows, uuidsIn } from "../sql";
import { deleteEntries } from "./entries";
import { type BinSelection, isSelected, selectEntries } from "./restore";

type DeleteInput = z.output<typeof deleteFromBinEndpoint.body>;
type DeleteParams = BinSelection | { all: true };

/** Permanently deletes entries of the bin, or everything that is in it. Larger deletions run as a background job. Returns the job. */
export function deleteFromBin(ctx: Context, { entries }: DeleteInput): Promise<JobRecord> {
  return inTransaction(ctx, async (inner) => {
    const params: DeleteParams = entries ? (await selectEntries(inner, { entries })).selection : { all: true };
    return startJob(inner, deleteFromBinHandler, { kind: "bin.delete", params });
  });
}

/** The condition that an entry `e` is deleted. What is moved to the bin after that stays there. */
const isDeleted = (ctx: Context, { params, createdAt }: Job<DeleteParams>): SQL =>
  "all" in params
    ? sql`e.project_id = ${ctx.projectId} and e.created_at <= ${createdAt}::timestamptz
        and not exists (select from background_jobs j where j.project_id = e.project_id and j.id = e.deletion_id and j.ended_at is null)`
    : isSelected(ctx, params);

export const deleteFromBinHandler: JobHandler<DeleteParams> = {
  total: (ctx, job) => countRows(ctx.db, sql`bin_entries e`, [isDeleted(ctx, job)]),
  list: (ctx, job, { after, limit }) =>
    queryRows<JobItem>(
      ctx.db,
      sql`select e.id, e.id as position from bin_entries e where ${isDeleted(ctx, job)} and ${after === null ? sql`true` : sql`e.id > ${after}::uuid`}
        order by e.project_id, e.id limit ${limit}`,
    ),
  process: async (ctx, _, ids) => ({ changed: await deleteEntries(ctx, sql`e.id in ${uuidsIn(ids)}`) }),
  async finish(ctx, _, { changed }) {
    if (changed > 0) await recordEvent(ctx, { kind: "bin.deleted", data: { entries: changed } });
  },
};
