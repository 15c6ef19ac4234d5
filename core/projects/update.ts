import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { changeProjectEndpoint as endpoint, ProjectRecord } from "@/contract/project";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { keepConsent } from "./consent";
import { lockProject } from "./lock";
import { whyNotALogo } from "./logo";
import { type ProjectRow, projectOf, projectRecord } from "./wire";

type Change = z.output<NonNullable<typeof endpoint.body>>;
type Field = keyof Change;

/** Looks up the project. */
export const findProject = (ctx: Context): Promise<ProjectRecord> => projectOf(ctx);

/** Changes what is given of the project; the event names the fields. Refuses with `invalid_input` a logo that is not the picture it says it is. */
export function changeProject(ctx: Context, change: Change): Promise<ProjectRecord> {
  const wrong = change.logo ? whyNotALogo(change.logo) : null;
  if (wrong !== null) throw new ApiError("invalid_input", { fields: { logo: [wrong] } });
  return inTransaction(ctx, async (inner) => {
    // Held until the end, so that the event names what this change changed.
    await lockProject(inner.db, inner.projectId);
    const before = await projectOf(inner);
    const fields = (Object.keys(change) as Field[]).filter((field) => change[field] !== undefined && change[field] !== before[field]);
    if (fields.length === 0) return before;
    const { name, logo, accent, timeZone, claimedText, claimedUrl, ...next } = { ...before, ...change };
    if (next.consentText !== null && next.consentText !== before.consentText) await keepConsent(inner, next.consentText);
    const [row] = await rows<ProjectRow>(
      inner.db,
      sql`update projects p set name = ${name}, logo = ${logo}, accent = ${accent}, time_zone = ${timeZone},
        claimed_text = ${claimedText}, claimed_url = ${claimedUrl},
        consent_text = ${next.consentText}, double_opt_in = ${next.doubleOptIn}, referral_places = ${next.referralPlaces},
        joined_mail = ${next.joinedMail}, claimed_mail = ${next.claimedMail} where p.id = ${inner.projectId} returning p.*`,
    );
    await recordEvent(inner, { kind: "project.changed", data: { fields } });
    return row ? projectRecord(row) : before;
  });
}
