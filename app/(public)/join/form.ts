import { z } from "zod";
import { createLead } from "@/contract/leads";
import { shownByPublic } from "@/contract/protection";
import type { Context } from "@/core/context";
import { join } from "@/core/leads/join";
import { routes } from "@/lib/routes";

/** The form of the join page. Notes are the staff's own. */
export const joinForm = {
  page: routes.join,
  fields: createLead.body
    .pick({ email: true, firstname: true, lastname: true })
    // One that can be nobody's is left out, as one that is nobody's.
    .extend({
      referralCode: createLead.body.shape.referralCode.catch(undefined),
      // The wording that was on the page they sent it from.
      consent: z.string().max(64).optional(),
      ...shownByPublic,
    }),
  refuses: ["proof_needed", "sign_ups_paused"],
} as const;

/** Joins, and answers the same whether the address was known or not. */
export async function takeJoin(ctx: Context, body: z.output<typeof joinForm.fields>): Promise<{ email: string }> {
  await join(ctx, body);
  return { email: body.email };
}
