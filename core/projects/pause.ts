import { eq, type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { z } from "zod";
import { type PausableFeature, pausableFeatures } from "@/contract/enums";
import { apiErrors, type ErrorName } from "@/contract/errors";
import type { ProjectRecord, pauseProjectEndpoint } from "@/contract/project";
import { queryRows } from "@/db/query";
import { projects } from "@/db/schema/projects";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { endRefusalPause, lockCircuitBreaker, refusalPauseSql } from "../sends/refusal-pause";
import { retryWaitingEmails } from "../sends/retry-waiting";
import { getProject, lockProject, projectColumns } from "./record";

type PauseProjectInput = z.output<NonNullable<typeof pauseProjectEndpoint.body>>;

/**
 * Pauses and resumes features of the project, and sets the message for customers, which ends with the pause. Records no event if nothing changes.
 * Throws `project_changed` if the message to replace isn't the `expected` one.
 */
export function pauseProject(ctx: Context, { pause = [], resume = [], message, expected = {} }: PauseProjectInput): Promise<ProjectRecord> {
  return inTransaction(ctx, async (inner) => {
    if (resume.includes("email")) await lockCircuitBreaker(inner);
    // Locked until the end, so that the events name exactly what this call changes.
    await lockProject(inner.db, inner.projectId);
    const before = await getProject(inner);
    const paused = pausableFeatures.filter(
      (feature) => pause.includes(feature) || (before.paused.includes(feature) && !resume.includes(feature)),
    );
    const newlyPaused = paused.filter((feature) => !before.paused.includes(feature));
    const resumed = before.paused.filter((feature) => !paused.includes(feature));
    const isOver = resumed.length > 0 && !paused.some(showsMessage);
    const pausedMessage = message === undefined ? (isOver ? null : before.pausedMessage) : message?.trim() || null;
    const newMessage = message === undefined ? undefined : pausedMessage;
    if (isOutdated({ message: before.pausedMessage }, { message: newMessage }, expected)) throw new ApiError("project_changed");
    const isMessageChanged = pausedMessage !== before.pausedMessage;
    if (newlyPaused.length === 0 && resumed.length === 0 && !isMessageChanged) return before;
    const [project] = await inner.db
      .update(projects)
      .set({ paused, pausedMessage })
      .where(eq(projects.id, inner.projectId))
      .returning(projectColumns);
    if (isMessageChanged) await recordEvent(inner, { kind: "project.updated", data: { fields: ["pausedMessage"] } });
    if (newlyPaused.length > 0) await recordEvent(inner, { kind: "project.paused", data: { features: newlyPaused } });
    if (resumed.length > 0) await recordEvent(inner, { kind: "project.resumed", data: { features: resumed } });
    if (resumed.includes("email") && (await endRefusalPause(inner))) await retryWaitingEmails(inner);
    return project ?? before;
  });
}

/** Whether customers see the message while a feature is paused. It ends with the pause, so that the next one doesn't start with an old message. */
const showsMessage = (feature: PausableFeature): boolean => feature !== "email";

/** The condition that a feature isn't paused. Doesn't depend on other rows of the statement, so PostgreSQL evaluates it once. */
export const isNotPaused = (feature: PausableFeature, projectId: SQLChunk): SQL =>
  sql`not exists (select from projects where id = ${projectId} and ${sql.raw(`'${feature}'`)} = any(paused))`;

/** Returns the message for customers if a feature is paused, or `null` if it isn't. */
export async function getPause({ db, projectId }: Context, feature: PausableFeature): Promise<{ message: string | null } | null> {
  const [pause] = await queryRows<{ message: string | null }>(
    db,
    sql`select paused_message as message from projects where id = ${projectId} and ${feature} = any(paused)`,
  );
  return pause ?? null;
}

/** Returns why emails to leads wait: because staff paused them, or because the mail server refused too many. `null` if they don't. */
export async function getEmailPause({ db, projectId }: Context): Promise<"staff" | "refusals" | null> {
  const [pause] = await queryRows<{ is_refused: boolean }>(
    db,
    sql`select ${refusalPauseSql(sql`projects.id`)} as is_refused from projects where id = ${projectId} and 'email' = any(paused)`,
  );
  if (!pause) return null;
  return pause.is_refused ? "refusals" : "staff";
}

/** Resumes email if it is paused because the mail server refused too many, and makes all waiting emails due now. Returns whether it was. */
export async function resumeRefusedEmail(ctx: Context): Promise<{ resumed: boolean }> {
  if ((await getEmailPause(ctx)) !== "refusals") return { resumed: false };
  await pauseProject(ctx, { resume: ["email"] });
  return { resumed: true };
}

const pauseErrors = { claims: "claims_paused", sign_ups: "sign_ups_paused" } as const satisfies Partial<Record<PausableFeature, ErrorName>>;

/** Throws `claims_paused` or `sign_ups_paused` with the project's message if the feature is paused. */
export async function assertNotPaused(ctx: Context, feature: keyof typeof pauseErrors): Promise<void> {
  const pause = await getPause(ctx, feature);
  if (pause === null) return;
  const errorName = pauseErrors[feature];
  throw new ApiError(errorName, { message: pause.message ?? apiErrors[errorName].message });
}
