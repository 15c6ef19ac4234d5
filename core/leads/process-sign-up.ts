import { sql } from "drizzle-orm";
import type { LeadStanding } from "@/contract/kinds";
import type { WelcomeJob } from "@/db/queue";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { queueMessage } from "../sends/message";
import { countReferral } from "./referral";

type Joined = { email: string; standing: LeadStanding; on_waitlist: boolean; joined_mail: boolean };

/**
 * Does what follows a sign-up: whoever sent the lead moves up in line, and the lead is asked to confirm their address, or told that they are
 * on the waitlist. Nothing comes of it where they are gone, or held.
 */
export async function welcome(ctx: Context, { lead: referralCode, mail }: Omit<WelcomeJob, "projectId">): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [lead] = await rows<Joined>(
      inner.db,
      sql`select l.email, l.standing, l.on_waitlist, p.joined_mail from leads l join projects p on p.id = l.project_id
        where l.project_id = ${inner.projectId} and l.referral_code = ${referralCode} for no key update of l`,
    );
    if (!lead) return;
    await countReferral(inner, lead.email);
    if (!mail) return;
    if (lead.standing === "unconfirmed") await queueMessage(inner, lead.email, "confirm");
    if (lead.on_waitlist && lead.joined_mail) await queueMessage(inner, lead.email, "joined");
  });
}
