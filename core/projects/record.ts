import { sql } from "drizzle-orm";
import type { Pausable } from "@/contract/kinds";
import type { ProjectRecord } from "@/contract/project";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** A row of `projects`, as `select p.*` gives it. */
export type ProjectRow = {
  name: string;
  logo: string | null;
  accent: string;
  time_zone: string;
  claimed_text: string | null;
  claimed_url: string | null;
  consent_text: string | null;
  double_opt_in: boolean;
  referral_places: number;
  joined_mail: boolean;
  claimed_mail: boolean;
  paused: Pausable[];
  paused_text: string | null;
  allowed_origins: string[];
};

/** The project as answers show it. */
export function projectRecord(row: ProjectRow): ProjectRecord {
  return {
    name: row.name,
    logo: row.logo,
    accent: row.accent,
    timeZone: row.time_zone,
    claimedText: row.claimed_text,
    claimedUrl: row.claimed_url,
    consentText: row.consent_text,
    doubleOptIn: row.double_opt_in,
    referralPlaces: row.referral_places,
    joinedMail: row.joined_mail,
    claimedMail: row.claimed_mail,
    paused: row.paused,
    pausedText: row.paused_text,
    allowedOrigins: row.allowed_origins,
  };
}

/** The project that `ctx` acts in. */
export async function projectOf(ctx: Context): Promise<ProjectRecord> {
  const [row] = await rows<ProjectRow>(ctx.db, sql`select p.* from projects p where p.id = ${ctx.projectId}`);
  if (!row) throw new Error("A project is gone, and projects are never deleted");
  return projectRecord(row);
}
