import { sql } from "drizzle-orm";
import type { ProjectRecord } from "@/contract/project";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import type { Context } from "../context";

/** The columns of `projects` that the record uses. */
export type ProjectRow = RowOf<
  typeof projects,
  | "name"
  | "logo"
  | "accent"
  | "time_zone"
  | "success_message"
  | "redirect_url"
  | "consent_text"
  | "double_opt_in"
  | "referral_bonus"
  | "send_joined_email"
  | "send_claimed_email"
  | "paused"
  | "paused_message"
  | "allowed_origins"
>;

export function projectRecord(row: ProjectRow): ProjectRecord {
  return {
    name: row.name,
    logo: row.logo,
    accent: row.accent,
    timeZone: row.time_zone,
    successMessage: row.success_message,
    redirectUrl: row.redirect_url,
    consentText: row.consent_text,
    doubleOptIn: row.double_opt_in,
    referralBonus: row.referral_bonus,
    sendJoinedEmail: row.send_joined_email,
    sendClaimedEmail: row.send_claimed_email,
    paused: row.paused,
    pausedMessage: row.paused_message,
    allowedOrigins: row.allowed_origins,
  };
}

/** Returns the project of the context. */
export async function getProject(ctx: Context): Promise<ProjectRecord> {
  const [row] = await queryRows<ProjectRow>(ctx.db, sql`select p.* from projects p where p.id = ${ctx.projectId}`);
  if (!row) throw new Error("The project doesn't exist, although projects are never deleted");
  return projectRecord(row);
}
