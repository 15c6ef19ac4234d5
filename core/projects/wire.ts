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
