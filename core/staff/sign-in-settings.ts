import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { SignInSettings, updateSignInSettingsEndpoint } from "@/contract/team";
import { projects } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { lockProject, selectProject } from "../projects/record";

const columns = {
  requireSecondFactor: projects.requireSecondFactor,
  disabledProviders: projects.disabledProviders,
  trustedProviders: projects.trustedProviders,
} satisfies Record<keyof SignInSettings, unknown>;

/** Returns how staff members can and must sign in. */
export const getSignInSettings = ({ db, projectId }: Context): Promise<SignInSettings> => selectProject(db, projectId, columns);

type SignInSettingsInput = z.output<NonNullable<typeof updateSignInSettingsEndpoint.body>>;

/** Updates the given sign-in settings. The event names the changed fields. Throws `project_changed`. */
export function updateSignInSettings(ctx: Context, { expected = {}, ...input }: SignInSettingsInput): Promise<SignInSettings> {
  return inTransaction(ctx, async (inner) => {
    await lockProject(inner.db, inner.projectId);
    const before = await getSignInSettings(inner);
    if (isOutdated(before, input, expected)) throw new ApiError("project_changed");
    const names = Object.keys(columns) as (keyof SignInSettings)[];
    const fields = names.filter((name) => input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(before[name]));
    if (fields.length === 0) return before;
    const [settings] = await inner.db.update(projects).set(input).where(eq(projects.id, inner.projectId)).returning(columns);
    await recordEvent(inner, { kind: "project.updated", data: { fields } });
    return settings ?? before;
  });
}
