import { and, eq, sql } from "drizzle-orm";
import {
  defaultEmailTemplates,
  type EmailTemplateContent,
  type EmailTemplateKind,
  emailTemplateKinds,
} from "@/contract/default-email-templates";
import { maxTemplateVersions } from "@/contract/email-templates";
import type { PersonalData } from "@/contract/personal-data";
import type { Answers, Question } from "@/contract/questions";
import { queryRows, type RowOf } from "@/db/query";
import {
  type batches,
  type claims,
  type codes,
  type deliveries,
  emailChanges,
  type emailTemplateVersions,
  type events,
  type failedClaims,
  type importRows,
  type imports,
  type inviteCodes,
  type leadInvitations,
  type leads,
  type sends,
  suppressions,
} from "@/db/schema";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { isoTimestamp } from "@/lib/dates";
import { hasHoldOf } from "../codes/holds";
import { codeRedemption } from "../codes/record";
import { type Context, getDatabaseTime } from "../context";
import { listEmailTemplates, withOverrides } from "../email-templates/templates";
import { readStoredEvents } from "../events/stored-events";
import { getProject } from "../projects/record";
import { getBranding, getLeadProfile } from "../sends/email-content";
import { listSentEvents } from "../webhooks/deliveries";
import { getLead } from "./record";
import { getWaitlistPosition } from "./waitlist";

/** Renders an email with links without tokens. */
export type RenderEmail = (ctx: Context, message: LeadEmailContent) => Promise<{ subject: string; text: string }>;

/** Returns everything that is stored about a lead, for the lead to read: other people can't be identified. Throws `lead_not_found`. */
export async function getPersonalData(ctx: Context, email: string, renderEmail: RenderEmail): Promise<PersonalData> {
  const lead = await getLead(ctx, email);
  const [project, emailChange, suppression, waitlist, emails, related, webhooks] = await Promise.all([
    getProject(ctx),
    getEmailChange(ctx, email),
    getSuppression(ctx, email),
    getWaitlistPosition(ctx, email),
    listEmails(ctx, email, renderEmail),
    listRelated(ctx, email),
    listSentEvents(ctx, email),
  ]);
  const {
    firstname,
    lastname,
    notes,
    tags,
    metadata,
    externalId,
    status,
    heldReason,
    confirmedAt,
    confirmedBy,
    confirmedFrom,
    source,
    sourceTag,
    utm,
    referrerUrl,
  } = lead;
  const { createdAt, updatedAt, consent, waitlistStatus } = lead;
  const { changed_at: changedAt, is_blocked: isBlocked, ...lists } = related;
  return {
    exportedAt: await getDatabaseTime(ctx),
    project: project.name,
    lead: {
      email,
      firstname,
      lastname,
      notes,
      tags,
      metadata,
      externalId,
      status,
      heldReason,
      confirmedAt,
      confirmedBy,
      confirmedFrom,
      source,
      sourceTag,
      utm,
      referrerUrl,
      createdAt,
      updatedAt,
    },
    emailChange,
    answers: describeAnswers(lead.fields, project.questions),
    consent,
    suppression,
    isBlocked,
    waitlist: { status: waitlistStatus, position: waitlist?.position ?? null, changedAt: isoTimestamp(changedAt) },
    ...lists,
    referrals: { ...lists.referrals, referralCode: lead.referralCode, referredBy: lead.referredBy && maskEmail(lead.referredBy.email) },
    emails,
    webhooks,
  };
}

const describeAnswers = (answers: Answers, questions: readonly Question[]): PersonalData["answers"] =>
  Object.entries(answers).map(([key, answer]) => ({ key, question: questions.find((each) => each.key === key)?.label ?? key, answer }));

/** Reduces another person's email to what the lead recognizes if they know it. */
const maskEmail = (email: string): string => `${email.slice(0, 1)}…`;

async function getEmailChange({ db, projectId }: Context, email: string): Promise<PersonalData["emailChange"]> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.projectId, projectId), eq(emailChanges.email, email)));
  if (!row?.newEmail) return null;
  return { newEmail: row.newEmail, requestedAt: isoTimestamp(row.createdAt), expiresAt: isoTimestamp(row.expiresAt) };
}

async function getSuppression({ db, projectId }: Context, email: string): Promise<PersonalData["suppression"]> {
  const [row] = await db
    .select()
    .from(suppressions)
    .where(and(eq(suppressions.projectId, projectId), eq(suppressions.email, email)));
  return row ? { reason: row.reason, note: row.note, since: isoTimestamp(row.createdAt) } : null;
}

type RelatedRows = {
  invitations: RowOf<typeof leadInvitations, "code_text" | "created_at" | "expires_at" | "opened_at" | "outcome" | "ended_at">;
  codes: RowOf<typeof codes, "text" | "valid_from" | "valid_until">;
  holds: RowOf<typeof codes, "text"> & { expires_at: string };
  inviteCodes: RowOf<typeof inviteCodes, "code_text" | "created_at"> & { claimed: boolean };
  claims: RowOf<typeof claims, "claimed_at" | "source" | "email_verified_by"> & { text: string };
  failedClaims: RowOf<typeof failedClaims, "error" | "attempts" | "created_at" | "updated_at"> & { code: string };
  referrals: RowOf<typeof leads, "email" | "created_at">;
  events: RowOf<typeof events, "kind" | "at" | "actor_kind" | "code_text"> & { data: Record<string, unknown> };
  imports: RowOf<typeof importRows, "row" | "result"> & RowOf<typeof imports, "created_at"> & { cells: string[]; columns: string[] };
};

type Related = Pick<
  PersonalData,
  "invitations" | "reservedCodes" | "holds" | "inviteCodes" | "claims" | "failedClaims" | "activity" | "imports"
> & {
  referrals: Pick<PersonalData["referrals"], "referredLeads">;
  changed_at: string | null;
  is_blocked: boolean;
};

/** Reads what other tables have about a lead. */
async function listRelated({ db, projectId }: Context, email: string): Promise<Related> {
  const isTheirs = sql`project_id = ${projectId} and email = ${email}`;
  const select = <Name extends keyof RelatedRows>(query: ReturnType<typeof sql>) => queryRows<RelatedRows[Name]>(db, query);
  const [state] = await queryRows<{ changed_at: string | null; is_blocked: boolean }>(
    db,
    sql`select l.waitlist_changed_at as changed_at,
        exists (select from block_list_entries b where b.project_id = l.project_id and b.entry = l.email) as is_blocked
      from leads l where l.project_id = ${projectId} and l.email = ${email}`,
  );
  const invitations = await select<"invitations">(
    sql`select code_text, created_at, expires_at, opened_at, outcome, ended_at from lead_invitations where ${isTheirs} order by created_at desc`,
  );
  const reserved = await select<"codes">(
    sql`select text, valid_from, valid_until from codes where project_id = ${projectId} and reserved_for = ${email} order by batch_id desc, batch_index`,
  );
  const held = await select<"holds">(
    sql`select text, holds ->> ${email}::text as expires_at from codes where project_id = ${projectId} and ${hasHoldOf([email])} order by expires_at, key`,
  );
  const invites = await select<"inviteCodes">(
    sql`select v.code_text, v.created_at, exists (select from claims k where k.project_id = v.project_id and k.code_key = v.code_key and k.batch_id = v.batch_id) as claimed
      from invite_codes v where v.project_id = ${projectId} and v.email = ${email} order by v.created_at, v.code_key`,
  );
  const claimed = await select<"claims">(
    sql`select c.text, k.claimed_at, k.source, k.email_verified_by from claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
      where k.project_id = ${projectId} and k.email = ${email} order by k.claimed_at desc, c.key`,
  );
  const failed = await select<"failedClaims">(
    sql`select coalesce(c.text, f.code_key) as code, f.error, f.attempts, f.created_at, f.updated_at
      from failed_claims f left join codes c on c.project_id = f.project_id and c.key = f.code_key
      where f.project_id = ${projectId} and f.email = ${email} order by f.updated_at desc, f.code_key`,
  );
  const referrals = await select<"referrals">(
    sql`select email, created_at from leads where project_id = ${projectId} and referred_by = ${email} order by created_at desc, email`,
  );
  const activity = await select<"events">(
    sql`select kind, at, actor_kind, code_text, data from (${readStoredEvents(sql`select * from events where ${isTheirs}`)}) as e order by id desc`,
  );
  const imported = await select<"imports">(
    sql`select r.row, r.result, r.cells, i.columns, i.created_at from import_rows r
      join imports i on i.project_id = r.project_id and i.id = r.import_id
      where r.project_id = ${projectId} and r.email = ${email} order by r.import_id desc, r.row`,
  );
  return {
    changed_at: state?.changed_at ?? null,
    is_blocked: state?.is_blocked ?? false,
    invitations: invitations.map((row) => ({
      code: row.code_text,
      invitedAt: isoTimestamp(row.created_at),
      expiresAt: isoTimestamp(row.expires_at),
      openedAt: isoTimestamp(row.opened_at),
      outcome: row.outcome,
      endedAt: isoTimestamp(row.ended_at),
    })),
    reservedCodes: reserved.map((row) => ({
      code: row.text,
      validFrom: isoTimestamp(row.valid_from),
      validUntil: isoTimestamp(row.valid_until),
    })),
    holds: held.map((row) => ({ code: row.text, expiresAt: row.expires_at })),
    inviteCodes: invites.map((row) => ({ code: row.code_text, createdAt: isoTimestamp(row.created_at), claimed: row.claimed })),
    claims: claimed.map((row) => ({
      code: row.text,
      claimedAt: isoTimestamp(row.claimed_at),
      source: row.source,
      emailVerifiedBy: row.email_verified_by,
    })),
    failedClaims: failed.map((row) => ({
      code: row.code,
      error: row.error,
      attempts: row.attempts,
      firstAttemptAt: isoTimestamp(row.created_at),
      lastAttemptAt: isoTimestamp(row.updated_at),
    })),
    referrals: {
      referredLeads: referrals.map((row) => ({ email: maskEmail(row.email), joinedAt: isoTimestamp(row.created_at) })),
    },
    activity: activity.map((row) => ({
      kind: row.kind,
      at: isoTimestamp(row.at),
      actor: row.actor_kind,
      code: row.code_text,
      details: row.data,
    })),
    imports: imported.map((row) => ({
      importedAt: isoTimestamp(row.created_at),
      row: row.row,
      cells: Object.fromEntries(row.cells.map((cell, index) => [row.columns[index] || `Column ${index + 1}`, cell])),
      result: row.result,
    })),
  };
}

type EmailRow = RowOf<typeof deliveries, "id" | "recipient" | "code_text" | "status" | "error" | "created_at" | "updated_at"> &
  RowOf<typeof sends, "subject" | "body" | "button" | "button_url"> &
  Pick<RowOf<typeof batches>, "redemption_url" | "redemption_instructions"> &
  Partial<RowOf<typeof codes, "valid_from" | "valid_until">> & {
    kind: EmailTemplateKind;
    allowed_claims: number | null;
    reserved: boolean;
  };

/** Lists the emails to a lead, newest first, with the texts that they had. */
async function listEmails(ctx: Context, email: string, renderEmail: RenderEmail): Promise<PersonalData["emails"]> {
  const { db, projectId } = ctx;
  const rows = await queryRows<EmailRow>(
    db,
    sql`select d.id, d.recipient, coalesce(s.kind, d.kind) as kind, d.code_text, d.status, d.error, d.created_at, d.updated_at,
        s.subject, s.body, s.button, s.button_url, c.allowed_claims, coalesce(c.reserved_for = d.email, false) as reserved, c.valid_from, c.valid_until, b.redemption_url, b.redemption_instructions
      from deliveries d left join sends s on s.project_id = d.project_id and s.id = d.send_id
      left join codes c on c.project_id = d.project_id and c.key = d.code_key
      left join batches b on b.project_id = c.project_id and b.id = c.batch_id
      where d.project_id = ${projectId} and d.email = ${email} order by d.created_at desc, d.id desc`,
  );
  if (rows.length === 0) return [];
  const [findTemplate, profile, waitlist] = await Promise.all([
    loadTemplateHistory(ctx),
    getLeadProfile(ctx, email),
    getWaitlistPosition(ctx, email),
  ]);
  const brandingByKind = new Map<EmailTemplateKind, Awaited<ReturnType<typeof getBranding>>>();
  const list: PersonalData["emails"] = [];
  for (const row of rows) {
    const branding = brandingByKind.get(row.kind) ?? (await getBranding(ctx, row.kind));
    brandingByKind.set(row.kind, branding);
    const isSent = row.status === "sent" || row.status === "saved_to_file";
    const template = findTemplate(row.kind, isoTimestamp(isSent ? row.updated_at : row.created_at));
    const { subject, text } = await renderEmail(ctx, {
      ...branding,
      text: withOverrides(template.content, row),
      email,
      ...profile,
      code: row.code_text,
      allowedClaims: row.allowed_claims ?? 1,
      reserved: row.reserved,
      validFrom: isoTimestamp(row.valid_from ?? null),
      validUntil: isoTimestamp(row.valid_until ?? null),
      ...codeRedemption({ ...row, text: row.code_text ?? "" }),
      position: row.kind === "joined" ? (waitlist?.position ?? null) : null,
      waiting: row.kind === "joined" ? (waitlist?.waiting ?? null) : null,
      buttonUrl: row.button_url,
    });
    list.push({
      id: row.id,
      kind: row.kind,
      to: row.recipient ?? email,
      subject,
      text,
      isTemplateKnown: template.isKnown,
      code: row.code_text,
      status: row.status,
      error: row.error,
      createdAt: isoTimestamp(row.created_at),
      updatedAt: isoTimestamp(row.updated_at),
    });
  }
  return list;
}

type FindTemplate = (kind: EmailTemplateKind, time: string) => { content: EmailTemplateContent; isKnown: boolean };

/** Loads the versions and resets of all templates, and returns a function that finds the texts of a template at a time (ISO 8601). */
async function loadTemplateHistory(ctx: Context): Promise<FindTemplate> {
  const { db, projectId } = ctx;
  const [templates, versions, resets] = await Promise.all([
    listEmailTemplates(ctx),
    queryRows<RowOf<typeof emailTemplateVersions, "kind" | "subject" | "body" | "button" | "created_at">>(
      db,
      sql`select kind, subject, body, button, created_at from email_template_versions where project_id = ${projectId} order by id desc`,
    ),
    queryRows<{ kind: EmailTemplateKind; at: string }>(
      db,
      sql`select data ->> 'template' as kind, at from events where project_id = ${projectId} and kind = 'email_template.reset' order by id desc`,
    ),
  ]);
  const history = Object.fromEntries(
    emailTemplateKinds.map((kind) => {
      const saved = versions.filter((version) => version.kind === kind);
      const changes = [
        ...saved.map(({ subject, body, button, created_at }) => ({ at: isoTimestamp(created_at), content: { subject, body, button } })),
        ...resets.filter((reset) => reset.kind === kind).map(({ at }) => ({ at: isoTimestamp(at), content: defaultEmailTemplates[kind] })),
      ];
      const current = templates.find((template) => template.kind === kind);
      // A template that was saved before there were versions.
      if (saved.length === 0 && current?.updatedAt) changes.push({ at: current.updatedAt, content: current.content });
      changes.sort((a, b) => (a.at < b.at ? 1 : -1));
      return [kind, { changes, current: current?.content ?? defaultEmailTemplates[kind], isComplete: saved.length < maxTemplateVersions }];
    }),
  );
  return (kind, time) => {
    const { changes = [], current = defaultEmailTemplates[kind], isComplete = true } = history[kind] ?? {};
    const change = changes.find(({ at }) => at <= time);
    if (change) return { content: change.content, isKnown: true };
    return isComplete ? { content: defaultEmailTemplates[kind], isKnown: true } : { content: current, isKnown: false };
  };
}
