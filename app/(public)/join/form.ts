import { z } from "zod";
import { proofField } from "@/contract/abuse-protection";
import { createLeadEndpoint } from "@/contract/leads";
import { isTooFast } from "@/core/abuse-protection/fill-time";
import { getDatabaseTime } from "@/core/clock";
import type { Context } from "@/core/context";
import { joinWaitlist } from "@/core/leads/join";
import { routes } from "@/lib/routes";

/** The join form. It takes fewer fields than the API: notes are for staff. */
export const joinForm = {
  page: routes.join,
  fields: createLeadEndpoint.body.pick({ email: true, firstname: true, lastname: true }).extend({
    // A malformed referral code is dropped, like an unknown one.
    referralCode: createLeadEndpoint.body.shape.referralCode.catch(undefined),
    /** The id of the consent text that the page showed. */
    consent: z.string().max(64).optional(),
    ...proofField,
    /** A honeypot: people don't see it. */
    homepage: z.string().optional(),
    /** When the page was rendered, encrypted. */
    renderedAt: z.string().max(200).optional().catch(undefined),
  }),
  attempt: createLeadEndpoint.attempt,
  unsavedFields: ["homepage", "renderedAt"],
} as const;

/** Adds the lead to the waitlist. The reply is the same for new and known emails. */
export async function submitJoin(ctx: Context, { renderedAt, ...body }: z.output<typeof joinForm.fields>): Promise<{ email: string }> {
  await joinWaitlist(ctx, { ...body, isTooFast: isTooFast(renderedAt, await getDatabaseTime(ctx)) });
  return { email: body.email };
}
