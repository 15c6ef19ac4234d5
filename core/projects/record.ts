import { sql } from "drizzle-orm";
import type { PausableFeature } from "@/contract/enums";
import type { ProjectRecord } from "@/contract/project";
import { queryRows } from "@/db/query";
import type { Context } from "../context";

/** The columns of `projects` that the record uses. */
export type ProjectRow = {
  name: string;
  logo: string | null;
  accent: string;
  time_zone: string;
  success_message: string | null;
  redirect_url: string | null;
  consent_text: string | null;
  double_opt_in: boolean;
  referral_bonus: number;
  send_joined_email: boolean;
  send_claimed_email: boolean;
  paused: PausableFeature[];
  paused_message: string | null;
  allowed_origins: string[];
};

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
