import { z } from "zod";
import { createLeadEndpoint } from "@/contract/leads";
import { shownByPublic } from "@/contract/protection";
import { isHasty } from "@/core/abuse-protection/haste";
import { nowOf } from "@/core/clock";
import type { Context } from "@/core/context";
import { join } from "@/core/leads/join";
import { routes } from "@/lib/routes";

/** The form of the join page. Notes are the staff's own. */
export const joinForm = {
  page: routes.join,
  fields: createLeadEndpoint.body
    .pick({ email: true, firstname: true, lastname: true })
    // One that can be nobody's is left out, as one that is nobody's.
    .extend({
      referralCode: createLeadEndpoint.body.shape.referralCode.catch(undefined),
      // The wording that was on the page they sent it from.
      consent: z.string().max(64).optional(),
      ...shownByPublic,
      // Whatever stands there, a program put it there.
      homepage: z.string().optional(),
      // When the page was shown, sealed.
      shown: z.string().max(200).optional().catch(undefined),
    }),
  tries: createLeadEndpoint.tries,
  unseen: ["homepage", "shown"],
} as const;

/** Joins, and answers the same whether the address was known or not. */
export async function takeJoin(ctx: Context, { shown, ...body }: z.output<typeof joinForm.fields>): Promise<{ email: string }> {
  await join(ctx, { ...body, isHasty: isHasty(shown, await nowOf(ctx)) });
  return { email: body.email };
}
