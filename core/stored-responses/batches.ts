import { sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { queryRows } from "@/db/query";
import { ifExists } from "../api-error";
import { getBatch } from "../batches/record";
import type { Context } from "../context";
import { minIdSince } from "../sql";
import { hasSameFields, type StoredAnswer, type TruthCheck } from "./answer";
import { findJob } from "./bulk-actions";

/** A created batch: its job wasn't canceled, and none of its codes was deleted. */
export const isBatchCreated: TruthCheck<"POST /batches"> = async (ctx, { body: { amount = 1 }, data }) => {
  const job = await findJob(ctx, (await data()).id);
  if (job === null || job.batch === null) return job !== null;
  const batch = await ifExists(getBatch(ctx, job.batch.id));
  return batch !== null && batch.codeCount >= amount;
};

/** A changed batch: it exists, and the changed fields have the same values. */
export const isBatchUpdated: TruthCheck<"PATCH /batches/:batch"> = async (ctx, { params, body, data }) => {
  const batch = await ifExists(getBatch(ctx, params.batch));
  return (
    batch !== null &&
    hasSameFields(batch, await data(), body, ["paused", "name", "redemptionUrl", "redemptionInstructions", "allowedDomains"])
  );
};

/** A deleted batch: its job wasn't canceled. */
export const isBatchDeleted: TruthCheck<"DELETE /batches/:batch"> = async (ctx, { data }) =>
  (await findJob(ctx, (await data()).id)) !== null;

/** A bulk action on batches: no job was canceled, and no batch was deleted, restored or changed back. */
export const isBatchesActionDone: TruthCheck<"POST /batches/bulk"> = async (ctx, { body, data }) => {
  const { jobs } = await data();
  const current = await Promise.all(jobs.map(({ id }) => findJob(ctx, id)));
  if (current.some((job) => job === null)) return false;
  if (current.some((job) => job?.endedAt === null)) return true;
  const batches = await Promise.all([...new Set(body.batches)].map((id) => ifExists(getBatch(ctx, id))));
  return batches.every((batch) => (body.action === "delete" ? batch === null : batch !== null && isAsSet(batch, body)));
};

/** Whether a batch has the values that a bulk action set. */
function isAsSet(batch: BatchRecord, { action, validUntil, allowedClaims }: StoredAnswer<"POST /batches/bulk">["body"]): boolean {
  if (action !== "extend") return batch.paused === (action === "pause");
  const time = (value: string | null) => (value === null ? null : Date.parse(value));
  return (
    (validUntil === undefined || time(batch.validUntil) === time(validUntil)) &&
    (allowedClaims === undefined || batch.allowedClaims === allowedClaims)
  );
}

/** What was restored from the bin: the job wasn't canceled, and nothing of it was deleted again. */
export const isRestored: TruthCheck<"POST /bin/restore"> = async (ctx, { data, storedAt }) => {
  const { id } = await data();
  return (await findJob(ctx, id)) !== null && !(await wasDeletedAgain(ctx, id, storedAt));
};

/** Whether a code, lead or batch that a job restored doesn't exist. The email of an erased lead isn't in their events. */
async function wasDeletedAgain({ db, projectId }: Context, jobId: string, storedAt: string): Promise<boolean> {
  const missing = await queryRows(
    db,
    sql`select from events e join background_jobs j on j.project_id = e.project_id and j.id = ${jobId} and j.request_id = e.request_id
      where e.project_id = ${projectId} and e.kind in ('code.restored', 'lead.restored', 'batch.restored') and e.id >= ${minIdSince(storedAt)}
        and case e.kind
          when 'code.restored' then not exists (select from codes c where c.project_id = e.project_id and c.key = e.code_key)
          when 'lead.restored' then not exists (select from leads l where l.project_id = e.project_id and l.email = e.email)
          else not exists (select from batches b where b.project_id = e.project_id and b.id::text = e.data ->> 'batch') end
      limit 1`,
  );
  return missing.length > 0;
}
