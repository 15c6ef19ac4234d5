import { sql } from "drizzle-orm";
import type { PausableFeature } from "@/contract/kinds";
import type { ProjectRecord } from "@/contract/project";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** A row of `projects`, as `select p.*` gives it. */
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

/** The project as answers show it. */
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

/** The project that `ctx` acts in. */
export async function loadProject(ctx: Context): Promise<ProjectRecord> {
  const [row] = await rows<ProjectRow>(ctx.db, sql`select p.* from projects p where p.id = ${ctx.projectId}`);
  if (!row) throw new Error("A project is gone, and projects are never deleted");
  return projectRecord(row);
}
