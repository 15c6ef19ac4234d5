import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";
import type { ProjectRecord } from "@/contract/project";
import type { Question } from "@/contract/questions";
import type { Database } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { isoTimestamp } from "@/lib/dates";
import { pageUrl } from "@/lib/env";
import { routes, withQuery } from "@/lib/routes";
import type { Context } from "../context";

/** A column with a time, in ISO 8601. */
const isoColumn = (column: SQLWrapper): SQL<string | null> => sql<string | null>`${column}`.mapWith((time: string) => isoTimestamp(time));

/** The columns of a project's record. */
export const projectColumns = {
  name: projects.name,
  logo: projects.logo,
  accent: projects.accent,
  emailButtonColor: projects.emailButtonColor,
  emailFooter: projects.emailFooter,
  timeZone: projects.timeZone,
  successMessage: projects.successMessage,
  redirectUrl: projects.redirectUrl,
  returnUrls: projects.returnUrls,
  claimPageUrl: projects.claimPageUrl,
  homePage: projects.homePage,
  homeRedirectUrl: projects.homeRedirectUrl,
  joinHeadline: projects.joinHeadline,
  joinText: projects.joinText,
  joinSuccessMessage: projects.joinSuccessMessage,
  joinRedirectUrl: projects.joinRedirectUrl,
  joinDescription: projects.joinDescription,
  // Only the URL, because all pages load the record. The ID lets browsers and social networks cache the image.
  socialImageUrl: sql<string | null>`${withQuery(pageUrl(routes.socialImage), { v: "" })}::text || ${projects.socialImageId}`,
  referralPageUrl: projects.referralPageUrl,
  consentText: projects.consentText,
  questions: projects.questions,
  deletedQuestionKeys: projects.deletedQuestionKeys,
  signUpsOpenAt: isoColumn(projects.signUpsOpenAt),
  signUpsCloseAt: isoColumn(projects.signUpsCloseAt),
  waitlistLimit: projects.waitlistLimit,
  signUpsClosedMessage: projects.signUpsClosedMessage,
  doubleOptIn: projects.doubleOptIn,
  referralBonus: projects.referralBonus,
  sendJoinedEmail: projects.sendJoinedEmail,
  requireClaimConfirmation: projects.requireClaimConfirmation,
  sendClaimedEmail: projects.sendClaimedEmail,
  inviteQuota: projects.inviteQuota,
  inviteExpiresAfterDays: projects.inviteExpiresAfterDays,
  binDays: projects.binDays,
  paused: projects.paused,
  pausedMessage: projects.pausedMessage,
  allowedOrigins: projects.allowedOrigins,
} satisfies Record<keyof ProjectRecord, unknown>;

/** Returns columns of a project, which is never deleted. */
export async function selectProject<Columns extends SelectedFields>(db: Database, projectId: number, columns: Columns) {
  const [project] = await db.select(columns).from(projects).where(eq(projects.id, projectId));
  if (!project) throw new Error("The project doesn't exist, although projects are never deleted");
  return project;
}

/** Returns the project of the context. */
export const getProject = ({ db, projectId }: Context): Promise<ProjectRecord> => selectProject(db, projectId, projectColumns);

/** Returns the project's questions to new leads, in their order. */
export const getQuestions = async ({ db, projectId }: Context): Promise<Question[]> =>
  (await selectProject(db, projectId, { questions: projects.questions })).questions;

/** Returns the project's social image as a JPEG file, and its ID. Returns `null` if it has none. */
export async function getSocialImage({ db, projectId }: Context): Promise<{ id: string; file: Buffer<ArrayBuffer> } | null> {
  const { image, id } = await selectProject(db, projectId, { image: projects.socialImage, id: projects.socialImageId });
  return image === null || id === null ? null : { id, file: Buffer.from(image.replace(/^.*,/, ""), "base64") };
}

/** Returns the salt of everything that is hashed for a project and must not be reversible. */
export const getClientSalt = async (db: Database, projectId: number): Promise<string> =>
  (await selectProject(db, projectId, { salt: projects.clientSalt })).salt;

/** Returns the web origins that can use the project's public key. An empty list allows every origin. */
export const getAllowedOrigins = async ({ db, projectId }: Context): Promise<string[]> =>
  (await selectProject(db, projectId, { origins: projects.allowedOrigins })).origins;

/** Returns whether any project's public key can be used from a web origin. */
export async function isAllowedByAnyProject(db: Database, origin: string): Promise<boolean> {
  const matches = await db
    .select({ id: projects.id })
    .from(projects)
    .where(sql`cardinality(${projects.allowedOrigins}) = 0 or ${origin} = any(${projects.allowedOrigins})`)
    .limit(1);
  return matches.length > 0;
}

/** Returns the project's logo as a data URL. */
export const getLogo = async ({ db, projectId }: Context): Promise<string | null> =>
  (await selectProject(db, projectId, { logo: projects.logo })).logo;

/** Returns the project's accent color (`#rrggbb`). Reads only that, because every page needs it. */
export const getAccent = async ({ db, projectId }: Context): Promise<string | null> =>
  (await selectProject(db, projectId, { accent: projects.accent })).accent;

/** Locks the project until the caller's transaction ends, so that changes to its settings run one after another. */
export async function lockProject(db: Database, projectId: number): Promise<void> {
  await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("no key update");
}

/** Returns the ID of the first project, or `null` if there is none. */
export async function findFirstProject(db: Database): Promise<number | null> {
  const [project] = await db.select({ id: projects.id }).from(projects).orderBy(projects.id).limit(1);
  return project?.id ?? null;
}

let cachedProjectId: number | undefined;

/** Returns the project of public pages: the first one. Cached, because it is never deleted. */
export async function getDefaultProjectId(db: Database): Promise<number> {
  if (cachedProjectId === undefined) {
    const projectId = await findFirstProject(db);
    if (projectId === null) throw new Error("There is no project, because the database wasn't seeded");
    cachedProjectId = projectId;
  }
  return cachedProjectId;
}
