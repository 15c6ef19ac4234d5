import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import { projects } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { rescheduleWaves } from "../waves/waves";
import { storeConsentText } from "./consent";
import { reencodeLogo } from "./logo";
import { getProject, lockProject, projectColumns } from "./record";

type UpdateProjectInput = z.output<NonNullable<typeof updateProjectEndpoint.body>>;
type ProjectField = keyof UpdateProjectInput;

/** Updates the given fields of the project. The event names the changed fields. Throws `invalid_input` for an invalid logo. */
export async function updateProject(ctx: Context, changes: UpdateProjectInput): Promise<ProjectRecord> {
  // A saved logo can be sent back as it is. It may be an SVG image from an earlier version.
  const hasNewLogo = changes.logo && changes.logo !== (await getProject(ctx)).logo;
  const input = changes.logo && hasNewLogo ? { ...changes, logo: await reencodeLogo(changes.logo) } : changes;
  return inTransaction(ctx, async (inner) => {
    // Locked until the end, so that the event names exactly what this call changes.
    await lockProject(inner.db, inner.projectId);
    const before = await getProject(inner);
    const fields = (Object.keys(input) as ProjectField[]).filter(
      (field) => input[field] !== undefined && !isDeepStrictEqual(input[field], before[field]),
    );
    if (fields.length === 0) return before;
    const { consentText } = input;
    if (consentText !== undefined && consentText !== null && consentText !== before.consentText) await storeConsentText(inner, consentText);
    const [project] = await inner.db.update(projects).set(input).where(eq(projects.id, inner.projectId)).returning(projectColumns);
    if (input.timeZone !== undefined && input.timeZone !== before.timeZone) await rescheduleWaves(inner, input.timeZone);
    await recordEvent(inner, { kind: "project.updated", data: { fields } });
    return project ?? before;
  });
}
