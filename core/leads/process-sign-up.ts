import { sql } from "drizzle-orm";
import type { LeadStatus } from "@/contract/kinds";
import type { WelcomeJob } from "@/db/queue";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { queueAutomaticEmail } from "../sends/automatic-email";
import { creditReferral } from "./referrals";

type SignUpRow = { email: string; status: LeadStatus; on_waitlist: boolean; send_joined_email: boolean };

/**
 * Does what follows a sign-up: whoever sent the lead moves up in line, and the lead is asked to confirm their address, or told that they are
 * on the waitlist. Nothing comes of it where they are gone, or held.
 */
export async function processSignUp(ctx: Context, { lead: referralCode, mail }: Omit<WelcomeJob, "projectId">): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [lead] = await rows<SignUpRow>(
      inner.db,
      sql`select l.email, l.status, l.on_waitlist, p.send_joined_email from leads l join projects p on p.id = l.project_id
        where l.project_id = ${inner.projectId} and l.referral_code = ${referralCode} for no key update of l`,
    );
    if (!lead) return;
    await creditReferral(inner, lead.email);
    if (!mail) return;
    if (lead.status === "unconfirmed") await queueAutomaticEmail(inner, lead.email, "confirm");
    if (lead.on_waitlist && lead.send_joined_email) await queueAutomaticEmail(inner, lead.email, "joined");
  });
}
