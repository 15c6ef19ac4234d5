import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { z } from "zod";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { type PausableFeature, pausableFeatures } from "@/contract/kinds";
import type { pauseProjectEndpoint } from "@/contract/pause";
import type { ProjectRecord } from "@/contract/project";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "./lock";
import { type ProjectRow, loadProject, projectRecord } from "./record";

type PauseProjectInput = z.output<NonNullable<typeof pauseProjectEndpoint.body>>;

/** Pauses and resumes what of the project can be, and sets what customers are told of it. Where nothing changes, nothing is recorded. */
export function pauseProject(ctx: Context, { pause: begun = [], resume: ended = [], message: text }: PauseProjectInput): Promise<ProjectRecord> {
  return inTransaction(ctx, async (inner) => {
    // Held until the end, so that the events name what this call changed.
    await lockProject(inner.db, inner.projectId);
    const before = await loadProject(inner);
    const paused = pausableFeatures.filter((what) => begun.includes(what) || (before.paused.includes(what) && !ended.includes(what)));
    const pausedText = text === undefined ? before.pausedMessage : text?.trim() || null;
    const stopped = paused.filter((what) => !before.paused.includes(what));
    const resumed = before.paused.filter((what) => !paused.includes(what));
    const isReworded = pausedText !== before.pausedMessage;
    if (stopped.length === 0 && resumed.length === 0 && !isReworded) return before;
    const [row] = await rows<ProjectRow>(
      inner.db,
      sql`update projects p set paused = array(select jsonb_array_elements_text(${JSON.stringify(paused)}::jsonb)), paused_message = ${pausedText}
        where p.id = ${inner.projectId} returning p.*`,
    );
    if (isReworded) await recordEvent(inner, { kind: "project.updated", data: { fields: ["pausedText"] } });
    if (stopped.length > 0) await recordEvent(inner, { kind: "project.paused", data: { what: stopped } });
    if (resumed.length > 0) await recordEvent(inner, { kind: "project.resumed", data: { what: resumed } });
    return row ? projectRecord(row) : before;
  });
}

/** The condition that something of the project is not paused. It asks nothing of the other rows of its statement, so it is asked once. */
export const isNotPaused = (what: PausableFeature, projectId: SQLChunk): SQL =>
  sql`not exists (select from projects where id = ${projectId} and ${sql.raw(`'${what}'`)} = any(paused))`;

/** Whether something of the project is paused, and what customers are told then. */
export async function getPause({ db, projectId }: Context, what: PausableFeature): Promise<{ text: string | null } | null> {
  const [row] = await rows<{ text: string | null }>(
    db,
    sql`select paused_message as text from projects where id = ${projectId} and ${what} = any(paused)`,
  );
  return row ?? null;
}

const pauseErrors = { claims: "claims_paused", sign_ups: "sign_ups_paused" } as const satisfies Partial<Record<PausableFeature, ErrorName>>;

/** Refuses with `claims_paused` or `sign_ups_paused` while they are, in the project's own words where it has some. */
export async function assertNotPaused(ctx: Context, what: keyof typeof pauseErrors): Promise<void> {
  const found = await getPause(ctx, what);
  if (found === null) return;
  const name = pauseErrors[what];
  throw new ApiError(name, { message: found.text ?? apiErrors[name].message });
}
