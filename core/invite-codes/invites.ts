import { eq, sql } from "drizzle-orm";
import { defaultCodeType, type inviteRefusals, type leadStatuses, type suppressionReasons } from "@/contract/enums";
import type { InviteCode, LeadInvites } from "@/contract/invite-codes";
import { queryRows, type RowOf } from "@/db/query";
import { type codes, type inviteCodes, projects } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { pageUrl } from "@/lib/env";
import { routes, withQuery } from "@/lib/routes";
import { blockListLines, isBlocked } from "../abuse-protection/hold-reason";
import { ApiError } from "../api-error";
import { createGrowingBatch } from "../codes/generate";
import { addCodes, type BatchRow } from "../codes/growing-batch";
import { codeStatusSql } from "../codes/rules";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lockLeads } from "../leads/record";
import { lock } from "../locks";
import { itemsIn } from "../sql";
import { isInviteCode } from "./conditions";
import { inviteQuotaSql } from "./quota";

// Leads get their invite codes when they ask for them, never with a claim. See docs/decisions/0089-invite-codes.md.

type QuotaRow = Record<"quota" | "used", number> & {
  has_claimed: boolean;
  status: (typeof leadStatuses)[number];
  suppression: (typeof suppressionReasons)[number] | null;
  is_blocked: boolean;
  valid_until: string | null;
};

type Quota = Pick<LeadInvites, "quota" | "available" | "refusal"> & { validUntil: string | null };

/** Returns how many invite codes a lead can get, and how long new ones work. Throws `lead_not_found`. */
async function readQuota({ db, projectId }: Context, email: string): Promise<Quota> {
  const [row] = await queryRows<QuotaRow>(
    db,
    sql`select l.has_claimed, l.status, s.reason as suppression, ${isBlocked(sql`l.project_id`, blockListLines(email))} as is_blocked,
        ${inviteQuotaSql(sql`l.email`)} as quota,
        (select count(*)::int from invite_codes v where v.project_id = l.project_id and v.email = l.email) as used,
        now() + make_interval(days => p.invite_expires_after_days) as valid_until
      from leads l join projects p on p.id = l.project_id left join suppressions s on s.project_id = l.project_id and s.email = l.email
      where l.project_id = ${projectId} and l.email = ${email}`,
  );
  if (!row) throw new ApiError("lead_not_found");
  const refusal = findRefusal(row);
  const available = refusal === null ? Math.max(0, row.quota - row.used) : 0;
  return { quota: row.quota, available, refusal, validUntil: isoTimestamp(row.valid_until) };
}

/** Returns why a lead gets no new codes, or null if they do. */
function findRefusal({ has_claimed, status, suppression, is_blocked }: QuotaRow): (typeof inviteRefusals)[number] | null {
  if (!has_claimed) return "no_claim";
  if (status === "held") return "held";
  if (is_blocked) return "blocked";
  return suppression === null || suppression === "unsubscribed" ? null : "suppressed";
}

type InviteRow = RowOf<typeof inviteCodes, "code_text" | "created_at"> &
  RowOf<typeof codes, "valid_until"> & {
    status: InviteCode["status"];
    claims: number;
    first: { email: string; claimed_at: string } | null;
  };

/** Lists the invite codes of a lead, oldest first. */
async function listInviteCodes({ db, projectId }: Context, email: string): Promise<InviteCode[]> {
  const rows = await queryRows<InviteRow>(
    db,
    sql`select v.code_text, v.created_at, c.valid_until, coalesce(c.claims, 0) as claims, case when c.key is null then 'deleted' else ${codeStatusSql} end as status,
        (select json_build_object('email', k.email, 'claimed_at', k.claimed_at) from claims k
          where k.project_id = c.project_id and k.code_key = c.key order by k.claimed_at, k.email limit 1) as first
      from invite_codes v left join (codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id)
        on ${isInviteCode}
      where v.project_id = ${projectId} and v.email = ${email} order by v.created_at, c.batch_index, v.code_key`,
  );
  return rows.map(({ code_text: code, status, claims, first, valid_until: validUntil, created_at: createdAt }) => ({
    code,
    url: withQuery(pageUrl(routes.claim), { code }),
    status,
    claims,
    claimedBy: first && { email: first.email, claimedAt: isoTimestamp(first.claimed_at) },
    validUntil: isoTimestamp(validUntil),
    createdAt: isoTimestamp(createdAt),
  }));
}

/** Returns the invite codes of a lead, and how many more they can get. Throws `lead_not_found`. */
export async function getLeadInvites(ctx: Context, email: string): Promise<LeadInvites> {
  const { validUntil: _, ...quota } = await readQuota(ctx, email);
  return { email, ...quota, codes: await listInviteCodes(ctx, email) };
}

/** Creates the invite codes that a lead is still missing, and returns all of them. Throws `lead_not_found` or `code_space_exhausted`. */
export async function createLeadInvites(ctx: Context, email: string): Promise<LeadInvites> {
  // Most requests create nothing, and wait for no one.
  if ((await readQuota(ctx, email)).available > 0) await inTransaction(ctx, (inner) => addInviteCodes(inner, email));
  return getLeadInvites(ctx, email);
}

async function addInviteCodes(ctx: Context, email: string): Promise<void> {
  const { db, projectId } = ctx;
  // Before the lead, as by everyone who generates codes for leads. Not for as long as they wait, because visitors wait here.
  await lock(db, "codes", projectId, defaultCodeType);
  if ((await lockLeads(ctx, [email])).length === 0) throw new ApiError("lead_not_found");
  // Read once more: the statement sees the codes of others who had the locks.
  const { available, validUntil } = await readQuota(ctx, email);
  if (available === 0) return;
  const batch = await getInviteBatch(ctx, available);
  const added = await addCodes(ctx, { ...batch, valid_until: validUntil }, available);
  // A code with the key of one that was deleted isn't the other lead's.
  await db.execute(
    sql`insert into invite_codes (project_id, code_key, code_text, batch_id, email)
      select ${projectId}::int, item ->> 'key', item ->> 'text', ${batch.id}::uuid, ${email}::text from jsonb_array_elements(${JSON.stringify(added)}::jsonb) as items (item)
      on conflict on constraint invite_codes_pkey do update set code_text = excluded.code_text, batch_id = excluded.batch_id, email = excluded.email, created_at = excluded.created_at`,
  );
  await recordEvent(ctx, { kind: "codes.generated", email, data: { batch: batch.id, amount: available, type: batch.type } });
}

/** The name of the batch, which staff can change. */
const batchName = "Invite codes";

/** Returns the batch of the project's invite codes, or a new one if it was deleted or has ended. The caller has locked the type of its codes. */
async function getInviteBatch(ctx: Context, amount: number): Promise<BatchRow> {
  const { db, projectId } = ctx;
  const find = async () => {
    const [batch] = await queryRows<BatchRow>(
      db,
      sql`select b.id, b.type, b.pattern, b.amount, b.allowed_claims, b.valid_from, b.valid_until
        from projects p join batches b on b.project_id = p.id and b.id = p.invite_batch_id
        where p.id = ${projectId} and b.type = ${defaultCodeType} and (b.valid_until is null or b.valid_until > now())`,
    );
    return batch;
  };
  const found = await find();
  if (found) return found;
  const { id } = await createGrowingBatch(ctx, { amount, type: defaultCodeType, name: batchName });
  await db.update(projects).set({ inviteBatchId: id }).where(eq(projects.id, projectId));
  const created = await find();
  if (!created) throw new Error("The batch of invite codes was not created");
  return created;
}

/** Pauses the codes of leads who are about to be deleted that they could still pass on. Returns those that weren't paused. The caller has locked them. */
export const pauseInviteCodes = ({ db, projectId }: Context, emails: readonly string[]): Promise<{ key: string; text: string }[]> =>
  queryRows(
    db,
    sql`update codes c set paused_at = now(), updated_at = now() from invite_codes v
      where v.project_id = ${projectId} and v.email in ${itemsIn(emails)} and ${isInviteCode}
        and c.paused_at is null and c.claims < c.allowed_claims
      returning c.key, c.text`,
  );
