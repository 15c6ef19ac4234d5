import { eq } from "drizzle-orm";
import type { z } from "zod";
import {
  type RateLimitSettings,
  rateLimitFields,
  rateLimitSettings,
  type updateRateLimitSettingsEndpoint,
} from "@/contract/abuse-protection-settings";
import { projects } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { lockProject, selectProject } from "../projects/record";

/** Returns the public rate limits of the project: its own, and the default of the others. */
export async function getRateLimitSettings({ db, projectId }: Context): Promise<RateLimitSettings> {
  const { rateLimits } = await selectProject(db, projectId, { rateLimits: projects.rateLimits });
  const fields = rateLimitFields.map((field) => {
    const { rateLimit, defaultLimit } = rateLimitSettings[field];
    return [field, rateLimits[rateLimit] ?? defaultLimit];
  });
  return Object.fromEntries(fields) as RateLimitSettings;
}

type UpdateRateLimitSettingsInput = z.output<typeof updateRateLimitSettingsEndpoint.body>;

/**
 * Updates the given rate limits. They apply to the next attempt. The event names the changed fields. Throws `project_changed` if a limit to update
 * no longer is the `expected` one.
 */
export function updateRateLimitSettings(
  ctx: Context,
  { expected = {}, ...input }: UpdateRateLimitSettingsInput,
): Promise<RateLimitSettings> {
  return inTransaction(ctx, async (inner) => {
    await lockProject(inner.db, inner.projectId);
    const before = await getRateLimitSettings(inner);
    if (isOutdated(before, input, expected)) throw new ApiError("project_changed");
    const fields = rateLimitFields.filter((field) => input[field] !== undefined && input[field] !== before[field]);
    if (fields.length === 0) return before;
    const after: RateLimitSettings = { ...before };
    for (const field of fields) after[field] = input[field] ?? before[field];
    // Only what differs is saved, so that a default can change with a later version.
    const changed = rateLimitFields.filter((field) => after[field] !== rateLimitSettings[field].defaultLimit);
    const rateLimits = Object.fromEntries(changed.map((field) => [rateLimitSettings[field].rateLimit, after[field]]));
    await inner.db.update(projects).set({ rateLimits }).where(eq(projects.id, inner.projectId));
    await recordEvent(inner, { kind: "rate_limits.updated", data: { fields } });
    return after;
  });
}
