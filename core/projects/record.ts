import { sql } from "drizzle-orm";
import type { ProjectRecord } from "@/contract/project";
import type { Database } from "@/db/client";
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

/** Returns the salt of everything that is hashed for a project and must not be reversible. */
export async function getClientSalt(db: Database, projectId: number): Promise<string> {
  const [project] = await queryRows<RowOf<typeof projects, "client_salt">>(
    db,
    sql`select client_salt from projects where id = ${projectId}`,
  );
  if (!project) throw new Error("The project doesn't exist, although projects are never deleted");
  return project.client_salt;
}

/** Returns the web origins that can use the project's public key. An empty list allows every origin. */
export async function getAllowedOrigins(ctx: Context): Promise<string[]> {
  const [project] = await queryRows<RowOf<typeof projects, "allowed_origins">>(
    ctx.db,
    sql`select allowed_origins from projects where id = ${ctx.projectId}`,
  );
  return project?.allowed_origins ?? [];
}

/** Returns the project's accent color (`#rrggbb`). Reads only that, because every page needs it. */
export async function getAccent(ctx: Context): Promise<string | null> {
  const [project] = await queryRows<RowOf<typeof projects, "accent">>(ctx.db, sql`select accent from projects where id = ${ctx.projectId}`);
  return project?.accent ?? null;
}

/** Locks the project until the caller's transaction ends, so that changes to its settings run one after another. */
export async function lockProject(db: Database, projectId: number): Promise<void> {
  await db.execute(sql`select from projects where id = ${projectId} for no key update`);
}

let cachedProjectId: number | undefined;

/** Returns the project of public pages: the first one. Cached, because it is never deleted. */
export async function getDefaultProjectId(db: Database): Promise<number> {
  if (cachedProjectId === undefined) {
    const [project] = await queryRows<RowOf<typeof projects, "id">>(db, sql`select id from projects order by id limit 1`);
    if (!project) throw new Error("There is no project, because the database wasn't seeded");
    cachedProjectId = project.id;
  }
  return cachedProjectId;
}
