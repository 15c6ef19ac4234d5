import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, updateLeadEndpoint } from "@/contract/leads";
import { rows } from "@/db/rows";
import { leads } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { getLead } from "./get";
import { setOnWaitlist } from "./waitlist";

type UpdateLeadInput = z.output<NonNullable<typeof updateLeadEndpoint.body>>;
type CurrentLead = { firstname: string | null; lastname: string | null; notes: string; on_waitlist: boolean };
type ChangedFields = Partial<{ firstname: string | null; lastname: string | null; notes: string; onWaitlist: boolean }>;

/**
 * Changes the names, the notes or the place on the waitlist of a lead, of these what is given; an empty name is none. Where nothing
 * changes, nothing is recorded. Refuses with `lead_not_found`, and with `lead_changed` where what it changes no longer reads as `was` says.
 */
export function updateLead(ctx: Context, email: string, ask: UpdateLeadInput): Promise<LeadRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const [known] = await rows<CurrentLead>(
      db,
      sql`select firstname, lastname, notes, on_waitlist from leads where project_id = ${projectId} and email = ${email} for no key update`,
    );
    if (!known) throw new ApiError("lead_not_found");
    const changed = findChangedFields(known, ask);
    if (isOutdated(known, ask.expected ?? {}, changed)) throw new ApiError("lead_changed");
    const fields = Object.keys(changed);
    if (fields.length > 0) {
      const { onWaitlist, ...plain } = changed;
      await db
        .update(leads)
        .set({ ...plain, updatedAt: sql`now()` })
        .where(sql`project_id = ${projectId} and email = ${email}`);
      if (onWaitlist !== undefined) await setOnWaitlist(inner, [email], onWaitlist);
      await recordEvent(inner, { kind: "lead.updated", email, data: { fields, ...(onWaitlist === undefined ? {} : { onWaitlist }) } });
    }
    return getLead(inner, email);
  });
}

/** Whether something that would change reads otherwise than the writer saw it. */
const isOutdated = (known: CurrentLead, was: NonNullable<UpdateLeadInput["expected"]>, changed: ChangedFields): boolean =>
  (["firstname", "lastname", "notes"] as const).some(
    (name) => name in changed && was[name] !== undefined && (was[name] || "") !== (known[name] ?? ""),
  );

/** What of a lead would be other than it is. */
function findChangedFields(known: CurrentLead, ask: UpdateLeadInput): ChangedFields {
  const changed: ChangedFields = {};
  for (const name of ["firstname", "lastname"] as const) {
    const asked = ask[name];
    if (asked !== undefined && (asked || null) !== known[name]) changed[name] = asked || null;
  }
  if (ask.notes !== undefined && ask.notes !== known.notes) changed.notes = ask.notes;
  if (ask.waitlist !== undefined && ask.waitlist !== known.on_waitlist) changed.onWaitlist = ask.waitlist;
  return changed;
}
