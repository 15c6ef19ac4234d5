import { sql } from "drizzle-orm";
import type { ImportSettings } from "@/contract/imports";
import { maxTags } from "@/contract/limits";
import type { Answers } from "@/contract/questions";
import { applyTagChange } from "@/contract/tag-change";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { setOnWaitlist } from "../leads/waitlist";
import { itemsIn } from "../sql";
import { type ImportableRow, joinsWaitlist, type LeadChanges, type RowResult } from "./rows";

const textFields = ["firstname", "lastname", "notes"] as const;

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
>;

/** Reads leads that the caller has locked. */
export async function readLeads({ db, projectId }: Context, emails: readonly string[]): Promise<Map<string, EditableLead>> {
  const rows = await queryRows<EditableLead>(
    db,
    sql`select email, firstname, lastname, notes, answers, tags, on_waitlist, status, has_claimed, invited_at, waitlist_changed_at, referral_code
      from leads where project_id = ${projectId} and email in ${itemsIn(emails)}`,
  );
  return new Map(rows.map((lead) => [lead.email, lead]));
}

/** Saves the names, notes, answers and tags of leads that the caller has locked. */
export const saveLeads = ({ db, projectId }: Context, changed: readonly EditableLead[]): Promise<unknown> =>
  db.execute(
    sql`update leads l set firstname = v.firstname, lastname = v.lastname, notes = v.notes, answers = v.answers, tags = v.tags, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as v (email text, firstname text, lastname text, notes text, answers jsonb, tags text[])
      where l.project_id = ${projectId} and l.email = v.email`,
  );

/** Updates leads that exist and that the caller has locked, as the settings say. Their status, dates and consent never change. */
export async function updateExistingLeads(ctx: Context, rows: readonly ImportableRow[], settings: ImportSettings): Promise<RowResult[]> {
  if (settings.existing === "skip" || rows.length === 0) return rows.map(({ row }) => ({ row, result: "skipped" }));
  const current = await readLeads(
    ctx,
    rows.map(({ email }) => email),
  );
  const saved: EditableLead[] = [];
  const joining: string[] = [];
  const results = rows.map((each) => {
    const lead = current.get(each.email);
    const changes = lead && compareLead(each, lead, settings);
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

/** Returns what a row changes in a lead, or null if nothing. */
function compareLead({ lead: row }: ImportableRow, lead: EditableLead, settings: ImportSettings): LeadChanges | null {
  const overwrites = settings.existing === "overwrite";
  const changes: LeadChanges = { fields: {}, answers: {}, joinedWaitlist: false };
  for (const name of textFields) {
    const [before, after] = [lead[name], row[name]];
    if (after !== undefined && after !== "" && after !== before && (overwrites || !before)) changes.fields[name] = [before, after];
  }
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
