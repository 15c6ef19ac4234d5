import { sql } from "drizzle-orm";
import { maxTags } from "@/contract/limits";
import type { Answers } from "@/contract/questions";
import { applyTagChange } from "@/contract/tag-change";
import { tooManyTags } from "@/contract/tags";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { compareMetadata, type StoredMetadata, savingExternalIds, tooManyKeysError } from "../metadata";
import { itemsIn } from "../sql";
import type { AddedLead } from "./added-lead";
import { canJoinWaitlist, setOnWaitlist } from "./waitlist";

const textFields = ["firstname", "lastname", "notes"] as const;

/** What was changed in a lead that exists: the values before and after. */
export type MergedChanges = {
  fields: Record<string, [before: string | null, after: string]>;
  answers: Record<string, [before: string | boolean | null, after: string | boolean]>;
  joinedWaitlist: boolean;
  addedTags?: string[];
  /** Only by the API: files have no metadata and external IDs. */
  metadata?: Partial<StoredMetadata>;
};

/** Whether an email is confirmed, and where that is from. */
const confirmationFields = ["confirmed_at", "confirmed_by", "confirmed_from"] as const;

/** The fields whose values before an import its undo restores, apart from answers and tags. */
export const restorableFields: readonly (keyof EditableLead)[] = [...textFields, ...confirmationFields];

export type EditableLead = RowOf<
  typeof leads,
  | "email"
  | "firstname"
  | "lastname"
  | "notes"
  | "answers"
  | "tags"
  | "metadata"
  | "external_id"
  | "on_waitlist"
  | "status"
  | "has_claimed"
  | "invited_at"
  | "waitlist_changed_at"
  | "referral_code"
  | (typeof confirmationFields)[number]
> & { can_join: boolean };

/** Reads leads that the caller has locked. */
export async function readLeads({ db, projectId }: Context, emails: readonly string[]): Promise<Map<string, EditableLead>> {
  const rows = await queryRows<EditableLead>(
    db,
    sql`select email, firstname, lastname, notes, answers, tags, metadata, external_id, on_waitlist, status, has_claimed, invited_at, waitlist_changed_at, referral_code,
        confirmed_at, confirmed_by, confirmed_from, ${canJoinWaitlist} as can_join
      from leads l where project_id = ${projectId} and email in ${itemsIn(emails)}`,
  );
  return new Map(rows.map((lead) => [lead.email, { ...lead, confirmed_at: isoTimestamp(lead.confirmed_at) }]));
}

/** Saves the names, notes, answers, tags, metadata, external IDs and confirmations of leads that the caller has locked. */
export const saveLeads = ({ db, projectId }: Context, changed: readonly EditableLead[]): Promise<unknown> =>
  savingExternalIds(
    db.execute(
      sql`update leads l set firstname = v.firstname, lastname = v.lastname, notes = v.notes, answers = v.answers, tags = v.tags, updated_at = now(),
        metadata = v.metadata, external_id = v.external_id,
        confirmed_at = v.confirmed_at, confirmed_by = v.confirmed_by, confirmed_from = v.confirmed_from
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as v (email text, firstname text, lastname text, notes text, answers jsonb, tags text[],
        metadata jsonb, external_id text, confirmed_at timestamptz, confirmed_by text, confirmed_from text)
      where l.project_id = ${projectId} and l.email = v.email`,
    ),
  );

/**
 * How leads that exist are changed: their empty fields are filled in, or their fields are replaced by those that have a value. Or they only join
 * the waitlist, as with a sign-up.
 */
type MergeMode = "fill" | "overwrite" | "waitlist";

type MergeOptions = {
  mode: MergeMode;
  /** Where the confirmations of emails are from. */
  confirmedFrom: string;
  /** Whether a lead who would have too many tags isn't changed. Otherwise only their tags aren't. */
  refusesTooManyTags?: boolean;
};

type MergedLead = { email: string; lead: AddedLead; joinsWaitlist: boolean };

/**
 * Changes leads that exist and that the caller has locked. Their status, sign-up date, consent, source and referral code never change. Returns
 * the changes by email, and the errors of those who would have too many tags or keys of metadata. The caller records the events. Throws
 * `external_id_exists`.
 */
export async function mergeLeads(
  ctx: Context,
  leads: readonly MergedLead[],
  options: MergeOptions,
): Promise<{ changes: Map<string, MergedChanges>; refused: Map<string, ApiError> }> {
  const changes = new Map<string, MergedChanges>();
  const refused = new Map<string, ApiError>();
  const saved: EditableLead[] = [];
  const joining: string[] = [];
  if (leads.length === 0) return { changes, refused };
  const current = await readLeads(
    ctx,
    leads.map(({ email }) => email),
  );
  for (const each of leads) {
    const lead = current.get(each.email);
    const compared = lead && compareLead(each, lead, options);
    if (!lead || !compared) continue;
    if (compared instanceof ApiError) {
      refused.set(each.email, compared);
      continue;
    }
    changes.set(each.email, compared);
    const tags = applyTagChange(lead.tags, { addTags: compared.addedTags }).tags;
    const after = {
      ...lead,
      ...newFields(compared),
      ...newMetadata(compared),
      answers: { ...lead.answers, ...newAnswers(compared) },
      tags,
    };
    if (options.mode !== "waitlist") saved.push(after);
    if (compared.joinedWaitlist) joining.push(each.email);
  }
  await saveLeads(ctx, saved);
  await setOnWaitlist(ctx, joining, true);
  return { changes, refused };
}

const newFields = ({ fields }: MergedChanges) => Object.fromEntries(Object.entries(fields).map(([name, [, after]]) => [name, after]));
const newMetadata = ({ metadata: { metadata, externalId } = {} }: MergedChanges): Partial<EditableLead> => ({
  ...(metadata !== undefined && { metadata }),
  ...(externalId !== undefined && { external_id: externalId }),
});
const newAnswers = ({ answers }: MergedChanges): Answers =>
  Object.fromEntries(Object.entries(answers).map(([key, [, after]]) => [key, after]));

/**
 * Returns the confirmation that is added: if the lead has none, and unless a sign-up waits for theirs. When overwriting, an earlier one replaces
 * that of another import.
 */
function compareConfirmation(added: AddedLead, lead: EditableLead, { mode, confirmedFrom }: MergeOptions): MergedChanges["fields"] {
  const date = added.confirmedAt ?? added.consentedAt ?? added.createdAt;
  const isEarlier = mode === "overwrite" && lead.confirmed_by === "import" && date !== undefined && date < (lead.confirmed_at ?? "");
  if (!added.isConfirmed || added.isUnconfirmed || lead.status === "unconfirmed" || (lead.confirmed_at !== null && !isEarlier)) return {};
  return {
    confirmed_at: [lead.confirmed_at, date ?? new Date(currentTime()).toISOString()],
    confirmed_by: [lead.confirmed_by, "import"],
    confirmed_from: [lead.confirmed_from, confirmedFrom],
  };
}

/** Returns what changes in a lead, or null if nothing. */
function compareLead(
  { lead: added, joinsWaitlist }: MergedLead,
  lead: EditableLead,
  options: MergeOptions,
): MergedChanges | ApiError | null {
  const { mode, refusesTooManyTags = false } = options;
  const isJoining = joinsWaitlist && !lead.on_waitlist && lead.status === "active";
  if (mode === "waitlist") return isJoining && lead.can_join ? { fields: {}, answers: {}, joinedWaitlist: true } : null;
  const overwrites = mode === "overwrite";
  // Leads who left the waitlist, were invited or have claimed a code aren't put on it again.
  const neverWaited = lead.waitlist_changed_at === null && lead.invited_at === null && !lead.has_claimed;
  const changes: MergedChanges = { fields: {}, answers: {}, joinedWaitlist: isJoining && neverWaited };
  for (const name of textFields) {
    const [before, after] = [lead[name], added[name]];
    if (after !== undefined && after !== "" && after !== before && (overwrites || !before)) changes.fields[name] = [before, after];
  }
  Object.assign(changes.fields, compareConfirmation(added, lead, options));
  for (const [key, after] of Object.entries(added.answers ?? {})) {
    const before = Object.hasOwn(lead.answers, key) ? (lead.answers[key] ?? null) : null;
    if (after !== before && (overwrites || before === null)) changes.answers[key] = [before, after];
  }
  const { tags, added: newTags } = applyTagChange(lead.tags, { addTags: added.tags });
  const isTooMany = newTags.length > 0 && tags.length > maxTags;
  if (isTooMany && refusesTooManyTags) return new ApiError("invalid_input", { fields: { tags: [tooManyTags] } });
  if (newTags.length > 0 && !isTooMany) changes.addedTags = newTags;
  const metadata = compareMetadata({ metadata: lead.metadata, externalId: lead.external_id }, added);
  const tooManyKeys = tooManyKeysError(metadata);
  if (tooManyKeys) return tooManyKeys;
  if (Object.keys(metadata).length > 0) changes.metadata = metadata;
  const hasChanges =
    changes.joinedWaitlist ||
    changes.addedTags !== undefined ||
    changes.metadata !== undefined ||
    Object.keys(changes.fields).length + Object.keys(changes.answers).length > 0;
  return hasChanges ? changes : null;
}
