import { sql } from "drizzle-orm";
import type { ImportSettings } from "@/contract/import-settings";
import type { Source } from "@/contract/lead-filters";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { toStoredMetadata } from "../metadata";
import { createConsentId, storeConsentTexts } from "../projects/consent";
import { restoreSuppressions } from "../suppressions/erased";
import { type AddedLead, joinsWaitlist, type NumberedLead } from "./added-lead";
import { generateReferralCode, lockLeads } from "./record";
import { insertWaitlistChanges } from "./waitlist";

type InsertOptions = {
  settings: Pick<ImportSettings, "waitlist" | "waitlistOrder" | "consent">;
  /** The creation date of leads that have none. */
  startedAt: string;
  source: Source;
  /** Where the confirmations of emails are from. */
  confirmedFrom: string;
};

const maxAttempts = 5;

/**
 * Creates the leads that don't exist, and locks the others. Nothing is queued, because adding many leads emails no one. `keepWanted` leaves out
 * those of the missing leads that must not be created anymore. Throws `external_id_exists` if a missing lead has that of another. Returns the referral codes of the created leads by email.
 */
export async function createMissingLeads<Lead extends NumberedLead>(
  ctx: Context,
  rows: readonly Lead[],
  options: InsertOptions,
  keepWanted: (missing: Lead[]) => Promise<Lead[]> = async (missing) => missing,
): Promise<{ created: Map<string, string>; existing: Lead[] }> {
  await storeConsentTexts(
    ctx,
    rows.map(({ lead }) => consentText(lead, options.settings)).filter((text) => text !== ""),
  );
  const created = new Map<string, string>();
  const existing: Lead[] = [];
  let pending = [...rows];
  // A lead that isn't created was just created by someone else, or its referral code or external ID is taken.
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === maxAttempts && pending.some(({ lead }) => lead.externalId !== undefined)) throw new ApiError("external_id_exists");
    if (attempt === maxAttempts) throw new Error(`Couldn't find unused referral codes in ${maxAttempts} attempts`);
    const locked = new Set(
      await lockLeads(
        ctx,
        pending.map(({ email }) => email),
      ),
    );
    existing.push(...pending.filter(({ email }) => locked.has(email)));
    pending = await keepWanted(pending.filter(({ email }) => !locked.has(email)));
    const codes = await insertLeads(ctx, pending, { ...options, isRetry: attempt > 0 });
    for (const [email, code] of codes) created.set(email, code);
    pending = pending.filter(({ email }) => !codes.has(email));
  }
  return { created, existing };
}

/** The consent text that a lead agreed to, or an empty text. The settings apply to leads that say nothing else. */
const consentText = ({ consent }: AddedLead, settings: Pick<ImportSettings, "consent">): string => consent ?? settings.consent;

/** Inserts leads, and returns the referral codes of those that were inserted, by email. */
async function insertLeads(
  { db, projectId }: Context,
  rows: readonly NumberedLead[],
  {
    settings,
    startedAt,
    source,
    confirmedFrom,
    isRetry,
  }: InsertOptions & {
    /** Whether referral codes of the leads may have been taken since they were checked. */
    isRetry: boolean;
  },
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const values = rows.map(({ row, email, lead }) => {
    const consent = consentText(lead, settings);
    const createdAt = lead.createdAt ?? startedAt;
    return {
      email,
      firstname: lead.firstname,
      lastname: lead.lastname,
      notes: lead.notes ?? "",
      source_tag: lead.sourceTag || null,
      utm: lead.utm,
      referrer_url: lead.referrerUrl,
      tags: lead.tags ?? [],
      metadata: toStoredMetadata(lead.metadata),
      external_id: lead.externalId,
      answers: lead.answers ?? {},
      referral_code: (!isRetry && lead.referralCode) || generateReferralCode(),
      created_at: createdAt,
      status: lead.isUnconfirmed ? "unconfirmed" : "active",
      confirmed_at: lead.isConfirmed && !lead.isUnconfirmed ? (lead.confirmedAt ?? lead.consentedAt ?? createdAt) : null,
      // With the time of a change, a lead who isn't on the waitlist has left it.
      has_waited: joinsWaitlist(lead, settings) || (lead.leftWaitlist === true && !lead.isUnconfirmed && settings.waitlist !== "none"),
      on_waitlist: joinsWaitlist(lead, settings),
      sort_key: waitlistSortKey(lead, row, { startedAt, settings }),
      consent_id: consent ? createConsentId(consent) : null,
      consented_at: consent ? (lead.consentedAt ?? createdAt) : null,
    };
  });
  const inserted = await queryRows<RowOf<typeof leads, "email" | "referral_code">>(
    db,
    sql`with inserted as (
        insert into leads (project_id, email, firstname, lastname, notes, status, on_waitlist, waitlist_sort_key, waitlist_changed_at, source, source_tag, utm, referrer_url,
          answers, tags, metadata, external_id, referral_code, consent_id, consented_at, created_at, confirmed_at, confirmed_by, confirmed_from)
        select ${projectId}::int, v.email, v.firstname, v.lastname, v.notes, v.status, v.on_waitlist, v.sort_key, case when v.has_waited then v.created_at end,
          ${source}::text, v.source_tag, v.utm, v.referrer_url, v.answers, v.tags, v.metadata, v.external_id, v.referral_code, v.consent_id, v.consented_at, v.created_at,
          v.confirmed_at, case when v.confirmed_at is not null then 'import' end, case when v.confirmed_at is not null then ${confirmedFrom}::text end
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, firstname text, lastname text, notes text, status text, on_waitlist boolean, has_waited boolean,
          sort_key numeric, source_tag text, utm jsonb, referrer_url text, answers jsonb, tags text[], metadata jsonb, external_id text, referral_code text, consent_id text, consented_at timestamptz, created_at timestamptz, confirmed_at timestamptz)
        order by v.email
        on conflict do nothing
        returning project_id, email, referral_code, waitlist_sort_key, on_waitlist
      ), waitlist_change as (
        ${insertWaitlistChanges(sql`inserted where on_waitlist`, 1)}
      ), ${restoreSuppressions(sql`select project_id, email from inserted`)}
      select email, referral_code from inserted`,
  );
  return new Map(inserted.map((lead) => [lead.email, lead.referral_code]));
}

/**
 * Where a lead is in the waitlist: behind everyone who waits, in the order of their positions, their dates or their numbers. Ordered by date,
 * those with a date and no position are where they would be had they signed up here.
 */
function waitlistSortKey(
  { createdAt, position }: AddedLead,
  row: number,
  { startedAt, settings }: Pick<InsertOptions, "startedAt" | "settings">,
): string {
  const isByDate = settings.waitlistOrder !== "end" && createdAt !== undefined && position === undefined;
  const time = Date.parse(isByDate ? createdAt : startedAt);
  // Positions have 9 digits, and times since 1900 have 14.
  const order = position ?? (createdAt === undefined ? 900_000_000_000_000 + row : 10_000_000_000_000 + Date.parse(createdAt));
  return `${time}000.${String(order).padStart(15, "0")}${String(row).padStart(7, "0")}`;
}
