import { and, eq, sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { queryRows } from "@/db/query";
import { suppressions } from "@/db/schema";
import { ifExists } from "../api-error";
import { type Context, isPublicCaller } from "../context";
import { getLead, waitlistStatus } from "../leads/record";
import { hasEventSince, hasSameFields, hasSameMetadata, hasTags, type TruthCheck } from "./answer";

/** Whether someone who was added to the waitlist left it, was removed from it, or declined. Inviting them and their claim don't undo it. */
const hasLeftWaitlist = ({ waitlistStatus }: LeadRecord): boolean =>
  waitlistStatus === null || waitlistStatus === "left" || waitlistStatus === "declined";

/**
 * A created lead: it exists, and is on the waitlist or was invited if it was added to it. One that existed and was updated has the same values.
 * Public keys get no answer about the lead.
 */
export const isLeadCreated: TruthCheck<"POST /leads/create"> = async (ctx, { body, data }) => {
  const stored = await data();
  if (isPublicCaller(ctx) || !("createdAt" in stored)) return true;
  const current = await ifExists(getLead(ctx, body.email));
  if (current === null || current.createdAt !== stored.createdAt || (stored.onWaitlist && hasLeftWaitlist(current))) return false;
  return body.onConflict !== "update" || (hasTags(current.tags, { addTags: body.tags }) && hasSentValues(current, stored, body));
};

type SentValues = { fields?: Record<string, unknown> | undefined } & Parameters<typeof hasSameMetadata>[2];

/** Whether the names, notes, answers, metadata and external ID that a request set are the same. */
const hasSentValues = (current: LeadRecord, stored: LeadRecord, body: SentValues): boolean =>
  hasSameFields(current, stored, body, ["firstname", "lastname", "notes"]) &&
  hasSameMetadata(current, stored, body) &&
  Object.keys(body.fields ?? {}).every((key) => JSON.stringify(current.fields[key]) === JSON.stringify(stored.fields[key]));

/**
 * Created and updated leads: they exist, are on the waitlist or were invited if they were added to it, are suppressed if they were sent so, and
 * have the same names, notes, metadata and external IDs if they were updated with them.
 */
export const areLeadsCreated: TruthCheck<"POST /leads/batch"> = async ({ db, projectId }, { body, data }) => {
  const { leads } = await data();
  const written = leads.flatMap(({ email, outcome, joinedWaitlist }, index) => {
    const lead = body.leads[index]?.lead;
    if (!lead || (outcome !== "created" && outcome !== "updated")) return [];
    const suppressed = Boolean(lead.unsubscribed || lead.bounced || lead.complained);
    const isOverwritten = outcome === "updated" && body.onConflict === "update";
    const { firstname = "", lastname = "", notes = "", metadata = {}, externalId } = isOverwritten ? lead : {};
    return [{ email, joined: joinedWaitlist, suppressed, firstname, lastname, notes, metadata, external_id: externalId }];
  });
  const undone = await queryRows(
    db,
    sql`select from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as v (email text, joined boolean, suppressed boolean, firstname text, lastname text, notes text, metadata jsonb,
        external_id text)
      left join leads l on l.project_id = ${projectId} and l.email = v.email
      where l.email is null or (v.joined and coalesce(${waitlistStatus}, 'left') in ('left', 'declined'))
        or (v.suppressed and not exists (select from suppressions s where s.project_id = l.project_id and s.email = l.email))
        or (v.firstname <> '' and l.firstname is distinct from v.firstname) or (v.lastname <> '' and l.lastname is distinct from v.lastname)
        or (v.notes <> '' and l.notes <> v.notes)
        or not coalesce(l.metadata, '{}') @> v.metadata or l.external_id is distinct from coalesce(v.external_id, l.external_id)
      limit 1`,
  );
  return undone.length === 0;
};

/** A changed lead: it exists, and the changed fields have the same values. */
export const isLeadUpdated: TruthCheck<"PATCH /leads/email/:email"> = async (ctx, { params, body, data }) => {
  const [current, stored] = [await ifExists(getLead(ctx, params.email)), await data()];
  if (current === null || current.createdAt !== stored.createdAt || !hasTags(current.tags, body)) return false;
  const isOnWaitlistAsSet = stored.onWaitlist ? !hasLeftWaitlist(current) : !current.onWaitlist;
  if (body.waitlist !== undefined && !isOnWaitlistAsSet) return false;
  return hasSentValues(current, stored, body);
};

/** A deleted lead: none with the email was created or restored. */
export const isLeadDeleted: TruthCheck<"POST /leads/delete"> = async (ctx, { body }) => (await ifExists(getLead(ctx, body.email))) === null;

/** A requested change of an email: it waits for the confirmation or is done, and no other request replaced it. */
export const isEmailChangeRequested: TruthCheck<"POST /leads/change-email"> = async ({ db, projectId }, { body: { email, newEmail } }) => {
  const changes = await queryRows(
    db,
    sql`select from email_changes where project_id = ${projectId}
      and ((email = ${email} and new_email = ${newEmail}) or (email = ${newEmail} and old_email = ${email}))`,
  );
  return changes.length > 0;
};

/** A moved lead: they are in line or were invited, and no one moved them since. */
export const isMoved: TruthCheck<"POST /waitlist/move"> = async (ctx, { body: { email }, storedAt }) => {
  const current = await ifExists(getLead(ctx, email));
  if (current === null || hasLeftWaitlist(current)) return false;
  return !(await hasEventSince(ctx, storedAt, { kinds: ["lead.moved", "lead.returned_to_waitlist"], column: "email", keys: [email] }));
};

/** Returns a suppression, or null. */
async function findSuppression({ db, projectId }: Context, email: string): Promise<{ reason: string; note: string } | null> {
  const [row] = await db
    .select({ reason: suppressions.reason, note: suppressions.note })
    .from(suppressions)
    .where(and(eq(suppressions.projectId, projectId), eq(suppressions.email, email)));
  return row ?? null;
}

/** An added suppression: it exists with the same reason, and the note that was sent. */
export const isSuppressed: TruthCheck<"POST /suppressions"> = async (ctx, { body, data }) => {
  const current = await findSuppression(ctx, body.email);
  const { reason, note } = await data();
  return current !== null && hasSameFields(current, { reason, note }, { reason, note: body.note }, ["reason", "note"]);
};

/** A changed suppression: it exists, and the changed fields have the same values. */
export const isSuppressionUpdated: TruthCheck<"PATCH /suppressions/:email"> = async (ctx, { params, body, data }) => {
  const current = await findSuppression(ctx, params.email);
  return current !== null && hasSameFields(current, await data(), body, ["reason", "note"]);
};

/** A removed suppression: the email wasn't suppressed again. */
export const isSuppressionRemoved: TruthCheck<"DELETE /suppressions/:email"> = async (ctx, { params }) =>
  (await findSuppression(ctx, params.email)) === null;
