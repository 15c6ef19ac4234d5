import { z } from "zod";
import { eitherOf, endpoint, longBodyLimit, matching } from "./endpoint";
import { leadFilters } from "./lead-filters";
import { Recipients } from "./sends";
import { exampleTask, TaskRecord } from "./tasks";

const tag = "Leads";

/** What can be done to many leads at once, beside sending. */
export const leadActs = ["join_waitlist", "leave_waitlist", "delete"] as const;
export type LeadAct = (typeof leadActs)[number];

export const actOnLeads = endpoint({
  method: "POST",
  path: "/leads/act",
  tag,
  summary: "Put many leads on the waitlist, take them off it, or delete them",
  description:
    "Takes either `emails` or `filter`. A few are done before the answer, many by the worker: the task says how far it is. Each lead is done whole or not at all; those that do not exist any more, or need nothing done, are passed over. Who comes after the call is not touched.",
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
  refuses: [],
  example: {
    body: { act: "join_waitlist", filter: { claimed: false, source: "import" } },
    reply: { ...exampleTask, kind: "leads.join_waitlist" },
  },
});
