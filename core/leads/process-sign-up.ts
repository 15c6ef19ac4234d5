import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { SignUpPayload } from "@/db/queue";
import type { leads, projects } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { queueAutomaticEmail } from "../sends/automatic-email";
import { creditReferral } from "./referrals";

type SignUpRow = RowOf<typeof leads, "email" | "status" | "on_waitlist"> & RowOf<typeof projects, "send_joined_email">;

/**
 * Finishes a sign-up: credits the referrer, and asks the lead to confirm their email or tells them their position. Does nothing if the lead
 * was deleted, and sends nothing if they are held.
 */
export async function processSignUp(ctx: Context, { referralCode, sendEmail }: Omit<SignUpPayload, "projectId">): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [lead] = await queryRows<SignUpRow>(
      inner.db,
      sql`select l.email, l.status, l.on_waitlist, p.send_joined_email from leads l join projects p on p.id = l.project_id
        where l.project_id = ${inner.projectId} and l.referral_code = ${referralCode} for no key update of l`,
    );
    if (!lead) return;
    await creditReferral(inner, lead.email);
    if (!sendEmail) return;
    if (lead.status === "unconfirmed") await queueAutomaticEmail(inner, lead.email, "confirm");
    if (lead.on_waitlist && lead.send_joined_email) await queueAutomaticEmail(inner, lead.email, "joined");
  });
}
