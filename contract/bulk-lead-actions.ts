import { z } from "zod";
import { eitherOf, endpoint, longBodyLimit, matching } from "./endpoint";
import { leadFilters } from "./lead-filters";
import { Recipients } from "./sends";
import { exampleTask, TaskRecord } from "./tasks";

const tag = "Leads";

/** What can be done to many leads at once, beside sending. */
export const leadActs = ["join_waitlist", "leave_waitlist", "accept", "delete"] as const;
export type LeadAct = (typeof leadActs)[number];

export const actOnLeadsEndpoint = endpoint({
  method: "POST",
  path: "/leads/act",
  tag,
  summary: "Put many leads on the waitlist, take them off it, accept sign-ups that are held, or delete them",
  description:
    "Takes either `emails` or `filter`. A few are done before the answer, many by the worker: the task says how far it is. Each lead is done whole or not at all; those that do not exist any more, or need nothing done, are passed over. Who comes after the call is not touched. `accept` lets sign-ups that were held go on as they would have gone, with the mail that comes of them.",
  access: ["secret_key", "member"],
  bodyLimit: longBodyLimit,
  body: z
    .strictObject({
      act: z.enum(leadActs, `must be one of ${leadActs.join(", ")}`),
      emails: Recipients.optional(),
      filter: matching(leadFilters).optional(),
    })
    .refine(...eitherOf("emails")),
  reply: TaskRecord,
  errors: [],
  example: {
    body: { act: "join_waitlist", filter: { claimed: false, source: "import" } },
    reply: { ...exampleTask, kind: "leads.join_waitlist" },
  },
});
