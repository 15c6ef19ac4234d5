import type { PersonalData } from "@/contract/personal-data";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getPersonalData, type RenderEmail } from "./personal-data";
import { lockLeads } from "./record";

/** Returns a lead's personal data, and records who got it. Throws `lead_not_found`. */
export async function exportPersonalData(ctx: Context, email: string, renderEmail: RenderEmail): Promise<PersonalData> {
  const data = await getPersonalData(ctx, email, renderEmail);
  await inTransaction(ctx, async (inner) => {
    // The email of a lead who was deleted in the meantime must not be recorded.
    if ((await lockLeads(inner, [email])).length === 0) throw new ApiError("lead_not_found");
    await recordEvent(inner, { kind: "personal_data.exported", email });
  });
  return data;
}
