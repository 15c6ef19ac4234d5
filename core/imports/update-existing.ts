import { sql } from "drizzle-orm";
import type { ImportSettings } from "@/contract/import-settings";
import { maxTags } from "@/contract/limits";
import type { Answers } from "@/contract/questions";
import { applyTagChange } from "@/contract/tag-change";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { setOnWaitlist } from "../leads/waitlist";
import { itemsIn } from "../sql";
import type { RowLead } from "./row-lead";
import { type ImportableRow, joinsWaitlist, type LeadChanges, type RowResult } from "./rows";

const textFields = ["firstname", "lastname", "notes"] as const;

/** Whether an email is confirmed, and where that is from. */
const confirmationFields = ["confirmed_at", "confirmed_by", "confirmed_from"] as const;

/** The fields whose values before an import its undo restores. */
export const restorableFields: readonly (keyof EditableLead)[] = [...textFields, ...confirmationFields];

export type EditableLead = RowOf<
  typeof leads,
  | "email"
  | "firstname"
  | "lastname"
  | "notes"
  | "answers"
  | "tags"
  | "on_waitlist"
  | "status"
  | "has_claimed"
  | "invited_at"
  | "waitlist_changed_at"
  | "referral_code"
  | (typeof confirmationFields)[number]
>;

/** Reads leads that the caller has locked. */
export async function readLeads({ db, projectId }: Context, emails: readonly string[]): Promise<Map<string, EditableLead>> {
  const rows = await queryRows<EditableLead>(
    db,
    sql`select email, firstname, lastname, notes, answers, tags, on_waitlist, status, has_claimed, invited_at, waitlist_changed_at, referral_code,
        confirmed_at, confirmed_by, confirmed_from from leads where project_id = ${projectId} and email in ${itemsIn(emails)}`,
  );
  return new Map(rows.map((lead) => [lead.email, { ...lead, confirmed_at: isoTimestamp(lead.confirmed_at) }]));
}

/** Saves the names, notes, answers, tags and confirmations of leads that the caller has locked. */
export const saveLeads = ({ db, projectId }: Context, changed: readonly EditableLead[]): Promise<unknown> =>
  db.execute(
    sql`update leads l set firstname = v.firstname, lastname = v.lastname, notes = v.notes, answers = v.answers, tags = v.tags, updated_at = now(),
        confirmed_at = v.confirmed_at, confirmed_by = v.confirmed_by, confirmed_from = v.confirmed_from
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as v (email text, firstname text, lastname text, notes text, answers jsonb, tags text[],
        confirmed_at timestamptz, confirmed_by text, confirmed_from text)
      where l.project_id = ${projectId} and l.email = v.email`,
  );

/**
 * Updates leads that exist and that the caller has locked, as the settings say. Their status, sign-up date, consent and referral code never
 * change. Their referrers are saved later.
 */
export async function updateExistingLeads(
  ctx: Context,
  rows: readonly ImportableRow[],
  settings: ImportSettings,
  fileName: string,
): Promise<RowResult[]> {
  if (settings.existing === "skip" || rows.length === 0) return rows.map(({ row }) => ({ row, result: "skipped" }));
  const current = await readLeads(
    ctx,
    rows.map(({ email }) => email),
  );
  const saved: EditableLead[] = [];
  const joining: string[] = [];
  const results = rows.map((each) => {
    const lead = current.get(each.email);
    const changes = lead && compareLead(each, lead, { settings, fileName });
    if (!lead || !changes) return { row: each.row, result: "skipped" as const };
    saved.push({
      ...lead,
      ...newFields(changes),
      answers: { ...lead.answers, ...newAnswers(changes) },
      tags: applyTagChange(lead.tags, { addTags: changes.addedTags }).tags,
    });
    if (changes.joinedWaitlist) joining.push(lead.email);
    return { row: each.row, result: "updated" as const, changes };
  });
  await saveLeads(ctx, saved);
  await setOnWaitlist(ctx, joining, true);
  await recordEvents(
    ctx,
    saved.map(({ email }) => ({ kind: "lead.updated", email, data: { fields: ["import"] } })),
  );
  return results;
}

const newFields = ({ fields }: LeadChanges) => Object.fromEntries(Object.entries(fields).map(([name, [, after]]) => [name, after]));
const newAnswers = ({ answers }: LeadChanges): Answers =>
  Object.fromEntries(Object.entries(answers).map(([key, [, after]]) => [key, after]));

type UpdateOptions = { settings: ImportSettings; fileName: string };

/**
 * Returns the confirmation that a row adds: if the lead has none, and unless a sign-up waits for theirs. When overwriting, an earlier one
 * replaces that of another import.
 */
function compareConfirmation(row: RowLead, lead: EditableLead, { settings, fileName }: UpdateOptions): LeadChanges["fields"] {
  const date = row.confirmedAt ?? row.consentedAt ?? row.createdAt;
  const isEarlier =
    settings.existing === "overwrite" && lead.confirmed_by === "import" && date !== undefined && date < (lead.confirmed_at ?? "");
  if (!row.isConfirmed || row.isUnconfirmed || lead.status === "unconfirmed" || (lead.confirmed_at !== null && !isEarlier)) return {};
  return {
    confirmed_at: [lead.confirmed_at, date ?? new Date(currentTime()).toISOString()],
    confirmed_by: [lead.confirmed_by, "import"],
    confirmed_from: [lead.confirmed_from, fileName || "a file"],
  };
}

/** Returns what a row changes in a lead, or null if nothing. */
function compareLead({ lead: row }: ImportableRow, lead: EditableLead, { settings, fileName }: UpdateOptions): LeadChanges | null {
  const overwrites = settings.existing === "overwrite";
  const changes: LeadChanges = { fields: {}, answers: {}, joinedWaitlist: false };
  for (const name of textFields) {
    const [before, after] = [lead[name], row[name]];
    if (after !== undefined && after !== "" && after !== before && (overwrites || !before)) changes.fields[name] = [before, after];
  }
  Object.assign(changes.fields, compareConfirmation(row, lead, { settings, fileName }));
  for (const [key, after] of Object.entries(row.answers ?? {})) {
    const before = Object.hasOwn(lead.answers, key) ? (lead.answers[key] ?? null) : null;
    if (after !== before && (overwrites || before === null)) changes.answers[key] = [before, after];
  }
  const { tags, added } = applyTagChange(lead.tags, { addTags: row.tags });
  if (added.length > 0 && tags.length <= maxTags) changes.addedTags = added;
  // Leads who left the waitlist, were invited or have claimed a code aren't put on it again.
  const neverWaited = lead.waitlist_changed_at === null && lead.invited_at === null && !lead.has_claimed;
  changes.joinedWaitlist = joinsWaitlist(row, settings) && !lead.on_waitlist && lead.status === "active" && neverWaited;
  const hasChanges =
    changes.joinedWaitlist ||
    changes.addedTags !== undefined ||
    Object.keys(changes.fields).length + Object.keys(changes.answers).length > 0;
  return hasChanges ? changes : null;
}
