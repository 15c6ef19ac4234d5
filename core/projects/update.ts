import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { updateProjectEndpoint as endpoint, ProjectRecord } from "@/contract/project";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { storeConsentText } from "./consent";
import { lockProject } from "./lock";
import { getLogoProblem } from "./logo";
import { type ProjectRow, loadProject, projectRecord } from "./record";

type UpdateProjectInput = z.output<NonNullable<typeof endpoint.body>>;
type ProjectField = keyof UpdateProjectInput;

/** Changes what is given of the project; the event names the fields. Refuses with `invalid_input` a logo that is not the picture it says it is. */
export function updateProject(ctx: Context, change: UpdateProjectInput): Promise<ProjectRecord> {
  const wrong = change.logo ? getLogoProblem(change.logo) : null;
  if (wrong !== null) throw new ApiError("invalid_input", { fields: { logo: [wrong] } });
  return inTransaction(ctx, async (inner) => {
    // Held until the end, so that the event names what this change changed.
    await lockProject(inner.db, inner.projectId);
    const before = await loadProject(inner);
    const fields = (Object.keys(change) as ProjectField[]).filter((field) => change[field] !== undefined && change[field] !== before[field]);
    if (fields.length === 0) return before;
    const { name, logo, accent, timeZone, successMessage: claimedText, redirectUrl: claimedUrl, ...next } = { ...before, ...change };
    if (next.consentText !== null && next.consentText !== before.consentText) await storeConsentText(inner, next.consentText);
    const [row] = await rows<ProjectRow>(
      inner.db,
      sql`update projects p set name = ${name}, logo = ${logo}, accent = ${accent}, time_zone = ${timeZone},
        success_message = ${claimedText}, redirect_url = ${claimedUrl},
        consent_text = ${next.consentText}, double_opt_in = ${next.doubleOptIn}, referral_bonus = ${next.referralBonus},
        send_joined_email = ${next.sendJoinedEmail}, send_claimed_email = ${next.sendClaimedEmail} where p.id = ${inner.projectId} returning p.*`,
    );
    await recordEvent(inner, { kind: "project.updated", data: { fields } });
    return row ? projectRecord(row) : before;
  });
}
