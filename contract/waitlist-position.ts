import { z } from "zod";
import { endpoint } from "./endpoint";
import { Email } from "./fields";

export const WaitlistPositionReply = z.object({
  position: z.number().int().nullable().meta({ description: "Position in the waitlist, from 1. `null` if the lead isn't on it." }),
  waiting: z.number().int().meta({ description: "Number of leads on the waitlist." }),
  referrals: z.number().int().meta({ description: "Number of leads who joined with this lead's referral link and are active." }),
});
export type WaitlistPositionReply = z.output<typeof WaitlistPositionReply>;

export const getWaitlistPositionEndpoint = endpoint({
  method: "GET",
  path: "/leads/email/:email/position",
  tag: "Leads",
  summary: "Get the waitlist position of a lead",
  description: "Returns what the lead sees on their position page.",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ email: Email }),
  reply: WaitlistPositionReply,
  errors: ["lead_not_found"],
  example: { params: { email: "ada@example.org" }, reply: { position: 12, waiting: 340, referrals: 2 } },
});
