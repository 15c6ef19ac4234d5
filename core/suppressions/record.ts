import { type SQL, sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import type { RowOf } from "@/db/query";
import type { suppressions } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";

export type SuppressionRow = RowOf<typeof suppressions, "email" | "reason" | "note" | "created_at"> & { is_lead: boolean };

/** The columns of `SuppressionRow`, selected from suppressions `s`. */
export const suppressionColumns: SQL = sql`s.email, s.reason, s.note, s.created_at,
  exists (select from leads l where l.project_id = s.project_id and l.email = s.email) as is_lead`;

export const suppressionRecord = ({ email, reason, note, is_lead, created_at }: SuppressionRow): SuppressionRecord => ({
  email,
  reason,
  note,
  isLead: is_lead,
  createdAt: isoTimestamp(created_at),
});

/** How the note of a suppression starts that an import wrote, and not a person. */
export const importNotePrefix = "Imported from ";

/** Whether suppression `s` ends when the person subscribes again. */
export const endsByResubscribing: SQL = sql`(s.reason = 'unsubscribed' and s.previous_reason is null)`;

/** The condition that suppression `s` is the one of an email. */
export const matchesSuppression = ({ projectId }: Context, email: string): SQL => sql`s.project_id = ${projectId} and s.email = ${email}`;

/** The email of an event. Only a lead's email is recorded, so that no trace of deleted leads comes back. */
export const eventEmail = ({ email, is_lead }: Pick<SuppressionRow, "email" | "is_lead">): { email?: string } => (is_lead ? { email } : {});
