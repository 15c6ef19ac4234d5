import { type SQL, sql } from "drizzle-orm";
import { sentStatuses, type WaitlistStatus } from "@/contract/enums";
import type { LeadRecord } from "@/contract/leads";
import { queryRows, type RowOf } from "@/db/query";
import { type consents, type deliveries, type leads, type suppressions, waitlistStatusSql } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { alphanumericAlphabet, randomString } from "@/lib/ids";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, lookupByKeys } from "../pagination";
import { itemsIn, joinAnd, jsonItems } from "../sql";
import { type ExportedLead, hasColumns, withFileColumns } from "./answers";
import { confirmedBy } from "./confirmation";
import { countAhead } from "./waitlist";

export type LeadRow = RowOf<
  typeof leads,
  | "firstname"
  | "lastname"
  | "notes"
  | "on_waitlist"
  | "referral_code"
  | "referred_by"
  | "status"
  | "held_reason"
  | "confirmed_at"
  | "confirmed_by"
  | "confirmed_from"
  | "consented_at"
  | "has_claimed"
  | "invited_at"
  | "source_tag"
  | "utm"
  | "referrer_url"
> & {
  lead_id: RowOf<typeof leads>["id"];
  lead_email: RowOf<typeof leads>["email"];
  lead_source: RowOf<typeof leads>["source"];
  /** Null if there are none, like the answers and the referrals: most leads have none, and reading a value takes longer than null. */
  lead_tags: RowOf<typeof leads>["tags"] | null;
  lead_metadata: RowOf<typeof leads>["metadata"];
  lead_external_id: RowOf<typeof leads>["external_id"];
  answers: RowOf<typeof leads>["answers"] | null;
  lead_created_at: RowOf<typeof leads>["created_at"];
  lead_updated_at: RowOf<typeof leads>["updated_at"];
  waitlist_status: WaitlistStatus | null;
  /** `changed`: when what the record has of it last changed. So have the emails and referrals. */
  invitation: { code: string; expires_at: string | null; changed: string | null } | null;
  suppression: RowOf<typeof suppressions>["reason"] | null;
  consent: RowOf<typeof consents>["text"] | null;
  last_email: { kind: RowOf<typeof deliveries>["kind"]; status: RowOf<typeof deliveries>["status"]; at: string } | null;
  /** The emails to the lead. `at` and `codes` are about those that went out. */
  emails: { at: string | null; codes: number; changed: string } | null;
  referrer_code: string | null;
  referred: { emails: string[]; changed: string } | null;
};

/** Where a lead `l` is in the waitlist. */
export const waitlistStatus: SQL = waitlistStatusSql((name) => sql`l.${sql.identifier(name)}`);

/** The email to a lead `l` that was queued last, for `from`. */
export const lastEmailRow: SQL = sql`(select d.kind, d.status, d.updated_at from deliveries d
  where d.project_id = l.project_id and d.email = l.email order by d.created_at desc, d.id desc limit 1) as d`;

const lastEmail = sql`(select json_build_object('kind', d.kind, 'status', d.status, 'at', d.updated_at) from ${lastEmailRow})`;

const emailsToLead = sql`deliveries d where d.project_id = l.project_id and d.email = l.email`;
const isSent = sql`d.status in (${sql.raw(sentStatuses.map((status) => `'${status}'`).join(", "))})`;

/** The emails to a lead `l` that went out, for `from`. */
export const sentToLead: SQL = sql`${emailsToLead} and ${isSent}`;

const emails = sql`(select json_build_object('at', max(d.updated_at) filter (where ${isSent}),
    'codes', count(distinct d.code_key) filter (where ${isSent} and d.kind = 'code'), 'changed', max(d.updated_at))
  from ${emailsToLead} having count(*) > 0)`;

/** The columns of `LeadRow` without `referred`, of leads `l` and their referrers `r`. */
export const leadColumnsWithoutReferrals: SQL = sql`l.id as lead_id, l.email as lead_email, l.firstname, l.lastname, l.notes, l.on_waitlist, l.referral_code, l.referred_by,
  r.referral_code as referrer_code, l.source as lead_source, nullif(l.tags, '{}') as lead_tags, nullif(l.answers, '{}') as answers, l.source_tag, l.utm, l.referrer_url, l.metadata as lead_metadata, l.external_id as lead_external_id, l.status, l.held_reason, l.confirmed_at, ${confirmedBy} as confirmed_by, l.confirmed_from, l.consented_at,
  case when l.consent_id is not null then (select k.text from consents k where k.project_id = l.project_id and k.id = l.consent_id) end as consent, l.has_claimed, l.invited_at,
  ${waitlistStatus} as waitlist_status, case when ${waitlistStatus} = 'invited' then (
    select json_build_object('code', i.code_text, 'expires_at', c.valid_until, 'changed', c.updated_at) from lead_invitations i
    left join codes c on c.project_id = i.project_id and c.key = i.code_key where i.project_id = l.project_id and i.code_key = l.invitation_code and i.email = l.email) end as invitation,
  (select s.reason from suppressions s where s.project_id = l.project_id and s.email = l.email) as suppression,
  ${lastEmail} as last_email, ${emails} as emails, l.created_at as lead_created_at, l.updated_at as lead_updated_at`;

/** The columns of `LeadRow`, of leads `l` and their referrers `r`. */
export const leadColumns: SQL = sql`${leadColumnsWithoutReferrals},
  (select json_build_object('emails', json_agg(referral.email order by referral.created_at desc, referral.email desc), 'changed', max(referral.updated_at))
    from leads referral where referral.project_id = l.project_id and referral.referred_by = l.email having count(*) > 0) as referred`;

/** The referrers `r` of leads `l`. */
export const leftJoinReferrer: SQL = sql`left join leads r on r.project_id = l.project_id and r.email = l.referred_by`;

export function leadRecord(row: LeadRow): LeadRecord {
  return {
    id: row.lead_id,
    email: row.lead_email,
    firstname: row.firstname,
    lastname: row.lastname,
    notes: row.notes,
    hasClaimedCode: row.has_claimed,
    onWaitlist: row.on_waitlist,
    referralCode: row.referral_code,
    referredBy: row.referred_by === null || row.referrer_code === null ? null : { email: row.referred_by, referralCode: row.referrer_code },
    referredLeads: (row.referred?.emails ?? []).map((email) => ({ email })),
    source: row.lead_source,
    sourceTag: row.source_tag,
    utm: row.utm,
    referrerUrl: row.referrer_url,
    fields: row.answers ?? {},
    tags: row.lead_tags ?? [],
    metadata: row.lead_metadata ?? {},
    externalId: row.lead_external_id,
    status: row.status,
    heldReason: row.held_reason,
    confirmedAt: isoTimestamp(row.confirmed_at),
    confirmedBy: row.confirmed_by,
    confirmedFrom: row.confirmed_from,
    consent: row.consent === null || row.consented_at === null ? null : { wording: row.consent, at: isoTimestamp(row.consented_at) },
    waitlistStatus: row.waitlist_status,
    invitation: row.invitation && { code: row.invitation.code, expiresAt: isoTimestamp(row.invitation.expires_at) },
    suppression: row.suppression,
    invitedAt: isoTimestamp(row.invited_at),
    lastEmail: row.last_email && { ...row.last_email, at: isoTimestamp(row.last_email.at) },
    lastEmailedAt: isoTimestamp(row.emails?.at ?? null),
    sentCodes: row.emails?.codes ?? 0,
    createdAt: isoTimestamp(row.lead_created_at),
    updatedAt: lastChange(row),
  };
}

/**
 * When the record of a lead last changed: by a change of the lead, of an email to them, of a lead they referred, or of the code of their
 * invitation. Derived, so that sending emails and sign-ups don't wait for locks on leads.
 */
function lastChange({ lead_updated_at: own, emails, referred, invitation }: LeadRow): string {
  const changes = [emails?.changed, referred?.changed, invitation?.changed].flatMap((at) => isoTimestamp(at ?? null) ?? []);
  return [isoTimestamp(own), ...changes].sort().at(-1) as string;
}

/** A row of an exported file. `ahead` is how many leads are ahead in line, or null if the lead isn't waiting. */
export type ExportedLeadRow = LeadRow & { ahead: string | null };

export const exportedLead = (row: ExportedLeadRow): ExportedLead => ({
  ...leadRecord(row),
  position: row.ahead === null ? null : Number(row.ahead) + 1,
});

async function findLead({ db, projectId }: Context, condition: SQL): Promise<LeadRecord | null> {
  const [row] = await queryRows<LeadRow>(
    db,
    sql`select ${leadColumns} from leads l ${leftJoinReferrer} where l.project_id = ${projectId} and ${condition}`,
  );
  return row ? leadRecord(row) : null;
}

/** Returns a lead by normalized email. Throws `lead_not_found`. */
export async function getLead(ctx: Context, email: string): Promise<LeadRecord> {
  const lead = await findLead(ctx, sql`l.email = ${email}`);
  if (lead === null) throw new ApiError("lead_not_found");
  return lead;
}

/** Returns a lead by external ID. Throws `lead_not_found`. */
export async function getLeadByExternalId(ctx: Context, externalId: string): Promise<LeadRecord> {
  const lead = await findLead(ctx, sql`l.external_id = ${externalId}`);
  if (lead === null) throw new ApiError("lead_not_found", { message: "No lead has this external ID." });
  return lead;
}

/** Returns leads by normalized emails, in the order given. Leaves out emails without a lead. */
export async function lookupLeads(
  ctx: Context,
  emails: readonly string[],
  query: Parameters<typeof hasColumns>[0] = {},
): Promise<ListResult<LeadRecord>> {
  const { db, projectId } = ctx;
  const select = <Row>(chunk: readonly string[], columns: SQL): Promise<Row[]> =>
    queryRows(
      db,
      sql`select ${columns} from ${jsonItems(chunk)}, leads l ${leftJoinReferrer} where l.project_id = ${projectId} and l.email = items.item order by items.position`,
    );
  if (!hasColumns(query)) return lookupByKeys(emails, { rows: (chunk) => select<LeadRow>(chunk, leadColumns), toRecord: leadRecord });
  const columns = sql`${leadColumns}, case when l.on_waitlist then ${countAhead(projectId)} end as ahead`;
  const list = lookupByKeys(emails, { rows: (chunk) => select<ExportedLeadRow>(chunk, columns), toRecord: exportedLead });
  return withFileColumns(ctx, list);
}

/** Returns the IDs of leads by their emails, in the order of the emails. */
export async function listLeadIds({ db, projectId }: Context, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<RowOf<typeof leads, "email" | "id">>(
    db,
    sql`select l.email, l.id from ${jsonItems(emails)} join leads l on l.project_id = ${projectId} and l.email = item order by position`,
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Records that something changed that leads have in their record, and that `updatedAt` isn't derived from. */
export async function markLeadsChanged(ctx: Context, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const locked = await lockLeads(ctx, emails);
  await ctx.db.execute(sql`update leads set updated_at = now() where project_id = ${ctx.projectId} and email in ${itemsIn(locked)}`);
}

/** Locks leads in the order of their emails, and returns the emails of those that exist and meet `conditions` on leads `l`. */
export async function lockLeads(
  { db, projectId }: Context,
  emails: readonly string[],
  { deleting = false, conditions = [] as readonly SQL[] } = {},
): Promise<string[]> {
  // The conditions are in the select list: they must hold once the lock is granted, not before.
  const locked = await queryRows<RowOf<typeof leads, "email"> & { matches: boolean | null }>(
    db,
    sql`select l.email, (${joinAnd([sql`true`, ...conditions])}) as matches from leads l
      where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} order by l.email ${deleting ? sql`for update` : sql`for no key update`}`,
  );
  return locked.filter(({ matches }) => matches).map(({ email }) => email);
}

/**
 * Locks the codes of the leads' invitations, and then the leads as `lockLeads` does. Deliveries are locked after them, in the same order as when
 * a lead is deleted, to prevent deadlocks.
 */
export async function lockLeadsWithCodes(
  ctx: Context,
  emails: readonly string[],
  options?: Parameters<typeof lockLeads>[2],
): Promise<string[]> {
  const { db, projectId } = ctx;
  await db.execute(
    sql`select count(*) from (
      select from codes where project_id = ${projectId} and key in (
        select invitation_code from leads where project_id = ${projectId} and email in ${itemsIn(emails)})
      order by key for no key update) as locked`,
  );
  return lockLeads(ctx, emails, options);
}

export const referralCodeLength = 8;

/** Whether a text has the form of a referral code. */
export const isReferralCode = (text: string): boolean =>
  text.length === referralCodeLength && [...text].every((character) => alphanumericAlphabet.includes(character));

export const generateReferralCode = (): string => randomString(alphanumericAlphabet, referralCodeLength);
