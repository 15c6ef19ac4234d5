import { type SQL, sql } from "drizzle-orm";
import type { SkippableGroup } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { ApiError } from "../api-error";
import { preparePersonalCodes } from "../codes/personal-codes";
import type { Context } from "../context";
import { addTallies, type Job } from "../jobs/handler";
import { leadConditions } from "../leads/filter";
import { lockInvitations } from "../leads/lock-invitations";
import type { Cursor } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countRows, joinAnd, jsonItems } from "../sql";
import { countReasons } from "./queue-send";
import type { RecipientSource } from "./recipient-source";
import { partitionRecipients } from "./recipients";

/** Leads that match a filter, without some groups. */
export type MatchingParams = { filter: LeadFilter; skip: readonly SkippableGroup[] };

/** Oldest first. Referral codes don't change with the email, so no one is listed twice or left out. */
const recipientOrder: ListOrder = {
  columns: [
    { expression: sql`l.created_at`, type: "timestamptz" },
    { expression: sql`l.referral_code`, type: "text" },
  ],
  descending: false,
};

/** The conditions on leads `l` who matched when the send was created, and still do: without those who joined since. */
function recipientConditions(ctx: Context, { params: { filter }, createdAt }: Job<MatchingParams>): SQL[] {
  const start = sql`${createdAt}::timestamptz`;
  const isWaiting = filter.waitlist === true || filter.waitlistStatus === "waiting";
  return [
    ...leadConditions(ctx, filter),
    sql`l.created_at <= ${start}`,
    ...(isWaiting ? [sql`(l.waitlist_changed_at is null or l.waitlist_changed_at <= ${start})`] : []),
    // Imported leads can have an earlier date.
    sql`(l.source <> 'import' or not exists (select from import_rows r join imports i on i.project_id = r.project_id and i.id = r.import_id
      where r.project_id = l.project_id and r.email = l.email and r.result = 'created' and i.started_at > ${start}))`,
  ];
}

/** The leads that match a filter. They are identified by their referral codes. */
export const matchingLeads: RecipientSource<MatchingParams> = {
  count: (ctx, { filter }) => countRows(ctx.db, sql`leads l`, leadConditions(ctx, filter)),
  total: (ctx, job) => countRows(ctx.db, sql`leads l`, recipientConditions(ctx, job)),
  async list(ctx, job, { after, limit }) {
    const conditions = [
      ...recipientConditions(ctx, job),
      ...afterCursor(recipientOrder, after === null ? null : (JSON.parse(after) as Cursor)),
    ];
    const rows = await queryRows<RowOf<typeof leads, "created_at" | "referral_code">>(
      ctx.db,
      sql`select l.created_at, l.referral_code from leads l where ${joinAnd(conditions)} order by ${orderBy(recipientOrder)} limit ${limit}`,
    );
    return rows.map(({ created_at: createdAt, referral_code: code }) => ({ id: code, position: JSON.stringify([createdAt, code]) }));
  },
  async select(ctx, send, { params }, referralCodes) {
    if (send.kind === "invitation") await lockInvitations(ctx);
    const addCodes = send.kind === "invitation" ? await preparePersonalCodes(ctx, send) : null;
    if (send.kind === "code") await lockCode(ctx, send.code_key ?? "");
    const emails = await lockEmails(ctx, referralCodes);
    const { recipients, skipped } = await partitionRecipients(ctx, emails, {
      code: send.code_key ?? undefined,
      batch: (send.from_batch && send.batch_id) || undefined,
      skip: params.skip,
    });
    const messages = addCodes
      ? await addCodes(recipients)
      : recipients.map((email) => ({
          email,
          ...(send.kind === "code" && { codeKey: send.code_key ?? "", codeText: send.code_text ?? "" }),
        }));
    const missing = { not_a_lead: referralCodes.length - emails.length, no_code_left: recipients.length - messages.length };
    const counted = Object.entries(missing).filter(([, count]) => count > 0);
    return { messages, skipped: addTallies(countReasons(skipped), Object.fromEntries(counted)) };
  },
};

/** Locks the code of a send against deletion, which cancels the emails that are queued by then. Throws `code_not_found`. */
async function lockCode({ db, projectId }: Context, key: string): Promise<void> {
  const rows = await queryRows(db, sql`select key from codes where project_id = ${projectId} and key = ${key} for key share`);
  if (rows.length === 0) throw new ApiError("code_not_found", { message: "The code was deleted, so the other emails weren't queued." });
}

/** Returns the emails of leads in the order of their referral codes, locked so that they don't change. */
async function lockEmails({ db, projectId }: Context, referralCodes: readonly string[]): Promise<{ email: string }[]> {
  const rows = await queryRows<RowOf<typeof leads, "email" | "referral_code">>(
    db,
    sql`select l.email, l.referral_code from leads l
      where l.project_id = ${projectId} and l.referral_code in (select item from ${jsonItems(referralCodes)}) order by l.email for key share of l`,
  );
  const emails = new Map(rows.map(({ email, referral_code: code }) => [code, email]));
  return referralCodes.flatMap((code) => emails.get(code) ?? []).map((email) => ({ email }));
}
