import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadRecord, updateLeadEndpoint } from "@/contract/leads";
import { applyTagChange } from "@/contract/tag-change";
import { leads } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { findMetadataChanges, savingExternalIds } from "../metadata";
import { assertMaxTags, tagEventData } from "../tags";
import { parseAnswers } from "./answers";
import { getLead } from "./record";
import { setOnWaitlist } from "./waitlist";

type UpdateLeadInput = z.output<NonNullable<typeof updateLeadEndpoint.body>>;
type CurrentLead = Pick<
  typeof leads.$inferSelect,
  "firstname" | "lastname" | "notes" | "onWaitlist" | "answers" | "tags" | "metadata" | "externalId"
>;
type ChangedFields = Partial<CurrentLead>;

/**
 * Updates the given fields of a lead. An empty name removes the name. Records no event if nothing changes. Throws `lead_not_found`,
 * `external_id_exists`, or `lead_changed` if a field to update no longer has its `expected` value.
 */
export function updateLead(ctx: Context, email: string, input: UpdateLeadInput): Promise<LeadRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const isLead = sql`project_id = ${projectId} and email = ${email}`;
    const { firstname, lastname, notes, onWaitlist: isOnWaitlist, answers, tags, metadata, externalId } = leads;
    const [current] = await db
      .select({ firstname, lastname, notes, onWaitlist: isOnWaitlist, answers, tags, metadata, externalId })
      .from(leads)
      .where(isLead)
      .for("no key update");
    if (!current) throw new ApiError("lead_not_found");
    const changedTags = applyTagChange(current.tags, input);
    assertMaxTags(changedTags, input);
    const tagData = tagEventData(changedTags);
    const changes = {
      ...findChangedFields(current, input),
      ...(await findChangedAnswers(inner, current, input)),
      ...(Object.keys(tagData).length > 0 ? { tags: changedTags.tags } : {}),
      ...findMetadataChanges(current, input),
    };
    if (isOutdated(current, input.expected ?? {}, changes)) throw new ApiError("lead_changed");
    // The API calls answers fields.
    const fields = Object.keys(changes).map((name) => (name === "answers" ? "fields" : name));
    if (fields.length > 0) {
      const { onWaitlist, ...columns } = changes;
      await savingExternalIds(
        db
          .update(leads)
          .set({ ...columns, updatedAt: sql`now()` })
          .where(isLead)
          .execute(),
      );
      if (onWaitlist !== undefined) await setOnWaitlist(inner, [email], onWaitlist);
      await recordEvent(inner, {
        kind: "lead.updated",
        email,
        data: { fields, ...tagData, ...(onWaitlist === undefined ? {} : { onWaitlist }) },
      });
    }
    return getLead(inner, email);
  });
}

async function findChangedAnswers(ctx: Context, current: CurrentLead, { fields = {} }: UpdateLeadInput): Promise<ChangedFields> {
  const removed = Object.keys(fields).filter((key) => fields[key] === null);
  const given = await parseAnswers(ctx, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
  const kept = Object.entries({ ...current.answers, ...given }).filter(([key]) => !removed.includes(key));
  const answers = Object.fromEntries(kept);
  return isDeepStrictEqual(answers, current.answers) ? {} : { answers };
}

/** Whether a field to change no longer has its expected value. */
const isOutdated = (current: CurrentLead, expected: NonNullable<UpdateLeadInput["expected"]>, changes: ChangedFields): boolean =>
  (["firstname", "lastname", "notes"] as const).some(
    (field) => field in changes && expected[field] !== undefined && (expected[field] || "") !== (current[field] ?? ""),
  );

function findChangedFields(current: CurrentLead, input: UpdateLeadInput): ChangedFields {
  const changes: ChangedFields = {};
  for (const field of ["firstname", "lastname"] as const) {
    const value = input[field];
    if (value !== undefined && (value || null) !== current[field]) changes[field] = value || null;
  }
  if (input.notes !== undefined && input.notes !== current.notes) changes.notes = input.notes;
  if (input.waitlist !== undefined && input.waitlist !== current.onWaitlist) changes.onWaitlist = input.waitlist;
  return changes;
}
