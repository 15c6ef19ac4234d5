import { type SQL, sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { ifExists } from "../api-error";
import type { Context } from "../context";
import { getJob } from "../jobs/jobs";
import { waitlistStatus } from "../leads/record";
import { itemsIn } from "../sql";
import { hasEventSince, type StoredAnswer, type TruthCheck } from "./answer";

type CodesAnswer = StoredAnswer<"POST /codes/bulk">;
type LeadsAnswer = StoredAnswer<"POST /leads/bulk">;

/** Returns the job of a stored response, or null if it was canceled. */
export async function findJob(ctx: Context, id: string): Promise<JobRecord | null> {
  const job = await ifExists(getJob(ctx, id));
  return job?.status === "canceled" ? null : job;
}

/** A bulk action on codes: it wasn't canceled, and none of the listed codes was deleted or changed back. */
export const isCodesActionDone: TruthCheck<"POST /codes/bulk"> = async (ctx, { body, data }) => {
  const job = await findJob(ctx, (await data()).id);
  if (job === null || !body.codes || job.endedAt === null) return job !== null && !(await wasRestored(ctx, body, job));
  const { total, undone } = await countUndone(ctx, sql`codes c left join batches b on b.project_id = c.project_id and b.id = c.batch_id`, {
    keys: sql`c.project_id = ${ctx.projectId} and c.key in ${itemsIn(body.codes)}`,
    undone: undoneCode(body),
  });
  if (body.action !== "delete" && total < job.changed) return false;
  if (job.error === null) return undone === 0;
  // Some codes couldn't be changed, so that their values say nothing.
  const kinds = codeEvents[body.action];
  return !(await hasEventSince(ctx, job.endedAt, { kinds, column: "code_key", keys: body.codes }));
};

/** A revoked branch: the job wasn't canceled, and its codes weren't restored. */
export async function isBranchRevoked(ctx: Context, { data }: { data: () => Promise<JobRecord> }): Promise<boolean> {
  const job = await findJob(ctx, (await data()).id);
  return job !== null && !(await wasRestored(ctx, { action: "delete", bin: true }, job));
}

const codeEvents = {
  pause: ["code.resumed"],
  resume: ["code.paused"],
  extend: ["code.extended"],
  add_tags: ["code.tags_updated"],
  remove_tags: ["code.tags_updated"],
  delete: ["code.restored"],
} as const;

/** The condition that the opposite of an action was done with a code `c` of a batch `b`. */
function undoneCode({ action, tags = [], validUntil, allowedClaims }: CodesAnswer["body"]): SQL {
  switch (action) {
    case "pause":
      return sql`c.paused_at is null and b.paused_at is null`;
    case "resume":
      return sql`c.paused_at is not null`;
    case "extend":
      return sql`${validUntil === undefined ? sql`false` : sql`c.valid_until is distinct from ${validUntil}::timestamptz`}
        or ${allowedClaims === undefined ? sql`false` : sql`c.allowed_claims <> ${allowedClaims}::int`}`;
    case "delete":
      return sql`true`;
    default:
      return lacksTagChange(sql`c.tags`, action, tags);
  }
}

const lacksTagChange = (column: SQL, action: "add_tags" | "remove_tags", tags: readonly string[]): SQL =>
  action === "add_tags" ? sql`not ${column} @> array${itemsIn(tags)}` : sql`${column} && array${itemsIn(tags)}`;

/** A bulk action on leads: it wasn't canceled, and none of the listed leads was deleted or changed back. */
export const isLeadsActionDone: TruthCheck<"POST /leads/bulk"> = async (ctx, { body, data }) => {
  const job = await findJob(ctx, (await data()).id);
  if (job === null || !body.emails || job.endedAt === null) return job !== null && !(await wasRestored(ctx, body, job));
  const { total, undone } = await countUndone(ctx, sql`leads l`, {
    keys: sql`l.project_id = ${ctx.projectId} and l.email in ${itemsIn(body.emails)}`,
    undone: undoneLead(body),
  });
  if (body.action !== "delete" && total < job.changed) return false;
  // Leads who would have too many tags keep theirs.
  if (undone > 0 && job.error === null) return false;
  if (body.action !== "reissue_invitation") return true;
  const kinds = ["lead.returned_to_waitlist", "lead.declined"] as const;
  return !(await hasEventSince(ctx, job.endedAt, { kinds, column: "email", keys: body.emails }));
};

/** The condition that the opposite of an action was done with a lead `l`. */
function undoneLead({ action, tags = [] }: LeadsAnswer["body"]): SQL {
  switch (action) {
    case "join_waitlist":
      return sql`l.status = 'active' and coalesce(${waitlistStatus}, 'left') in ('left', 'declined')`;
    case "return_to_waitlist":
      return sql`l.status = 'active' and ${waitlistStatus} in ('left', 'declined')`;
    case "leave_waitlist":
      return sql`l.on_waitlist`;
    case "approve":
      return sql`l.status = 'held'`;
    case "reissue_invitation":
      return sql`false`;
    case "delete":
      return sql`true`;
    default:
      return lacksTagChange(sql`l.tags`, action, tags);
  }
}

/** Counts the listed rows that exist, and those of them for which the opposite was done. */
async function countUndone({ db }: Context, from: SQL, { keys, undone }: { keys: SQL; undone: SQL }) {
  const [row] = await queryRows<{ total: number; undone: number }>(
    db,
    sql`select count(*)::int as total, (count(*) filter (where ${undone}))::int as undone from ${from} where ${keys}`,
  );
  return row ?? { total: 0, undone: 0 };
}

/** Whether what a completed job moved to the bin was restored: it isn't in the bin, and restoring was recorded since. */
async function wasRestored(
  { db, projectId }: Context,
  { action, bin }: { action: string; bin?: boolean | undefined },
  job: JobRecord,
): Promise<boolean> {
  if (action !== "delete" || !bin || job.inBin || job.changed === 0 || job.endedAt === null) return false;
  const restored = await queryRows(
    db,
    sql`select from events e where e.project_id = ${projectId} and e.kind in ('code.restored', 'lead.restored', 'batch.restored')
      and e.at > ${job.endedAt}::timestamptz limit 1`,
  );
  return restored.length > 0;
}
