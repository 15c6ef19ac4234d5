import { type SQL, sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { isoTimestamp } from "@/lib/iso-timestamp";
import type { Context } from "../context";

export type SuppressionRow = {
  email: string;
  reason: SuppressionRecord["reason"];
  note: string;
  is_lead: boolean;
  created_at: string;
};

/** The columns of `SuppressionRow`, of suppressions `s`. */
export const suppressionColumns: SQL = sql`s.email, s.reason, s.note, s.created_at,
  exists (select from leads l where l.project_id = s.project_id and l.email = s.email) as is_lead`;

/** A suppression's row as its record. */
export const suppressionRecord = ({ email, reason, note, is_lead, created_at }: SuppressionRow): SuppressionRecord => ({
  email,
  reason,
  note,
  isLead: is_lead,
  createdAt: isoTimestamp(created_at),
});

/** Which suppression it is about, as a condition on suppressions `s`. */
export const isSuppressionOf = ({ projectId }: Context, email: string): SQL => sql`s.project_id = ${projectId} and s.email = ${email}`;

/** The address as an event names it: a lead's alone. Of somebody who was deleted no trace comes back. */
export const eventEmail = ({ email, is_lead }: Pick<SuppressionRow, "email" | "is_lead">): { email?: string } => (is_lead ? { email } : {});
