import * as z from "zod";
import { endpoint } from "./endpoint";
import { Email } from "./fields";

export const WaitlistPositionReply = z.object({
  position: z
    .number()
    .int()
    .nullable()
    .meta({ description: "The lead's position in the waitlist, starting at 1. `null` if they aren't on it." }),
  waiting: z.number().int().meta({ description: "The number of leads on the waitlist." }),
  referrals: z.number().int().meta({ description: "The number of active leads who joined with this lead's referral link." }),
});
export type WaitlistPositionReply = z.output<typeof WaitlistPositionReply>;

export const getWaitlistPositionEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/position",
  tag: "Leads",
  summary: "Get a lead's waitlist position",
  description: "Returns the numbers that the lead sees on their position page.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  reply: WaitlistPositionReply,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: { position: 12, waiting: 340, referrals: 2 } },
});
